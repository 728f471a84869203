//! What came of one attempt.

use crate::oracle::hunt::difference::Difference;
use crate::oracle::hunt::pool::Member;
use crate::protocol::Fault;
use crate::protocol::Reply;
use crate::protocol::Task;

/// What came of one attempt, as told to whoever keeps the memory.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// The mutations that made the task.
    pub used: Vec<usize>,
    /// Kept where the task shows something new.
    pub member: Option<Member>,
    pub signs: Vec<u64>,
    /// Whether the first side could play it.
    pub is_playable: bool,
    /// The switches that took effect, where switches are sought and the task is kept.
    pub fired: Vec<String>,
    /// The rivals that played it.
    pub tried: Vec<usize>,
    /// What the first side said, kept with the task.
    pub reply: Option<Result<Reply, Fault>>,
    pub leads: Vec<Lead>,
    pub plays: usize,
    /// Why each side does not support the task; neither where they could be compared.
    pub unsupported: [Option<String>; 2],
    /// Nobody answers any more.
    pub fault: Option<Fault>,
}

/// A task on which two sides differ, as it was found.
#[derive(Debug, Clone)]
pub(crate) struct Lead {
    pub rival: usize,
    pub task: Task,
    pub difference: Difference,
    pub origin: String,
    pub is_own: bool,
    /// After how many attempts.
    pub after: usize,
}
