//! `coverage`: the ledger, made by playing everything and turning off every switch.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::CoverageArguments;
use crate::cli::arguments::CoverageFormat;
use crate::cli::exit_code::ExitCode;
use crate::cli::foils;
use crate::cli::output::Output;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::rule_pick::NamedRule;
use crate::oracle::rule_pick::RulePick;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::suite::Suite;
use crate::report::coverage::Coverage;
use crate::report::terminal;

pub fn run(
    options: &CoverageArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let setting = Setting::load(&options.playing, arguments, surroundings, output)?;
    setting.refuse_lost_switches()?;
    let rules = options.rule.iter().map(|text| picked(text, &setting.suite)).collect::<Result<Vec<_>, _>>()?;
    let foils = foils::foils(&setting, &options.playing, &[])?;
    let findings = setting.proving_run(&foils, output).findings();
    let of_game = |id: &ClauseId| options.game.is_empty() || options.game.iter().any(|game| id.game() == game);
    let of_rule = |id: &ClauseId| rules.is_empty() || rules.iter().flatten().any(|pick| pick.holds(id));
    let coverage = Coverage::of(&findings, |id| of_game(id) && of_rule(id));
    if coverage.is_empty() {
        return Err(Stop::Nothing("no clause is left by these filters".to_owned()));
    }
    output.result(&match (options.missing, options.format) {
        _ if options.unquoted => coverage.unquoted(),
        (true, _) => coverage.missing(),
        (false, CoverageFormat::Table) => coverage.table(output.verbose || !options.rule.is_empty()),
        (false, CoverageFormat::Dots) => coverage.dots(),
        (false, CoverageFormat::Markdown) => coverage.markdown(),
        (false, CoverageFormat::Json) => coverage.json(),
    });
    if !output.quiet && !matches!(options.format, CoverageFormat::Json | CoverageFormat::Markdown) {
        output.result(&terminal::closing(&setting.suite));
    }
    Ok(ExitCode::of_verdicts(&findings))
}

/// A line or clause as it is typed, or the lines of a rule of the catalog given by its number.
pub fn picked(text: &str, suite: &Suite) -> Result<Vec<RulePick>, Stop> {
    if let Some(rule) = NamedRule::parse(text) {
        return Ok(vec![rule.pick(&suite.book).map_err(Stop::Nothing)?]);
    }
    let number: Option<usize> = text.parse().ok();
    let rules = suite.catalog.iter().filter(|rule| Some(rule.number) == number);
    let picks: Vec<RulePick> =
        rules.flat_map(|rule| &rule.lines).map(|lines| RulePick { lines: lines.clone(), clause: None }).collect();
    if picks.is_empty() {
        return Err(Stop::Usage(format!("`{text}` is neither a rule line nor the number of a rule in a catalog")));
    }
    Ok(picks)
}
