//! Counts equal scenarios once: copies of a scenario are not additional evidence.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::evidence::cause::Diagnosis;
use crate::evidence::coverage::ClaimRef;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Mismatch;
use crate::suite::claim::Claim;
use truthsayer_protocol::wire;

/// The results without copies: the first of all equal scenarios with equal results.
pub(crate) struct Distinct<'j, 's> {
    pub judged: Cow<'j, [Judged<'s>]>,
    /// For each scenario with copies, the ids of the copies.
    copies: HashMap<String, Vec<String>>,
}

impl<'j, 's> Distinct<'j, 's> {
    pub(crate) fn of(judged: &'j [Judged<'s>]) -> Distinct<'j, 's> {
        let mut first: HashMap<String, &str> = HashMap::with_capacity(judged.len());
        let mut copies: HashMap<String, Vec<String>> = HashMap::new();
        let mut kept = Vec::with_capacity(judged.len());
        for (at, judged) in judged.iter().enumerate() {
            let id = judged.scenario.id.as_str();
            match *first.entry(content(judged)).or_insert(id) {
                known if known == id => kept.push(at),
                known => copies.entry(known.to_owned()).or_default().push(id.to_owned()),
            }
        }
        let judged = match copies.is_empty() {
            true => Cow::Borrowed(judged),
            false => Cow::Owned(kept.into_iter().map(|at| judged[at].clone()).collect()),
        };
        Distinct { judged, copies }
    }

    /// Extends a diagnosis to the copies.
    pub(crate) fn with_copies(&self, mut diagnosis: Diagnosis) -> Diagnosis {
        if self.copies.is_empty() {
            return diagnosis;
        }
        diagnosis.causes.iter_mut().for_each(|cause| self.add_copies(&mut cause.explains));
        diagnosis.suspects.iter_mut().for_each(|suspect| self.add_copies(&mut suspect.explains));
        diagnosis.unexplained.values_mut().for_each(|claims| self.add_copies(claims));
        let explained: Vec<(ClaimRef, _)> =
            diagnosis.explained.iter().map(|(at, by)| (at.clone(), by.clone())).collect();
        for (claim, causes) in explained {
            diagnosis.explained.extend(self.of_claim(&claim).map(|copy| (copy, causes.clone())));
        }
        diagnosis
    }

    fn add_copies(&self, claims: &mut Vec<ClaimRef>) {
        let copies: Vec<ClaimRef> = claims.iter().flat_map(|claim| self.of_claim(claim)).collect();
        claims.extend(copies);
        claims.sort();
    }

    fn of_claim(&self, claim: &ClaimRef) -> impl Iterator<Item = ClaimRef> + use<'_> {
        let number = claim.claim;
        let copies = self.copies.get(&claim.scenario).into_iter().flatten();
        copies.map(move |scenario| ClaimRef { scenario: scenario.clone(), claim: number })
    }
}

/// Returns the task, the claims and the result of a scenario: equal for copies.
fn content(judged: &Judged<'_>) -> String {
    let claims: Vec<String> = judged.scenario.claims.iter().map(Claim::content).collect();
    let mismatch = |it: &Mismatch| format!("{:?} {:?} {} {}", it.claim, it.expectation, it.subject, it.actual);
    let mismatches: Vec<String> = judged.verdict.mismatches().iter().map(mismatch).collect();
    let task = wire::play_line(0, &judged.scenario.task(&[]));
    [task, claims.join("\n"), judged.verdict.name().to_owned(), mismatches.join("\n")].join("\n\n")
}
