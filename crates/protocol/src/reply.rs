//! A reply: everything that an engine can say to a task.

use serde::Deserialize;
use serde::Serialize;

use crate::Outcome;
use crate::text;

/// An engine's answer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reply {
    /// It was played to the end of the script.
    Played(Box<Outcome>),
    /// The task makes no sense to this engine: the author's mistake, not a rule's.
    Misposed(Complaint),
    /// The engine does not play this part of the game, and says why. Neither a pass nor a failure.
    Unsupported(String),
    /// The engine broke while it played: what it threw. A deviation, never the author's mistake.
    Failed(Failure),
}

impl From<Outcome> for Reply {
    fn from(outcome: Outcome) -> Reply {
        Reply::Played(Box::new(outcome))
    }
}

impl From<Complaint> for Reply {
    fn from(complaint: Complaint) -> Reply {
        Reply::Misposed(complaint)
    }
}

impl From<Result<Outcome, Complaint>> for Reply {
    fn from(result: Result<Outcome, Complaint>) -> Reply {
        result.map_or_else(Reply::from, Reply::from)
    }
}

impl From<Failure> for Reply {
    fn from(failure: Failure) -> Reply {
        Reply::Failed(failure)
    }
}

/// How an engine broke while it played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Failure {
    /// What it threw, such as `TypeError: leader is undefined`.
    pub why: String,
    /// The line of the engine's source that threw, such as `engine.py:68`; none if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The scripted step at which that happened, counted from 1; none where it was in the set-up or is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
}

impl Failure {
    /// It broke with these words.
    pub fn new(why: impl Into<String>) -> Failure {
        Failure { why: why.into(), at: None, step: None }
    }

    /// The same with the line of the engine's source that threw, such as `engine.py:68`.
    #[must_use]
    pub fn thrown_at(mut self, at: impl Into<Option<String>>) -> Failure {
        self.at = at.into();
        self
    }

    /// The same at a scripted step, counted from 1.
    #[must_use]
    pub fn at_step(mut self, step: impl Into<Option<usize>>) -> Failure {
        self.step = step.into();
        self
    }
}

/// What an engine could not make sense of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Complaint {
    /// A data path such as `when[2].plan.leader`.
    pub at: String,
    /// What is wrong there, in the words of the engine.
    pub why: String,
}

impl Complaint {
    /// A complaint about what stands at a data path. [`TaskNode`](crate::task_node::TaskNode) knows its own. Path and reason may quote
    /// what somebody wrote; they stand on one line all the same, hide nothing and have an end.
    pub fn new(at: impl AsRef<str>, why: impl AsRef<str>) -> Complaint {
        const LONGEST: usize = 2000;
        let told = |words: &str| text::one_line(&text::abridged(words, LONGEST));
        Complaint { at: told(at.as_ref()), why: told(why.as_ref()) }
    }
}
