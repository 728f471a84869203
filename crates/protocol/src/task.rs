//! Tasks: the questions to an engine.

use serde::Deserialize;
use serde::Serialize;

use crate::Data;

/// One question to an engine: a set-up, a script, and the switches that are off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Task {
    /// The set-up.
    pub given: Data,
    /// The script: maps with one key each.
    pub when: Vec<Data>,
    /// The names of the switches that are off.
    #[serde(default)]
    pub without: Vec<String>,
    /// Whether the caller reads which switches fired. If not, an engine in this process may leave them out of its reply.
    /// It is not sent to other processes.
    #[serde(skip, default = "wants_firings")]
    pub wants_firings: bool,
}

fn wants_firings() -> bool {
    true
}

impl Task {
    /// Creates a task with every switch on.
    pub fn new(given: Data, when: Vec<Data>) -> Task {
        Task { given, when, without: Vec::new(), wants_firings: true }
    }

    /// Sets the switches that are off.
    #[must_use]
    pub fn with_off<S: Into<String>>(mut self, switches: impl IntoIterator<Item = S>) -> Task {
        self.without = switches.into_iter().map(Into::into).collect();
        self
    }
}
