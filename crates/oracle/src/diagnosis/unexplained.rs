//! Clauses that are blocked by a cause, and failing claims without explanation.

use crate::evidence::cause::Cause;
use crate::evidence::coverage::ClaimRef;
use crate::judge::play_and_judge::Judged;
use crate::rulebook::ClauseId;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// Returns every failing claim with the clauses that it cites.
fn failing_claims<'j>(judged: &'j [Judged<'_>]) -> impl Iterator<Item = (ClaimRef, &'j [ClauseId])> {
    judged.iter().flat_map(|judged| {
        let claims = judged.scenario.claims.iter().enumerate().filter(|(index, _)| judged.verdict.fails(*index));
        claims.map(|(claim, it)| (ClaimRef { scenario: judged.scenario.id.clone(), claim }, it.clauses.as_slice()))
    })
}

/// Sets the blocked clauses: they are not causes, and all failing claims on them are explained.
pub(super) fn enter_blocked(
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
            causes[at].blocks.push(clause.clone());
        }
    }
}

/// Returns the unexplained claims by cited clause, without claims on causes.
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
