//! Faults: why an engine did not answer.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde::Deserialize;
use serde::Serialize;

/// Why an engine did not answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Fault {
    /// The program does not exist, or may not be run.
    NotStarted {
        /// The command.
        command: String,
        /// The error message of the system.
        why: String,
    },
    /// The engine did not answer in time and was stopped.
    TimedOut {
        /// The question.
        to: Cow<'static, str>,
        /// The time limit.
        after: Duration,
        /// The end of its stderr output.
        last_words: String,
    },
    /// The engine ended, or panicked, before it answered.
    Died {
        /// The exit code or signal.
        how: String,
        /// The end of its stderr output.
        last_words: String,
    },
    /// The output of the engine is not an answer to the question.
    Garbled {
        /// The start of the line; empty if it is not shown.
        line: String,
        /// The problem with the line.
        why: String,
        /// The end of its stderr output.
        last_words: String,
    },
    /// The engine had failed too often and was not asked again.
    GivenUp {
        /// The number of failures.
        failures: usize,
        /// Whether the failures were consecutive.
        in_a_row: bool,
    },
    /// A later start of the engine sent a different hello.
    Changed {
        /// The differing fields, each with both values.
        what: String,
    },
    /// The run was interrupted before the engine answered.
    Interrupted,
}

impl Fault {
    /// Returns the kind of fault, as written in recordings.
    pub fn name(&self) -> &'static str {
        match self {
            Fault::NotStarted { .. } => "not-started",
            Fault::TimedOut { .. } => "timed-out",
            Fault::Died { .. } => "died",
            Fault::Garbled { .. } => "garbled",
            Fault::GivenUp { .. } => "given-up",
            Fault::Changed { .. } => "changed",
            Fault::Interrupted => "interrupted",
        }
    }

    /// Returns the last lines that the engine wrote to stderr.
    pub fn last_words(&self) -> &str {
        match self {
            Fault::TimedOut { last_words, .. } | Fault::Died { last_words, .. } | Fault::Garbled { last_words, .. } => {
                last_words
            }
            Fault::NotStarted { .. } | Fault::GivenUp { .. } | Fault::Changed { .. } | Fault::Interrupted => "",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotStarted { command, why } => write!(f, "the engine `{command}` could not be started: {why}"),
            Fault::TimedOut { to, after, .. } => {
                write!(f, "the engine gave no answer to {to} within {after:?} and was stopped")
            }
            Fault::Died { how, .. } => write!(f, "the engine died ({how})"),
            Fault::Garbled { line, why, .. } if line.is_empty() => {
                write!(f, "the engine's answer is invalid: {why}")
            }
            Fault::Garbled { line, why, .. } => {
                write!(f, "the engine's answer is invalid: {why}; it wrote: {line}")
            }
            Fault::GivenUp { failures, in_a_row } => {
                let how = if *in_a_row { "in a row" } else { "in total" };
                write!(f, "not asked, because the engine had failed {failures} times {how}")
            }
            Fault::Changed { what } => write!(f, "the engine changed during the run: when started again, {what}"),
            Fault::Interrupted => write!(f, "the run was interrupted"),
        }
    }
}

impl Error for Fault {}
