//! The command line: one file per command, and the only zone that knows all others.

use std::ffi::OsString;
use std::io;
use std::panic;
use std::panic::AssertUnwindSafe;

use clap::FromArgMatches;
use colored::Colorize;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Command;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::disk;
use crate::protocol::text;
use crate::report::github;

pub mod arguments;
pub(crate) mod audit;
mod beside;
pub(crate) mod bless;
mod call;
pub(crate) mod choice;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod coverage;
pub(crate) mod engine;
pub mod errata;
pub(crate) mod exit_code;
pub(crate) mod explain;
mod foils;
pub(crate) mod gate;
pub(crate) mod help;
pub(crate) mod hunt;
pub(crate) mod init;
pub(crate) mod interrupt;
mod keeping;
pub(crate) mod lint;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod neighbours;
pub(crate) mod new;
pub(crate) mod output;
pub(crate) mod outputs;
pub(crate) mod perft;
pub(crate) mod prove;
mod recording;
pub(crate) mod report;
pub mod review;
mod runner;
pub mod saved;
pub(crate) mod schema;
pub(crate) mod selection;
pub(crate) mod services;
pub(crate) mod setting;
pub mod stop;
pub mod surroundings;
pub(crate) mod verify;
pub(crate) mod watch;

/// Runs one command in the world as it was found. What is wrong with either is told before anything is read.
pub fn start(arguments: impl IntoIterator<Item = OsString>, surroundings: Result<Surroundings, String>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let hides = |argument: &&OsString| !text::is_harmless(&argument.to_string_lossy());
    let odd = arguments.iter().find(hides);
    let problem =
        odd.map(|odd| format!("`{}` holds characters that cannot be seen", text::spelled_out(&odd.to_string_lossy())));
    match (surroundings, problem) {
        (Ok(surroundings), None) => run(arguments, &surroundings),
        (Err(why), _) | (Ok(_), Some(why)) => {
            output::complain(&github::defused(&format!("{} {why}\n", "error:".red().bold())));
            ExitCode::Usage
        }
    }
}

/// Runs one command. Errors are told here, once.
fn run(arguments: impl IntoIterator<Item = OsString>, surroundings: &Surroundings) -> ExitCode {
    let typed = help::command().try_get_matches_from(arguments);
    let arguments = match typed.and_then(|typed| Arguments::from_arg_matches(&typed)) {
        Ok(arguments) => arguments,
        Err(error) => {
            if error.use_stderr() && surroundings.services.on_github {
                output::complain(&github::defused(&error.render().ansi().to_string()));
                return ExitCode::Usage;
            }
            // Help and version are answers, not mistakes; clap knows which stream each belongs on.
            return match error.print() {
                _ if error.use_stderr() => ExitCode::Usage,
                Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
                    let reason = disk::reason(&cause);
                    output::complain(&format!("{} cannot write to stdout: {reason}\n", "error:".red().bold()));
                    ExitCode::BadInput
                }
                _ => ExitCode::Conforms,
            };
        }
    };
    call::announce(&arguments, surroundings);
    let output = Output::new(&arguments, surroundings);
    let result = panic::catch_unwind(AssertUnwindSafe(|| dispatch(&arguments, surroundings, &output)));
    match result {
        // A result that nobody can read is no verdict, whatever it was.
        Ok(Ok(code)) => written(output.finish_recording().err().or_else(|| output.lost()), code, &output),
        Ok(Err(stop)) => {
            output.about(&stop.full_text());
            match &stop {
                // The recording shows what went wrong.
                Stop::Engine(_) => written(output.finish_recording().err(), stop.exit_code(), &output),
                _ => stop.exit_code(),
            }
        }
        Err(_) => {
            output.about("this is a bug of truthsayer, not of your files; please report it with the lines above\n");
            ExitCode::Internal
        }
    }
}

/// The exit code of a run: another one if something could not be written.
fn written(lost: Option<String>, code: ExitCode, output: &Output) -> ExitCode {
    match lost {
        Some(reason) => {
            output.about(&format!("{} {reason}\n", "error:".red().bold()));
            // An engine fault is graver.
            if code == ExitCode::EngineFault { code } else { ExitCode::BadInput }
        }
        None => code,
    }
}

fn dispatch(arguments: &Arguments, surroundings: &Surroundings, output: &Output) -> Result<ExitCode, Stop> {
    match &arguments.command {
        Command::Init(options) => init::run(options, arguments, surroundings, output),
        Command::Verify(options) => verify::run(options, arguments, surroundings, output),
        Command::Watch(options) => watch::run(options, arguments, surroundings, output),
        Command::Prove(options) => prove::run(options, arguments, surroundings, output),
        Command::Audit(options) => audit::run(options, arguments, surroundings, output),
        Command::Bless(options) => bless::run(options, arguments, surroundings, output),
        Command::Review(options) => review::run(options, arguments, surroundings, output),
        Command::Explain(options) => explain::run(options, arguments, surroundings, output),
        Command::Coverage(options) => coverage::run(options, arguments, surroundings, output),
        Command::Report(options) => report::run(options, arguments, surroundings, output),
        Command::Lint(options) => lint::run(options, arguments, surroundings, output),
        Command::Errata(options) => errata::run(options, arguments, surroundings, output),
        Command::New(options) => new::run(options, arguments, surroundings, output),
        Command::Perft(options) => perft::run(options, output),
        Command::Gate(options) => gate::run(options, arguments, surroundings, output),
        Command::Merge(options) => merge::run(options, arguments, surroundings, output),
        Command::Compare(options) => compare::run(options, arguments, surroundings, output),
        Command::Hunt(options) => hunt::run(options, arguments, surroundings, output),
        Command::Engine(options) => engine::run(options, arguments, surroundings, output),
        Command::Schema(options) => schema::run(options, arguments, surroundings, output),
        Command::Completions(options) => Ok(completions::run(options, output)),
        Command::Man(options) => man::run(options, surroundings, output),
        Command::Help(options) => help::run(options, output),
    }
}
