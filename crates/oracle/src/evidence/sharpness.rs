//! Sharp claims: a claim on a clause is sharp if it passes on the judged engine and fails on the reference engine's
//! mutant, while most claims on other clauses still pass there.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::evidence::coverage::ClaimRef;
use crate::evidence::reference_engine::Reference;
use crate::judge::failed_expectations::Parts;
use crate::judge::play_and_judge::Judged;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::switch_clauses;
use truthsayer_protocol::Profile;

/// The mutant and claim that make a clause sharp.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sharpness {
    /// The mutant of the reference engine on which the claim fails.
    pub mutant: String,
    pub claim: ClaimRef,
}

/// The first sharp mutant of each clause.
pub type Sharpened = BTreeMap<ClauseId, Sharpness>;

/// Numbers of claims on a mutant of the reference engine.
#[derive(Default)]
struct Score {
    /// Claims on other clauses that pass on the judged engine, and those that also pass on the mutant.
    others: usize,
    kept: usize,
    /// The first claim on each missing clause that fails on the mutant.
    failing: BTreeMap<ClauseId, ClaimRef>,
}

impl Score {
    /// Adds a claim that passes on the judged engine.
    fn enter(&mut self, judged: &Judged<'_>, claim: usize, lacks: &BTreeSet<ClauseId>, passes: bool) {
        let Some(cited) = judged.scenario.claims.get(claim).map(|claim| &claim.clauses) else { return };
        let own: Vec<&ClauseId> = cited.iter().filter(|clause| lacks.contains(clause)).collect();
        if own.is_empty() {
            self.others += 1;
            self.kept += usize::from(passes);
        }
        if !passes {
            for clause in own.into_iter().filter(|clause| !judged.elsewhere.contains(clause)) {
                let claim = || ClaimRef { scenario: judged.scenario.id.clone(), claim };
                self.failing.entry(clause.clone()).or_insert_with(claim);
            }
        }
    }

    /// Adds the result, unless the mutant fails nearly everything.
    fn sharpen(self, mutant: &str, into: &mut Sharpened) {
        if self.kept * 2 <= self.others {
            return;
        }
        for (clause, claim) in self.failing {
            into.entry(clause).or_insert_with(|| Sharpness { mutant: mutant.to_owned(), claim });
        }
    }
}

/// Returns the indices of the passing claims.
fn holding<'j>(judged: &'j Judged<'_>) -> impl Iterator<Item = usize> + 'j {
    (0..judged.scenario.claims.len()).filter(|claim| judged.holds(*claim) == Some(true))
}

/// Returns the clauses with a claim that passes on the judged engine and fails on the reference engine's mutant.
pub(crate) fn sharpen(
    judged: &[Judged<'_>],
    reference: &Reference<'_, '_>,
    profile: &Profile,
    book: &Rulebook,
) -> Sharpened {
    let mut sharpened = Sharpened::new();
    let (clauses, _) = switch_clauses::resolve(profile, book);
    let cited: BTreeSet<&ClauseId> =
        judged.iter().flat_map(|it| &it.scenario.claims).flat_map(|it| &it.clauses).collect();
    for (number, switch) in profile.switches.iter().enumerate() {
        let lacks: BTreeSet<ClauseId> = clauses.get(&switch.name).into_iter().flatten().cloned().collect();
        if !lacks.iter().any(|clause| cited.contains(clause)) {
            continue;
        }
        let signatures = reference.signatures(&[number]);
        let fails = failing(signatures.get(&number).map(|absence| &absence.parts));
        let mut score = Score::default();
        for (at, judged) in judged.iter().enumerate().filter(|(at, _)| reference.knows(*at)) {
            for claim in holding(judged) {
                score.enter(judged, claim, &lacks, !fails.contains(&(at, claim)));
            }
        }
        score.sharpen(&format!("{} without {}", profile.name, switch.name), &mut sharpened);
    }
    sharpened
}

/// Returns the failing claims by scenario and claim.
fn failing(parts: Option<&Parts>) -> BTreeSet<(usize, usize)> {
    parts.into_iter().flat_map(|parts| parts.keys()).map(|key| (key.scenario, key.claim)).collect()
}
