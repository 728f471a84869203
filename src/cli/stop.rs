//! Why a command ends before its work is done, and how that is told.

use std::io;

use colored::Colorize;

use crate::cli::exit_code::ExitCode;
use crate::oracle::disk;
use crate::oracle::problem;
use crate::oracle::problem::Problem;
use crate::protocol::Fault;
use crate::protocol::text;
use crate::report::wording;

#[derive(Debug)]
pub enum Stop {
    Usage(String),
    BadInput(Vec<Problem>),
    /// The filters left nothing.
    Nothing(String),
    /// The engine could not even be asked.
    Engine(String),
    /// A file could not be written.
    Write {
        path: String,
        error: io::Error,
    },
}

impl Stop {
    /// An engine could not be asked; where it left words in its log, the last of them mostly say why.
    pub(crate) fn fault(fault: &Fault) -> Stop {
        let last = fault.last_words().lines().rev().find(|line| !line.trim().is_empty());
        Stop::Engine(match last {
            Some(line) => format!("{fault}; its log ends with: {}", line.trim()),
            None => fault.to_string(),
        })
    }

    /// What a person reads.
    pub fn full_text(&self) -> String {
        let error = "error:".red().bold();
        match self {
            Stop::Usage(message) | Stop::Nothing(message) | Stop::Engine(message) => {
                format!("{error} {}\n", text::one_line(message))
            }
            Stop::Write { path, error: cause } => format!("{error} cannot write `{path}`: {}\n", disk::reason(cause)),
            Stop::BadInput(problems) => {
                let mut problems = problems.clone();
                problem::sort(&mut problems);
                let mut text: String = problems.iter().map(|problem| format!("{problem}\n")).collect();
                text.push_str(&format!("{}; nothing was played\n", wording::count(problems.len(), "problem")));
                text
            }
        }
    }

    /// In a line, where there is no room for more.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Stop::Usage(message) | Stop::Nothing(message) | Stop::Engine(message) => text::one_line(message),
            Stop::Write { path, error } => format!("cannot write `{path}`: {}", disk::reason(error)),
            Stop::BadInput(problems) => problems.first().map(|problem| problem.message.clone()).unwrap_or_default(),
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Stop::Usage(_) => ExitCode::Usage,
            Stop::BadInput(_) | Stop::Write { .. } => ExitCode::BadInput,
            Stop::Nothing(_) => ExitCode::NothingJudged,
            Stop::Engine(_) => ExitCode::EngineFault,
        }
    }
}
