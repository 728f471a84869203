//! `audit`: runs the scenarios that the table rows of a document name, and writes which rows are true.

use std::fs;

use crate::cli::args::AuditArguments;
use crate::cli::args::Filters;
use crate::cli::args::Format;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console::Console;
use crate::cli::session;
use crate::cli::session::Session;
use crate::cli::session::problem_filter;
use crate::cli::session::problem_filter::Purpose;
use crate::cli::session::selection::Selection;
use crate::report;
use crate::report::machine::documents::audit_rows;
use crate::report::machine::json;
use crate::report::terminal;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::compare::audit;
use truthsayer_oracle::compare::audit::AuditLine;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::suite::project::Project;

pub(crate) fn run(options: &AuditArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let session = Session::open(&options.playing, context)?;
    let (suite, without) = (&session.suite, session.switches(&options.without)?);
    let file = safe_read::read_named(&suite.project.root, &options.document)
        .map_err(|problem| CliError::BadInput(vec![problem]))?;
    let lines = audit::read(&file, suite).map_err(CliError::BadInput)?;
    if !lines.iter().any(|line| matches!(line, AuditLine::Row { .. })) {
        return Err(CliError::Nothing(format!("no table row of `{}` names a scenario", options.document)));
    }
    let altered = !without.is_empty();
    let problems = problems(&lines, &session, context.console)?;
    let findings = Run { without, problems, ..session.run(context.console) }.findings();
    let profiles: Vec<&str> =
        options.without.iter().filter_map(|name| suite.project.profiles.get(name)).map(|p| p.title.as_str()).collect();
    let title = if profiles.is_empty() { "an altered engine".to_owned() } else { profiles.join(", ") };
    let text = report::markdown::audit::write(&options.document, &title, &lines, &findings);
    let Some(out) = &options.out else {
        match options.format {
            Format::Json => {
                context.console.data(&json::document("audit", "rows", &audit_rows::of(&lines, &findings), suite));
            }
            Format::Pretty => context.console.copied(&text),
        }
        return Ok(match &findings.problems[..] {
            [] if altered => ExitCode::Pass,
            _ => ExitCode::of_verdicts(&findings),
        });
    };
    check_target(&suite.project, out)?;
    let stale = !safe_read::holds(&suite.project.root, out, &text).unwrap_or(false);
    let changed: Vec<String> = if stale { vec![out.clone()] } else { Vec::new() };
    if options.check {
        context.console.result(&terminal::checked(&changed, 1, suite, context.console.quiet, context.console.verbose));
        return Ok(if stale {
            bad_input_or(&findings, ExitCode::Fail)
        } else {
            bad_input_or(&findings, ExitCode::Pass)
        });
    }
    atomic_write::clear_beside(&suite.project.root, out);
    atomic_write::write(&suite.project.root, out, &text)
        .map_err(|error| CliError::Write { path: out.clone(), error })?;
    context.console.result(&terminal::documents_written(
        &changed,
        1,
        suite,
        context.console.quiet,
        context.console.verbose,
    ));
    Ok(bad_input_or(&findings, ExitCode::Pass))
}

/// Problems in the files of the named scenarios. Problems elsewhere are only counted.
fn problems(lines: &[AuditLine], session: &Session, output: &Console) -> Result<Vec<Problem>, CliError> {
    let suite = &session.suite;
    let plays = || lines.iter().flat_map(AuditLine::plays);
    let chosen = suite.scenarios.iter().filter(|scenario| plays().any(|play| play.means(scenario))).collect();
    let broken = suite
        .broken
        .iter()
        .filter(|broken| plays().any(|play| play.broken(suite).is_some_and(|own| own.id == broken.id)))
        .collect();
    let filters = Filters { ids: plays().map(|play| play.id.clone()).collect(), ..Filters::default() };
    let selection = Selection { chosen, drafts: Vec::new(), broken };
    problem_filter::report_or_stop(Purpose::Reports, session, &filters, &selection, output)
}

/// The exit code: bad input if some named scenarios could not run.
fn bad_input_or(findings: &Findings<'_>, otherwise: ExitCode) -> ExitCode {
    if findings.problems.is_empty() { otherwise } else { ExitCode::BadInput }
}

/// Refuses to overwrite a file that is not an audit.
fn check_target(project: &Project, out: &str) -> Result<(), CliError> {
    session::check_out(project, out)?;
    let there = fs::symlink_metadata(project.root.join(out)).is_ok();
    if there
        && !safe_read::beginning(&project.root, out).unwrap_or_default().contains(report::markdown::audit::SIGNATURE)
    {
        return Err(CliError::Usage(format!("`{out}` exists and is not an audit; choose another name with --out")));
    }
    Ok(())
}
