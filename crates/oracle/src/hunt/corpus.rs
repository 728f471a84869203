//! The corpus: the tasks from which a hunt continues. It starts with the suite and grows by tasks that show something
//! new.

use std::collections::HashMap;

use crate::hunt::hash::BySign;
use crate::hunt::rng::Rng;
use crate::hunt::target::Target;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// A task of the corpus.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub task: Task,
    /// The scenario from which the task was made.
    pub origin: String,
    /// Answers to its questions, each with its step, counted from 1.
    pub answers: Vec<(usize, Data)>,
    /// Why the engine rejected the task.
    pub complaint: Option<Complaint>,
    /// The groups of the differences that it shows. They may hide others.
    pub differs: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Pool {
    members: Vec<Member>,
    /// The first member with each sign, in order of discovery.
    signs: Vec<usize>,
    seen: BySign<usize>,
    /// Members in which a switch fired, by switch.
    near: HashMap<String, Vec<usize>>,
}

/// Maximum number of members kept for each switch.
const NEAR: usize = 40;
/// If a switch has fewer members than this, a task is kept although it shows nothing new.
const FEW: usize = 4;
/// Number of recent members that count as fresh.
const FRESH: usize = 100;
/// Maximum number of members.
const MOST: usize = 60_000;

impl Pool {
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Returns the signs that no member has.
    pub(crate) fn new_signs(&self, signs: &[u64]) -> Vec<u64> {
        signs.iter().filter(|sign| !self.seen.contains_key(sign)).copied().collect()
    }

    /// Adds a task if it shows something new. Returns whether it was added.
    pub(crate) fn join(&mut self, member: Member, signs: &[u64], fired: &[String]) -> bool {
        let new = self.new_signs(signs);
        let wanted = fired.iter().any(|switch| self.near.get(switch).is_none_or(|known| known.len() < FEW));
        if (new.is_empty() && !wanted) || self.members.len() >= MOST {
            return false;
        }
        let index = self.members.len();
        self.members.push(member);
        for sign in &new {
            self.seen.insert(*sign, index);
            self.signs.push(index);
        }
        for switch in fired {
            let known = self.near.entry(switch.clone()).or_default();
            if known.len() == NEAR {
                known.remove(0);
            }
            known.push(index);
        }
        !new.is_empty()
    }

    /// Returns a random member.
    pub(crate) fn any_member(&self, rng: &mut Rng) -> Option<&Member> {
        rng.one(&self.members)
    }

    /// Returns a task to mutate: one that is close to a target, a recent one, or the first one that showed some
    /// feature.
    pub(crate) fn choose(&self, target: &[Target], rng: &mut Rng) -> Option<&Member> {
        let chosen = self.any_choice(target, rng)?;
        // A member with a difference hides the differences of its descendants.
        if chosen.differs.is_empty() || rng.once_in(2) { Some(chosen) } else { self.any_choice(target, rng) }
    }

    fn any_choice(&self, target: &[Target], rng: &mut Rng) -> Option<&Member> {
        let near = rng.one(target).and_then(|target| self.near(target, rng));
        let index = match (rng.below(4), near) {
            (0 | 1, Some(near)) => *rng.one(near)?,
            (2, _) => {
                let fresh = self.members.len().min(FRESH);
                self.members.len() - fresh + rng.below(fresh)
            }
            _ => *rng.one(&self.signs)?,
        };
        self.members.get(index)
    }

    /// Returns members in which a target switch fired, or else one of its relatives.
    fn near(&self, target: &Target, rng: &mut Rng) -> Option<&Vec<usize>> {
        self.near.get(&target.name).or_else(|| (0..4).find_map(|_| self.near.get(rng.one(&target.kin)?)))
    }
}
