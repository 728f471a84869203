//! From failing claims to the clauses whose lack explains them.
//!
//! Every switch of the reference leaves a signature: the parts that fail when it is off. The causes of an engine's
//! failures are sought among the clauses that have a failing claim of their own: the one that explains most is named
//! first, and it is checked by playing the reference without all that are named so far. What the check does not
//! reproduce, with the same actual, is not explained. `docs/causes.md` tells the method at length.

use crate::oracle::cause::Diagnosis;
use crate::oracle::diagnosis::search::Search;
use crate::oracle::part;
use crate::oracle::part::PartKey;
use crate::oracle::part::Parts;
use crate::oracle::reference::Lack;
use crate::oracle::reference::Reference;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::protocol::Profile;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

mod copies;
mod grouping;
mod likeness;
mod rest;
mod search;
mod shadow;
mod telling;
mod whole;

pub(crate) use copies::Distinct;
pub(crate) use grouping::group;

/// Nearly everything: nine in ten.
const NEARLY: (usize, usize) = (9, 10);
/// A good part: one in three.
const GOOD_PART: usize = 3;
/// What fewer scenarios show is more likely to be chance.
const FEW: usize = 3;

/// Seeks the causes of what fails in `judged`. The reference stands on the same scenarios, in the same order.
pub fn diagnose(
    game: &str,
    judged: &[Judged<'_>],
    reference: &Reference<'_, '_>,
    profile: &Profile,
    book: &Rulebook,
) -> Diagnosis {
    let failing = failing(judged, reference);
    if failing.is_empty() {
        return Diagnosis { unexplained: rest::unexplained(judged, &BTreeMap::new(), &[]), ..Diagnosis::default() };
    }
    let (clauses, _) = switch_clauses::resolve(profile, book);
    let clauses: Vec<Vec<ClauseId>> =
        profile.switches.iter().map(|switch| clauses.get(&switch.name).cloned().unwrap_or_default()).collect();
    let blamed = blamed_clauses(judged);
    let candidates: Vec<usize> =
        (0..clauses.len()).filter(|switch| clauses[*switch].iter().any(|clause| blamed.contains(clause))).collect();
    let was_judged = |key: &PartKey| judged[key.scenario].verdict.is_judged();
    let mut signatures = reference.signatures(&candidates);
    signatures.values_mut().for_each(|parts| parts.retain(|key, _| was_judged(key)));
    let mut search = Search { failing, signatures, reference, named: BTreeSet::new(), lack: Lack::default() };
    search.name_causes();
    search.try_others(judged);
    search.exchange_partial(judged);
    search.drop_needless(judged);
    search.drop_unlike(judged);
    while search.drop_unconfirmed() || search.drop_otherwise_played(judged) {
        // Without it the others look otherwise.
        search.drop_unlike(judged);
    }
    search.drop_shadows();
    while search.drop_unconfirmed() {}
    search.diagnosis(game, judged, &clauses, profile)
}

/// What fails in the engine, where the reference can say anything about it.
fn failing(judged: &[Judged<'_>], reference: &Reference<'_, '_>) -> Parts {
    let mut parts = Parts::new();
    for (scenario, judged) in judged.iter().enumerate() {
        if let Verdict::Deviates(deviations) = &judged.verdict
            && reference.knows(scenario)
        {
            parts.extend(part::of(scenario, deviations));
        }
    }
    parts
}

/// The clauses with a failing claim of their own.
fn blamed_clauses(judged: &[Judged<'_>]) -> BTreeSet<ClauseId> {
    let mut blamed = BTreeSet::new();
    for judged in judged {
        for (index, claim) in judged.scenario.claims.iter().enumerate() {
            if judged.verdict.fails(index) {
                blamed.extend(claim.clauses.iter().cloned());
            }
        }
    }
    blamed
}
