//! Compares the failures of the reference engine without a cause with those of the engine, in the scenarios where the
//! cause matters. Causes below a threshold are dropped.

use crate::diagnosis::FEW;
use crate::diagnosis::NEARLY;
use crate::diagnosis::search::Search;
use crate::evidence::reference_engine::Absence;
use crate::judge::failed_expectations::PartKey;
use crate::judge::failed_expectations::Parts;
use crate::judge::play_and_judge::Judged;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Most: three in four.
const MOST: (usize, usize) = (3, 4);

/// Numbers of failures in the scenarios in which a cause matters.
#[derive(Debug, Default)]
struct Likeness {
    scenarios: usize,
    /// Failures on either side: in the engine, or only on the reference engine without all causes.
    either: usize,
    /// Failures on both sides, and those with the same actual value.
    both: usize,
    alike: usize,
}

impl Likeness {
    /// Returns whether the cause may be named. A clause that is implemented differently has other actual values in the
    /// same places.
    fn is_enough(&self, is_played_differently: bool) -> bool {
        let is = |part: usize, share: (usize, usize)| part > 0 && part * share.1 >= self.either * share.0;
        is(self.alike, NEARLY)
            || (self.scenarios >= FEW && (is(self.alike, MOST) || (is_played_differently && is(self.both, NEARLY))))
    }

    fn compare(&self, other: &Likeness) -> Ordering {
        (self.alike * other.either.max(1)).cmp(&(other.alike * self.either.max(1)))
    }
}

impl Search<'_, '_, '_> {
    /// Drops the causes that do not match the failures, the worst first: without it the others may match better.
    pub(super) fn drop_unlike(&mut self, judged: &[Judged<'_>]) {
        loop {
            let unlike = self.named.iter().map(|switch| (self.likeness(*switch, judged), *switch));
            let unlike = unlike.filter(|(likeness, switch)| !likeness.is_enough(self.is_played_differently(*switch)));
            let Some((_, switch)) = unlike.min_by(|(one, _), (other, _)| one.compare(other)) else { return };
            self.named.remove(&switch);
            self.absence = self.reference.without(&self.named);
        }
    }

    fn likeness(&self, switch: usize, judged: &[Judged<'_>]) -> Likeness {
        let mut others = self.named.clone();
        others.remove(&switch);
        let own = (0..judged.len()).filter(|scenario| self.reference.took_effect(switch, *scenario));
        let own: BTreeSet<usize> = own.filter(|scenario| !self.absence.unjudged.contains(scenario)).collect();
        let without = self.reference.without_in(&others, own.iter().copied());
        let mut differing = differing(&self.absence, &without);
        differing.retain(|scenario| own.contains(scenario) && !without.unjudged.contains(scenario));
        let is_there = |key: &&PartKey| differing.contains(&key.scenario);
        let mut likeness = Likeness::default();
        let mut scenarios = BTreeSet::new();
        for key in self.failing.keys().filter(is_there) {
            scenarios.insert(key.scenario);
            likeness.either += 1;
            likeness.both += usize::from(self.absence.parts.contains_key(key));
            likeness.alike += usize::from(self.is_explained(key, &self.failing[key]));
        }
        for key in self.absence.parts.keys().filter(is_there).filter(|key| self.holds(key, judged)) {
            scenarios.insert(key.scenario);
            likeness.either += 1;
        }
        Likeness { scenarios: scenarios.len(), ..likeness }
    }
}

/// Returns the scenarios with different failures.
fn differing(one: &Absence, other: &Absence) -> BTreeSet<usize> {
    let only = |these: &Parts, those: &Parts| -> BTreeSet<usize> {
        these.iter().filter(|(key, actual)| those.get(key) != Some(actual)).map(|(key, _)| key.scenario).collect()
    };
    only(&one.parts, &other.parts).union(&only(&other.parts, &one.parts)).copied().collect()
}
