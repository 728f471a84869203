//! The result of `compare --hunt`: which clauses a change affects, and which differences no claim notices.

use schemars::JsonSchema;
use serde::Serialize;

use truthsayer_protocol::Data;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChangeHunt {
    /// The clauses that the change may affect, most likely first
    pub clauses: Vec<ChangedClause>,
    /// Each kind of difference once, with the smallest scenario that was found
    pub differences: Vec<FoundDifference>,
    /// Why the search ended early
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Number of generated scenarios
    pub generated: usize,
    pub interrupted: bool,
    /// Number of runs on either engine
    pub runs: usize,
    /// The time limit; null if only the number of scenarios was limited
    pub seconds: Option<f64>,
    /// Starting points of the suite that ran, and all of them
    pub start: [usize; 2],
    pub switches: SwitchReach,
    /// Number of differences that no claim notices
    pub unnoticed: usize,
    /// Differences that did not occur again
    pub unsteady: usize,
}

/// How many switches took effect
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SwitchReach {
    pub all: usize,
    pub fired: usize,
    /// Switches that never took effect
    pub never: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChangedClause {
    pub clause: String,
    /// Whether a claim on it passes on one side only
    pub noticed: bool,
    /// Number of differences that an engine without the clause shows in the same way
    pub reproduced: usize,
    pub score: f64,
    /// Index of the difference with the shortest scenario
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<usize>,
    pub switches: Vec<String>,
    pub words: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FoundDifference {
    /// Whether a scenario of the suite shows it unchanged
    pub as_it_stands: bool,
    /// The clauses that explain it best
    pub clauses: Vec<String>,
    /// The difference, without names and numbers
    pub differs: String,
    pub given: Data,
    /// Boundaries, values that do not matter, and readings that differ
    pub notes: Vec<String>,
    /// Scenarios of the suite whose claims notice it
    pub noticed_by: Vec<String>,
    /// The scenario that it comes from
    pub origin: String,
    /// The values of the first and the second engine
    pub sides: [String; 2],
    /// The first step after which they differ; 0 is the set-up
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    pub when: Vec<Data>,
}
