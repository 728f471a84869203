//! Replies: all answers of an engine to a task.

use serde::Deserialize;
use serde::Serialize;

use crate::Outcome;
use crate::text;

/// An engine's answer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reply {
    /// The script ran to its end.
    Played(Box<Outcome>),
    /// The engine rejects the task: the author's mistake.
    Invalid(Complaint),
    /// The engine does not support this part of the game, with its reason. Neither a pass nor a failure.
    Unsupported(String),
    /// The engine crashed. A failure, never the author's mistake.
    Crashed(Crash),
}

impl From<Outcome> for Reply {
    fn from(outcome: Outcome) -> Reply {
        Reply::Played(Box::new(outcome))
    }
}

impl From<Complaint> for Reply {
    fn from(complaint: Complaint) -> Reply {
        Reply::Invalid(complaint)
    }
}

impl From<Result<Outcome, Complaint>> for Reply {
    fn from(result: Result<Outcome, Complaint>) -> Reply {
        result.map_or_else(Reply::from, Reply::from)
    }
}

impl From<Crash> for Reply {
    fn from(failure: Crash) -> Reply {
        Reply::Crashed(failure)
    }
}

/// A crash of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Crash {
    /// The error message, such as `TypeError: leader is undefined`.
    pub why: String,
    /// The source line, such as `engine.py:68`; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The step, counted from 1; `None` for the set-up or if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The last lines of the engine's stack trace, the innermost call last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<String>,
}

impl Crash {
    /// Creates a crash with an error message.
    pub fn new(why: impl Into<String>) -> Crash {
        Crash { why: why.into(), at: None, step: None, trace: Vec::new() }
    }

    /// Sets the source line, such as `engine.py:68`.
    #[must_use]
    pub fn thrown_at(mut self, at: impl Into<Option<String>>) -> Crash {
        self.at = at.into();
        self
    }

    /// Sets the step, counted from 1.
    #[must_use]
    pub fn at_step(mut self, step: impl Into<Option<usize>>) -> Crash {
        self.step = step.into();
        self
    }

    /// Sets the last lines of the stack trace.
    #[must_use]
    pub fn with_trace(mut self, trace: impl IntoIterator<Item = String>) -> Crash {
        self.trace = trace.into_iter().collect();
        self
    }
}

/// A mistake in a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Complaint {
    /// A data path such as `when[2].plan.leader`.
    pub at: String,
    /// The problem, in the engine's words.
    pub why: String,
}

impl Complaint {
    /// Creates a complaint about a data path. [`TaskNode`](crate::task_node::TaskNode) sets its own path. Path and
    /// reason may quote untrusted text, so they are sanitized and shortened.
    pub fn new(at: impl AsRef<str>, why: impl AsRef<str>) -> Complaint {
        const LONGEST: usize = 2000;
        let safe = |words: &str| text::one_line(&text::abridged(words, LONGEST));
        Complaint { at: safe(at.as_ref()), why: safe(why.as_ref()) }
    }
}
