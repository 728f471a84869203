//! `coverage`: runs every scenario and every mutant, and shows the grade of every clause.

use std::collections::BTreeSet;

use crate::cli::args::CoverageArguments;
use crate::cli::args::CoverageFormat;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session::Session;
use crate::cli::session::problem_filter;
use crate::cli::session::selection;
use crate::report::machine::weak_json;
use crate::report::terminal;
use crate::report::terminal::coverage::CoverageTable;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::weak::WeakEntry;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::catalog::CatalogRule;
use truthsayer_oracle::rulebook::rule_number::RuleNumber;
use truthsayer_oracle::rulebook::rule_selector::NamedRule;
use truthsayer_oracle::rulebook::rule_selector::RulePick;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::suite::Suite;

pub(crate) fn run(options: &CoverageArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    if options.weak && matches!(options.format, CoverageFormat::Dots | CoverageFormat::Markdown) {
        return Err(CliError::Usage("`--weak` prints a list or JSON; use `--format json` or no format".to_owned()));
    }
    let session = Session::open(&options.playing, context)?;
    session.refuse_lost_switches()?;
    session.refuse_unproven()?;
    let rules =
        options.rule.iter().map(|text| picked(text, &options.game, &session.suite)).collect::<Result<Vec<_>, _>>()?;
    let problems = problem_filter::report_of_games(&session, &options.game, context.console)?;
    let chosen = selection::of_games(&session.suite, &games(options, &rules));
    let proving = Proving { weak: options.weak, everything: options.all, ..session.proving() };
    let run = Run { chosen, problems, proving: Some(proving), ..session.proving_run(context.console) };
    let findings = run.findings();
    let of_game = |id: &ClauseId| options.game.is_empty() || options.game.iter().any(|game| id.game() == game);
    let of_rule = |id: &ClauseId| rules.is_empty() || rules.iter().flatten().any(|pick| pick.holds(id));
    let coverage = CoverageTable::of(&findings, |id| of_game(id) && of_rule(id));
    let wanted = |entry: &WeakEntry| match entry.clauses.is_empty() {
        true => rules.is_empty(),
        false => entry.clauses.iter().any(|id| of_game(id) && of_rule(id)),
    };
    if coverage.is_empty() {
        return Err(CliError::Nothing("no clause matches these filters".to_owned()));
    }
    match (options.missing, options.format) {
        (_, CoverageFormat::Json) if options.weak => context.console.data(&weak_json(&findings, wanted)),
        _ if options.weak => context.console.result(&weak_text(&findings, wanted, context.console.verbose)),
        (true, CoverageFormat::Json) => context.console.data(&coverage.missing_json()),
        (true, CoverageFormat::Table) => context.console.result(&coverage.missing()),
        (true, CoverageFormat::Dots | CoverageFormat::Markdown) => {
            return Err(CliError::Usage(
                "`--missing` prints a list or JSON; use `--format json` or no format".to_owned(),
            ));
        }
        (false, CoverageFormat::Table) => {
            context.console.result(&coverage.table(context.console.verbose || !options.rule.is_empty()))
        }
        (false, CoverageFormat::Dots) => context.console.result(&coverage.dots()),
        (false, CoverageFormat::Markdown) => context.console.copied(&coverage.markdown()),
        (false, CoverageFormat::Json) => context.console.data(&coverage.json()),
    }
    if !context.console.quiet && !matches!(options.format, CoverageFormat::Json | CoverageFormat::Markdown) {
        context.console.result(&terminal::closing(&session.suite, context.console.verbose));
    }
    Ok(ExitCode::of_verdicts(&findings))
}

fn weak_text(findings: &Findings<'_>, wanted: impl Fn(&WeakEntry) -> bool, verbose: bool) -> String {
    findings.weak.as_ref().map(|weak| terminal::weak::list(weak, wanted, verbose)).unwrap_or_default()
}

fn weak_json(findings: &Findings<'_>, wanted: impl Fn(&WeakEntry) -> bool) -> String {
    findings.weak.as_ref().map(|weak| weak_json::document(weak, wanted, findings.suite)).unwrap_or_default()
}

/// The requested games; none if all are.
fn games<'o>(options: &'o CoverageArguments, rules: &'o [Vec<RulePick>]) -> BTreeSet<&'o str> {
    let of_rules = rules.iter().flatten().map(|pick| pick.lines.file.split('/').next().unwrap_or(""));
    match options.game.is_empty() {
        true => of_rules.collect(),
        false => options.game.iter().map(String::as_str).collect(),
    }
}

/// Parses a rule or clause address, or the number of a catalog rule.
pub(crate) fn picked(text: &str, games: &[String], suite: &Suite) -> Result<Vec<RulePick>, CliError> {
    if let Some(rule) = NamedRule::parse(text) {
        return Ok(vec![rule.pick(&suite.book).map_err(CliError::Nothing)?]);
    }
    if let Some(rule) = selection::by_name(text, &suite.book)? {
        return Ok(vec![rule.pick(&suite.book).map_err(CliError::Nothing)?]);
    }
    let Ok(number) = text.parse::<RuleNumber>();
    let of_game = |game: &String| games.is_empty() || games.contains(game);
    let rules = || suite.catalog.iter().filter(|rule| rule.number == number && of_game(&rule.game));
    which_game(text, rules())?;
    let rules = rules();
    let picks: Vec<RulePick> =
        rules.flat_map(|rule| &rule.lines).map(|lines| RulePick { lines: lines.clone(), clause: None }).collect();
    if picks.is_empty() {
        return Err(CliError::Usage(format!(
            "`{text}` is neither the address of a rule nor the number of a catalog rule"
        )));
    }
    Ok(picks)
}

/// Refuses a rule number that several games have.
pub(crate) fn which_game<'s>(number: &str, rules: impl Iterator<Item = &'s CatalogRule>) -> Result<(), CliError> {
    let found: Vec<&CatalogRule> = rules.collect();
    if found.iter().all(|rule| rule.game == found[0].game) {
        return Ok(());
    }
    let games: Vec<String> = found.iter().map(|rule| format!("`--game {}` ({})", rule.game, rule.title)).collect();
    Err(CliError::Usage(format!("rule {number} of which game? Add {}", games.join(" or "))))
}
