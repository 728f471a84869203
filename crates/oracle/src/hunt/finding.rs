//! A finding: a task on which two sides differ, as small as possible.

use crate::compare::difference::Difference;
use crate::hunt::shrink::boundary::Boundary;
use crate::hunt::shrink::relevance::Irrelevant;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

#[derive(Debug)]
pub struct Finding {
    /// Index of the rival that differs.
    pub rival: usize,
    pub task: Task,
    pub difference: Difference,
    /// The first step after which the sides differ, counted from 1; 0 for the set-up. `None` if no prefix of the script
    /// shows the difference.
    pub step: Option<usize>,
    /// The scenario from which the task was made.
    pub origin: String,
    /// The scenario of the suite shows the difference unchanged.
    pub is_own: bool,
    /// Number of attempts before it was found.
    pub after: usize,
    /// The replies of both sides.
    pub replies: [Result<Reply, Fault>; 2],
    /// The fault, as far as shrinking shows it: findings with the same cause are reported once.
    pub cause: String,
    /// The values from which on the sides differ.
    pub boundaries: Vec<Boundary>,
    /// The values that do not matter.
    pub irrelevant: Vec<Irrelevant>,
    /// The readings that cause the difference: under equal readings, the sides do not differ.
    pub readings: Vec<DifferentReading>,
}

/// A reading that the sides choose differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferentReading {
    pub name: String,
    /// The value of each side.
    pub values: [String; 2],
}

impl Finding {
    /// Returns sentences about the boundaries, the values that do not matter, and the readings.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.boundaries.iter().map(Boundary::sentence).collect();
        if !self.irrelevant.is_empty() {
            let any = self.irrelevant.iter().map(|it| format!("any {} ({} others tried)", it.key, it.tried));
            let mut any: Vec<String> = any.collect();
            any.dedup();
            notes.push(format!("the same with {}", any.join(", ")));
        }
        for DifferentReading { name, values: [one, other] } in &self.readings {
            notes.push(format!(
                "only the reading `{name}` differs: {one} | {other}; with equal readings both sides agree"
            ));
        }
        notes
    }

    /// Returns the switches that fired on either side, sorted.
    pub fn fired(&self) -> Vec<String> {
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

/// Tasks that a side does not support.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnsupportedTasks {
    pub tasks: usize,
    pub why: String,
}

/// The results of a hunt.
#[derive(Debug, Default)]
pub struct Catch {
    pub findings: Vec<Finding>,
    pub attempts: usize,
    pub plays: usize,
    /// Number of tasks that showed something new.
    pub pool: usize,
    /// Number of attempts before the last of them.
    pub last_new: usize,
    /// Number of mutated tasks that the first side ran.
    pub playable: usize,
    /// Rivals without a difference, with the number of attempts.
    pub without_finding: Vec<(usize, u32)>,
    /// Known differences with their rivals: gaps and earlier findings, by id.
    pub known: Vec<(usize, String)>,
    /// Number of findings that were left out, because many others differ in the same way.
    pub similar: usize,
    /// Differences that did not repeat: an engine is not deterministic, or died.
    pub unsteady: Vec<Difference>,
    /// Number of suite tasks that ran, and number of all. Slow engines may not finish in time.
    pub started: (usize, usize),
    /// Number of tasks that ran, and how many of them each side does not support.
    pub tasks: usize,
    pub unsupported: [UnsupportedTasks; 2],
    pub fault: Option<Fault>,
    pub interrupted: bool,
}
