//! `coverage`: the ledger, made by playing everything and turning off every switch.

use std::collections::BTreeSet;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::CoverageArguments;
use crate::cli::arguments::CoverageFormat;
use crate::cli::exit_code::ExitCode;
use crate::cli::foils;
use crate::cli::neighbours;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::catalog::CatalogRule;
use crate::oracle::rule_pick::NamedRule;
use crate::oracle::rule_pick::RulePick;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::run::Run;
use crate::oracle::suite::Suite;
use crate::report::coverage::Coverage;
use crate::report::terminal;

pub(crate) fn run(
    options: &CoverageArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let setting = Setting::open(&options.playing, arguments, surroundings, output)?;
    setting.refuse_lost_switches()?;
    setting.refuse_unproven()?;
    let rules =
        options.rule.iter().map(|text| picked(text, &options.game, &setting.suite)).collect::<Result<Vec<_>, _>>()?;
    let foils = foils::foils(&setting, &options.playing, &[])?;
    let problems = neighbours::told_of_games(&setting, &options.game, output)?;
    let chosen = selection::of_games(&setting.suite, &games(options, &rules));
    let findings = Run { chosen, problems, ..setting.proving_run(&foils, output) }.findings();
    let of_game = |id: &ClauseId| options.game.is_empty() || options.game.iter().any(|game| id.game() == game);
    let of_rule = |id: &ClauseId| rules.is_empty() || rules.iter().flatten().any(|pick| pick.holds(id));
    let coverage = Coverage::of(&findings, |id| of_game(id) && of_rule(id));
    if coverage.is_empty() {
        return Err(Stop::Nothing("no clause is left by these filters".to_owned()));
    }
    match (options.missing, options.format) {
        _ if options.unquoted => output.result(&coverage.unquoted()),
        (true, _) => output.result(&coverage.missing()),
        (false, CoverageFormat::Table) => output.result(&coverage.table(output.verbose || !options.rule.is_empty())),
        (false, CoverageFormat::Dots) => output.result(&coverage.dots()),
        (false, CoverageFormat::Markdown) => output.copied(&coverage.markdown()),
        (false, CoverageFormat::Json) => output.data(&coverage.json()),
    }
    if !output.quiet && !matches!(options.format, CoverageFormat::Json | CoverageFormat::Markdown) {
        output.result(&terminal::closing(&setting.suite));
    }
    Ok(ExitCode::of_verdicts(&findings))
}

/// The games that are asked about; none where everything is.
fn games<'o>(options: &'o CoverageArguments, rules: &'o [Vec<RulePick>]) -> BTreeSet<&'o str> {
    let of_rules = rules.iter().flatten().map(|pick| pick.lines.file.split('/').next().unwrap_or(""));
    match options.game.is_empty() {
        true => of_rules.collect(),
        false => options.game.iter().map(String::as_str).collect(),
    }
}

/// A line or clause as it is typed, or the lines of a rule of the catalog given by its number.
pub(crate) fn picked(text: &str, games: &[String], suite: &Suite) -> Result<Vec<RulePick>, Stop> {
    if let Some(rule) = NamedRule::parse(text) {
        return Ok(vec![rule.pick(&suite.book).map_err(Stop::Nothing)?]);
    }
    let number: Option<usize> = text.parse().ok();
    let of_game = |game: &String| games.is_empty() || games.contains(game);
    let rules = || suite.catalog.iter().filter(|rule| Some(rule.number) == number && of_game(&rule.game));
    which_game(text, rules())?;
    let rules = rules();
    let picks: Vec<RulePick> =
        rules.flat_map(|rule| &rule.lines).map(|lines| RulePick { lines: lines.clone(), clause: None }).collect();
    if picks.is_empty() {
        return Err(Stop::Usage(format!("`{text}` is neither a rule line nor the number of a rule in a catalog")));
    }
    Ok(picks)
}

/// Two games may each have a rule of a number; which one is meant has to be said.
pub(crate) fn which_game<'s>(number: &str, rules: impl Iterator<Item = &'s CatalogRule>) -> Result<(), Stop> {
    let found: Vec<&CatalogRule> = rules.collect();
    if found.iter().all(|rule| rule.game == found[0].game) {
        return Ok(());
    }
    let told: Vec<String> = found.iter().map(|rule| format!("`--game {}` ({})", rule.game, rule.title)).collect();
    Err(Stop::Usage(format!("rule {number} of which game? Add {}", told.join(" or "))))
}
