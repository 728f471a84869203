//! A fault: why nobody answered.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde::Deserialize;
use serde::Serialize;

/// Why nobody answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Fault {
    /// There is no such program, or it may not be run.
    NotStarted {
        /// What was to be run.
        command: String,
        /// What the system says.
        why: String,
    },
    /// It was silent for too long and was stopped.
    TimedOut {
        /// What it was asked.
        to: Cow<'static, str>,
        /// How long it was waited for.
        after: Duration,
        /// The end of its log.
        last_words: String,
    },
    /// It ended, or panicked, before it answered.
    Died {
        /// With which exit code or signal.
        how: String,
        /// The end of its log.
        last_words: String,
    },
    /// What it wrote is no answer to what was asked.
    Garbled {
        /// The beginning of the line, empty where none is to be shown.
        line: String,
        /// What is wrong with it.
        why: String,
        /// The end of its log.
        last_words: String,
    },
    /// It had failed too often and was not asked again.
    GivenUp {
        /// How often.
        failures: usize,
        /// Whether one after the other, or in all.
        in_a_row: bool,
    },
    /// A later start of the engine answered hello in another way than the first.
    Changed {
        /// The fields that differ, each with both values.
        what: String,
    },
    /// The run was interrupted before the engine answered.
    Interrupted,
}

impl Fault {
    /// The kind of fault in a word, by which the replay of a recording knows what to do.
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

    /// The last lines that the engine wrote to its log, stderr.
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
                write!(f, "the engine's answer makes no sense: {why}")
            }
            Fault::Garbled { line, why, .. } => {
                write!(f, "the engine's answer makes no sense: {why}; it wrote: {line}")
            }
            Fault::GivenUp { failures, in_a_row } => {
                let how = if *in_a_row { "in a row" } else { "in all" };
                write!(f, "not asked, because the engine had failed {failures} times {how} and was given up")
            }
            Fault::Changed { what } => write!(f, "the engine changed during the run: when started again, {what}"),
            Fault::Interrupted => write!(f, "the run was interrupted"),
        }
    }
}

impl Error for Fault {}
