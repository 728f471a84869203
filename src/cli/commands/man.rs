//! `man`: man pages, generated from the arguments.

use std::io;
use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::Roff;
use clap_mangen::roff::bold;
use clap_mangen::roff::roman;

use crate::cli::args::ManArguments;
use crate::cli::cli_error::CliError;
use crate::cli::commands::help;
use crate::cli::commands::help::examples;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::report::text::grammar;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::safe_read;

pub(crate) fn run(options: &ManArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let mut command = help::command();
    command.build();
    let Some(folder) = &options.out else {
        context.console.copied(&page(&command, "truthsayer")?);
        return Ok(ExitCode::Pass);
    };
    let mut pages = Vec::new();
    gather(&command, "truthsayer", &mut pages)?;
    for (name, text) in &pages {
        save(&context.environment.folder, &folder.join(name), text)
            .map_err(|error| CliError::Write { path: folder.join(name).display().to_string(), error })?;
    }
    if !context.console.quiet {
        context.console.result(&format!("{} written to {}\n", grammar::count(pages.len(), "page"), folder.display()));
    }
    Ok(ExitCode::Pass)
}

/// The pages of a command and of its subcommands, each with its file name.
fn gather(command: &Command, name: &str, pages: &mut Vec<(String, String)>) -> Result<(), CliError> {
    pages.push((format!("{name}.1"), page(command, name)?));
    for below in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        gather(below, &format!("{name}-{}", below.get_name()), pages)?;
    }
    Ok(())
}

fn page(command: &Command, name: &str) -> Result<String, CliError> {
    let version = concat!("truthsayer ", env!("CARGO_PKG_VERSION"));
    let page = Man::new(command.clone().after_help("")).title(name).source(version).manual("Truthsayer");
    let mut text = Vec::new();
    sections(&page, command, name, &mut text).map_err(|error| CliError::Write { path: format!("{name}.1"), error })?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn sections(page: &Man, command: &Command, name: &str, text: &mut Vec<u8>) -> io::Result<()> {
    page.render_title(text)?;
    page.render_name_section(text)?;
    page.render_synopsis_section(text)?;
    page.render_description_section(text)?;
    page.render_options_section(text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(text)?;
    }
    let own = name.strip_prefix("truthsayer").unwrap_or_default().trim_start_matches('-');
    list("EXAMPLES", examples::of(own), text);
    list("EXIT STATUS", help::EXIT_CODES, text);
    list("ENVIRONMENT", help::ENVIRONMENT, text);
    match command.get_version() {
        Some(_) => page.render_version_section(text),
        None => Ok(()),
    }
}

/// A section with one entry per term; none if there are no entries.
fn list(title: &str, entries: &[(&str, &str)], text: &mut Vec<u8>) {
    if entries.is_empty() {
        return;
    }
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    for (term, words) in entries {
        roff.control("TP", []).text([bold(*term)]).text([roman(*words)]);
    }
    text.extend(roff.render().into_bytes());
}

/// Writes a page atomically. Overwrites only another man page of Truthsayer.
fn save(working: &Path, path: &Path, text: &str) -> io::Result<()> {
    atomic_write::check_named(working, path)?;
    match safe_read::beginning_of(&working.join(path)) {
        Ok(start) if !start.is_empty() && !start.contains(".TH truthsayer") => {
            Err(io::Error::other("the file exists and is not a man page of Truthsayer"))
        }
        // `write_named` reports unreadable files.
        _ => atomic_write::write_named(working, path, text),
    }
}
