//! `prove`: turn off every switch in turn. A claim has to notice, or the switch survives.

use std::collections::BTreeSet;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Filters;
use crate::cli::arguments::Format;
use crate::cli::arguments::ProveArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::setting;
use crate::cli::setting::Makers;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::cli::verify;
use crate::cli::verify::Playback;
use crate::oracle::findings::Findings;
use crate::oracle::proof;
use crate::oracle::proof::Knockout;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Judged;
use crate::oracle::trial::Keep;
use crate::report::json;
use crate::report::terminal;

pub fn run(
    own: &ProveArguments,
    arguments: &Arguments,
    around: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let (suite, makers, jobs) = setting::load(&own.playing, arguments, around, output)?;
    setting::refuse_orphans(&suite)?;
    let findings =
        inquire(&suite, &makers, &own.filters, Playback { without: &[], keep: Keep::Firings, jobs }, output)?;
    match own.format {
        Format::Json => output.result(&json::findings("prove", &findings)),
        Format::Pretty => output.result(&terminal::prove(&findings, output.quiet, output.verbose)),
    }
    Ok(verify::exit_code(&findings))
}

/// Plays the chosen scenarios, knocks out every switch and adds everything up.
pub fn inquire<'s>(
    suite: &'s Suite,
    makers: &Makers,
    filters: &Filters,
    playback: Playback<'_>,
    output: &Output,
) -> Result<Findings<'s>, Stop> {
    let problems = setting::switch_problems(suite, makers);
    if !problems.is_empty() {
        return Err(Stop::BadInput(problems));
    }
    let judged = verify::play(suite, makers, filters, playback, output)?;
    let mut knockouts = knock_out(suite, makers, &judged, playback, output);
    if judged.len() < suite.scenarios.len() {
        // A part of the suite answers only for the clauses that it cites; chosen by rules, only for theirs.
        let picks = selection::picks(filters)?;
        let asked = |id: &&ClauseId| picks.is_empty() || picks.iter().any(|(_, pick)| pick.holds(id));
        let claims = judged.iter().flat_map(|judged| &judged.scenario.claims);
        let cited: BTreeSet<_> = claims.flat_map(|claim| &claim.clauses).filter(asked).collect();
        knockouts.retain(|knockout| knockout.clauses.iter().any(|clause| cited.contains(clause)));
    }
    Ok(verify::findings(suite, makers, judged, Some(knockouts), playback.without.to_vec()))
}

/// Knocks out every switch of every engine that played.
pub fn knock_out<'s>(
    suite: &'s Suite,
    makers: &Makers,
    judged: &[Judged<'s>],
    playback: Playback<'_>,
    output: &Output,
) -> Vec<Knockout<'s>> {
    let bar = output.bar(judged.len(), "knocking out");
    let tick = || bar.inc(1);
    let mut knockouts = Vec::new();
    for (game, maker) in makers {
        let first = judged.iter().position(|judged| judged.scenario.game == *game);
        let count = judged.iter().filter(|judged| judged.scenario.game == *game).count();
        // The results of a game stand together, because they were played together.
        if let Some(first) = first {
            let played = &judged[first..first + count];
            knockouts.extend(proof::prove(played, maker.as_ref(), playback.without, &suite.book, playback.jobs, &tick));
        }
    }
    bar.finish_and_clear();
    knockouts
}
