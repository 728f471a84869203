//! The rest: clauses that could not be judged because of a cause, and failing claims that nothing explains.

use crate::oracle::cause::Cause;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::trial::Judged;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// Every failing claim with the clauses it cites.
fn failing_claims<'j>(judged: &'j [Judged<'_>]) -> impl Iterator<Item = (ClaimRef, &'j [ClauseId])> {
    judged.iter().flat_map(|judged| {
        let claims = judged.scenario.claims.iter().enumerate().filter(|(index, _)| judged.verdict.fails(*index));
        claims.map(|(claim, it)| (ClaimRef { scenario: judged.scenario.id.clone(), claim }, it.clauses.as_slice()))
    })
}

/// A clause that is no cause, and every failing claim on which is explained, could not be judged.
pub(super) fn enter_obscured(
    causes: &mut [Cause],
    explained: &BTreeMap<ClaimRef, BTreeSet<usize>>,
    judged: &[Judged<'_>],
) {
    let mut by_clause: BTreeMap<&ClauseId, Option<BTreeSet<usize>>> = BTreeMap::new();
    let claims: Vec<(ClaimRef, &[ClauseId])> = failing_claims(judged).collect();
    for (claim, clauses) in &claims {
        for clause in *clauses {
            let entry = by_clause.entry(clause).or_insert_with(|| Some(BTreeSet::new()));
            match (explained.get(claim), entry.as_mut()) {
                (Some(causes), Some(known)) => known.extend(causes),
                _ => *entry = None,
            }
        }
    }
    for (clause, by) in by_clause {
        let is_cause = causes.iter().any(|cause| cause.clauses.contains(clause));
        for at in by.into_iter().flatten().filter(|_| !is_cause) {
            causes[at].obscures.push(clause.clone());
        }
    }
}

/// What nothing explains, by the clause cited; a claim on a cause is its own explanation.
pub(super) fn unexplained(
    judged: &[Judged<'_>],
    explained: &BTreeMap<ClaimRef, BTreeSet<usize>>,
    causes: &[Cause],
) -> BTreeMap<ClauseId, Vec<ClaimRef>> {
    let mut rest: BTreeMap<ClauseId, Vec<ClaimRef>> = BTreeMap::new();
    for (claim, clauses) in failing_claims(judged) {
        let is_own = clauses.iter().any(|clause| causes.iter().any(|cause| cause.clauses.contains(clause)));
        if !is_own && !explained.contains_key(&claim) {
            for clause in clauses {
                rest.entry(clause.clone()).or_default().push(claim.clone());
            }
        }
    }
    rest
}
