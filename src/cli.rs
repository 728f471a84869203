//! The command line: one file per command. The only module that depends on all others.

pub mod args;
pub mod cli_error;
pub mod commands;
pub(crate) mod context;
pub mod env;
pub mod exit_code;
pub mod output;
pub mod session;

use std::ffi::OsString;
use std::io;
use std::iter;
use std::panic;
use std::panic::AssertUnwindSafe;
use std::thread;

use clap::FromArgMatches;
use colored::Colorize;

use crate::cli::args::Arguments;
use crate::cli::args::Command;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::env::environment::Environment;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console;
use crate::cli::output::console::Console;
use crate::cli::output::result_writer;
use crate::cli::session::call;
use crate::report::machine::entries::Entry;
use crate::report::machine::entries::Sort;
use crate::report::machine::github;
use crate::report::machine::json;
use truthsayer_oracle::base::safe_read;
use truthsayer_protocol::text;

/// Runs one command. Reports invalid arguments and environment variables before it reads any file.
pub fn start(arguments: impl IntoIterator<Item = OsString>, environment: Result<Environment, String>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let hides = |argument: &&OsString| !text::is_harmless(&argument.to_string_lossy());
    let odd = arguments.iter().find(hides);
    let problem =
        odd.map(|odd| format!("`{}` contains invisible characters", text::spelled_out(&odd.to_string_lossy())));
    match (environment, problem) {
        (Ok(environment), None) => run(arguments, &environment),
        (Err(why), _) | (Ok(_), Some(why)) => {
            console::complain(&github::defused(&format!("{} {why}\n", "error:".red().bold())));
            ExitCode::Usage
        }
    }
}

/// Runs one command and reports its errors.
fn run(arguments: impl IntoIterator<Item = OsString>, environment: &Environment) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let typed = commands::help::command().try_get_matches_from(arguments.clone());
    let arguments = match typed.and_then(|typed| Arguments::from_arg_matches(&typed)) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error, &arguments, environment),
    };
    let console = Console::new(&arguments, environment);
    let context = Context { arguments: &arguments, environment, console: &console };
    call::announce(&context);
    finish(panic::catch_unwind(AssertUnwindSafe(|| dispatch(&context))), &context)
}

/// Reports arguments that cannot be parsed. With `--format json`, also as JSON.
fn usage(error: &clap::Error, arguments: &[OsString], environment: &Environment) -> ExitCode {
    let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let is_json = |pair: &[String]| pair[0] == "--format" && pair[1] == "json";
    if error.use_stderr() && (words.windows(2).any(is_json) || words.iter().any(|word| word == "--format=json")) {
        let command = words.iter().skip(1).find(|word| !word.starts_with('-')).map_or("", String::as_str);
        let text = error.render().to_string();
        // The error is the first paragraph, the help is the rest.
        let (what, rest) = text.trim_start_matches("error: ").split_once("\n\n").unwrap_or((&text, ""));
        let help = rest.lines().map(str::trim).filter(|line| !line.is_empty());
        let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<&str> = iter::once(what.as_str()).chain(help).collect();
        let entry = Entry::new(Sort::Stopped, &what, lines.join("\n"));
        // A closed pipe loses only the message for machines; the exit code reports the error.
        let _: io::Result<()> =
            console::print(&json::stopped(command, &[entry], ExitCode::Usage as u8), environment.services.on_github);
    }
    if error.use_stderr() && environment.services.on_github {
        console::complain(&github::defused(&error.render().ansi().to_string()));
        return ExitCode::Usage;
    }
    // clap prints help and version to stdout, errors to stderr.
    match error.print() {
        _ if error.use_stderr() => ExitCode::Usage,
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
            let reason = safe_read::reason(&cause);
            console::complain(&format!("{} cannot write to stdout: {reason}\n", "error:".red().bold()));
            ExitCode::BadInput
        }
        _ => ExitCode::Pass,
    }
}

/// Reports how a command ended, and returns its exit code.
fn finish(result: thread::Result<Result<ExitCode, CliError>>, context: &Context<'_>) -> ExitCode {
    let console = context.console;
    match result {
        // If stdout was lost, the exit code must not claim success.
        Ok(Ok(code)) => written(console.finish_recording().err().or_else(|| console.lost()), code, console),
        Ok(Err(stop)) => {
            if context.arguments.command.wants_json() {
                let (entries, code) = (result_writer::stop_troubles(&stop), stop.exit_code() as u8);
                console.data(&json::stopped(context.arguments.command.name(), &entries, code));
            }
            console.about(&stop.full_text());
            match &stop {
                // The recording shows what went wrong.
                CliError::Engine(_) => written(console.finish_recording().err(), stop.exit_code(), console),
                _ => stop.exit_code(),
            }
        }
        Err(_) => {
            console.about("this is a bug in Truthsayer, not in your files; please report it with the lines above\n");
            ExitCode::Internal
        }
    }
}

/// The exit code of a run; `BadInput` if something could not be written.
fn written(lost: Option<String>, code: ExitCode, console: &Console) -> ExitCode {
    match lost {
        Some(reason) => {
            console.about(&format!("{} {reason}\n", "error:".red().bold()));
            // An engine fault takes precedence.
            if code == ExitCode::EngineFault { code } else { ExitCode::BadInput }
        }
        None => code,
    }
}

fn dispatch(context: &Context<'_>) -> Result<ExitCode, CliError> {
    match &context.arguments.command {
        Command::Init(options) => commands::init::run(options, context),
        Command::Verify(options) => commands::verify::run(options, context),
        Command::Watch(options) => commands::watch::run(options, context),
        Command::Prove(options) => commands::prove::run(options, context),
        Command::Audit(options) => commands::audit::run(options, context),
        Command::Lsp => commands::lsp::run(context),
        Command::Bless(options) => commands::bless::run(options, context),
        Command::Review(options) => commands::review::run(options, context),
        Command::List(options) => commands::list::run(options, context),
        Command::Explain(options) => commands::explain::run(options, context),
        Command::Coverage(options) => commands::coverage::run(options, context),
        Command::Report(options) => commands::report::run(options, context),
        Command::Lint(options) => commands::lint::run(options, context),
        Command::Errata(options) => commands::errata::run(options, context),
        Command::New(options) => commands::new::run(options, context),
        Command::Gate(options) => commands::gate::run(options, context),
        Command::Merge(options) => commands::merge::run(options, context),
        Command::Compare(options) => commands::compare::run(options, context),
        Command::Hunt(options) => commands::hunt::run(options, context),
        Command::Engine(options) => commands::engine::run(options, context),
        Command::Schema(options) => commands::schema::run(options, context),
        Command::Completions(options) => Ok(commands::completions::run(options, context)),
        Command::Man(options) => commands::man::run(options, context),
        Command::Help(options) => commands::help::run(options, context),
    }
}
