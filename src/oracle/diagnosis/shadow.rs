//! Shadows: clauses whose lack shows itself in the same way where they decide nothing. That is the work of a fault that stands
//! before them, and they are not its cause.

use std::collections::BTreeSet;
use std::collections::HashSet;

use crate::oracle::diagnosis::FEW;
use crate::oracle::diagnosis::GOOD_PART;
use crate::oracle::diagnosis::search::Search;
use crate::oracle::part::PartKey;

impl Search<'_, '_, '_> {
    /// Drops the causes that are played differently, and in the same way as much that does not hang on them; and those that
    /// few scenarios show, if what they show is found in failures that nothing explains.
    pub(super) fn drop_shadows(&mut self) {
        let shadows: Vec<usize> = self.named.iter().copied().filter(|switch| self.is_shadow(*switch)).collect();
        if !shadows.is_empty() {
            self.named.retain(|switch| !shadows.contains(switch));
            self.lack = self.reference.without(&self.named);
        }
    }

    fn is_shadow(&self, switch: usize) -> bool {
        let is_open = |key: &PartKey| !self.is_explained(key, &self.failing[key]);
        (self.is_played_differently(switch) && self.is_found_elsewhere(switch, |_| true))
            || (self.shown_in(switch) < FEW && self.is_found_elsewhere(switch, is_open))
    }

    /// In how many scenarios something fails that hangs on a switch.
    fn shown_in(&self, switch: usize) -> usize {
        self.hits(switch).iter().map(|key| key.scenario).collect::<BTreeSet<_>>().len()
    }

    /// Whether a good part of what is found instead, where a switch decides, is found elsewhere, too, in what counts.
    fn is_found_elsewhere(&self, switch: usize, counts: impl Fn(&PartKey) -> bool) -> bool {
        let signature = &self.signatures[&switch];
        let hits = self.hits(switch);
        let elsewhere = self.failing.iter().filter(|(key, _)| !signature.contains_key(key) && counts(key));
        let elsewhere: HashSet<&String> = elsewhere.map(|(_, actual)| actual).collect();
        let found = hits.iter().filter(|key| elsewhere.contains(&self.failing[**key])).count();
        found > 0 && found * GOOD_PART >= hits.len()
    }
}
