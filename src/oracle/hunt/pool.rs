//! The pool: the tasks that a hunt goes on from. It begins with the suite, and whatever shows something new joins.

use std::collections::HashMap;

use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::sign::BySign;
use crate::oracle::hunt::sought::Sought;
use crate::protocol::Complaint;
use crate::protocol::Data;
use crate::protocol::Task;

/// A task of the pool.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub task: Task,
    /// Where it came from: the scenario it was made out of.
    pub origin: String,
    /// What its questions were answered, each with the step that asked, counted from 1.
    pub answers: Vec<(usize, Data)>,
    /// Why the engine could not play it.
    pub complaint: Option<Complaint>,
}

#[derive(Debug, Default)]
pub(crate) struct Pool {
    members: Vec<Member>,
    /// The member that showed each sign first, in the order in which they were seen.
    signs: Vec<usize>,
    seen: BySign<usize>,
    /// Members in which a switch took effect, by its name.
    near: HashMap<String, Vec<usize>>,
}

/// How many members are kept near each switch.
const NEAR: usize = 40;
/// With so few, a member is welcome although it shows nothing new.
const FEW: usize = 4;
/// How many of the last members count as fresh.
const FRESH: usize = 100;
/// More members are not needed for anything, and memory ends somewhere.
const MOST: usize = 60_000;

impl Pool {
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The signs that nobody has shown yet.
    pub(crate) fn new_signs(&self, signs: &[u64]) -> Vec<u64> {
        signs.iter().filter(|sign| !self.seen.contains_key(sign)).copied().collect()
    }

    /// Takes in a task that shows something new; says whether it did.
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

    /// Any member, each as likely as the others.
    pub(crate) fn any_member(&self, dice: &mut Dice) -> Option<&Member> {
        dice.one(&self.members)
    }

    /// The member to go on from: near something that is still sought, fresh, or the first to show some sign.
    pub(crate) fn choose(&self, sought: &[Sought], dice: &mut Dice) -> Option<&Member> {
        let near = dice.one(sought).and_then(|sought| self.near(sought, dice));
        let index = match (dice.below(4), near) {
            (0 | 1, Some(near)) => *dice.one(near)?,
            (2, _) => {
                let fresh = self.members.len().min(FRESH);
                self.members.len() - fresh + dice.below(fresh)
            }
            _ => *dice.one(&self.signs)?,
        };
        self.members.get(index)
    }

    /// Members in which a sought switch took effect; where there are none, one of its kin.
    fn near(&self, sought: &Sought, dice: &mut Dice) -> Option<&Vec<usize>> {
        self.near.get(&sought.name).or_else(|| (0..4).find_map(|_| self.near.get(dice.one(&sought.kin)?)))
    }
}
