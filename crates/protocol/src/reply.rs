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
    /// A complaint about what stands at a data path. [`Node`](crate::node::Node) knows its own. Path and reason may quote
    /// what somebody wrote; they stand on one line all the same, hide nothing and have an end.
    pub fn new(at: impl AsRef<str>, why: impl AsRef<str>) -> Complaint {
        const LONGEST: usize = 2000;
        let told = |words: &str| text::one_line(&text::abridged(words, LONGEST));
        Complaint { at: told(at.as_ref()), why: told(why.as_ref()) }
    }
}
