//! Shadows: clauses that are played differently in a way that shows itself elsewhere as well. What is found alike where a
//! clause does not decide is the work of a fault that stands before it, and the clause is not its cause.

use std::collections::HashSet;

use crate::oracle::diagnosis::GOOD_PART;
use crate::oracle::diagnosis::search::Search;

impl Search<'_, '_, '_> {
    /// Drops the causes that are played differently, and in the same way as much that does not hang on them.
    pub(super) fn drop_shadows(&mut self) {
        let different = self.named.iter().copied().filter(|switch| self.is_played_differently(*switch));
        let shadows: Vec<usize> = different.filter(|switch| self.is_shadow(*switch)).collect();
        if !shadows.is_empty() {
            self.named.retain(|switch| !shadows.contains(switch));
            self.lack = self.reference.without(&self.named);
        }
    }

    /// Whether a good part of what is found instead, where a switch decides, is found elsewhere, too.
    fn is_shadow(&self, switch: usize) -> bool {
        let signature = &self.signatures[&switch];
        let hits = self.hits(switch);
        let elsewhere = self.failing.iter().filter(|(key, _)| !signature.contains_key(key));
        let elsewhere: HashSet<&String> = elsewhere.map(|(_, actual)| actual).collect();
        let found = hits.iter().filter(|key| elsewhere.contains(&self.failing[**key])).count();
        found * GOOD_PART >= hits.len()
    }
}
