//! Mutates values: replaces them by known values of the same key, and combines set-ups.

use crate::base::data_tree;
use crate::base::data_tree::TreeValue;
use crate::hunt::declared;
use crate::hunt::mutation::Stock;
use crate::hunt::mutation::number;
use crate::hunt::mutation::text;
use crate::hunt::rng::Rng;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

pub(crate) fn change_step(task: &mut Task, stock: &Stock<'_>, rng: &mut Rng) {
    let index = rng.below(task.when.len());
    let Some(step) = task.when.get_mut(index).and_then(Data::as_object_mut) else { return };
    if let Some((kind, body)) = step.iter_mut().next() {
        change(body, kind, stock, rng);
    }
}

pub(crate) fn change_given(task: &mut Task, stock: &Stock<'_>, rng: &mut Rng) {
    change(&mut task.given, "given", stock, rng);
}

/// Changes a random value of a tree.
fn change(root: &mut Data, key: &str, stock: &Stock<'_>, rng: &mut Rng) {
    let number = rng.below(data_tree::count(root));
    let Some(spot) = data_tree::spot(root, key, number) else { return };
    let words = stock.vocabulary;
    let key = words.key_of(&spot);
    // Sometimes any known value of the key replaces the whole value.
    if rng.once_in(6) && number > 0 {
        if let Some(seen) = words.value(&key, rng) {
            *spot.node = seen;
        }
        return;
    }
    let TreeValue { node, .. } = spot;
    // A word becomes a list of two: many keys accept both.
    if node.is_string() && rng.once_in(12) {
        if let Some(second) = words.word(&key, rng) {
            *node = Data::Array(vec![node.take(), Data::from(second)]);
        }
        return;
    }
    match node {
        Data::Null => {}
        Data::Bool(flag) => *flag = !*flag,
        Data::Number(old) => *node = number::changed(old, &key, words, rng),
        Data::String(old) => {
            let word = words.word(&key, rng).filter(|_| !rng.once_in(4));
            *old = word.unwrap_or_else(|| text::changed(old, &key, words, rng));
        }
        Data::Array(items) => change_list(items, &key, stock, rng),
        Data::Object(map) => change_map(map, &key, stock, rng),
    }
}

fn change_list(items: &mut Vec<Data>, key: &str, stock: &Stock<'_>, rng: &mut Rng) {
    let at = rng.below(items.len());
    match rng.below(4) {
        0 if !items.is_empty() => {
            items.remove(at);
        }
        1 if items.len() > 1 => {
            let to = rng.below(items.len());
            items.swap(at, to);
        }
        _ => {
            if let Some(member) = stock.vocabulary.member(key, rng) {
                items.insert(rng.below(items.len() + 1), member);
            }
        }
    }
}

fn change_map(map: &mut serde_json::Map<String, Data>, key: &str, stock: &Stock<'_>, rng: &mut Rng) {
    let names: Vec<String> = map.keys().cloned().collect();
    let own = rng.one(&names).cloned();
    match (rng.below(6), own) {
        (0, Some(own)) => {
            map.remove(&own);
        }
        (1, Some(own)) => rename(map, &own, stock.vocabulary.word(key, rng)),
        // Copies an existing entry under another name: a second player, a second piece.
        (2, Some(own)) => {
            if let (Some(word), Some(value)) = (stock.vocabulary.word(key, rng), map.get(&own).cloned()) {
                map.entry(word).or_insert(value);
            }
        }
        // Adds a declared name, with a known value of the name or with any value.
        (3, _) => {
            if let Some(word) = stock.vocabulary.word(key, rng) {
                let value = stock.vocabulary.value(&word, rng).unwrap_or_else(|| declared::guess(rng));
                map.insert(word, value);
            }
        }
        _ => {
            if let Some((name, value)) = stock.vocabulary.entry(key, rng) {
                match map.get_mut(name) {
                    Some(there) => data_tree::merge_over(there, value),
                    None => {
                        map.insert(name.clone(), value.clone());
                    }
                }
            }
        }
    }
}

/// Renames an entry. If the new name exists, the two entries exchange their values.
fn rename(map: &mut serde_json::Map<String, Data>, own: &str, word: Option<String>) {
    let Some(word) = word else { return };
    let Some(value) = map.remove(own) else { return };
    if let Some(other) = map.insert(word, value) {
        map.insert(own.to_owned(), other);
    }
}

/// Exchanges two words of one kind in the whole task.
pub(crate) fn exchange_words(task: &mut Task, stock: &Stock<'_>, rng: &mut Rng) {
    let mut words: Vec<(&str, &str)> = Vec::new();
    let roots = std::iter::once(("given", &task.given)).chain(task.when.iter().map(|step| ("when", step)));
    for (name, root) in roots {
        data_tree::visit(root, name, &mut |key, value| match value {
            Data::String(text) => words.push((key, text)),
            Data::Object(map) => words.extend(map.keys().map(|word| (key, word.as_str()))),
            _ => {}
        });
    }
    let Some((key, one)) = rng.one(&words).map(|(key, one)| ((*key).to_owned(), (*one).to_owned())) else { return };
    let Some(other) = stock.vocabulary.word(&key, rng) else { return };
    data_tree::exchange(&mut task.given, &one, &other);
    task.when.iter_mut().for_each(|step| data_tree::exchange(step, &one, &other));
}

/// Chooses another reading of the game.
pub(crate) fn choose_reading(task: &mut Task, stock: &Stock<'_>, rng: &mut Rng) {
    let Some((name, value)) = stock.vocabulary.reading(rng) else { return };
    let Some(given) = task.given.as_object_mut() else { return };
    let readings = given.entry("readings").or_insert_with(|| Data::Object(serde_json::Map::new()));
    if let Data::Object(readings) = readings {
        readings.insert(name.clone(), Data::from(value.as_str()));
    }
}

/// Replaces the set-up by that of another task.
pub(crate) fn cross_given(task: &mut Task, stock: &Stock<'_>, rng: &mut Rng) {
    if let Some(other) = stock.pool.any_member(rng) {
        task.given = other.task.given.clone();
    }
}

/// Merges the set-up of another task, or a part of it, into this one.
pub(crate) fn merge_given(task: &mut Task, stock: &Stock<'_>, rng: &mut Rng) {
    let Some(other) = stock.pool.any_member(rng) else { return };
    let (Data::Object(own), Data::Object(others)) = (&mut task.given, &other.task.given) else { return };
    let names: Vec<&String> = others.keys().collect();
    let Some(name) = rng.one(&names).filter(|_| !rng.once_in(5)) else {
        data_tree::merge_over(&mut task.given, &other.task.given);
        return;
    };
    match own.get_mut(*name) {
        Some(there) if !rng.once_in(3) => data_tree::merge_over(there, &others[*name]),
        _ => {
            own.insert((*name).clone(), others[*name].clone());
        }
    }
}
