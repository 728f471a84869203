//! `init`: writes a new project that passes its first run. Overwrites nothing.

pub(crate) mod common_files;
pub(crate) mod engine_files;
pub(crate) mod example;
pub(crate) mod own_game;
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
    let contents = contents(options, context.environment)?;
    let shown = options.folder.display().to_string();
    let target = context.environment.folder.join(&options.folder);
    let (kept, files): (Vec<_>, Vec<_>) =
        contents.files.into_iter().partition(|(path, text)| is_kept(&target, path, text));
    refuse_what_is_there(&target, &shown, &files)?;
    let folder = atomic_write::named_folder(&context.environment.folder, &options.folder, true)
        .map_err(|error| CliError::Write { path: shown.clone(), error })?;
    for (path, _) in &files {
        atomic_write::check(&folder, path).map_err(|error| CliError::Write { path: path.clone(), error })?;
    }
    for (path, text) in &files {
        atomic_write::write(&folder, path, text).map_err(|error| CliError::Write { path: path.clone(), error })?;
    }
    let enter = if shown == "." { String::new() } else { format!("  cd {}\n", suggestion::quoted(&shown)) };
    let written = count(files.len(), "file");
    let kept: String = kept.iter().map(|(path, _)| format!("kept your {path}\n")).collect();
    context.console.result(&format!("wrote {written}\n{kept}\nnext:\n{enter}{}", contents.next));
    Ok(ExitCode::Pass)
}

fn contents(options: &InitArguments, environment: &Environment) -> Result<Contents, CliError> {
    if let Some(Example::Chess) = options.example {
        return Ok(example::chess());
    }
    let language = options.engine.unwrap_or_else(|| installed_language(environment));
    let mut contents = match (&options.game, &options.rules) {
        (None, None) => start::nim(language),
        _ => own_game::contents(options, language, environment)?,
    };
    if let Some(service) = options.ci {
        contents.files.push(common_files::ci(service, engine_files::of(language, String::new()).package));
        contents.next.push_str("in CI, set the variable TRUTHSAYER to the address of Truthsayer's Git repository\n");
    }
    Ok(contents)
}

/// Whether an existing file is kept: a file that users often have already, or the rulebook.
fn is_kept(folder: &Path, path: &str, text: &str) -> bool {
    let there = folder.join(path);
    let is_rulebook = path.starts_with("rules/") && path.ends_with(".md");
    let is_same = || fs::read(&there).is_ok_and(|bytes| bytes == text.as_bytes());
    fs::symlink_metadata(&there).is_ok() && (common_files::KEPT.contains(&path) || (is_rulebook && is_same()))
}

/// The first language with an installed interpreter; without one, an engine that needs none.
fn installed_language(environment: &Environment) -> StartEngine {
    let there = |name: &str| environment.programs.iter().any(|folder| folder.join(name).is_file());
    match (there("python3"), there("node")) {
        (true, _) => StartEngine::Python,
        (false, true) => StartEngine::Javascript,
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
