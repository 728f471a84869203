//! Finds the clauses that explain failing claims: suspects for every run, causes if a reference engine confirms them.
//!
//! Every switch of the reference engine has a signature: the expectations that fail on its mutant. Candidates for
//! causes are the clauses with a failing claim of their own. The search names the clause that explains most, runs the
//! reference engine without all clauses named so far, and repeats. A failure is explained only if that run has the same
//! failure with the same actual value. `docs/explanation/causes.md` describes the method.

pub mod copies;
pub mod likeness;
pub mod outcome_match;
pub mod search;
pub mod shadow;
pub mod suspects;
pub mod to_causes;
pub mod unexplained;

use crate::diagnosis::search::Search;
use crate::diagnosis::suspects::MutantClaims;
use crate::diagnosis::suspects::Ranking;
use crate::diagnosis::suspects::WrongRefusal;
use crate::evidence::cause::Diagnosis;
use crate::evidence::coverage::ClaimRef;
use crate::evidence::reference_engine::Absence;
use crate::evidence::reference_engine::Reference;
use crate::judge::failed_expectations;
use crate::judge::failed_expectations::PartKey;
use crate::judge::failed_expectations::Parts;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Verdict;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::switch_clauses;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use truthsayer_protocol::Profile;

pub(crate) use copies::Distinct;

/// Nearly all: nine in ten.
const NEARLY: (usize, usize) = (9, 10);
/// A good part: one in three.
const GOOD_PART: usize = 3;
/// Fewer scenarios than this may show something by chance.
const FEW: usize = 3;

/// Ranks suspects by the claims that cite them, without a search for causes.
pub(crate) fn by_citation(
    game: &str,
    judged: &[Judged<'_>],
    settled: &BTreeSet<ClaimRef>,
    book: &Rulebook,
) -> Diagnosis {
    let refusals = WrongRefusal::all(judged, book);
    Diagnosis {
        suspects: Ranking::new(judged, settled, &refusals, None).suspects(game, &[]),
        unexplained: unexplained::unexplained(judged, &BTreeMap::new(), &[]),
        ..Diagnosis::default()
    }
}

/// Searches the causes of the failures in `judged`, and ranks suspects. The reference engine has the same scenarios, in
/// the same order. `settled` are claims whose failure is explained elsewhere.
pub fn diagnose(
    game: &str,
    judged: &[Judged<'_>],
    settled: &BTreeSet<ClaimRef>,
    reference: &Reference<'_, '_>,
    profile: &Profile,
    book: &Rulebook,
) -> Diagnosis {
    let failing = failing(judged, reference);
    if failing.is_empty() && !rejects_any(judged, reference) {
        return by_citation(game, judged, settled, book);
    }
    let (clauses, _) = switch_clauses::resolve(profile, book);
    let clauses: Vec<Vec<ClauseId>> =
        profile.switches.iter().map(|switch| clauses.get(&switch.name).cloned().unwrap_or_default()).collect();
    let with_clause = |blamed: &BTreeSet<ClauseId>| -> Vec<usize> {
        (0..clauses.len()).filter(|switch| clauses[*switch].iter().any(|clause| blamed.contains(clause))).collect()
    };
    let candidates =
        with_clause(&clauses_where(judged, |verdict, claim| verdict.fails(claim) || verdict.is_rejected()));
    let was_judged = |key: &PartKey| judged[key.scenario].verdict.is_judged();
    let effects = reference.signatures(&candidates);
    let mutants = mutants(&effects, profile, &clauses, judged);
    // No claim of a rejected scenario was judged, so it names suspects and no causes.
    let confirmable = with_clause(&clauses_where(judged, Verdict::fails));
    let mut signatures: HashMap<usize, Parts> =
        effects.into_iter().map(|(switch, absence)| (switch, absence.parts)).collect();
    signatures.retain(|switch, _| confirmable.contains(switch));
    signatures.values_mut().for_each(|parts| parts.retain(|key, _| was_judged(key)));
    let mut search = Search { failing, signatures, reference, named: BTreeSet::new(), absence: Absence::default() };
    search.name_causes();
    search.try_others(judged);
    search.exchange_partial(judged);
    search.drop_unlike(judged);
    while search.drop_unconfirmed() || search.drop_otherwise_played(judged) {
        // Without the dropped cause, the others must be compared again.
        search.drop_unlike(judged);
    }
    search.drop_shadows();
    while search.drop_unconfirmed() {}
    let mut found = search.diagnosis(game, judged, &clauses, profile);
    found.suspects = Ranking::new(judged, settled, &[], Some(&mutants)).suspects(game, &found.causes);
    found
}

/// Returns the claims that fail without each of these switches.
fn mutants(
    effects: &HashMap<usize, Absence>,
    profile: &Profile,
    clauses: &[Vec<ClauseId>],
    judged: &[Judged<'_>],
) -> Vec<MutantClaims> {
    let mut switches: Vec<usize> = effects.keys().copied().collect();
    switches.sort_unstable();
    let mutant = |switch: usize| MutantClaims {
        switch: profile.switches[switch].name.clone(),
        clauses: clauses[switch].clone(),
        fails: MutantClaims::failing(&effects[&switch], judged),
    };
    switches.into_iter().map(mutant).collect()
}

/// Returns the failures of the engine in scenarios that the reference engine passes.
fn failing(judged: &[Judged<'_>], reference: &Reference<'_, '_>) -> Parts {
    let mut parts = Parts::new();
    for (scenario, judged) in judged.iter().enumerate() {
        if let Verdict::Fail(mismatches) = &judged.verdict
            && reference.knows(scenario)
        {
            parts.extend(failed_expectations::of(scenario, mismatches, &judged.scenario.tolerance));
        }
    }
    parts
}

/// Returns whether the engine rejects a scenario that the reference engine passes.
fn rejects_any(judged: &[Judged<'_>], reference: &Reference<'_, '_>) -> bool {
    judged.iter().enumerate().any(|(scenario, judged)| judged.verdict.is_rejected() && reference.knows(scenario))
}

/// Returns the clauses with a claim that counts.
fn clauses_where(judged: &[Judged<'_>], counts: impl Fn(&Verdict, usize) -> bool) -> BTreeSet<ClauseId> {
    let mut blamed = BTreeSet::new();
    for judged in judged {
        for (index, claim) in judged.scenario.claims.iter().enumerate() {
            if counts(&judged.verdict, index) {
                blamed.extend(claim.clauses.iter().cloned());
            }
        }
    }
    blamed
}
