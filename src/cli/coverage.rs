//! `coverage`: the ledger, made by playing everything and turning off every switch.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::CoverageArguments;
use crate::cli::arguments::CoverageFormat;
use crate::cli::arguments::Filters;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::prove;
use crate::cli::selection::RulePick;
use crate::cli::setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::cli::verify;
use crate::cli::verify::Playback;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Keep;
use crate::report::coverage::Coverage;
use crate::report::terminal;

pub fn run(
    own: &CoverageArguments,
    arguments: &Arguments,
    around: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let (suite, makers, jobs) = setting::load(&own.playing, arguments, around, output)?;
    let rules = own.rule.iter().map(|text| picked(text, &suite)).collect::<Result<Vec<_>, _>>()?;
    let findings = prove::inquire(
        &suite,
        &makers,
        &Filters::default(),
        Playback { without: &[], keep: Keep::Firings, jobs },
        output,
    )?;
    let of_game =
        |id: &ClauseId| own.game.is_empty() || own.game.iter().any(|game| id.file.split('/').next() == Some(game));
    let of_rule = |id: &ClauseId| rules.is_empty() || rules.iter().flatten().any(|pick| pick.holds(id));
    let coverage = Coverage::of(&findings, |id| of_game(id) && of_rule(id));
    if coverage.is_empty() {
        return Err(Stop::Nothing("no clause is left by these filters".to_owned()));
    }
    output.result(&match (own.missing, own.format) {
        (true, _) => coverage.missing(),
        (false, CoverageFormat::Table) => coverage.table(output.verbose || !own.rule.is_empty()),
        (false, CoverageFormat::Dots) => coverage.dots(),
        (false, CoverageFormat::Markdown) => coverage.markdown(),
        (false, CoverageFormat::Json) => coverage.json(),
    });
    if !output.quiet && !matches!(own.format, CoverageFormat::Json | CoverageFormat::Markdown) {
        output.result(&terminal::closing(&suite));
    }
    Ok(verify::verdict_code(&findings))
}

/// A line or clause as it is typed, or the lines of a rule of the catalog given by its number.
pub fn picked(text: &str, suite: &Suite) -> Result<Vec<RulePick>, Stop> {
    if let Some(pick) = RulePick::parse(text) {
        return Ok(vec![pick]);
    }
    let number: Option<usize> = text.parse().ok();
    let rules = suite.catalog.iter().filter(|rule| Some(rule.number) == number);
    let picks: Vec<RulePick> =
        rules.flat_map(|rule| &rule.lines).map(|address| RulePick { address: address.clone(), clause: None }).collect();
    if picks.is_empty() {
        return Err(Stop::Usage(format!("`{text}` is neither a rule line nor the number of a rule in a catalog")));
    }
    Ok(picks)
}
