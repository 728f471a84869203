//! Shrinking: finds the smallest task with the same difference. Deterministic, with a limited number of runs.

pub mod boundary;
pub mod days;
pub mod default_values;
pub mod number;
pub mod relevance;
pub mod text;

use std::collections::HashSet;
use std::hash::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;

use crate::base::data_tree;
use crate::hunt::mutation;
use crate::hunt::shrink::default_values::Plain;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// Sources of simple values, and the readings that stay.
pub(crate) struct Simplifier<'a> {
    pub plain: &'a Plain,
    pub vocabulary: &'a Vocabulary,
    /// Maximum number of attempts.
    pub tries: usize,
    /// The readings of the starting scenario. They are part of the question, so they are never dropped.
    pub readings: Option<&'a Data>,
}

/// Maximum number of attempts per finding, and per lead whose group is known.
pub(crate) const MOST_TRIES: usize = 1200;
pub(crate) const FEW_TRIES: usize = 500;

/// Shrinks a task as long as `keeps` returns true.
pub(crate) fn shrink(task: Task, from: &Simplifier<'_>, keeps: &mut dyn FnMut(&Task) -> bool) -> Task {
    let mut shrinking = Shrinking { task, from, keeps, left: from.tries, failed: HashSet::new() };
    loop {
        let before = shrinking.task.clone();
        shrinking.drop_steps();
        shrinking.drop_parts();
        shrinking.simplify();
        if shrinking.task == before || shrinking.left == 0 {
            return shrinking.task;
        }
    }
}

struct Shrinking<'a> {
    task: Task,
    from: &'a Simplifier<'a>,
    keeps: &'a mut dyn FnMut(&Task) -> bool,
    left: usize,
    /// Hashes of the tasks that do not show the difference. Later passes would try many of them again.
    failed: HashSet<u64>,
}

impl Shrinking<'_> {
    /// Replaces the task by a smaller one, if that still shows the difference.
    fn attempt(&mut self, smaller: Task) -> bool {
        if self.left == 0 || smaller == self.task || self.loses_reading(&smaller) {
            return false;
        }
        let mut hasher = DefaultHasher::new();
        (&smaller.given, &smaller.when).hash(&mut hasher);
        let hash = hasher.finish();
        if self.failed.contains(&hash) {
            return false;
        }
        self.left -= 1;
        let keeps = (self.keeps)(&smaller);
        if keeps {
            self.task = smaller;
        } else {
            self.failed.insert(hash);
        }
        keeps
    }

    /// Returns whether a reading of the starting scenario is gone.
    fn loses_reading(&self, smaller: &Task) -> bool {
        let own = |task: &Task, name: &str| task.given.get("readings").and_then(|it| it.get(name)).cloned();
        let mut names = self.from.readings.and_then(Data::as_object).into_iter().flat_map(|map| map.keys());
        names.any(|name| own(smaller, name) != own(&self.task, name))
    }

    /// Drops runs of steps first, then single steps, from the end.
    fn drop_steps(&mut self) {
        let mut size = self.task.when.len().max(1);
        loop {
            let mut end = self.task.when.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                let mut smaller = self.task.clone();
                smaller.when.drain(start..end);
                self.attempt(smaller);
                end = start.min(self.task.when.len());
            }
            if size == 1 {
                return;
            }
            size /= 2;
        }
    }

    /// Drops keys and list items, outer ones first.
    fn drop_parts(&mut self) {
        let mut number = 1;
        while number < data_tree::count(&self.task.given) {
            let mut smaller = self.task.clone();
            let gone = data_tree::remove(&mut smaller.given, number);
            if !gone || !self.attempt(smaller) {
                number += 1;
            }
        }
        for index in 0..self.task.when.len() {
            // The first two values are the step and its kind.
            let mut number = 2;
            while self.task.when.get(index).is_some_and(|step| number < data_tree::count(step)) {
                let mut smaller = self.task.clone();
                let gone = data_tree::remove(&mut smaller.when[index], number);
                if !gone || !self.attempt(smaller) {
                    number += 1;
                }
            }
        }
    }

    /// Replaces numbers and words by those in fixtures, texts by shorter ones, and numbers by their boundaries.
    fn simplify(&mut self) {
        for number in 0..data_tree::count(&self.task.given) {
            self.simplify_at(None, number);
        }
        for index in 0..self.task.when.len() {
            for number in 0..self.task.when.get(index).map_or(0, data_tree::count) {
                self.simplify_at(Some(index), number);
            }
        }
    }

    fn simplify_at(&mut self, step: Option<usize>, number: usize) {
        let Some((key, value)) = value_at(&mut self.task, step, number) else { return };
        let from = self.from;
        let Some(plain) = from.plain.instead_of(&key, &value) else { return };
        let mut attempt = |value: Data| {
            let mut task = self.task.clone();
            let Some(spot) = spot_in(&mut task, step, number) else { return false };
            *spot.node = value;
            self.attempt(task)
        };
        if plain.into_iter().any(&mut attempt) {
            return;
        }
        match &value {
            Data::Number(own) => match number::integer(own) {
                Some(own) => drop(number::least(own, &mut |value| attempt(number::data(value)))),
                None => drop(number::with_fewer_digits(own).into_iter().any(attempt)),
            },
            Data::String(own) if !from.vocabulary.is_plain_word(&key, own) && !from.vocabulary.is_token(&key, own) => {
                let known: Vec<&str> = from.vocabulary.texts(&key).collect();
                // Another day is another case, so a day is not taken apart.
                if mutation::days::is_written_like_a_day(own) {
                    return days::shrink(own, &known, &mut |day| attempt(Data::from(day)));
                }
                text::shrink(own, &known, &mut |smaller| attempt(Data::from(smaller)));
            }
            _ => {}
        }
    }
}

/// Returns the key and the value with a number in a step, or in the set-up.
pub(crate) fn value_at(task: &mut Task, step: Option<usize>, number: usize) -> Option<(String, Data)> {
    spot_in(task, step, number).map(|spot| (spot.key, spot.node.clone()))
}

pub(crate) fn spot_in(task: &mut Task, step: Option<usize>, number: usize) -> Option<data_tree::TreeValue<'_>> {
    let (root, key): (&mut Data, &str) = match step {
        Some(index) => (task.when.get_mut(index)?, "when"),
        None => (&mut task.given, "given"),
    };
    data_tree::spot(root, key, number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_matters_is_left_and_it_is_plain() {
        let given = json!({"players": {"ann": {"coins": 37, "cards": ["a", "b"]}, "bob": {"coins": 4}}, "turn": "bob"});
        let steps = ["roll", "hold", "roll", "steal", "hold"].map(|kind| json!({kind: {"by": "ann", "times": 9}}));
        let mut plain = Plain::default();
        plain.learn(&json!({"players": {"bob": {"coins": 10}}}), "given");
        let mut tries = 0;
        // The difference needs a theft from a player with at least ten coins and card b.
        let mut keeps = |task: &Task| {
            tries += 1;
            let ann = &task.given["players"]["ann"];
            let rich =
                ann["coins"].as_i64() >= Some(10) && ann["cards"].as_array().is_some_and(|it| it.contains(&json!("b")));
            rich && task.when.iter().any(|step| step.get("steal").is_some())
        };
        let from = Simplifier { plain: &plain, vocabulary: &Vocabulary::default(), tries: MOST_TRIES, readings: None };
        let small = shrink(Task::new(given, steps.to_vec()), &from, &mut keeps);
        assert_eq!(small.given, json!({"players": {"ann": {"coins": 10, "cards": ["b"]}}}));
        assert_eq!(small.when, [json!({"steal": {}})]);
        assert!(tries < 100, "{tries}");
    }

    #[test]
    fn the_readings_of_the_start_stay() {
        let given = json!({"readings": {"sight": "far", "time": "late"}, "coins": 3});
        let readings = json!({"sight": "far"});
        let (plain, vocabulary) = (Plain::default(), Vocabulary::default());
        let from = Simplifier { plain: &plain, vocabulary: &vocabulary, tries: MOST_TRIES, readings: Some(&readings) };
        let small = shrink(Task::new(given, Vec::new()), &from, &mut |_| true);
        assert_eq!(small.given, json!({"readings": {"sight": "far"}}));
    }
}
