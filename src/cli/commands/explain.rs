//! `explain`: shows a scenario step by step, or a rule with its evidence.

use crate::cli::args::ExplainArguments;
use crate::cli::args::Filters;
use crate::cli::args::Format;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console::Console;
use crate::cli::session::Session;
use crate::cli::session::name_match;
use crate::cli::session::problem_filter;
use crate::cli::session::problem_filter::Purpose;
use crate::cli::session::selection;
use crate::cli::session::selection::Selection;
use crate::report::machine::documents::explanation;
use crate::report::machine::documents::explanation::ExplainDocument;
use crate::report::machine::json;
use crate::report::terminal;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::base::yaml_block;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::rule_selector::NamedRule;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::suite::scenario::Scenario;

pub(crate) fn run(options: &ExplainArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let filters = Filters { ids: vec![options.subject.clone()], ..Filters::default() };
    let session = Session::open_part(&filters, &options.playing, context)?;
    let book = &session.suite.book;
    if let Some(which) = selection::which_line(&options.subject, book) {
        return Err(CliError::Usage(which));
    }
    let named = match NamedRule::parse(&options.subject) {
        Some(rule) => Some(rule),
        None => selection::by_name(&options.subject, book)?,
    };
    if let Some(rule) = named {
        return explain_rule(&rule, &session, options.format, context.console);
    }
    let selection = selection::select_all(&session.suite, &filters).map_err(|stop| also_rules(stop, options, book))?;
    let problems = problem_filter::report_or_stop(Purpose::Runs, &session, &filters, &selection, context.console)?;
    let Selection { chosen, drafts, .. } = selection;
    if options.expanded {
        let texts: Vec<String> = chosen.iter().chain(&drafts).map(|scenario| expanded(scenario)).collect();
        context.console.copied(&texts.join("---\n"));
        return Ok(ExitCode::Pass);
    }
    let run = Run { chosen, drafts, problems, keep: Retention::Outcomes, ..session.run(context.console) };
    let findings = run.findings();
    if options.format == Format::Json {
        let scenarios = findings.judged.iter().chain(&findings.drafts);
        let scenarios = scenarios.map(|judged| explanation::of_scenario(judged, &findings)).collect();
        let data = ExplainDocument { scenarios, ..ExplainDocument::default() };
        context.console.data(&json::document("explain", "explain", &data, &session.suite));
        return Ok(ExitCode::of_verdicts(&findings));
    }
    let stories: Vec<String> =
        findings.judged.iter().chain(&findings.drafts).map(|judged| terminal::scenario(judged, &findings)).collect();
    context.console.result(&stories.join("\n"));
    context.console.result(&terminal::entries(&findings));
    context.console.result(&terminal::closing(&session.suite, context.console.verbose));
    Ok(ExitCode::of_verdicts(&findings))
}

/// The error of a name that fits neither a scenario nor a rule.
fn also_rules(stop: CliError, options: &ExplainArguments, book: &Rulebook) -> CliError {
    let CliError::Nothing(message) = stop else { return stop };
    if message.contains("did you mean") {
        return CliError::Nothing(message);
    }
    let names: Vec<&str> = selection::rule_names(book).collect();
    let help = match name_match::nearest_part(&options.subject, &names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let list = |what: &str| this_call().reads(&["list", what]);
            format!("`{}` and `{}` show all of them", list("scenarios"), list("clauses"))
        }
    };
    CliError::Nothing(format!("there is no scenario and no rule `{}`; {help}", options.subject))
}

fn explain_rule(rule: &NamedRule, session: &Session, format: Format, output: &Console) -> Result<ExitCode, CliError> {
    let suite = &session.suite;
    let filters = &Filters { rule: vec![rule.to_string()], ..Filters::default() };
    let pick = rule.pick(&suite.book).map_err(CliError::Nothing)?;
    let lines = selection::rule_lines(&pick, rule, &suite.book)?;
    // Only scenarios that cite these rules run.
    let cites =
        |scenario: &&Scenario| scenario.claims.iter().any(|claim| claim.clauses.iter().any(|id| pick.lines.holds(id)));
    let chosen: Vec<&Scenario> = suite.scenarios.iter().filter(cites).collect();
    // An uncited rule is explained, too.
    let problems = match selection::select_all(suite, filters) {
        Ok(selection) => problem_filter::report_or_stop(Purpose::Reports, session, filters, &selection, output)?,
        Err(_) => Vec::new(),
    };
    let proving = Some(Proving { weak: true, ..session.proving() });
    let findings = Run { chosen, proving, ..session.proving_run(output) }.findings();
    if format == Format::Json {
        let rules = lines.iter().map(|line| explanation::of_rule(&pick.lines.file, line, &findings, pick.clause));
        let data = ExplainDocument { rules: rules.collect(), ..ExplainDocument::default() };
        output.data(&json::document("explain", "explain", &data, suite));
        return Ok(if problems.is_empty() { ExitCode::Pass } else { ExitCode::BadInput });
    }
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
