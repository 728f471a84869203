//! The document of `errata`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use truthsayer_oracle::compare::result_model::ProblemResult;
use truthsayer_oracle::rulebook::rule_number::RuleNumber;

/// The changes of the rulebook since its last review
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ErrataChanges {
    pub changes: Vec<ErrataChange>,
    /// Games without a lock
    pub without_lock: Vec<String>,
}

/// A change of the rulebook since its last review
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct ErrataChange {
    /// The kind of a reworded clause: number, modality or wording
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The old lines of a moved rule
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The words of a reworded clause
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
    pub kind: String,
    /// The clauses in the rulebook
    pub new: Vec<String>,
    /// The clauses in the lock
    pub old: Vec<String>,
    /// The new lines of a moved rule
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    pub touches: ErrataImpact,
    /// The reviewed words
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    #[serde(rename = "where")]
    pub place: String,
    /// The words of a reworded clause, with removed and added ones
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// The impact of a change
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct ErrataImpact {
    pub addresses: usize,
    pub documents: Vec<String>,
    /// Positions of the exclusions
    pub exclusions: Vec<String>,
    pub floor: Vec<String>,
    /// Positions of the known gaps
    pub gaps: Vec<String>,
    pub grades: BTreeMap<String, String>,
    pub rules: Vec<ErrataRule>,
    pub scenarios: Vec<String>,
    pub switches: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ErrataRule {
    pub game: String,
    pub number: RuleNumber,
    pub title: String,
}

/// The result of `errata --fix` or `errata --accept`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ErrataRepair {
    /// Questions for the author. No file of the affected game is written.
    pub blocked: Vec<ProblemResult>,
    /// The games whose lock records the rulebook.
    pub locked: Vec<String>,
    pub moved: Vec<MovedAddress>,
}

/// An address that was updated.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovedAddress {
    /// file:line:column
    pub at: String,
    /// Its old and new text.
    pub change: String,
}
