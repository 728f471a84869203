//! `merge`: merges the shards of a run and reports like the whole run.

use crate::cli::args::MergeArguments;
use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::commands::prove;
use crate::cli::commands::verify;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::result_writer::ResultWriter;
use crate::cli::session::Session;
use crate::cli::session::saved_plays::RunRequest;
use crate::cli::session::saved_plays::SavedResult;
use crate::cli::session::saved_plays::complete;
use crate::cli::session::saved_plays::union;

pub(crate) fn run(options: &MergeArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    ResultWriter::of("merge", &options.result_files, context.outlets(), |result_writer| {
        merge(options, context, result_writer)
    })
}

fn merge(
    options: &MergeArguments,
    context: &Context<'_>,
    result_writer: &ResultWriter<'_>,
) -> Result<ExitCode, CliError> {
    let mut shards = Vec::new();
    for path in &options.files {
        shards.push(SavedResult::read(path, context.environment)?);
        union::has_room(&shards)?;
    }
    let parts: Vec<(String, RunRequest, Vec<String>)> =
        shards.iter().map(|it| (it.name.clone(), it.asked.clone(), it.part.clone())).collect();
    let saved = union::join(shards)?;
    let asked = saved.asked.clone();
    let playing = Playing { jobs: options.jobs, ..Playing::default() };
    let session = Session::of_saved(saved, &playing, context)?;
    complete::check_parts(parts.iter().map(|(name, asked, part)| (name.as_str(), asked, part.as_slice())), &session)?;
    session.refuse_incomplete()?;
    match asked.command.as_str() {
        "verify" => {
            verify::report_saved(&session, asked, options.result_files.wants_json(), context.console, result_writer)
        }
        _ => prove::report_saved(&session, asked, context.console, result_writer),
    }
}
