//! A suspect: a clause ranked by how well it matches the failing claims.

use crate::evidence::coverage::ClaimRef;
use crate::rulebook::ClauseId;

/// A clause that may be broken. Unlike a cause, no run of the reference engine confirms it.
#[derive(Debug, Clone, PartialEq)]
pub struct Suspect {
    pub game: String,
    /// The switches of the reference engine whose mutants fail most like the engine. Empty if mutants were not compared.
    pub switches: Vec<String>,
    /// Several if they cannot be distinguished.
    pub clauses: Vec<ClauseId>,
    /// Between 0 and 1: the mean of the measures. 1 means that exactly the claims of the clause fail.
    pub score: f64,
    /// Number of failing claims that cite the clause, with all claims of scenarios that the engine rejects at a step.
    pub failing: usize,
    /// Number of judged claims that cite the clause.
    pub of: usize,
    /// The failing claims that the suspect explains, without those that an earlier suspect explains.
    pub explains: Vec<ClaimRef>,
    /// The simplest failing scenario that cites the clause.
    pub scenario: String,
}
