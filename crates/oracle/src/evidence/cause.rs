//! A cause: a clause whose absence explains failing claims. Reports call it likely.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::Serialize;

use crate::evidence::coverage::ClaimRef;
use crate::evidence::suspect::Suspect;
use crate::rulebook::ClauseId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    pub game: String,
    /// The switches whose mutants fail in this way. Several if they cannot be distinguished.
    pub switches: Vec<String>,
    pub clauses: Vec<ClauseId>,
    pub kind: CauseKind,
    pub share: Share,
    /// The failing claims that the cause explains.
    pub explains: Vec<ClaimRef>,
    /// The simplest scenario to look at.
    pub scenario: String,
    /// Clauses that could not be judged because of the cause.
    pub blocks: Vec<ClauseId>,
    /// If the clause works on some paths: a scenario in which its claims pass.
    pub holds_in: Option<String>,
}

/// How the engine deviates from the clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CauseKind {
    /// Nearly all expectations that depend on the clause fail, as on its mutant.
    Missing,
    /// Nearly all expectations that depend on the clause fail, with other values.
    Different,
    /// Some expectations that depend on the clause fail, and others pass.
    MissingInPart,
}

impl CauseKind {
    pub fn name(self) -> &'static str {
        match self {
            CauseKind::Missing => "missing",
            CauseKind::Different => "done differently",
            CauseKind::MissingInPart => "missing in part",
        }
    }
}

/// The expectations that depend on a clause.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    /// Of those that fail in this engine, how many fail alike: with the same actual.
    pub alike: usize,
    /// Expectations that fail on the reference without the clause, as far as this engine was judged on them.
    pub decides: usize,
    /// Those that also fail on this engine.
    pub fails: usize,
}

/// Why scenarios of a run fail.
#[derive(Debug, Default)]
pub struct Diagnosis {
    /// The cause that explains most is first.
    pub causes: Vec<Cause>,
    /// The explained claims, with the indices of their causes.
    pub explained: BTreeMap<ClaimRef, BTreeSet<usize>>,
    /// The unexplained claims, by cited clause.
    pub unexplained: BTreeMap<ClauseId, Vec<ClaimRef>>,
    /// Clauses that may be broken, best first. Causes come first.
    pub suspects: Vec<Suspect>,
    /// Games with failing claims in which no search was possible, because no other engine with switches exists.
    pub unsearched: BTreeSet<String>,
}

impl Diagnosis {
    /// Returns the index of the cause that a clause is.
    pub fn cause_of(&self, clause: &ClauseId) -> Option<usize> {
        self.causes.iter().position(|cause| cause.clauses.contains(clause))
    }

    /// Returns the cause that a suspect is.
    pub fn confirmed(&self, suspect: &Suspect) -> Option<&Cause> {
        self.causes.iter().find(|cause| cause.clauses == suspect.clauses)
    }

    /// Returns the causes among those that count which explain all of these failing claims. `None` if one claim is
    /// unexplained.
    pub(crate) fn explains_all<'c>(
        &self,
        claims: impl IntoIterator<Item = &'c ClaimRef>,
        counts: impl Fn(&usize) -> bool,
    ) -> Option<BTreeSet<usize>> {
        let mut causes = BTreeSet::new();
        for claim in claims {
            let own: BTreeSet<usize> = self.explained.get(claim)?.iter().copied().filter(&counts).collect();
            if own.is_empty() {
                return None;
            }
            causes.extend(own);
        }
        (!causes.is_empty()).then_some(causes)
    }

    /// Removes claims that are reported elsewhere from the unexplained ones.
    pub(crate) fn leave_out(&mut self, claims: &BTreeSet<ClaimRef>) {
        let keep = |own: &mut Vec<ClaimRef>| {
            own.retain(|claim| !claims.contains(claim));
            !own.is_empty()
        };
        self.unexplained.retain(|_, own| keep(own));
    }

    pub(crate) fn extend(&mut self, other: Diagnosis) {
        let first = self.causes.len();
        self.causes.extend(other.causes);
        let shifted = |causes: BTreeSet<usize>| causes.into_iter().map(|at| at + first).collect();
        self.explained.extend(other.explained.into_iter().map(|(claim, causes)| (claim, shifted(causes))));
        self.unexplained.extend(other.unexplained);
        // The first of each game, then the second of each game, and so on.
        let ranked = std::mem::take(&mut self.suspects).into_iter().enumerate();
        let mut ranked: Vec<(usize, Suspect)> = ranked.chain(other.suspects.into_iter().enumerate()).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        self.suspects = ranked.into_iter().map(|(_, suspect)| suspect).collect();
        self.unsearched.extend(other.unsearched);
    }
}
