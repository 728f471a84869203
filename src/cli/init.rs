//! `init`: a new project that passes from the first run. It asks nothing and writes over nothing.

use std::fs;
use std::path::Path;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Example;
use crate::cli::arguments::InitArguments;
use crate::cli::arguments::StartEngine;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::disk;
use crate::oracle::suggestion;
use crate::oracle::writer;
use crate::report::wording::count;

mod example;
mod start;

/// The files of a new project, by their path in it, and what its author may want to know next.
struct Contents {
    files: Vec<(String, String)>,
    next: String,
}

pub(crate) fn run(
    options: &InitArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    if arguments.project.is_some() {
        return Err(Stop::Usage("`init` makes a project: name its folder without --project".to_owned()));
    }
    let contents = match options.example {
        Some(Example::Chess) => example::chess(),
        None => start::nim(options.engine.unwrap_or_else(|| at_hand(surroundings))),
    };
    let shown = options.folder.display().to_string();
    refuse_what_is_there(&surroundings.folder.join(&options.folder), &shown, &contents.files)?;
    let folder = writer::named_folder(&surroundings.folder, &options.folder, true)
        .map_err(|error| Stop::Write { path: shown.clone(), error })?;
    for (path, _) in &contents.files {
        writer::check(&folder, path).map_err(|error| Stop::Write { path: path.clone(), error })?;
    }
    for (path, text) in &contents.files {
        writer::write(&folder, path, text).map_err(|error| Stop::Write { path: path.clone(), error })?;
    }
    let enter = if shown == "." { String::new() } else { format!("  cd {}\n", suggestion::quoted(&shown)) };
    let written = count(contents.files.len(), "file");
    output.result(&format!("wrote {written}\n\nnext:\n{enter}{}", contents.next));
    Ok(ExitCode::Conforms)
}

/// The first language for which there is an interpreter; where there is none, an engine that needs none.
fn at_hand(surroundings: &Surroundings) -> StartEngine {
    let there = |name: &str| surroundings.programs.iter().any(|folder| folder.join(name).is_file());
    match (there("python3"), there("node")) {
        (true, _) => StartEngine::Python,
        (false, true) => StartEngine::Node,
        (false, false) => StartEngine::None,
    }
}

/// Whatever is there, somebody wrote; all of it is named at once.
fn refuse_what_is_there(folder: &Path, shown: &str, files: &[(String, String)]) -> Result<(), Stop> {
    const MOST: usize = 12;
    if let Err(error) = fs::metadata(folder).map(|_| ()).or_else(missing_is_fine) {
        return Err(Stop::Usage(format!("`{shown}` cannot be looked at: {}", disk::reason(&error))));
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
    Err(Stop::Usage(format!(
        "nothing was written, since it would be written over: {}{more}; name another folder",
        names.join(", ")
    )))
}

fn missing_is_fine(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}
