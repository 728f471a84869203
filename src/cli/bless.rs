//! `bless`: a person accepts outcomes as goldens. The only command that writes over one.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::BlessArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::neighbours;
use crate::cli::neighbours::Purpose;
use crate::cli::output::Output;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::acceptance::Acceptance;
use crate::oracle::golden::Standing;
use crate::oracle::run::Run;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Judged;
use crate::oracle::trial::Keep;
use crate::oracle::verdict::Verdict;
use crate::oracle::writer;
use crate::report::terminal;
use crate::report::terminal::Blessed;

pub(crate) fn run(
    options: &BlessArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    if options.reason.as_ref().is_some_and(|reason| reason.trim().is_empty()) {
        return Err(Stop::Usage("`--reason` says nothing: write why the outcome is right".to_owned()));
    }
    if surroundings.in_ci {
        return Err(Stop::Usage("goldens are accepted by a person, and CI is set: nothing is written".to_owned()));
    }
    let setting = Setting::open(&options.playing, arguments, surroundings, output)?;
    let suite = &setting.suite;
    writer::clear_unfinished(&suite.project.root, &suite.project.golden);
    let mut blessed = Blessed::default();
    if options.prune {
        (blessed.pruned, blessed.kept) = prune(suite)?;
        output.result(&terminal::blessed(&blessed, &[], suite, output.quiet));
        return Ok(if blessed.kept.is_empty() { ExitCode::Conforms } else { ExitCode::BadInput });
    }
    let selection = neighbours::select(&setting, &options.filters)?;
    // Goldens that belong to nobody are told below.
    let problems = neighbours::tell_or_stop(Purpose::Plays, &setting, &options.filters, &selection, output)?;
    let chosen = selection.without_drafts()?;
    let keep = if options.reason.is_some() { Keep::Outcomes } else { Keep::Verdicts };
    let findings = Run { chosen, keep, ..setting.run(output) }.findings();
    let by = options.reason.as_ref().map(|_| surroundings.author(&suite.project.root)).unwrap_or_default();
    for judged in &findings.judged {
        if findings.excuse(judged).is_none() {
            let profile = findings.engines.get(&judged.scenario.game);
            let accepted = options.reason.as_ref().zip(profile);
            let accepted = accepted.map(|(reason, profile)| Acceptance::new(&by, reason, profile));
            bless(&setting, judged, accepted.as_ref(), &mut blessed)?;
        }
    }
    output.result(&terminal::blessed(&blessed, &suite.orphans, suite, output.quiet));
    Ok(match (blessed.refused.is_empty(), suite.orphans.is_empty()) {
        _ if !problems.is_empty() => ExitCode::BadInput,
        (false, _) => ExitCode::Deviates,
        (true, false) => ExitCode::BadInput,
        (true, true) => ExitCode::Conforms,
    })
}

fn bless(
    setting: &Setting,
    judged: &Judged<'_>,
    acceptance: Option<&Acceptance>,
    blessed: &mut Blessed,
) -> Result<(), Stop> {
    let id = &judged.scenario.id;
    let Some(goldens) = setting.goldens(&judged.scenario.game) else {
        blessed.refused.push((id.clone(), "was played by an engine that has no goldens of its own".to_owned()));
        return Ok(());
    };
    if judged.verdict != Verdict::Conforms {
        blessed.refused.push((id.clone(), judged.verdict.name().to_owned()));
        return Ok(());
    }
    let list = match &judged.standing {
        Some(Standing::Missing) => &mut blessed.new,
        Some(Standing::Drifted(_) | Standing::Unreadable(_)) => &mut blessed.changed,
        // Who says why, accepts it once more.
        Some(Standing::Accepted) if acceptance.is_some() => &mut blessed.changed,
        Some(Standing::Accepted) | None => {
            blessed.unchanged += 1;
            // A run that was killed may have accepted the outcome and left the proposal.
            return goldens.withdraw(id).map_err(|error| Stop::Write { path: goldens.path(id), error });
        }
    };
    if let Some(text) = &judged.rendered {
        let book = &setting.suite.book;
        let text = acceptance.map_or_else(|| text.clone(), |it| it.put_into(text, judged.scenario, book));
        if let Some(why) = goldens.unacceptable(id, &text) {
            blessed.refused.push((id.clone(), why));
            return Ok(());
        }
        goldens.accept(id, &text).map_err(|error| Stop::Write { path: goldens.path(id), error })?;
        list.push(id.clone());
    } else if judged.is_too_long {
        blessed.refused.push((id.clone(), "has an outcome that is too long to be kept".to_owned()));
    }
    Ok(())
}

/// Drops orphans that `bless` wrote; the others stay.
fn prune(suite: &Suite) -> Result<(Vec<String>, Vec<String>), Stop> {
    // What is no golden, a person put there, and it is theirs to take away.
    let (goldens, others): (Vec<String>, Vec<String>) =
        suite.orphans.iter().cloned().partition(|path| suite.project.goldens().is_golden(path));
    for path in &goldens {
        writer::remove(&suite.project.root, path).map_err(|error| Stop::Write { path: path.clone(), error })?;
    }
    Ok((goldens, others))
}
