//! Equal scenarios count once: a fault that one scenario shows is not shown better by copies of it.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::oracle::cause::Diagnosis;
use crate::oracle::claim::Claim;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::protocol::wire;

/// The results without copies: the first of all equal scenarios that were judged alike.
pub(crate) struct Distinct<'j, 's> {
    pub judged: Cow<'j, [Judged<'s>]>,
    /// By the id of a scenario that has copies: the ids of these.
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

    /// What holds of a scenario holds of its copies.
    pub(crate) fn with_copies(&self, mut diagnosis: Diagnosis) -> Diagnosis {
        if self.copies.is_empty() {
            return diagnosis;
        }
        diagnosis.causes.iter_mut().for_each(|cause| self.add_copies(&mut cause.explains));
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

/// What a scenario plays and claims, and how it was judged: equal for copies.
fn content(judged: &Judged<'_>) -> String {
    let claims: Vec<String> = judged.scenario.claims.iter().map(Claim::content).collect();
    let deviation = |it: &Deviation| format!("{:?} {:?} {} {}", it.claim, it.expectation, it.subject, it.actual);
    let deviations: Vec<String> = judged.verdict.deviations().iter().map(deviation).collect();
    let task = wire::play_line(0, &judged.scenario.task(&[]));
    [task, claims.join("\n"), judged.verdict.name().to_owned(), deviations.join("\n")].join("\n\n")
}
