//! Lifting: replaces the first steps of a finding by their effects in the set-up, so that fewer steps show the difference.

use crate::base::data_tree;
use crate::compare::difference::Difference;
use crate::hunt::Hunt;
use crate::hunt::finding::Finding;
use crate::hunt::shrink;
use crate::hunt::shrink::Simplifier;
use crate::hunt::sides::Table;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// Maximum number of changed values that are tried for one set-up.
const MOST_CHANGES: usize = 40;

impl Hunt<'_> {
    /// Returns a finding with fewer steps if one is found; otherwise the same finding. Any difference counts.
    pub fn with_fewer_steps(&self, finding: Finding) -> Finding {
        let comparable = self.contest.comparable(self.start.iter().map(|start| &start.task));
        let comparable = comparable.with_tolerance(self.tolerance.clone());
        std::thread::scope(|scope| {
            let mut table = Table::new(&self.contest, &comparable, scope);
            let mut finding = finding;
            while let Some((task, step, difference)) = self.lifted(&finding, &mut table) {
                let replies = table.replies(&task, finding.rival);
                finding = Finding { task, difference, step: Some(step), is_own: false, replies, ..finding };
            }
            finding
        })
    }

    /// Returns a shorter task that shows a difference, the step after which it differs, and the difference.
    fn lifted(&self, finding: &Finding, table: &mut Table<'_>) -> Option<(Task, usize, Difference)> {
        let (task, rival) = (&finding.task, finding.rival);
        (1..task.when.len()).rev().find_map(|length| {
            let lifted = effects(task, length, table)?;
            let mut shows = |task: &Task| !self.budget.is_over() && !table.differences(task, rival).is_empty();
            if !shows(&lifted) {
                return None;
            }
            let vocabulary = &Vocabulary::default();
            let from = Simplifier { plain: &self.plain, vocabulary, tries: shrink::MOST_TRIES, readings: None };
            let mut short = shrink::shrink(lifted, &from, &mut shows);
            let (step, difference) = table.first_step(&short, rival, true)?;
            short.when.truncate(step);
            (short.when.len() < task.when.len()).then_some((short, step, difference))
        })
    }
}

/// Returns the task without its first steps. The values that these steps change are part of its set-up, as far as the
/// engine accepts them there.
fn effects(task: &Task, length: usize, table: &mut Table<'_>) -> Option<Task> {
    let outcome = after_steps(task, length, table)?;
    let mut changes = Vec::new();
    changed(&outcome.before, &outcome.after, &mut Vec::new(), &mut changes);
    let mut lifted = Task::new(task.given.clone(), Vec::new());
    for (path, value) in changes.into_iter().take(MOST_CHANGES) {
        let mut with = lifted.clone();
        data_tree::merge_over(&mut with.given, &nested(&path, value));
        let reply = table.play_home(&mut with);
        let is_wrong = matches!(&reply, Ok(Reply::Invalid(complaint)) if complaint.at.starts_with("given"));
        if reply.is_ok() && !is_wrong {
            lifted = Task::new(with.given, Vec::new());
        }
    }
    lifted.when = task.when[length..].to_vec();
    Some(lifted)
}

/// Runs the first steps. If a script may not end there, another step of the script follows: a refused one ends a script
/// and changes nothing.
fn after_steps(task: &Task, length: usize, table: &mut Table<'_>) -> Option<Outcome> {
    let ends = std::iter::once(None).chain(task.when.iter().map(Some));
    for end in ends {
        let steps = task.when[..length].iter().chain(end).cloned().collect();
        if let Ok(Reply::Played(outcome)) = table.play_home(&mut Task::new(task.given.clone(), steps)) {
            return Some(*outcome);
        }
    }
    None
}

/// Collects the changed values that are neither maps nor missing.
fn changed(before: &Data, after: &Data, path: &mut Vec<String>, changes: &mut Vec<(Vec<String>, Data)>) {
    if before == after {
        return;
    }
    match after {
        Data::Null => {}
        Data::Object(map) => {
            for (key, value) in map {
                path.push(key.clone());
                changed(before.get(key).unwrap_or(&Data::Null), value, path, changes);
                path.pop();
            }
        }
        value => changes.push((path.clone(), value.clone())),
    }
}

/// Returns a value inside of maps with these keys.
fn nested(path: &[String], value: Data) -> Data {
    path.iter().rev().fold(value, |inner, key| Data::Object([(key.clone(), inner)].into_iter().collect()))
}
