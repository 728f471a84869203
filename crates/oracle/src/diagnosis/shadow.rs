//! Shadows: clauses that fail with the same actual values as expectations that do not depend on them. An earlier fault
//! causes both, so the clauses are not causes.

use std::collections::BTreeSet;
use std::collections::HashSet;

use crate::diagnosis::FEW;
use crate::diagnosis::GOOD_PART;
use crate::diagnosis::search::Search;
use crate::judge::failed_expectations::ActualValues;
use crate::judge::failed_expectations::PartKey;

impl Search<'_, '_, '_> {
    /// Drops causes that are implemented differently and whose actual values also occur elsewhere. Also drops causes
    /// that few scenarios show, if their actual values occur in unexplained failures.
    pub(super) fn drop_shadows(&mut self) {
        let shadows: Vec<usize> = self.named.iter().copied().filter(|switch| self.is_shadow(*switch)).collect();
        if !shadows.is_empty() {
            self.named.retain(|switch| !shadows.contains(switch));
            self.absence = self.reference.without(&self.named);
        }
    }

    fn is_shadow(&self, switch: usize) -> bool {
        let is_open = |key: &PartKey| !self.is_explained(key, &self.failing[key]);
        (self.is_played_differently(switch) && self.is_found_elsewhere(switch, |_| true))
            || (self.shown_in(switch) < FEW && self.is_found_elsewhere(switch, is_open))
    }

    /// Returns the number of scenarios with failures that depend on a switch.
    fn shown_in(&self, switch: usize) -> usize {
        self.hits(switch).iter().map(|key| key.scenario).collect::<BTreeSet<_>>().len()
    }

    /// Returns whether a large part of a switch's actual values also occurs in other failures that count.
    fn is_found_elsewhere(&self, switch: usize, counts: impl Fn(&PartKey) -> bool) -> bool {
        let signature = &self.signatures[&switch];
        let hits = self.hits(switch);
        let elsewhere = self.failing.iter().filter(|(key, _)| !signature.contains_key(key) && counts(key));
        let elsewhere: Vec<&ActualValues> = elsewhere.map(|(_, actual)| actual).collect();
        let texts: HashSet<&str> = elsewhere.iter().map(|actual| actual.text()).collect();
        let is_elsewhere =
            |actual: &ActualValues| texts.contains(actual.text()) || !actual.is_exact() && elsewhere.contains(&actual);
        let found = hits.iter().filter(|key| is_elsewhere(&self.failing[**key])).count();
        found > 0 && found * GOOD_PART >= hits.len()
    }
}
