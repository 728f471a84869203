//! Relevance: which values of a shrunk task do not matter. Other known values of the same kind take their place.

use std::collections::BTreeSet;

use crate::base::data_tree;
use crate::hunt::shrink;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// A kind of value that does not matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Irrelevant {
    /// The key of the value.
    pub key: String,
    /// The value in the task.
    pub value: Data,
    /// Number of other values that were tried.
    pub tried: usize,
}

/// Number of other values for each value, and the minimum of them.
const TRIED: usize = 3;
const FEWEST: usize = 2;
/// Maximum number of values that are examined.
const MOST: usize = 16;

/// Returns the values that do not matter: all tried ones show the same difference.
pub(crate) fn irrelevant(
    task: &Task,
    vocabulary: &Vocabulary,
    keeps: &mut dyn FnMut(&Task) -> bool,
) -> Vec<Irrelevant> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for (key, value) in values(task, vocabulary) {
        if seen.len() >= MOST || !seen.insert((key.clone(), value.to_string())) {
            continue;
        }
        let others = others(task, &key, &value, vocabulary);
        if others.len() >= FEWEST && others.iter().all(&mut *keeps) {
            found.push(Irrelevant { key, value, tried: others.len() });
        }
    }
    found
}

/// Returns the words and numbers of a task with their keys; names of open maps count as words.
fn values(task: &Task, vocabulary: &Vocabulary) -> Vec<(String, Data)> {
    let mut found = Vec::new();
    let mut see = |key: &str, value: &Data| match value {
        Data::String(_) | Data::Number(_) => found.push((key.to_owned(), value.clone())),
        Data::Object(map) => {
            let names = map.iter().filter(|(_, value)| vocabulary.shared_key(key, value).is_some());
            found.extend(names.map(|(name, _)| (key.to_owned(), Data::from(name.as_str()))));
        }
        _ => {}
    };
    data_tree::visit(&task.given, "given", &mut see);
    for (kind, body) in task.when.iter().filter_map(Data::as_object).flatten() {
        data_tree::visit(body, kind, &mut see);
    }
    found.retain(|(key, _)| key != "readings");
    found
}

/// Returns tasks with another value instead of this one: words in the whole task, numbers at their key.
fn others(task: &Task, key: &str, value: &Data, vocabulary: &Vocabulary) -> Vec<Task> {
    match value {
        Data::String(own) => {
            let words = vocabulary.other_words(key, own, TRIED);
            let exchanged = |word: &&str| {
                let mut task = task.clone();
                data_tree::exchange(&mut task.given, own, word);
                task.when.iter_mut().for_each(|step| {
                    step.as_object_mut().into_iter().flat_map(|map| map.values_mut()).for_each(|body| {
                        data_tree::exchange(body, own, word);
                    });
                });
                task
            };
            words.iter().map(exchanged).filter(|other| other != task).collect()
        }
        _ => {
            let numbers = vocabulary.other_numbers(key, value, TRIED);
            numbers.iter().map(|number| with_number(task, key, value, number)).collect()
        }
    }
}

fn with_number(task: &Task, key: &str, own: &Data, other: &Data) -> Task {
    let mut task = task.clone();
    let steps: Vec<Option<usize>> = std::iter::once(None).chain((0..task.when.len()).map(Some)).collect();
    for step in steps {
        let root = step.map_or(&task.given, |index| &task.when[index]);
        for place in 0..data_tree::count(root) {
            if let Some(spot) = shrink::spot_in(&mut task, step, place)
                && spot.key == key
                && spot.node == own
            {
                *spot.node = other.clone();
            }
        }
    }
    task
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_value_does_not_matter_if_others_differ_as_well() {
        let mut vocabulary = Vocabulary::default();
        for (leader, coins) in [("chani", 1), ("duncan", 2), ("feyd", 3), ("hawat", 4)] {
            vocabulary.learn_step(&json!({"send": {"leader": leader, "coins": coins, "to": "tleilax"}}));
        }
        vocabulary.learn_step(&json!({"send": {"to": "caladan"}}));
        vocabulary.learn_step(&json!({"send": {"to": "giedi"}}));
        vocabulary.settle();
        let task = Task::new(json!({}), vec![json!({"send": {"leader": "chani", "coins": 4, "to": "tleilax"}})]);
        let mut keeps = |task: &Task| {
            let send = &task.when[0]["send"];
            send["to"] == "tleilax" && send["coins"].as_i64() > Some(2)
        };
        let keys: Vec<(String, usize)> =
            irrelevant(&task, &vocabulary, &mut keeps).into_iter().map(|it| (it.key, it.tried)).collect();
        assert_eq!(keys, [("leader".to_owned(), 3)]);
    }
}
