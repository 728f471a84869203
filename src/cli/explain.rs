//! `explain`: tell a scenario, or a rule line.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::ExplainArguments;
use crate::cli::arguments::Filters;
use crate::cli::arguments::Playing;
use crate::cli::exit_code::ExitCode;
use crate::cli::foils;
use crate::cli::neighbours;
use crate::cli::neighbours::Purpose;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::selection::Selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::block;
use crate::oracle::rule_pick::NamedRule;
use crate::oracle::run::Run;
use crate::oracle::scenario::Scenario;
use crate::oracle::trial::Keep;
use crate::report::terminal;

pub(crate) fn run(
    options: &ExplainArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let setting = Setting::open(&options.playing, arguments, surroundings, output)?;
    if let Some(rule) = NamedRule::parse(&options.subject) {
        let filters = Filters { rule: vec![options.subject.clone()], ..Filters::default() };
        return explain_rule(&rule, &setting, &filters, &options.playing, output);
    }
    if let Some(which) = selection::which_line(&options.subject, &setting.suite.book) {
        return Err(Stop::Usage(which));
    }
    let filters = Filters { ids: vec![options.subject.clone()], ..Filters::default() };
    let selection = selection::select_all(&setting.suite, &filters)?;
    let problems = neighbours::tell_or_stop(Purpose::Plays, &setting, &filters, &selection, output)?;
    let Selection { chosen, drafts, .. } = selection;
    if options.expanded {
        let texts: Vec<String> = chosen.iter().chain(&drafts).map(|scenario| expanded(scenario)).collect();
        output.copied(&texts.join("---\n"));
        return Ok(ExitCode::Conforms);
    }
    let run = Run { chosen, drafts, problems, keep: Keep::Outcomes, ..setting.run(output) };
    let findings = run.findings();
    let stories: Vec<String> =
        findings.judged.iter().chain(&findings.drafts).map(|judged| terminal::scenario(judged, &findings)).collect();
    output.result(&stories.join("\n"));
    output.result(&terminal::troubles(&findings));
    output.result(&terminal::closing(&setting.suite));
    Ok(ExitCode::of_verdicts(&findings))
}

fn explain_rule(
    rule: &NamedRule,
    setting: &Setting,
    filters: &Filters,
    playing: &Playing,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let suite = &setting.suite;
    let pick = rule.pick(&suite.book).map_err(Stop::Nothing)?;
    let lines = selection::rule_lines(&pick, rule, &suite.book)?;
    // Only the scenarios that cite these lines can say anything about them.
    let cites =
        |scenario: &&Scenario| scenario.claims.iter().any(|claim| claim.clauses.iter().any(|id| pick.lines.holds(id)));
    let chosen: Vec<&Scenario> = suite.scenarios.iter().filter(cites).collect();
    // A rule that nobody cites is explained all the same.
    let problems = match selection::select_all(suite, filters) {
        Ok(selection) => neighbours::tell_or_stop(Purpose::Tells, setting, filters, &selection, output)?,
        Err(_) => Vec::new(),
    };
    let foils = foils::foils(setting, playing, &[])?;
    let findings = Run { chosen, ..setting.proving_run(&foils, output) }.findings();
    for line in lines {
        output.result(&terminal::rule(&pick.lines.file, line, &findings, pick.clause));
    }
    output.result(&terminal::closing(suite));
    Ok(if problems.is_empty() { ExitCode::Conforms } else { ExitCode::BadInput })
}

/// The scenario as it is played: fixtures merged, examples filled in, everything else as it was written.
fn expanded(scenario: &Scenario) -> String {
    let mut text = format!("# {}\n", scenario.id);
    let mut given_shown = false;
    for (key, data) in scenario.written() {
        given_shown |= key == "given";
        let data = if key == "given" { scenario.given() } else { data };
        text.push_str(&block::entry(&key, &data));
    }
    if !given_shown {
        text.push_str(&block::entry("given", &scenario.given()));
    }
    text
}
