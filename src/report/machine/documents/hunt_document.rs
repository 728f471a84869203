//! The documents of `hunt`: the differences that it found, or the questions about readings.

use schemars::JsonSchema;
use serde::Serialize;

use truthsayer_protocol::Data;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct HuntDocument {
    /// The exit code
    pub exit: u8,
    /// Why the search ended early
    pub fault: Option<String>,
    pub findings: Vec<HuntFinding>,
    pub interrupted: bool,
    /// Number of scenarios that showed something new
    pub kept: usize,
    /// Differences that known gaps or drafts already have
    pub known: Vec<KnownDifference>,
    /// Number of generated scenarios
    pub made_up: usize,
    /// Switches without a finding
    pub not_found: Vec<SwitchWithoutFinding>,
    /// Number of generated scenarios that the first side ran
    pub playable: usize,
    /// Number of runs on either side
    pub plays: usize,
    /// Number of findings that were left out, because many others differ in the same way
    pub similar: usize,
    pub start: HuntStart,
    /// Number of scenarios that were compared
    pub tasks: usize,
    /// Number of differences that did not occur again
    pub unsteady: usize,
    /// Number of scenarios that each side does not support
    pub unsupported: [usize; 2],
    /// Whether the drafts were written
    pub written: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct HuntFinding {
    /// The values that do not matter
    pub any: Vec<AnyValue>,
    /// Whether a scenario of the suite shows it unchanged
    pub as_it_stands: bool,
    pub boundaries: Vec<BoundaryValues>,
    /// The fault, as far as shrinking shows it; each cause is reported once
    pub cause: String,
    /// The difference, without names and numbers
    pub differs: String,
    /// Path of the draft
    pub draft: String,
    /// The switches that fired on either side
    pub fired: Vec<String>,
    pub given: Data,
    /// The scenario that it comes from
    pub origin: String,
    /// The readings that cause the difference
    pub readings: Vec<ReadingValues>,
    pub sides: Vec<HuntSide>,
    /// The first step after which the sides differ; 0 is the set-up
    pub step: Option<usize>,
    pub when: Vec<Data>,
}

/// The answer of one side.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct HuntSide {
    pub engine: String,
    pub says: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BoundaryValues {
    /// Whether the values are numbers of characters
    pub characters: bool,
    /// The first value with the difference
    pub differs: String,
    pub key: String,
    /// Whether the next value does not differ either
    pub only: bool,
    /// The last value without the difference
    pub same: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AnyValue {
    pub key: String,
    /// Number of other values that were tried
    pub tried: usize,
    pub value: Data,
}

/// A reading that the sides choose differently.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReadingValues {
    pub name: String,
    pub values: [String; 2],
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KnownDifference {
    pub engine: String,
    pub scenario: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SwitchWithoutFinding {
    pub engine: String,
    /// Number of scenarios that ran without it
    pub played: u32,
}

/// The scenarios of the suite that the search started from.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct HuntStart {
    pub all: usize,
    pub played: usize,
}

/// The result of `hunt --readings`.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReadingsDocument {
    /// The exit code
    pub exit: u8,
    pub questions: Vec<AskedReading>,
}

/// A question for the author of the rules: which value of the reading is meant?
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AskedReading {
    pub about: String,
    /// The answers: the default first
    pub answers: Vec<ReadingAnswer>,
    pub clauses: Vec<AskedClause>,
    pub default: String,
    pub game: String,
    pub reading: String,
    /// The value that the project file chooses
    pub ruled: Option<String>,
    /// Number of runs of the search
    pub runs: usize,
    /// The smallest scenario on which the values differ; null if none was found
    pub scenario: Option<QuestionScenario>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReadingAnswer {
    /// The command that records this answer
    pub record: String,
    /// The first thing that differs, under this value
    pub says: Option<String>,
    pub value: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AskedClause {
    pub clause: String,
    /// The value that the clause states; null for the clause with several interpretations
    pub states: Option<String>,
    pub words: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct QuestionScenario {
    /// Whether a scenario of the suite shows it unchanged
    pub as_it_stands: bool,
    pub given: Data,
    pub origin: String,
    pub when: Vec<Data>,
}
