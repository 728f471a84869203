//! Errors that stop a command, and their messages.

use std::io;

use colored::Colorize;

use crate::cli::exit_code::ExitCode;
use crate::report::text::grammar;
use truthsayer_oracle::base::diagnostic;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::safe_read;
use truthsayer_protocol::Fault;
use truthsayer_protocol::text;

#[derive(Debug)]
pub enum CliError {
    Usage(String),
    BadInput(Vec<Problem>),
    /// The filters match nothing.
    Nothing(String),
    /// The engine could not be started.
    Engine(String),
    /// A file could not be written.
    Write {
        path: String,
        error: io::Error,
    },
}

impl CliError {
    /// The error of an engine that could not be started, with the last line of its log.
    pub(crate) fn fault(fault: &Fault) -> CliError {
        let last = fault.last_words().lines().rev().find(|line| !line.trim().is_empty());
        CliError::Engine(match last {
            Some(line) => format!("{fault}; its log ends with: {}", line.trim()),
            None => fault.to_string(),
        })
    }

    /// The message for stderr.
    pub fn full_text(&self) -> String {
        let error = "error:".red().bold();
        match self {
            CliError::Usage(message) | CliError::Nothing(message) | CliError::Engine(message) => {
                format!("{error} {}\n", text::one_line(message))
            }
            CliError::Write { path, error: cause } => {
                format!("{error} cannot write `{path}`: {}\n", safe_read::reason(cause))
            }
            CliError::BadInput(problems) => {
                let mut problems = problems.clone();
                diagnostic::sort(&mut problems);
                let mut text: String = crate::report::terminal::problem::list(&problems);
                text.push_str(&format!("{}; no scenario ran\n", grammar::count(problems.len(), "problem")));
                text
            }
        }
    }

    /// The message on one line.
    pub(crate) fn sentence(&self) -> String {
        match self {
            CliError::Usage(message) | CliError::Nothing(message) | CliError::Engine(message) => {
                text::one_line(message)
            }
            CliError::Write { path, error } => format!("cannot write `{path}`: {}", safe_read::reason(error)),
            CliError::BadInput(problems) => problems.first().map(|problem| problem.message.clone()).unwrap_or_default(),
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            CliError::Usage(_) => ExitCode::Usage,
            CliError::BadInput(_) | CliError::Write { .. } => ExitCode::BadInput,
            CliError::Nothing(_) => ExitCode::NothingJudged,
            CliError::Engine(_) => ExitCode::EngineFault,
        }
    }
}
