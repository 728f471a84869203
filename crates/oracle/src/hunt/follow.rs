//! Follows a lead: shrinks it, searches for its boundaries, and finds out which values and readings matter.

use crate::compare::difference;
use crate::compare::difference::Difference;
use crate::hunt::Hunt;
use crate::hunt::attempt_result::Lead;
use crate::hunt::cause;
use crate::hunt::finding::DifferentReading;
use crate::hunt::finding::Finding;
use crate::hunt::memory::Memory;
use crate::hunt::shrink;
use crate::hunt::shrink::Simplifier;
use crate::hunt::shrink::boundary;
use crate::hunt::shrink::relevance;
use crate::hunt::sides::Table;
use crate::hunt::workers::Followed;
use crate::hunt::workers::ShrunkLead;
use crate::judge::memory_budget::MemoryBudget;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// Number of findings that share the memory budget for replies.
const KEPT_REPLIES: usize = 64;
/// Maximum number of other differences that are kept from shrinking one lead.
const MOST_OTHERS: usize = 4;

/// Follows a lead, until the time is up.
pub(crate) fn follow<'a>(hunt: &'a Hunt<'a>, memory: &Memory, table: &mut Table<'a>, lead: Lead) -> ShrunkLead {
    let start = table.plays;
    let place = lead.place.clone();
    let (is_repeated, is_known) = (lead.is_repeated, lead.is_known);
    let mut follower = Follower { hunt, memory, table, others: Vec::new() };
    let (origin, after) = (lead.origin.clone(), lead.after);
    let followed = follower.shrink(lead);
    let others = follower.others.into_iter().map(|other| Lead { origin: origin.clone(), after, ..other }).collect();
    ShrunkLead { followed, plays: table.plays - start, place, is_repeated, is_known, others }
}

struct Follower<'a, 't> {
    hunt: &'a Hunt<'a>,
    memory: &'t Memory,
    table: &'t mut Table<'a>,
    /// Differences of new groups that smaller tasks show.
    others: Vec<Lead>,
}

impl Follower<'_, '_> {
    fn shrink(&mut self, lead: Lead) -> Followed {
        let Lead { rival, task, difference, origin, is_own, after, is_repeated, is_known, .. } = lead;
        let (by_switch, memory) = (self.hunt.contest.is_by_switch(), self.memory);
        let readings = self.hunt.start.iter().find(|start| start.id == origin);
        let readings = readings.and_then(|start| start.task.given.get("readings"));
        let tries = if is_repeated || is_known { shrink::FEW_TRIES } else { shrink::MOST_TRIES };
        let from = Simplifier { plain: &self.hunt.plain, vocabulary: &memory.vocabulary, tries, readings };
        let mut task = shrink::shrink(task, &from, &mut |smaller| self.keeps(smaller, rival, &difference));
        let first = match difference.is_fault {
            true => None,
            false => self.table.first_step(&task, rival, difference.is_set_up),
        };
        let step = first.as_ref().map(|(step, _)| *step);
        // After the first difference, the states are no longer comparable.
        if let (Some(step), false) = (step, by_switch) {
            task.when.truncate(step);
        }
        let replies = self.table.replies(&task, rival);
        let [one, other] = &replies;
        if difference::between(&task, one, other, self.table.comparable).is_empty() {
            return Followed::Lost(difference);
        }
        let difference = first.map_or(difference, |(_, difference)| difference);
        let mut keeps = |smaller: &Task| self.keeps(smaller, rival, &difference);
        let boundaries = boundary::boundaries(&task, &mut keeps);
        let irrelevant = relevance::irrelevant(&task, &memory.vocabulary, &mut keeps);
        let readings = self.readings(&task, rival, &difference);
        if is_repeated && self.hunt.budget.is_over() {
            return Followed::CutShort;
        }
        let mut finding = Finding {
            rival,
            task,
            difference,
            step,
            origin,
            is_own,
            after,
            replies,
            cause: String::new(),
            boundaries,
            irrelevant,
            readings,
        };
        finding.cause = cause::of(&finding, &memory.vocabulary);
        finding.replies = finding.replies.map(|reply| reply.map(shortened));
        Followed::Found(Box::new(finding))
    }

    /// Returns whether a task shows the same difference.
    fn keeps(&mut self, task: &Task, rival: usize, difference: &Difference) -> bool {
        // An engine that fails too often is given up, so a fault is not repeated for a smaller task.
        if self.hunt.budget.is_over() || difference.is_fault {
            return false;
        }
        let by_switch = self.hunt.contest.is_by_switch();
        let found = self.table.differences(task, rival);
        let shows = found.iter().any(|it| by_switch || it.group == difference.group);
        if !shows {
            self.keep_other(task, rival, found);
        }
        shows
    }

    /// Keeps a difference of a new group. Shrinking runs many tasks, and some of them show another fault. A combination
    /// with a known difference is not kept.
    fn keep_other(&mut self, task: &Task, rival: usize, found: Vec<Difference>) {
        let Some(other) = found.into_iter().next().filter(|other| !other.is_fault) else { return };
        let kept = self.others.iter().map(|lead| &lead.difference.group);
        let is_known =
            |part: &str| kept.clone().chain(&self.memory.known).any(|group| parts(group).any(|it| it == part));
        if self.others.len() < MOST_OTHERS && !parts(&other.group).any(is_known) {
            self.others.push(Lead::new(rival, task.clone(), other));
        }
    }

    /// Returns the readings with different defaults, if the sides do not differ once the task chooses them.
    fn readings(&mut self, task: &Task, rival: usize, difference: &Difference) -> Vec<DifferentReading> {
        let chosen = |name: &str| task.given.get("readings").and_then(|it| it.get(name)).is_some();
        let mut different = self.hunt.contest.different_readings();
        different.retain(|it| !chosen(&it.name));
        if different.is_empty() {
            return different;
        }
        let Some(equal) = with_readings(task, &different) else { return Vec::new() };
        if self.keeps(&equal, rival, difference) {
            return Vec::new();
        }
        // Only the readings without which the difference stays.
        let mut needed = different.clone();
        for reading in different {
            let fewer: Vec<DifferentReading> = needed.iter().filter(|it| **it != reading).cloned().collect();
            let still = with_readings(task, &fewer).is_some_and(|task| !self.keeps(&task, rival, difference));
            if still && !fewer.is_empty() {
                needed = fewer;
            }
        }
        needed
    }
}

/// Returns the paths or fields that a group names.
fn parts(group: &str) -> impl Iterator<Item = &str> {
    group.split_once(": ").map_or(group, |(_, parts)| parts).split(", ")
}

/// Returns a task that chooses these readings as the first side reads them.
fn with_readings(task: &Task, readings: &[DifferentReading]) -> Option<Task> {
    let mut task = task.clone();
    let given = task.given.as_object_mut()?;
    let chosen = given.entry("readings").or_insert_with(|| Data::Object(serde_json::Map::new())).as_object_mut()?;
    for reading in readings {
        chosen.insert(reading.name.clone(), Data::from(reading.values[0].as_str()));
    }
    Some(task)
}

/// Returns a long reply reduced to its firings.
fn shortened(reply: Reply) -> Reply {
    match reply {
        Reply::Played(outcome) if !MemoryBudget::of_each(KEPT_REPLIES).holds_outcome(&outcome) => {
            let mut short = Outcome::new(Data::Null, Data::Null);
            short.fired = outcome.fired;
            Reply::Played(Box::new(short))
        }
        other => other,
    }
}
