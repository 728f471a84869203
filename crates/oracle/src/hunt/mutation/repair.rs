//! Repairs a task with the help of the engine's complaint, which has a position and often the expected words.

use crate::base::data_tree;
use crate::hunt::mutation::Stock;
use crate::hunt::rng::Rng;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// Changes the value that the complaint is about. Returns whether anything was changed.
pub(crate) fn repair(task: &mut Task, complaint: &Complaint, stock: &Stock<'_>, rng: &mut Rng) -> bool {
    let words: Vec<&str> = words_of(&complaint.why).collect();
    let (step, inner) = place(&complaint.at);
    match step {
        Some(index) => {
            let index = index.unwrap_or(task.when.len()).min(task.when.len());
            repair_step(task, index, inner, &words, stock, rng)
        }
        None => repair_value(&mut task.given, "given", inner, &words, stock, rng),
    }
}

/// Returns the words of a complaint, without punctuation.
pub(crate) fn words_of(why: &str) -> impl Iterator<Item = &str> {
    why.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).filter(|word| !word.is_empty())
}

/// Returns the step of a path (inner `None` for the set-up) and the rest of the path.
fn place(at: &str) -> (Option<Option<usize>>, &str) {
    let Some(rest) = at.strip_prefix("when") else {
        return (None, at.strip_prefix("given").unwrap_or(at));
    };
    let number = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match number.and_then(|(digits, rest)| Some((digits.parse().ok()?, rest))) {
        Some((index, rest)) => (Some(Some(index)), rest),
        None => (Some(None), ""),
    }
}

fn repair_step(task: &mut Task, index: usize, inner: &str, words: &[&str], stock: &Stock<'_>, rng: &mut Rng) -> bool {
    let kinds: Vec<&&str> = words.iter().filter(|word| stock.vocabulary.is_kind_of_step(word)).collect();
    let wanted = kinds.last().map(|kind| **kind);
    // A path into a step is about a value; a path that ends at the step is about the step itself.
    if let (false, Some(step)) = (inner.trim_matches('.').is_empty(), task.when.get_mut(index))
        && !rng.once_in(4)
    {
        return repair_value(step, "when", inner, words, stock, rng);
    }
    match (wanted, index < task.when.len()) {
        (Some(kind), there) if !there || !rng.once_in(3) => match fitting(kind, words, stock, rng) {
            Some(step) if there && rng.once_in(4) => task.when[index] = step,
            Some(step) => task.when.insert(index, step),
            None => return false,
        },
        (_, true) => {
            task.when.remove(index);
        }
        (_, false) => return false,
    }
    true
}

/// Returns a step of a kind: of a few candidates the one that shares most words with the complaint, with these words
/// inserted.
fn fitting(kind: &str, words: &[&str], stock: &Stock<'_>, rng: &mut Rng) -> Option<Data> {
    const TRIED: usize = 6;
    let common = |step: &Data| {
        let mut count = 0;
        data_tree::visit(step, "", &mut |key, value| {
            count += usize::from(words.contains(&key));
            count += value.as_str().map_or(0, |text| usize::from(words.contains(&text)));
        });
        count
    };
    let mut best: Option<(usize, Data)> = None;
    for _ in 0..TRIED {
        let step = stock.vocabulary.step_of(kind, rng)?;
        let score = common(&step);
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, step));
        }
    }
    let mut step = best?.1;
    put_in(&mut step, kind, words, stock);
    Some(step)
}

/// Inserts the first words of the complaint that fit.
fn put_in(step: &mut Data, kind: &str, words: &[&str], stock: &Stock<'_>) {
    let Some(body) = step.get_mut(kind) else { return };
    for number in 0..data_tree::count(body) {
        let Some(spot) = data_tree::spot(body, kind, number) else { return };
        let key = stock.vocabulary.key_of(&spot);
        let Data::String(text) = spot.node else { continue };
        if words.contains(&text.as_str()) {
            return;
        }
        if let Some(word) = words.iter().find(|word| stock.vocabulary.fits(&key, word)) {
            *text = (*word).to_owned();
            return;
        }
    }
}

/// Repairs the value at a path: replaces it, adds a missing key, or removes it.
fn repair_value(root: &mut Data, name: &str, path: &str, words: &[&str], stock: &Stock<'_>, rng: &mut Rng) -> bool {
    let path = path.trim_start_matches('.');
    let (parent, last) = match path.rfind(['.', '[']) {
        Some(cut) => (&path[..cut], path[cut..].trim_matches(['.', '[', ']'])),
        None => ("", path),
    };
    let missing = words.iter().position(|word| *word == "missing").and_then(|at| words.get(at.checked_sub(2)?));
    let key = parent
        .rsplit('.')
        .find(|part| !part.starts_with('['))
        .map_or(name, |part| part.split('[').next().unwrap_or(part));
    if let Some(Data::Object(map)) = find(root, path) {
        let wanted = missing.into_iter().chain(words).find(|word| !map.contains_key(**word));
        let value = wanted.and_then(|word| stock.vocabulary.value(word, rng));
        if let (Some(word), Some(value), false) = (wanted, value, rng.once_in(3)) {
            map.insert((*word).to_owned(), value);
            return true;
        }
    }
    let own_key = if last.chars().all(|c| c.is_ascii_digit()) { key } else { last };
    let value = stock.vocabulary.value(own_key, rng);
    let word = rng.one(words).copied();
    match find(root, parent) {
        Some(Data::Object(map)) if map.contains_key(last) => match (rng.below(3), value, word) {
            (0, Some(value), _) => map.insert(last.to_owned(), value),
            (1, _, Some(word)) if stock.vocabulary.fits(own_key, word) => map.insert(last.to_owned(), Data::from(word)),
            _ => map.remove(last),
        }
        .is_some(),
        Some(Data::Array(items)) => match last.parse::<usize>().ok().filter(|index| *index < items.len()) {
            Some(index) => {
                match value.filter(|_| rng.once_in(2)) {
                    Some(value) => items[index] = value,
                    None => {
                        items.remove(index);
                    }
                }
                true
            }
            None => false,
        },
        _ => false,
    }
}

/// Returns the value at a path of keys and indices. The name of a step is optional.
fn find<'d>(root: &'d mut Data, path: &str) -> Option<&'d mut Data> {
    let mut here = root;
    for part in path.split(['.', '[', ']']).filter(|part| !part.is_empty()) {
        here = match here {
            Data::Object(map) => match map.contains_key(part) {
                true => map.get_mut(part)?,
                false if map.len() == 1 => map.values_mut().next()?.get_mut(part)?,
                false => return None,
            },
            Data::Array(items) => items.get_mut(part.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(here)
}
