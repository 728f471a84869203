//! A task: one question to an engine.

use serde::Deserialize;
use serde::Serialize;

use crate::Data;

/// One question to an engine: set this up, follow this script, with these switches off.
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
}

impl Task {
    /// A set-up and a script, with every switch on.
    pub fn new(given: Data, when: Vec<Data>) -> Task {
        Task { given, when, without: Vec::new() }
    }

    /// The same task with these switches off, and no others.
    #[must_use]
    pub fn with_off<S: Into<String>>(mut self, switches: impl IntoIterator<Item = S>) -> Task {
        self.without = switches.into_iter().map(Into::into).collect();
        self
    }
}
