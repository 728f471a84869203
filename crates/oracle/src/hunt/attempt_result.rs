//! The result of one attempt.

use crate::compare::difference::Difference;
use crate::hunt::corpus::Member;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// The result of one attempt.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// Indices of the mutations that created the task.
    pub used: Vec<usize>,
    /// The new corpus member, if the task shows something new.
    pub member: Option<Member>,
    pub signs: Vec<u64>,
    /// The first side ran the task.
    pub is_playable: bool,
    /// The switches that fired, if switches are targets and the task is kept.
    pub fired: Vec<String>,
    /// The rivals that ran the task.
    pub tried: Vec<usize>,
    /// The first side's reply, kept with the task.
    pub reply: Option<Result<Reply, Fault>>,
    pub leads: Vec<Lead>,
    /// The groups of its differences.
    pub groups: Vec<String>,
    pub plays: usize,
    /// Why each side does not support the task.
    pub unsupported: [Option<String>; 2],
    /// The engine no longer answers.
    pub fault: Option<Fault>,
}

/// A task on which two sides differ, before shrinking.
#[derive(Debug, Clone)]
pub(crate) struct Lead {
    pub rival: usize,
    pub task: Task,
    pub difference: Difference,
    pub origin: String,
    pub is_own: bool,
    /// Number of attempts before it was found.
    pub after: usize,
    /// Hash of the values that changed, or of the classes of all its values.
    pub shape: u64,
    /// The group of the difference and the place of the change.
    pub place: String,
    /// The group is known, but the cause may be new.
    pub is_repeated: bool,
    /// A known gap or an earlier finding shows it.
    pub is_known: bool,
}

impl Lead {
    pub(crate) fn new(rival: usize, task: Task, difference: Difference) -> Lead {
        let (origin, place, is_own, after) = (String::new(), difference.group.clone(), false, 0);
        Lead { rival, task, difference, origin, is_own, after, shape: 0, place, is_repeated: false, is_known: false }
    }
}
