//! Foils: engines known to differ, played to see whether claims can tell. A claim on a clause is sharp if it holds in
//! the engine that is judged and deviates on a foil that lacks the clause and keeps most others.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::ledger::ClaimRef;
use crate::oracle::part::Parts;
use crate::oracle::reference::Reference;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Judged;
use crate::protocol::EngineMaker;
use crate::protocol::Profile;

/// An engine that lacks some clauses.
pub struct Foil {
    pub name: String,
    pub game: String,
    pub maker: Box<dyn EngineMaker>,
    /// Its switches that are off.
    pub without: Vec<String>,
    /// The clauses that it is declared to lack.
    pub lacks: BTreeSet<ClauseId>,
}

/// What shows that a claim on a clause can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sharpness {
    /// The foil on which the claim deviates.
    pub foil: String,
    pub claim: ClaimRef,
}

/// By clause, the first foil that shows it.
pub type Sharpened = BTreeMap<ClauseId, Sharpness>;

/// What each claim comes to on a foil, beside what it came to in the engine that is judged.
#[derive(Default)]
struct Score {
    /// Claims on other clauses that hold in the judged engine, and those that hold on the foil as well.
    others: usize,
    kept: usize,
    /// The first claim on each lacking clause that deviates on the foil.
    deviating: BTreeMap<ClauseId, ClaimRef>,
}

impl Score {
    /// Enters a claim that holds in the judged engine.
    fn enter(&mut self, judged: &Judged<'_>, claim: usize, lacks: &BTreeSet<ClauseId>, on_foil: Option<bool>) {
        let Some(cited) = judged.scenario.claims.get(claim).map(|claim| &claim.clauses) else { return };
        let own: Vec<&ClauseId> = cited.iter().filter(|clause| lacks.contains(clause)).collect();
        if own.is_empty() {
            self.others += 1;
            self.kept += usize::from(on_foil == Some(true));
        }
        if on_foil == Some(false) {
            for clause in own.into_iter().filter(|clause| !judged.elsewhere.contains(clause)) {
                let claim = || ClaimRef { scenario: judged.scenario.id.clone(), claim };
                self.deviating.entry(clause.clone()).or_insert_with(claim);
            }
        }
    }

    /// A foil that fails nearly everything, such as a broken adapter, shows nothing.
    fn sharpen(self, foil: &str, into: &mut Sharpened) {
        if self.kept * 2 <= self.others {
            return;
        }
        for (clause, claim) in self.deviating {
            into.entry(clause).or_insert_with(|| Sharpness { foil: foil.to_owned(), claim });
        }
    }
}

/// The claims that hold, by their places.
fn holding<'j>(judged: &'j Judged<'_>) -> impl Iterator<Item = usize> + 'j {
    (0..judged.scenario.claims.len()).filter(|claim| judged.holds(*claim) == Some(true))
}

/// Compares the judged engine with a foil that played the same scenarios in the same order.
pub(crate) fn compare(foil: &Foil, judged: &[Judged<'_>], on_foil: &[Judged<'_>], into: &mut Sharpened) {
    let mut score = Score::default();
    for (judged, other) in judged.iter().zip(on_foil) {
        for claim in holding(judged) {
            score.enter(judged, claim, &foil.lacks, other.holds(claim));
        }
    }
    score.sharpen(&foil.name, into);
}

/// The game's own engine with one clause off is a foil for every other engine, once for each of its switches.
pub(crate) fn compare_with_reference(
    judged: &[Judged<'_>],
    reference: &Reference<'_, '_>,
    profile: &Profile,
    book: &Rulebook,
    into: &mut Sharpened,
) {
    let (clauses, _) = switch_clauses::resolve(profile, book);
    let cited: BTreeSet<&ClauseId> =
        judged.iter().flat_map(|it| &it.scenario.claims).flat_map(|it| &it.clauses).collect();
    for (number, switch) in profile.switches.iter().enumerate() {
        let lacks: BTreeSet<ClauseId> = clauses.get(&switch.name).into_iter().flatten().cloned().collect();
        if !lacks.iter().any(|clause| cited.contains(clause)) {
            continue;
        }
        let signatures = reference.signatures(&[number]);
        let fails = failing(signatures.get(&number));
        let mut score = Score::default();
        for (at, judged) in judged.iter().enumerate().filter(|(at, _)| reference.knows(*at)) {
            for claim in holding(judged) {
                score.enter(judged, claim, &lacks, Some(!fails.contains(&(at, claim))));
            }
        }
        score.sharpen(&format!("{} without {}", profile.name, switch.name), into);
    }
}

/// The claims that fail, by scenario and claim.
fn failing(parts: Option<&Parts>) -> BTreeSet<(usize, usize)> {
    parts.into_iter().flat_map(|parts| parts.keys()).map(|key| (key.scenario, key.claim)).collect()
}
