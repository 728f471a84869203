//! The search for causes: the clauses without which the reference fails as the engine does.

use crate::oracle::diagnosis::GOOD_PART;
use crate::oracle::diagnosis::NEARLY;
use crate::oracle::part;
use crate::oracle::part::PartKey;
use crate::oracle::part::Parts;
use crate::oracle::reference::Lack;
use crate::oracle::reference::Reference;
use crate::oracle::trial::Judged;
use std::collections::BTreeSet;
use std::collections::HashMap;

/// How many clauses are tried beside the named ones, and in how many scenarios, so that the search stays within what
/// the signatures cost.
const MOST_TRIED: usize = 60;
const MOST_UNLIKE: usize = 60;
/// How many clauses are tried in the place of a named one.
const MOST_RIVALS: usize = 12;

/// The search as far as it has come.
pub(super) struct Search<'s, 'r, 'a> {
    pub(super) failing: Parts,
    /// By switch.
    pub(super) signatures: HashMap<usize, Parts>,
    pub(super) reference: &'a Reference<'s, 'r>,
    pub(super) named: BTreeSet<usize>,
    /// What fails on the reference without all that are named.
    pub(super) lack: Lack,
}

/// How much of a signature fails in the engine.
#[derive(Debug, Clone, Copy)]
struct Fit {
    switch: usize,
    decides: usize,
    hits: usize,
    /// Hits that nothing explains so far, and those of them that fail alike.
    new: usize,
    new_alike: usize,
}

impl Fit {
    fn is_nearly_all(&self) -> bool {
        self.hits * NEARLY.1 >= self.decides * NEARLY.0
    }

    /// What fails nearly wherever it decides comes before what fails in half of it, and that before the rest; then
    /// whatever explains most; of equals, what hangs on least.
    fn rank(&self) -> (u8, usize, usize, std::cmp::Reverse<usize>) {
        let tier = if self.is_nearly_all() { 2 } else { u8::from(self.hits * 2 >= self.decides) };
        (tier, self.new_alike, self.new, std::cmp::Reverse(self.decides))
    }
}

impl Search<'_, '_, '_> {
    pub(super) fn is_explained(&self, key: &PartKey, actual: &String) -> bool {
        self.lack.parts.get(key) == Some(actual)
    }

    fn explained(lack: &Lack, failing: &Parts) -> usize {
        part::count_alike(failing, &lack.parts)
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

    /// Names causes one after the other, and plays the reference without them each time.
    pub(super) fn name_causes(&mut self) {
        let mut refused: BTreeSet<usize> = BTreeSet::new();
        loop {
            let open = self.signatures.keys().filter(|it| !self.named.contains(it) && !refused.contains(it));
            let fits = open.map(|switch| self.fit(*switch));
            let worthy = fits.filter(|fit| fit.hits > 0 && fit.new_alike.max(fit.new / 2) * GOOD_PART >= fit.hits);
            let Some(best) = worthy.max_by_key(|fit| (fit.rank(), std::cmp::Reverse(fit.switch))) else { return };
            let mut wider = self.named.clone();
            wider.insert(best.switch);
            let lack = self.reference.without(&wider);
            let gains = Self::explained(&lack, &self.failing) > Self::explained(&self.lack, &self.failing);
            if gains {
                (self.named, self.lack) = (wider, lack);
                refused.clear();
            } else {
                refused.insert(best.switch);
            }
            refused.extend(self.named.iter().copied());
        }
    }

    /// Drops a cause that explains no failing claim with the same actual: the reference does not confirm it.
    pub(super) fn drop_unconfirmed(&mut self) -> bool {
        let unconfirmed = self.named.iter().copied().find(|switch| self.failing_alike(*switch).is_empty());
        let Some(switch) = unconfirmed else { return false };
        self.named.remove(&switch);
        self.lack = self.reference.without(&self.named);
        true
    }

    /// Where clauses are missing together, none looks like itself. So those that hit what is still unexplained are tried
    /// beside the named ones, in the scenarios that are not yet alike.
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
                    self.lack = self.reference.without(&self.named);
                }
                _ => return,
            }
        }
    }

    /// Scenarios in which the reference without the named causes and the engine do not fail alike.
    fn unlike(&self, judged: &[Judged<'_>]) -> BTreeSet<usize> {
        let missed = self.failing.iter().filter(|(key, actual)| !self.is_explained(key, actual)).map(|(key, _)| key);
        let invented = self.lack.parts.keys().filter(|key| self.holds(key, judged));
        missed.chain(invented).map(|key| key.scenario).collect::<BTreeSet<_>>().into_iter().take(MOST_UNLIKE).collect()
    }

    /// How much more alike the engine and the reference are in these scenarios without one more switch.
    fn gain(&self, switch: usize, unlike: &BTreeSet<usize>, judged: &[Judged<'_>]) -> i64 {
        let touched: BTreeSet<usize> =
            unlike.iter().copied().filter(|scenario| self.reference.took_effect(switch, *scenario)).collect();
        let mut wider = self.named.clone();
        wider.insert(switch);
        let lack = self.reference.without_in(&wider, touched.iter().copied());
        let (after, before) = (self.balance(&lack, &touched, judged), self.balance(&self.lack, &touched, judged));
        (after.0 - after.1) - (before.0 - before.1)
    }

    /// A cause that is played on some paths only is exchanged for another that explains as much and claims less: one
    /// that leaves alone more of what holds.
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
                let lack = self.reference.without_in(&exchanged, scenarios.iter().copied());
                let (before, after) =
                    (self.balance(&self.lack, &scenarios, judged), self.balance(&lack, &scenarios, judged));
                let gain = (after.0 - before.0, before.1 - after.1);
                (gain.0 >= 0 && gain.1 > 0).then_some((gain, std::cmp::Reverse(rival)))
            });
            if let Some((_, std::cmp::Reverse(rival))) = better.max() {
                self.named.remove(&switch);
                self.named.insert(rival);
                self.lack = self.reference.without(&self.named);
            }
        }
    }

    /// Switches that could stand in the place of another: they decide, where it does, something that fails.
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

    /// The scenarios in which the lack of one of these switches alone is seen.
    fn scenarios_of(&self, switches: &[usize]) -> BTreeSet<usize> {
        switches.iter().flat_map(|switch| self.signatures[switch].keys()).map(|key| key.scenario).collect()
    }

    /// How much of what fails in these scenarios is explained, and how much fails only on the reference.
    fn balance(&self, lack: &Lack, scenarios: &BTreeSet<usize>, judged: &[Judged<'_>]) -> (i64, i64) {
        let (mut explained, mut invented) = (0, 0);
        for (key, actual) in lack.parts.iter().filter(|(key, _)| scenarios.contains(&key.scenario)) {
            explained += i64::from(self.failing.get(key) == Some(actual));
            invented += i64::from(self.holds(key, judged));
        }
        (explained, invented)
    }

    pub(super) fn holds(&self, key: &PartKey, judged: &[Judged<'_>]) -> bool {
        judged[key.scenario].verdict.is_judged() && !self.failing.contains_key(key)
    }

    /// Drops every cause without which the reference looks at least as much like the engine.
    pub(super) fn drop_needless(&mut self, judged: &[Judged<'_>]) {
        let mut order: Vec<usize> = self.named.iter().copied().collect();
        order.sort_by_key(|switch| part::count_alike(&self.failing, &self.signatures[switch]));
        for switch in order {
            let mut fewer = self.named.clone();
            fewer.remove(&switch);
            let lack = self.reference.without(&fewer);
            let (with, without) = (Self::explained(&self.lack, &self.failing), Self::explained(&lack, &self.failing));
            let partial = !self.fails_nearly_everywhere(switch);
            let needless = match partial {
                true => without >= with,
                false => without + self.invented(&self.lack, judged) >= with + self.invented(&lack, judged),
            };
            let differs = part::count_alike(&self.failing, &self.signatures[&switch]) == 0;
            if needless && !differs {
                (self.named, self.lack) = (fewer, lack);
            }
        }
    }

    /// How many expectations fail on the reference that hold in the engine.
    fn invented(&self, lack: &Lack, judged: &[Judged<'_>]) -> usize {
        lack.parts.keys().filter(|key| self.holds(key, judged)).count()
    }
}
