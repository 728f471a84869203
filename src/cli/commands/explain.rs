//! `explain`: shows a scenario step by step, or a rule with its evidence.

use crate::cli::args::ExplainArguments;
use crate::cli::args::Filters;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console::Console;
use crate::cli::session::Session;
use crate::cli::session::problem_filter;
use crate::cli::session::problem_filter::Purpose;
use crate::cli::session::selection;
use crate::cli::session::selection::Selection;
use crate::report::terminal;
use truthsayer_oracle::base::yaml_block;
use truthsayer_oracle::judge::play_and_judge::Keep;
use truthsayer_oracle::rulebook::rule_selector::NamedRule;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::suite::scenario::Scenario;

pub(crate) fn run(options: &ExplainArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let filters = Filters { ids: vec![options.subject.clone()], ..Filters::default() };
    let session = Session::open_part(&filters, &options.playing, context)?;
    if let Some(rule) = NamedRule::parse(&options.subject) {
        let filters = Filters { rule: vec![options.subject.clone()], ..Filters::default() };
        return explain_rule(&rule, &session, &filters, context.console);
    }
    if let Some(which) = selection::which_line(&options.subject, &session.suite.book) {
        return Err(CliError::Usage(which));
    }
    let selection = selection::select_all(&session.suite, &filters)?;
    let problems = problem_filter::tell_or_stop(Purpose::Plays, &session, &filters, &selection, context.console)?;
    let Selection { chosen, drafts, .. } = selection;
    if options.expanded {
        let texts: Vec<String> = chosen.iter().chain(&drafts).map(|scenario| expanded(scenario)).collect();
        context.console.copied(&texts.join("---\n"));
        return Ok(ExitCode::Pass);
    }
    let run = Run { chosen, drafts, problems, keep: Keep::Outcomes, ..session.run(context.console) };
    let findings = run.findings();
    let stories: Vec<String> =
        findings.judged.iter().chain(&findings.drafts).map(|judged| terminal::scenario(judged, &findings)).collect();
    context.console.result(&stories.join("\n"));
    context.console.result(&terminal::entries(&findings));
    context.console.result(&terminal::closing(&session.suite, context.console.verbose));
    Ok(ExitCode::of_verdicts(&findings))
}

fn explain_rule(
    rule: &NamedRule,
    session: &Session,
    filters: &Filters,
    output: &Console,
) -> Result<ExitCode, CliError> {
    let suite = &session.suite;
    let pick = rule.pick(&suite.book).map_err(CliError::Nothing)?;
    let lines = selection::rule_lines(&pick, rule, &suite.book)?;
    // Only scenarios that cite these rules run.
    let cites =
        |scenario: &&Scenario| scenario.claims.iter().any(|claim| claim.clauses.iter().any(|id| pick.lines.holds(id)));
    let chosen: Vec<&Scenario> = suite.scenarios.iter().filter(cites).collect();
    // An uncited rule is explained, too.
    let problems = match selection::select_all(suite, filters) {
        Ok(selection) => problem_filter::tell_or_stop(Purpose::Tells, session, filters, &selection, output)?,
        Err(_) => Vec::new(),
    };
    let proving = Some(Proving { weak: true, ..Proving::default() });
    let findings = Run { chosen, proving, ..session.proving_run(output) }.findings();
    for line in lines {
        output.result(&terminal::rule(&pick.lines.file, line, &findings, pick.clause));
    }
    output.result(&terminal::closing(suite, output.verbose));
    Ok(if problems.is_empty() { ExitCode::Pass } else { ExitCode::BadInput })
}

/// The scenario as it runs: fixtures merged, examples filled in, everything else as written.
fn expanded(scenario: &Scenario) -> String {
    let mut text = format!("# {}\n", scenario.id);
    let mut given_shown = false;
    for (key, data) in scenario.written() {
        given_shown |= key == "given";
        let data = if key == "given" { scenario.given() } else { data };
        text.push_str(&yaml_block::entry(&key, &data));
    }
    if !given_shown {
        text.push_str(&yaml_block::entry("given", &scenario.given()));
    }
    text
}
