//! `verify`: runs scenarios and judges them.

use crate::cli::args::Filters;
use crate::cli::args::VerifyArguments;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console::Console;
use crate::cli::output::result_writer::ResultExtras;
use crate::cli::output::result_writer::ResultWriter;
use crate::cli::session;
use crate::cli::session::Session;
use crate::cli::session::failed_last_time;
use crate::cli::session::problem_filter;
use crate::cli::session::problem_filter::Purpose;
use crate::cli::session::saved_plays::RunRequest;
use crate::cli::session::selection;
use crate::cli::session::selection::Selection;
use crate::report::terminal;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::suite::golden::GoldenStatus;

pub(crate) fn run(options: &VerifyArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    ResultWriter::of("verify", &options.result_files, context.outlets(), |result_writer| {
        verify(options, context, result_writer)
    })
}

fn verify(
    options: &VerifyArguments,
    context: &Context<'_>,
    result_writer: &ResultWriter<'_>,
) -> Result<ExitCode, CliError> {
    let shard = context.environment.runner.shard(options.shard)?;
    // A result file describes the whole suite.
    let reads_part = shard.is_none() && options.result_files.is_text_only();
    let part = match reads_part {
        true => session::effective_filters(&options.filters, context.environment),
        false => Filters::default(),
    };
    let mut session = Session::open_part(&part, &options.playing, context)?;
    let without = session.switches(&options.without)?;
    if shard.is_some() && options.result_files.json.is_some() {
        session.keep_plays();
    }
    let filters = session.filters(&options.filters, context.environment);
    let filters = if options.failed { only_failed(filters, &session)? } else { filters };
    let asked = session.asked("verify", shard, &without, &filters);
    let wants_data = options.result_files.wants_json();
    let findings = play(&session, &asked, wants_data, options.fail_fast, context.console)?;
    if let Some(most) = options.durations {
        context.console.about(&terminal::durations(&findings, most));
    }
    if !context.environment.in_ci {
        propose(&findings, &session, context.console);
        if let Err(error) = failed_last_time::keep(&findings) {
            let reason = safe_read::reason(&error);
            context.console.about(&format!("note: cannot write the ids for `--failed`: {reason}\n"));
        }
    }
    write_findings(&session, asked, &findings, context.console, result_writer)
}

/// Narrows the filters to the scenarios that failed last time.
fn only_failed(filters: Filters, session: &Session) -> Result<Filters, CliError> {
    let failed = failed_last_time::ids(&session.suite.project);
    let chosen = selection::select_with_drafts(&session.suite, &filters)?.0;
    let ids = chosen.into_iter().map(|scenario| scenario.id.clone()).filter(|id| failed.contains(id));
    let ids: Vec<String> = ids.collect();
    match ids.is_empty() {
        true => Err(CliError::Nothing("no scenario failed last time; run `truthsayer verify` for all".to_owned())),
        false => Ok(Filters { ids, ..filters }),
    }
}

/// Judges a saved run as if it had just run.
pub(super) fn report_saved(
    session: &Session,
    asked: RunRequest,
    wants_data: bool,
    output: &Console,
    result_writer: &ResultWriter<'_>,
) -> Result<ExitCode, CliError> {
    let findings = play(session, &asked, wants_data, false, output)?;
    write_findings(session, asked, &findings, output, result_writer)
}

fn play<'s>(
    session: &'s Session,
    asked: &RunRequest,
    wants_data: bool,
    fail_fast: bool,
    output: &'s Console,
) -> Result<Findings<'s>, CliError> {
    let selection = problem_filter::select(session, &asked.filters)?;
    let problems =
        problem_filter::report_or_stop(Purpose::ComparesGoldens, session, &asked.filters, &selection, output)?;
    let unloaded = selection.unloaded();
    let Selection { chosen, drafts, .. } = selection;
    // A saved result needs the fingerprints of outcomes.
    let keep = if wants_data { Retention::Firings } else { Retention::Verdicts };
    let (shard, without) = (asked.part(), asked.without.clone());
    let run = Run { chosen, drafts, problems, unloaded, without, keep, shard, fail_fast, ..session.run(output) };
    Ok(run.findings())
}

fn write_findings(
    session: &Session,
    asked: RunRequest,
    findings: &Findings<'_>,
    output: &Console,
    result_writer: &ResultWriter<'_>,
) -> Result<ExitCode, CliError> {
    let whole = || session.whole(&asked, findings);
    let extras = ResultExtras { command: Some("verify"), whole: Some(&whole), ..ResultExtras::default() };
    let pretty = || terminal::verify(findings, output.quiet, output.verbose);
    result_writer.write_findings(findings, &extras, &ExitCode::all(findings), pretty)
}

/// Writes outcomes that are not accepted next to the goldens, and deletes those that are no longer needed. A folder that
/// cannot be written does not change the verdicts, so it only causes a note.
fn propose(findings: &Findings<'_>, session: &Session, output: &Console) {
    let project = &findings.suite.project;
    atomic_write::clear_unfinished(&project.root, &project.golden);
    for judged in &findings.judged {
        let id = &judged.scenario.id;
        if findings.excuse(judged).is_some() {
            continue;
        }
        let Some(goldens) = session.goldens(&judged.scenario.game) else { continue };
        let done = match (&judged.status, &judged.rendered) {
            (Some(GoldenStatus::Missing | GoldenStatus::Drifted(_) | GoldenStatus::Unreadable(_)), Some(text)) => {
                goldens.propose(id, text)
            }
            (Some(GoldenStatus::Accepted), _) => goldens.withdraw(id),
            _ => Ok(()),
        };
        if let Err(error) = done {
            let reason = safe_read::reason(&error);
            output.about(&format!("note: cannot write the outcome of {id} next to its golden: {reason}\n"));
            return;
        }
    }
}
