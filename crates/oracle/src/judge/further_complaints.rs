//! Finds further mistakes in an invalid task: applies the engine's own suggestion to each mistake and runs the task
//! again.

use crate::judge::play_and_judge;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// Maximum number of complaints per scenario.
const MOST: usize = 10;

/// Returns all complaints of an engine, starting with `first`. Stops at complaints that a fix may have caused: about
/// the run itself, or about the same place again.
pub(crate) fn complaints(engine: &mut dyn Engine, task: &Task, first: &Complaint) -> Vec<Complaint> {
    let mut task = task.clone();
    let mut found = vec![first.clone()];
    while let (Some(last), true) = (found.last(), found.len() < MOST) {
        if !apply_suggestion(&mut task, last) {
            break;
        }
        match play_and_judge::play(engine, &task) {
            Ok(Reply::Invalid(next)) if is_new(&next, &found) => found.push(next),
            _ => break,
        }
    }
    found
}

fn is_new(next: &Complaint, found: &[Complaint]) -> bool {
    let is_about_a_word = !next.at.ends_with(']') && next.at != "when";
    is_about_a_word && found.iter().all(|known| known.at != next.at)
}

/// Replaces an unknown name by the name that the engine suggests.
fn apply_suggestion(task: &mut Task, complaint: &Complaint) -> bool {
    let Some((_, rest)) = complaint.why.split_once("nearest is `") else { return number(task, complaint) };
    let Some((meant, _)) = rest.split_once('`') else { return false };
    let Some((parent, key)) = parts(task, &complaint.at) else { return false };
    match parent {
        Data::Object(map) if complaint.why.contains(&format!("`{key}`")) => match map.remove(key) {
            Some(value) => map.insert(meant.to_owned(), value).is_none(),
            None => false,
        },
        parent => replace_value(parent, key, Data::from(meant)),
    }
}

/// Inserts any valid number where the engine expects a number.
fn number(task: &mut Task, complaint: &Complaint) -> bool {
    let wants_number =
        complaint.why.starts_with("expected a whole number") || complaint.why.starts_with("expected a number");
    let from = complaint.why.split_once(" from ").and_then(|(_, rest)| rest.split(' ').next()?.parse::<i64>().ok());
    let Some((parent, key)) = parts(task, &complaint.at).filter(|_| wants_number) else { return false };
    replace_value(parent, key, Data::from(from.unwrap_or(1)))
}

fn replace_value(parent: &mut Data, key: &str, value: Data) -> bool {
    let spot = match parent {
        Data::Object(map) => map.get_mut(key),
        Data::Array(items) => key.parse::<usize>().ok().and_then(|index| items.get_mut(index)),
        _ => None,
    };
    spot.map(|spot| *spot = value).is_some()
}

/// Returns the container of the value at a path, and the value's key or index.
fn parts<'t, 'p>(task: &'t mut Task, path: &'p str) -> Option<(&'t mut Data, &'p str)> {
    let mut words = path.split(['.', '[', ']']).filter(|word| !word.is_empty());
    let mut here = match words.next()? {
        "given" => &mut task.given,
        "when" => task.when.get_mut(words.next()?.parse::<usize>().ok()?)?,
        _ => return None,
    };
    let words: Vec<&str> = words.collect();
    let (last, way) = words.split_last()?;
    for word in way {
        here = match here {
            Data::Object(map) => map.get_mut(*word)?,
            Data::Array(items) => items.get_mut(word.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some((here, last))
}
