//! The documents of `coverage`.

use schemars::JsonSchema;
use serde::Serialize;

use truthsayer_oracle::compare::result_model::ClauseResult;
use truthsayer_oracle::compare::result_model::ProblemResult;
use truthsayer_oracle::rulebook::rule_number::RuleNumber;

/// A rule of the catalog, or the clauses of a game outside the catalog
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CoveredRule {
    pub category: String,
    pub clauses: Vec<ClauseResult>,
    /// The number in the catalog; null outside it
    pub rule: Option<RuleNumber>,
    pub status: String,
    /// null outside the catalog
    pub title: Option<String>,
}

/// A clause that is not proven
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MissingClause {
    pub grade: String,
    /// The address of the clause, such as dune/battle.md:23.2
    pub id: String,
    /// The name of the rule
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The simplest step that raises the grade
    pub next: String,
    pub text: String,
}

/// The parts of `coverage --weak`
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WeakParts {
    /// Weak evidence with a reason
    pub explained: Vec<WeakItem>,
    /// Reasons that nothing needs
    pub outdated: Vec<ProblemResult>,
    /// Weak evidence without a reason
    pub weak: Vec<WeakItem>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WeakItem {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// The number of the claim, counted from 1
    pub claim: Option<usize>,
    pub clause: Option<String>,
    /// All clauses, if there are several
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<Vec<String>>,
    /// The clauses that it depends on, the most likely first
    pub depends_on: Vec<String>,
    pub game: String,
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub scenario: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<Vec<String>>,
}
