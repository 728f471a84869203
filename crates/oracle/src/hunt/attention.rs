//! Attention: which leads of a known group are worth shrinking. A group may hide several faults, and only shrinking
//! shows it, but shrinking must not use up the time for new tasks.

use std::collections::BTreeMap;

use crate::hunt::attempt_result::Lead;

/// Maximum number of repeated leads per round.
const PER_ROUND: usize = 2;
/// Maximum number of leads that wait.
const MOST_WAITING: usize = 64;
/// At first, one run in this many may belong to the shrinking of repeated groups.
const SHARE: usize = 3;
/// This many failures in a row reduce the share.
const PATIENCE: usize = 6;

#[derive(Debug, Default)]
pub(crate) struct Attention {
    /// Number of leads of each place that showed a known cause.
    misses: BTreeMap<String, usize>,
    /// Number of such leads since the last new cause.
    in_a_row: usize,
    /// Runs for leads of known groups.
    plays: usize,
    /// Leads for which there was no time yet.
    waiting: Vec<Lead>,
}

impl Attention {
    /// Returns the leads to shrink, after `plays` runs: those of the places with the fewest misses.
    pub(crate) fn choose(&mut self, leads: Vec<Lead>, plays: usize) -> Vec<Lead> {
        for lead in leads.into_iter().filter(|lead| !lead.difference.is_fault) {
            if !self.waiting.iter().any(|other| (other.shape, &other.place) == (lead.shape, &lead.place)) {
                self.waiting.push(lead);
            }
        }
        let misses = &self.misses;
        self.waiting.sort_by_key(|lead| misses.get(&lead.place).copied().unwrap_or(0));
        self.waiting.truncate(MOST_WAITING);
        if self.plays * (SHARE + self.in_a_row / PATIENCE) >= plays {
            return Vec::new();
        }
        let count = PER_ROUND.min(self.waiting.len());
        self.waiting.drain(..count).collect()
    }

    /// Notes a shrunk lead of a known group.
    pub(crate) fn note(&mut self, place: &str, is_new: bool, plays: usize) {
        self.plays += plays;
        let misses = self.misses.entry(place.to_owned()).or_default();
        match is_new {
            true => (*misses, self.in_a_row) = (0, 0),
            false => (*misses, self.in_a_row) = (*misses + 1, self.in_a_row + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::difference::Difference;
    use serde_json::json;
    use truthsayer_protocol::Task;

    fn lead(group: &str) -> Lead {
        let difference = Difference {
            group: group.to_owned(),
            is_set_up: false,
            step: None,
            is_fault: false,
            sides: Default::default(),
        };
        Lead { place: group.to_owned(), ..Lead::new(0, Task::new(json!({}), vec![]), difference) }
    }

    #[test]
    fn places_with_few_misses_come_first_and_failures_cost_attention() {
        let mut attention = Attention::default();
        attention.note("old", false, 100);
        let leads = || vec![lead("old"), lead("new"), lead("old")];
        let chosen: Vec<String> =
            attention.choose(leads(), 1000).into_iter().map(|lead| lead.difference.group).collect();
        assert_eq!(chosen, ["new", "old"]);
        // There is no time, so they wait.
        assert!(attention.choose(leads(), 300).is_empty());
        assert_eq!(attention.choose(Vec::new(), 1000).len(), 2);
        (0..100).for_each(|_| attention.note("old", false, 0));
        assert!(attention.choose(leads(), 1000).is_empty());
        attention.note("old", true, 0);
        assert_eq!(attention.choose(leads(), 1000).len(), 2);
    }
}
