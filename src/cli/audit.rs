//! `audit`: play what a document says. Its table rows name scenarios; the result says which rows stand.

use std::fs;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::AuditArguments;
use crate::cli::arguments::Filters;
use crate::cli::exit_code::ExitCode;
use crate::cli::neighbours;
use crate::cli::neighbours::Purpose;
use crate::cli::output::Output;
use crate::cli::selection::Selection;
use crate::cli::setting;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::audit;
use crate::oracle::audit::AuditLine;
use crate::oracle::disk;
use crate::oracle::findings::Findings;
use crate::oracle::problem::Problem;
use crate::oracle::project::Project;
use crate::oracle::run::Run;
use crate::oracle::writer;
use crate::report;
use crate::report::terminal;

pub(crate) fn run(
    options: &AuditArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let setting = Setting::open(&options.playing, arguments, surroundings, output)?;
    let (suite, without) = (&setting.suite, setting.switches(&options.without)?);
    let file =
        disk::read_named(&suite.project.root, &options.document).map_err(|problem| Stop::BadInput(vec![problem]))?;
    let lines = audit::read(&file, suite).map_err(Stop::BadInput)?;
    if !lines.iter().any(|line| matches!(line, AuditLine::Row { .. })) {
        return Err(Stop::Nothing(format!("no table row of `{}` names a scenario", options.document)));
    }
    let altered = !without.is_empty();
    let problems = problems(&lines, &setting, output)?;
    let findings = Run { without, problems, ..setting.run(output) }.findings();
    let profiles: Vec<&str> =
        options.without.iter().filter_map(|name| suite.project.profiles.get(name)).map(|p| p.title.as_str()).collect();
    let title = if profiles.is_empty() { "an altered engine".to_owned() } else { profiles.join(", ") };
    let text = report::audit::write(&options.document, &title, &lines, &findings);
    let Some(out) = &options.out else {
        output.copied(&text);
        return Ok(match &findings.problems[..] {
            [] if altered => ExitCode::Conforms,
            _ => ExitCode::of_verdicts(&findings),
        });
    };
    check_target(&suite.project, out)?;
    let stale = !disk::holds(&suite.project.root, out, &text).unwrap_or(false);
    let changed: Vec<String> = if stale { vec![out.clone()] } else { Vec::new() };
    if options.check {
        output.result(&terminal::checked(&changed, 1, suite, output.quiet));
        return Ok(if stale {
            bad_input_or(&findings, ExitCode::Deviates)
        } else {
            bad_input_or(&findings, ExitCode::Conforms)
        });
    }
    writer::clear_beside(&suite.project.root, out);
    writer::write(&suite.project.root, out, &text).map_err(|error| Stop::Write { path: out.clone(), error })?;
    output.result(&terminal::documents_written(&changed, 1, suite, output.quiet));
    Ok(bad_input_or(&findings, ExitCode::Conforms))
}

/// What is wrong with the files of scenarios that the document names; what is wrong elsewhere is counted.
fn problems(lines: &[AuditLine], setting: &Setting, output: &Output) -> Result<Vec<Problem>, Stop> {
    let suite = &setting.suite;
    let plays = || lines.iter().flat_map(AuditLine::plays);
    let chosen = suite.scenarios.iter().filter(|scenario| plays().any(|play| play.means(&scenario.id))).collect();
    let broken = suite.broken.iter().filter(|broken| plays().any(|play| play.is_in(&broken.id))).collect();
    let filters = Filters { ids: plays().map(|play| play.id.clone()).collect(), ..Filters::default() };
    let selection = Selection { chosen, drafts: Vec::new(), broken };
    neighbours::tell_or_stop(Purpose::Tells, setting, &filters, &selection, output)
}

/// A document that could not be played whole is told as that, whatever else is so.
fn bad_input_or(findings: &Findings<'_>, otherwise: ExitCode) -> ExitCode {
    if findings.problems.is_empty() { otherwise } else { ExitCode::BadInput }
}

/// An audit is written anew over an audit, and over nothing else.
fn check_target(project: &Project, out: &str) -> Result<(), Stop> {
    setting::check_out(project, out)?;
    let there = fs::symlink_metadata(project.root.join(out)).is_ok();
    if there && !disk::beginning(&project.root, out).unwrap_or_default().contains(report::audit::SIGNATURE) {
        return Err(Stop::Usage(format!("`{out}` is there already and no audit; choose another name")));
    }
    Ok(())
}
