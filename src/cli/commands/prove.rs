//! `prove`: turns off every switch in turn. A switch whose mutant no claim kills survives.

use crate::cli::args::ProveArguments;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console::Console;
use crate::cli::output::result_writer::ResultExtras;
use crate::cli::output::result_writer::ResultWriter;
use crate::cli::session::Session;
use crate::cli::session::problem_filter;
use crate::cli::session::problem_filter::Purpose;
use crate::cli::session::saved_plays::ProveRequest;
use crate::cli::session::saved_plays::RunRequest;
use crate::cli::session::selection;
use crate::report::terminal;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;

pub(crate) fn run(options: &ProveArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    ResultWriter::of("prove", &options.result_files, context.outlets(), |result_writer| {
        prove(options, context, result_writer)
    })
}

fn prove(
    options: &ProveArguments,
    context: &Context<'_>,
    result_writer: &ResultWriter<'_>,
) -> Result<ExitCode, CliError> {
    let shard = context.environment.runner.shard(options.shard)?;
    let mut session = Session::open(&options.playing, context)?;
    session.refuse_lost_switches()?;
    session.refuse_unproven()?;
    let saves = shard.is_some() && options.result_files.json.is_some();
    if saves || options.baseline.is_some() {
        session.keep_proof(options.baseline.as_deref(), shard, context.environment)?;
    }
    let filters = session.filters(&options.filters, context.environment);
    let proving = ProveRequest { all: options.all };
    let asked = RunRequest { proving, ..session.asked("prove", shard, &[], &filters) };
    report_saved(&session, asked, context.console, result_writer)
}

/// Runs the mutants, or judges saved ones, and writes the result.
pub(super) fn report_saved(
    session: &Session,
    asked: RunRequest,
    output: &Console,
    result_writer: &ResultWriter<'_>,
) -> Result<ExitCode, CliError> {
    let (filters, proving) = (&asked.filters, asked.proving.clone());
    let selection = problem_filter::select(session, filters)?;
    let problems = problem_filter::report_or_stop(Purpose::ComparesGoldens, session, filters, &selection, output)?;
    let unloaded = selection.unloaded();
    let chosen = selection.without_drafts()?;
    let picks = selection::picks(filters, &session.suite.book)?.into_iter().map(|(_, pick)| pick).collect();
    let run = Run {
        chosen,
        problems,
        unloaded,
        proving: Some(Proving { picks, everything: proving.all, ..session.proving() }),
        shard: asked.part(),
        ..session.proving_run(output)
    };
    let findings = run.findings();
    let whole = || session.whole(&asked, &findings);
    let extras = ResultExtras { command: Some("prove"), whole: Some(&whole), ..ResultExtras::default() };
    result_writer.write_findings(&findings, &extras, &ExitCode::all(&findings), || {
        terminal::prove(&findings, output.quiet, output.verbose)
    })
}
