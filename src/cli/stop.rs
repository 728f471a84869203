//! Why a command ends before its work is done, and how that is told.

use std::io;

use crate::cli::exit_code::ExitCode;
use crate::oracle::problem::Problem;

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
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Stop::Usage(_) => ExitCode::Usage,
            Stop::BadInput(_) | Stop::Write { .. } => ExitCode::BadInput,
            Stop::Nothing(_) => ExitCode::NothingJudged,
            Stop::Engine(_) => ExitCode::EngineFault,
        }
    }
}
