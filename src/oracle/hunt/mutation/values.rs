//! Values: replaced by what stood at the same key elsewhere, and set-ups crossed.

use crate::oracle::hunt::declared;
use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::mutation::Stock;
use crate::oracle::hunt::mutation::number;
use crate::oracle::hunt::mutation::text;
use crate::oracle::hunt::tree;
use crate::oracle::hunt::tree::TreeValue;
use crate::protocol::Data;
use crate::protocol::Task;

pub(crate) fn change_step(task: &mut Task, stock: &Stock<'_>, dice: &mut Dice) {
    let index = dice.below(task.when.len());
    let Some(step) = task.when.get_mut(index).and_then(Data::as_object_mut) else { return };
    if let Some((kind, body)) = step.iter_mut().next() {
        change(body, kind, stock, dice);
    }
}

pub(crate) fn change_given(task: &mut Task, stock: &Stock<'_>, dice: &mut Dice) {
    change(&mut task.given, "given", stock, dice);
}

/// Changes one value of a tree, whichever.
fn change(root: &mut Data, key: &str, stock: &Stock<'_>, dice: &mut Dice) {
    let number = dice.below(tree::count(root));
    let Some(spot) = tree::spot(root, key, number) else { return };
    let words = stock.vocabulary;
    let key = words.key_of(&spot);
    // Now and then anything that was seen there takes its place, whatever it is.
    if dice.once_in(6) && number > 0 {
        if let Some(seen) = words.value(&key, dice) {
            *spot.node = seen;
        }
        return;
    }
    let TreeValue { node, .. } = spot;
    // One becomes two: where a word can stand, a list of words often can.
    if node.is_string() && dice.once_in(12) {
        if let Some(second) = words.word(&key, dice) {
            *node = Data::Array(vec![node.take(), Data::from(second)]);
        }
        return;
    }
    match node {
        Data::Null => {}
        Data::Bool(flag) => *flag = !*flag,
        Data::Number(old) => *node = number::changed(old, &key, words, dice),
        Data::String(old) => {
            let word = words.word(&key, dice).filter(|_| !dice.once_in(4));
            *old = word.unwrap_or_else(|| text::changed(old, &key, words, dice));
        }
        Data::Array(items) => change_list(items, &key, stock, dice),
        Data::Object(map) => change_map(map, &key, stock, dice),
    }
}

fn change_list(items: &mut Vec<Data>, key: &str, stock: &Stock<'_>, dice: &mut Dice) {
    let at = dice.below(items.len());
    match dice.below(4) {
        0 if !items.is_empty() => {
            items.remove(at);
        }
        1 if items.len() > 1 => {
            let to = dice.below(items.len());
            items.swap(at, to);
        }
        _ => {
            if let Some(member) = stock.vocabulary.member(key, dice) {
                items.insert(dice.below(items.len() + 1), member);
            }
        }
    }
}

fn change_map(map: &mut serde_json::Map<String, Data>, key: &str, stock: &Stock<'_>, dice: &mut Dice) {
    let names: Vec<String> = map.keys().cloned().collect();
    let own = dice.one(&names).cloned();
    match (dice.below(6), own) {
        (0, Some(own)) => {
            map.remove(&own);
        }
        (1, Some(own)) => rename(map, &own, stock.vocabulary.word(key, dice)),
        // One entry laid out like another that is there: a second player, a second piece.
        (2, Some(own)) => {
            if let (Some(word), Some(value)) = (stock.vocabulary.word(key, dice), map.get(&own).cloned()) {
                map.entry(word).or_insert(value);
            }
        }
        // A name that was only declared, with a value that was seen at it, or with any.
        (3, _) => {
            if let Some(word) = stock.vocabulary.word(key, dice) {
                let value = stock.vocabulary.value(&word, dice).unwrap_or_else(|| declared::guess(dice));
                map.insert(word, value);
            }
        }
        _ => {
            if let Some((name, value)) = stock.vocabulary.entry(key, dice) {
                match map.get_mut(name) {
                    Some(there) => tree::lay_over(there, value),
                    None => {
                        map.insert(name.clone(), value.clone());
                    }
                }
            }
        }
    }
}

/// Gives an entry another name; where that is taken, the two change places.
fn rename(map: &mut serde_json::Map<String, Data>, own: &str, word: Option<String>) {
    let Some(word) = word else { return };
    let Some(value) = map.remove(own) else { return };
    if let Some(other) = map.insert(word, value) {
        map.insert(own.to_owned(), other);
    }
}

/// Two words of one kind change places in the whole task.
pub(crate) fn exchange_words(task: &mut Task, stock: &Stock<'_>, dice: &mut Dice) {
    let mut words: Vec<(&str, &str)> = Vec::new();
    let roots = std::iter::once(("given", &task.given)).chain(task.when.iter().map(|step| ("when", step)));
    for (name, root) in roots {
        tree::visit(root, name, &mut |key, value| match value {
            Data::String(text) => words.push((key, text)),
            Data::Object(map) => words.extend(map.keys().map(|word| (key, word.as_str()))),
            _ => {}
        });
    }
    let Some((key, one)) = dice.one(&words).map(|(key, one)| ((*key).to_owned(), (*one).to_owned())) else { return };
    let Some(other) = stock.vocabulary.word(&key, dice) else { return };
    tree::exchange(&mut task.given, &one, &other);
    task.when.iter_mut().for_each(|step| tree::exchange(step, &one, &other));
}

/// The game by another reading.
pub(crate) fn choose_reading(task: &mut Task, stock: &Stock<'_>, dice: &mut Dice) {
    let Some((name, value)) = stock.vocabulary.reading(dice) else { return };
    let Some(given) = task.given.as_object_mut() else { return };
    let readings = given.entry("readings").or_insert_with(|| Data::Object(serde_json::Map::new()));
    if let Data::Object(readings) = readings {
        readings.insert(name.clone(), Data::from(value.as_str()));
    }
}

/// The set-up of another task under this script.
pub(crate) fn cross_given(task: &mut Task, stock: &Stock<'_>, dice: &mut Dice) {
    if let Some(other) = stock.pool.any_member(dice) {
        task.given = other.task.given.clone();
    }
}

/// A part of the set-up of another task, or all of it, laid over this one.
pub(crate) fn lay_given_over(task: &mut Task, stock: &Stock<'_>, dice: &mut Dice) {
    let Some(other) = stock.pool.any_member(dice) else { return };
    let (Data::Object(own), Data::Object(others)) = (&mut task.given, &other.task.given) else { return };
    let names: Vec<&String> = others.keys().collect();
    let Some(name) = dice.one(&names).filter(|_| !dice.once_in(5)) else {
        tree::lay_over(&mut task.given, &other.task.given);
        return;
    };
    match own.get_mut(*name) {
        Some(there) if !dice.once_in(3) => tree::lay_over(there, &others[*name]),
        _ => {
            own.insert((*name).clone(), others[*name].clone());
        }
    }
}
