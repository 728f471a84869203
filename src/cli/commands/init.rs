//! `init`: writes a new project that passes its first run. Overwrites nothing.

pub(crate) mod example;
pub(crate) mod start;

use std::fs;
use std::path::Path;

use crate::cli::args::Example;
use crate::cli::args::InitArguments;
use crate::cli::args::StartEngine;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::env::environment::Environment;
use crate::cli::exit_code::ExitCode;
use crate::report::text::grammar::count;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::base::suggestion;

/// The files of a new project by path, and the commands to run next.
struct Contents {
    files: Vec<(String, String)>,
    next: String,
}

pub(crate) fn run(options: &InitArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    if context.arguments.project.is_some() {
        return Err(CliError::Usage("`init` takes the folder as an argument; leave out --project".to_owned()));
    }
    let contents = match options.example {
        Some(Example::Chess) => example::chess(),
        None => start::nim(options.engine.unwrap_or_else(|| at_hand(context.environment))),
    };
    let shown = options.folder.display().to_string();
    refuse_what_is_there(&context.environment.folder.join(&options.folder), &shown, &contents.files)?;
    let folder = atomic_write::named_folder(&context.environment.folder, &options.folder, true)
        .map_err(|error| CliError::Write { path: shown.clone(), error })?;
    for (path, _) in &contents.files {
        atomic_write::check(&folder, path).map_err(|error| CliError::Write { path: path.clone(), error })?;
    }
    for (path, text) in &contents.files {
        atomic_write::write(&folder, path, text).map_err(|error| CliError::Write { path: path.clone(), error })?;
    }
    let enter = if shown == "." { String::new() } else { format!("  cd {}\n", suggestion::quoted(&shown)) };
    let written = count(contents.files.len(), "file");
    context.console.result(&format!("wrote {written}\n\nnext:\n{enter}{}", contents.next));
    Ok(ExitCode::Pass)
}

/// The first language with an installed interpreter; without one, an engine that needs none.
fn at_hand(environment: &Environment) -> StartEngine {
    let there = |name: &str| environment.programs.iter().any(|folder| folder.join(name).is_file());
    match (there("python3"), there("node")) {
        (true, _) => StartEngine::Python,
        (false, true) => StartEngine::Node,
        (false, false) => StartEngine::None,
    }
}

/// Refuses to overwrite files, and lists all that exist.
fn refuse_what_is_there(folder: &Path, shown: &str, files: &[(String, String)]) -> Result<(), CliError> {
    const MOST: usize = 12;
    if let Err(error) = fs::metadata(folder).map(|_| ()).or_else(missing_is_fine) {
        return Err(CliError::Usage(format!("cannot read `{shown}`: {}", safe_read::reason(&error))));
    }
    let taken: Vec<&str> = files
        .iter()
        .map(|(path, _)| path.as_str())
        .filter(|path| fs::symlink_metadata(folder.join(path)).is_ok())
        .collect();
    if taken.is_empty() {
        return Ok(());
    }
    let more = taken.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let names: Vec<String> = taken.iter().take(MOST).map(|path| format!("`{path}`")).collect();
    Err(CliError::Usage(format!(
        "nothing was written, because these files exist: {}{more}; choose another folder",
        names.join(", ")
    )))
}

fn missing_is_fine(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}
