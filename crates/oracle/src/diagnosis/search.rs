//! The search for causes: the clauses without which the reference engine fails like the engine.

use crate::diagnosis::GOOD_PART;
use crate::diagnosis::NEARLY;
use crate::evidence::reference_engine::Absence;
use crate::evidence::reference_engine::Reference;
use crate::judge::failed_expectations;
use crate::judge::failed_expectations::ActualValues;
use crate::judge::failed_expectations::PartKey;
use crate::judge::failed_expectations::Parts;
use crate::judge::play_and_judge::Judged;
use std::collections::BTreeSet;
use std::collections::HashMap;

/// Maximum number of clauses that are tried in addition to the named ones, so that the search costs no more than the
/// signatures.
const MOST_TRIED: usize = 60;
const MOST_UNLIKE: usize = 60;
/// Maximum number of clauses that are tried instead of a named one.
const MOST_RIVALS: usize = 12;

/// State of the search.
pub(super) struct Search<'s, 'r, 'a> {
    pub(super) failing: Parts,
    /// Signatures by switch.
    pub(super) signatures: HashMap<usize, Parts>,
    pub(super) reference: &'a Reference<'s, 'r>,
    pub(super) named: BTreeSet<usize>,
    /// Failures of the reference engine without all named clauses.
    pub(super) absence: Absence,
}

/// Agreement of a signature with the engine's failures.
#[derive(Debug, Clone, Copy)]
struct Fit {
    switch: usize,
    decides: usize,
    hits: usize,
    /// Hits that are not explained yet, and those with the same actual value.
    new: usize,
    new_alike: usize,
}

impl Fit {
    fn is_nearly_all(&self) -> bool {
        self.hits * NEARLY.1 >= self.decides * NEARLY.0
    }

    /// Rank of a candidate: first by the share of failures (nearly all, half, fewer), then by the number of new
    /// explanations, then by the smaller signature.
    fn rank(&self) -> (u8, usize, usize, std::cmp::Reverse<usize>) {
        let tier = if self.is_nearly_all() { 2 } else { u8::from(self.hits * 2 >= self.decides) };
        (tier, self.new_alike, self.new, std::cmp::Reverse(self.decides))
    }
}

impl Search<'_, '_, '_> {
    pub(super) fn is_explained(&self, key: &PartKey, actual: &ActualValues) -> bool {
        self.absence.parts.get(key) == Some(actual)
    }

    fn explained(absence: &Absence, failing: &Parts) -> usize {
        failed_expectations::count_alike(failing, &absence.parts)
    }

    fn fit(&self, switch: usize) -> Fit {
        let signature = &self.signatures[&switch];
        let (mut hits, mut new, mut new_alike) = (0, 0, 0);
        for (key, actual) in signature {
            let Some(found) = self.failing.get(key) else { continue };
            hits += 1;
            if !self.is_explained(key, found) {
                new += 1;
                new_alike += usize::from(found == actual);
            }
        }
        Fit { switch, decides: signature.len(), hits, new, new_alike }
    }

    pub(super) fn fails_nearly_everywhere(&self, switch: usize) -> bool {
        self.fit(switch).is_nearly_all()
    }

    /// Names causes one after the other, and runs the reference engine without them each time.
    pub(super) fn name_causes(&mut self) {
        let mut refused: BTreeSet<usize> = BTreeSet::new();
        loop {
            let open = self.signatures.keys().filter(|it| !self.named.contains(it) && !refused.contains(it));
            let fits = open.map(|switch| self.fit(*switch));
            let worthy = fits.filter(|fit| fit.hits > 0 && fit.new_alike.max(fit.new / 2) * GOOD_PART >= fit.hits);
            let Some(best) = worthy.max_by_key(|fit| (fit.rank(), std::cmp::Reverse(fit.switch))) else { return };
            let mut wider = self.named.clone();
            wider.insert(best.switch);
            let absence = self.reference.without(&wider);
            let gains = Self::explained(&absence, &self.failing) > Self::explained(&self.absence, &self.failing);
            if gains {
                (self.named, self.absence) = (wider, absence);
                refused.clear();
            } else {
                refused.insert(best.switch);
            }
            refused.extend(self.named.iter().copied());
        }
    }

    /// Drops a cause that explains no failing claim with the same actual value: the reference engine does not confirm
    /// it.
    pub(super) fn drop_unconfirmed(&mut self) -> bool {
        let unconfirmed = self.named.iter().copied().find(|switch| self.failing_alike(*switch).is_empty());
        let Some(switch) = unconfirmed else { return false };
        self.named.remove(&switch);
        self.absence = self.reference.without(&self.named);
        true
    }

    /// Tries candidates together with the named causes, in the scenarios whose failures still differ. The effect of
    /// several missing clauses can differ from every single signature.
    pub(super) fn try_others(&mut self, judged: &[Judged<'_>]) {
        loop {
            let unlike = self.unlike(judged);
            let hits = |switch: &usize| {
                let parts = self.signatures[switch].keys();
                parts.filter(|key| unlike.contains(&key.scenario) && self.failing.contains_key(key)).count()
            };
            let mut open: Vec<(usize, usize)> = self.signatures.keys().map(|switch| (hits(switch), *switch)).collect();
            open.retain(|(hits, switch)| *hits > 0 && !self.named.contains(switch));
            open.sort_unstable_by_key(|(hits, switch)| (std::cmp::Reverse(*hits), *switch));
            open.truncate(MOST_TRIED);
            let gains =
                open.iter().map(|(_, switch)| (self.gain(*switch, &unlike, judged), std::cmp::Reverse(*switch)));
            match gains.max() {
                Some((gain, std::cmp::Reverse(switch))) if gain > 0 => {
                    self.named.insert(switch);
                    self.absence = self.reference.without(&self.named);
                }
                _ => return,
            }
        }
    }

    /// Returns the scenarios in which the reference engine without the named causes and the engine fail differently.
    fn unlike(&self, judged: &[Judged<'_>]) -> BTreeSet<usize> {
        let missed = self.failing.iter().filter(|(key, actual)| !self.is_explained(key, actual)).map(|(key, _)| key);
        let invented = self.absence.parts.keys().filter(|key| self.holds(key, judged));
        missed.chain(invented).map(|key| key.scenario).collect::<BTreeSet<_>>().into_iter().take(MOST_UNLIKE).collect()
    }

    /// Returns how much the agreement in these scenarios improves with one more switch off.
    fn gain(&self, switch: usize, unlike: &BTreeSet<usize>, judged: &[Judged<'_>]) -> i64 {
        let affected: BTreeSet<usize> =
            unlike.iter().copied().filter(|scenario| self.reference.took_effect(switch, *scenario)).collect();
        let mut wider = self.named.clone();
        wider.insert(switch);
        let absence = self.reference.without_in(&wider, affected.iter().copied());
        let (after, before) =
            (self.balance(&absence, &affected, judged), self.balance(&self.absence, &affected, judged));
        (after.0 - after.1) - (before.0 - before.1)
    }

    /// Replaces a cause that works on some paths by another one that explains as much and has fewer passing
    /// expectations.
    pub(super) fn exchange_partial(&mut self, judged: &[Judged<'_>]) {
        for switch in self.named.clone() {
            if self.fails_nearly_everywhere(switch) {
                continue;
            }
            let better = self.rivals(switch).into_iter().filter_map(|rival| {
                let mut exchanged = self.named.clone();
                exchanged.remove(&switch);
                exchanged.insert(rival);
                let scenarios = self.scenarios_of(&[switch, rival]);
                let absence = self.reference.without_in(&exchanged, scenarios.iter().copied());
                let (before, after) =
                    (self.balance(&self.absence, &scenarios, judged), self.balance(&absence, &scenarios, judged));
                let gain = (after.0 - before.0, before.1 - after.1);
                (gain.0 >= 0 && gain.1 > 0).then_some((gain, std::cmp::Reverse(rival)))
            });
            if let Some((_, std::cmp::Reverse(rival))) = better.max() {
                self.named.remove(&switch);
                self.named.insert(rival);
                self.absence = self.reference.without(&self.named);
            }
        }
    }

    /// Returns the switches that could replace another: their signatures contain the same failures.
    fn rivals(&self, switch: usize) -> Vec<usize> {
        let hits = |parts: &Parts| -> BTreeSet<usize> {
            parts.keys().filter(|key| self.failing.contains_key(key)).map(|key| key.scenario).collect()
        };
        let own = hits(&self.signatures[&switch]);
        let open = self.signatures.iter().filter(|(other, _)| !self.named.contains(other));
        let mut rivals: Vec<(usize, usize)> =
            open.map(|(other, parts)| (hits(parts).intersection(&own).count(), *other)).collect();
        rivals.retain(|(shared, _)| *shared > 0);
        rivals.sort_unstable_by_key(|(shared, other)| (std::cmp::Reverse(*shared), *other));
        rivals.into_iter().take(MOST_RIVALS).map(|(_, other)| other).collect()
    }

    /// Returns the scenarios in the signatures of these switches.
    fn scenarios_of(&self, switches: &[usize]) -> BTreeSet<usize> {
        switches.iter().flat_map(|switch| self.signatures[switch].keys()).map(|key| key.scenario).collect()
    }

    /// Returns the numbers of explained failures and of failures that only the reference engine has, in these
    /// scenarios.
    fn balance(&self, absence: &Absence, scenarios: &BTreeSet<usize>, judged: &[Judged<'_>]) -> (i64, i64) {
        let (mut explained, mut invented) = (0, 0);
        for (key, actual) in absence.parts.iter().filter(|(key, _)| scenarios.contains(&key.scenario)) {
            explained += i64::from(self.failing.get(key) == Some(actual));
            invented += i64::from(self.holds(key, judged));
        }
        (explained, invented)
    }

    pub(super) fn holds(&self, key: &PartKey, judged: &[Judged<'_>]) -> bool {
        judged[key.scenario].verdict.is_judged() && !self.failing.contains_key(key)
    }
}
