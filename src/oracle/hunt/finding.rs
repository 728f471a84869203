//! A finding: a task on which two sides differ, made as small as it gets.

use crate::oracle::hunt::difference::Difference;
use crate::protocol::Fault;
use crate::protocol::Reply;
use crate::protocol::Task;

#[derive(Debug)]
pub struct Finding {
    /// Which rival differs.
    pub rival: usize,
    pub task: Task,
    pub difference: Difference,
    /// The first step after which anything differs, counted from 1; 0 for the set-up. None where a part of the script
    /// cannot be played by itself.
    pub step: Option<usize>,
    /// The scenario it was made out of.
    pub origin: String,
    /// The scenario is the suite's own: it shows the difference as it stands.
    pub is_own: bool,
    /// After how many attempts it was found.
    pub after: usize,
    /// What both sides say to the task.
    pub replies: [Result<Reply, Fault>; 2],
}

impl Finding {
    /// The switches that took effect on either side, sorted.
    pub(crate) fn fired(&self) -> Vec<String> {
        let played = self.replies.iter().filter_map(|reply| match reply {
            Ok(Reply::Played(outcome)) => Some(outcome),
            _ => None,
        });
        let mut fired: Vec<String> =
            played.flat_map(|outcome| &outcome.fired).map(|firing| firing.switch.to_string()).collect();
        fired.sort_unstable();
        fired.dedup();
        fired
    }
}

/// What a side says that it does not support.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnsupportedTasks {
    pub tasks: usize,
    pub why: String,
}

/// What a hunt has come to.
#[derive(Debug, Default)]
pub struct Catch {
    pub findings: Vec<Finding>,
    pub attempts: usize,
    pub plays: usize,
    /// How many tasks showed something new.
    pub pool: usize,
    /// After how many attempts the last of them came.
    pub last_new: usize,
    /// How many of the attempts by mutation the first side could play.
    pub playable: usize,
    /// Rivals that differed nowhere, each with how often it was tried.
    pub without_finding: Vec<(usize, u32)>,
    /// Differences that were known before, each with its rival: gaps and earlier findings, by their ids.
    pub known: Vec<(usize, String)>,
    /// Differences that did not show again when they were played once more: an engine is not deterministic, or died.
    pub unsteady: Vec<Difference>,
    /// How many tasks of the suite were played, of all that it has. Slow engines do not come through in time.
    pub started: (usize, usize),
    /// How many tasks were played, and how many of them each side does not support.
    pub tasks: usize,
    pub unsupported: [UnsupportedTasks; 2],
    pub fault: Option<Fault>,
    pub interrupted: bool,
}
