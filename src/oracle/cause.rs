//! A cause: a clause whose absence explains a set of failing claims. Told as likely, never as a fact.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::ledger::ClaimRef;
use crate::oracle::rulebook::ClauseId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    pub game: String,
    /// The switches whose lack looks like this. More than one where nobody can tell them apart.
    pub switches: Vec<String>,
    pub clauses: Vec<ClauseId>,
    pub kind: CauseKind,
    pub share: Share,
    /// The failing claims that it explains.
    pub explains: Vec<ClaimRef>,
    /// The simplest scenario to look at.
    pub scenario: String,
    /// Clauses that could not be judged because of it.
    pub obscures: Vec<ClauseId>,
    /// For one that is played on some paths: a scenario in which its claims hold.
    pub holds_in: Option<String>,
}

/// How the engine stands to the clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CauseKind {
    /// Fails nearly wherever the clause decides, as if it were not there.
    NotPlayed,
    /// Fails nearly wherever it decides, in another way.
    PlayedDifferently,
    /// Fails in some of the places where it decides, and holds in others.
    PlayedInPart,
}

impl CauseKind {
    pub fn name(self) -> &'static str {
        match self {
            CauseKind::NotPlayed => "not played",
            CauseKind::PlayedDifferently => "played differently",
            CauseKind::PlayedInPart => "played on some paths only",
        }
    }
}

/// How much of what hangs on a clause fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Expectations that fail on the reference without the clause, as far as this engine was judged on them.
    pub decides: usize,
    /// Of those, how many fail in this engine.
    pub fails: usize,
    /// Of those, how many fail alike: with the same actual.
    pub alike: usize,
}

/// Why a run goes wrong.
#[derive(Debug, Default)]
pub struct Diagnosis {
    /// What explains most comes first.
    pub causes: Vec<Cause>,
    /// Failing claims that the causes explain, each with the causes by their place.
    pub explained: BTreeMap<ClaimRef, BTreeSet<usize>>,
    /// Failing claims that nothing explains, by the clause cited.
    pub unexplained: BTreeMap<ClauseId, Vec<ClaimRef>>,
    /// Where causes were not looked for: what failures have in common, and the claims.
    pub alike: Vec<(String, Vec<ClaimRef>)>,
    /// Games in which claims fail and causes were not looked for, because no other engine with switches plays them.
    pub unsearched: BTreeSet<String>,
}

impl Diagnosis {
    /// The cause that a clause is, by its place.
    pub(crate) fn cause_of(&self, clause: &ClauseId) -> Option<usize> {
        self.causes.iter().position(|cause| cause.clauses.contains(clause))
    }

    /// The causes that explain every one of these failing claims, of those that count; none if one of the claims stays
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

    /// Drops failing claims that are reported elsewhere from the unexplained ones.
    pub(crate) fn leave_out(&mut self, claims: &BTreeSet<ClaimRef>) {
        let keep = |own: &mut Vec<ClaimRef>| {
            own.retain(|claim| !claims.contains(claim));
            !own.is_empty()
        };
        self.unexplained.retain(|_, own| keep(own));
        self.alike.retain_mut(|(_, own)| keep(own));
    }

    pub(crate) fn extend(&mut self, other: Diagnosis) {
        let first = self.causes.len();
        self.causes.extend(other.causes);
        let shifted = |causes: BTreeSet<usize>| causes.into_iter().map(|at| at + first).collect();
        self.explained.extend(other.explained.into_iter().map(|(claim, causes)| (claim, shifted(causes))));
        self.unexplained.extend(other.unexplained);
        self.alike.extend(other.alike);
        self.unsearched.extend(other.unsearched);
    }
}
