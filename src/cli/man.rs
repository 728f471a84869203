//! `man`: man pages, made from what can be typed.

use std::io;
use std::path::Path;

use clap::Command;
use clap_mangen::Man;

use crate::cli::arguments::ManArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::help;
use crate::cli::output::Output;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::disk;
use crate::oracle::writer;
use crate::report::wording;

pub(crate) fn run(options: &ManArguments, surroundings: &Surroundings, output: &Output) -> Result<ExitCode, Stop> {
    let mut command = help::command();
    command.build();
    let Some(folder) = &options.out else {
        output.copied(&page(&command, "truthsayer")?);
        return Ok(ExitCode::Conforms);
    };
    let mut pages = Vec::new();
    gather(&command, "truthsayer", &mut pages)?;
    for (name, text) in &pages {
        save(&surroundings.folder, &folder.join(name), text)
            .map_err(|error| Stop::Write { path: folder.join(name).display().to_string(), error })?;
    }
    if !output.quiet {
        output.result(&format!("{} written to {}\n", wording::count(pages.len(), "page"), folder.display()));
    }
    Ok(ExitCode::Conforms)
}

/// The pages of a command and of all below it, each with the name of its file.
fn gather(command: &Command, name: &str, pages: &mut Vec<(String, String)>) -> Result<(), Stop> {
    pages.push((format!("{name}.1"), page(command, name)?));
    for below in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        gather(below, &format!("{name}-{}", below.get_name()), pages)?;
    }
    Ok(())
}

fn page(command: &Command, name: &str) -> Result<String, Stop> {
    let mut text = Vec::new();
    let version = concat!("truthsayer ", env!("CARGO_PKG_VERSION"));
    let page = Man::new(command.clone()).title(name).source(version).manual("Truthsayer");
    page.render(&mut text).map_err(|error| Stop::Write { path: format!("{name}.1"), error })?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// A page goes where the user says, whole or not at all, and over nothing but another page of ours.
fn save(working: &Path, path: &Path, text: &str) -> io::Result<()> {
    writer::check_named(working, path)?;
    match disk::beginning_of(&working.join(path)) {
        Ok(start) if !start.is_empty() && !start.contains(".TH truthsayer") => {
            Err(io::Error::other("it is there already, and no man page of truthsayer"))
        }
        // What cannot be read, the writer looks at.
        _ => writer::write_named(working, path, text),
    }
}
