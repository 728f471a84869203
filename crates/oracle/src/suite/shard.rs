//! Shards: splits one run over several machines, identically on each, from the files alone.
//!
//! Items are ordered by hash and cut into parts of about equal cost. A new item moves the cuts only slightly.

pub mod parts;

use std::collections::BTreeSet;
use std::fmt;
use std::hash::Hasher;

use crate::base::hash;
use crate::base::hash::Fnv;

/// One part of a run: its number, counted from 1, and the number of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    pub number: usize,
    pub of: usize,
}

/// Maximum number of shards.
const MOST: usize = 10_000;

impl Shard {
    /// The only part of a run.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Parses `2/5`.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let bad = || format!("invalid shard `{text}`: write 2/5 for the second of five");
        let (number, of) = text.split_once('/').ok_or_else(bad)?;
        let read = |text: &str| text.parse::<usize>().map_err(|_| bad());
        Shard::new(read(number)?, read(of)?)
    }

    /// Returns the part with this number, counted from 1.
    pub fn new(number: usize, of: usize) -> Result<Shard, String> {
        match (1..=MOST).contains(&of) && (1..=of).contains(&number) {
            true => Ok(Shard { number, of }),
            false => Err(format!("there is no shard {number} of {of}: number them from 1 to at most {MOST}")),
        }
    }

    /// Returns whether a name belongs to this part, if the other names do not matter.
    pub(crate) fn owns(&self, name: &str) -> bool {
        let mut hash = Fnv::default();
        hash.write(name.as_bytes());
        hash.finish() % self.of as u64 + 1 == self.number as u64
    }

    /// Returns the names that belong to this part. Each name has a cost.
    pub fn pick<'n>(&self, names: impl IntoIterator<Item = (&'n str, usize)>) -> BTreeSet<&'n str> {
        let mut names: Vec<(String, &str, usize)> =
            names.into_iter().map(|(name, cost)| (hash::of(&[name]), name, cost.max(1))).collect();
        names.sort_unstable();
        let total: usize = names.iter().map(|(_, _, cost)| cost).sum();
        let mut before = 0;
        let mut own = BTreeSet::new();
        for (_, name, cost) in names {
            // The middle of an item decides, so that the last part is not shorter than the others.
            let part = (2 * before + cost) * self.of / (2 * total);
            if part + 1 == self.number {
                own.insert(name);
            }
            before += cost;
        }
        own
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_belongs_to_one_part_and_the_parts_cost_about_the_same() {
        let names: Vec<(String, usize)> = (0..500).map(|n| (format!("topic/{n}"), 1 + n % 7)).collect();
        let all = || names.iter().map(|(name, cost)| (name.as_str(), *cost));
        let total: usize = all().map(|(_, cost)| cost).sum();
        let mut seen = BTreeSet::new();
        for number in 1..=7 {
            let part = Shard { number, of: 7 }.pick(all());
            let cost: usize = all().filter(|(name, _)| part.contains(name)).map(|(_, cost)| cost).sum();
            assert!(cost.abs_diff(total / 7) <= 7, "{cost} of {total}");
            assert!(part.iter().all(|name| seen.insert(*name)));
        }
        assert_eq!(seen.len(), names.len());
    }

    #[test]
    fn every_name_has_one_owner_and_every_part_owns_some() {
        let names: Vec<String> = (0..500).map(|n| hash::of(&[&n.to_string()])).collect();
        let owned = |number| names.iter().filter(|name| Shard { number, of: 7 }.owns(name)).count();
        let counts: Vec<usize> = (1..=7).map(owned).collect();
        assert_eq!(counts.iter().sum::<usize>(), names.len());
        assert!(counts.iter().all(|count| (40..=100).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_new_name_leaves_nearly_all_others_where_they_were() {
        let names: Vec<String> = (0..1000).map(|n| format!("topic/{n}")).collect();
        let part = |names: &[String]| -> Vec<usize> {
            let parts: Vec<BTreeSet<String>> = (1..=5)
                .map(|number| Shard { number, of: 5 }.pick(names.iter().map(|name| (name.as_str(), 3))))
                .map(|part| part.into_iter().map(str::to_owned).collect())
                .collect();
            (0..1000).map(|n| parts.iter().position(|part| part.contains(&names[n])).unwrap_or(9)).collect()
        };
        let more: Vec<String> = names.iter().cloned().chain(["topic/new".to_owned()]).collect();
        let (old, new) = (part(&names), part(&more));
        assert!(old.iter().zip(&new).filter(|(old, new)| old != new).count() <= 5);
    }

    #[test]
    fn an_invalid_shard_is_rejected() {
        for bad in ["", "1", "0/3", "4/3", "1/0", "x/3", "1/20000", "-1/3", "1/2/3"] {
            assert!(Shard::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(Shard::parse("2/5"), Ok(Shard { number: 2, of: 5 }));
        for good in ["1/1", "3/3", "1/10000", "10000/10000"] {
            assert_eq!(Shard::parse(good).map(|shard| shard.to_string()), Ok(good.to_owned()));
        }
        assert!(Shard::parse("1/10001").is_err());
    }

    #[test]
    fn the_order_of_the_names_does_not_matter_and_what_costs_nothing_is_picked_too() {
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        for number in 1..=3 {
            let shard = Shard { number, of: 3 };
            let there = shard.pick(names.iter().map(|name| (*name, 0)));
            assert_eq!(there, shard.pick(names.iter().rev().map(|name| (*name, 0))));
            assert_eq!(there, shard.pick(names.iter().map(|name| (*name, 1))), "everything costs something");
        }
    }

    #[test]
    fn the_last_shard_is_as_large_as_the_others() {
        let sizes = |of: usize| -> Vec<usize> {
            (1..=of).map(|number| Shard { number, of }.pick(["a", "b", "c"].map(|name| (name, 1))).len()).collect()
        };
        assert_eq!((sizes(1), sizes(2), sizes(3)), (vec![3], vec![1, 2], vec![1, 1, 1]));
        // An item that costs as much as all others together has a part of its own.
        let mut costs: Vec<(String, usize)> = (0..6).map(|number| (format!("n{number}"), 1)).collect();
        costs.sort_by_key(|(name, _)| hash::of(&[name]));
        costs[5].1 = 5;
        let last = Shard { number: 2, of: 2 }.pick(costs.iter().map(|(name, cost)| (name.as_str(), *cost)));
        assert_eq!(last.into_iter().collect::<Vec<_>>(), [costs[5].0.as_str()]);
    }
}
