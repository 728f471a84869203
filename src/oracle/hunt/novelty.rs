//! Novelty: what can be noticed about a play. Whatever shows something that no play has shown before is worth keeping.

use crate::oracle::hunt::sign::Sign;
use crate::protocol::Data;
use crate::protocol::Event;
use crate::protocol::Fault;
use crate::protocol::Outcome;
use crate::protocol::REFUSED;
use crate::protocol::Reply;
use crate::protocol::Task;

/// The signs of a reply. `targets` are switches around which more is noticed.
pub(crate) fn signs(task: &Task, reply: &Result<Reply, Fault>, targets: &dyn Fn(&str) -> bool) -> Vec<u64> {
    let mut signs = Vec::new();
    match reply {
        Ok(Reply::Played(outcome)) => played(task, outcome, targets, &mut signs),
        Ok(Reply::Misposed(complaint)) => {
            signs.push(Sign::of("misposed").and(&skeleton(&complaint.at)).and(&skeleton(&complaint.why)).number());
        }
        Ok(Reply::Failed(failure)) => signs.push(Sign::of("failed").and(&skeleton(&failure.why)).number()),
        Ok(_) => signs.push(Sign::of("unsupported").number()),
        Err(fault) => signs.push(Sign::of("fault").and(fault.name()).number()),
    }
    signs.sort_unstable();
    signs.dedup();
    signs
}

/// A text without the names and numbers in it.
pub(crate) fn skeleton(text: &str) -> String {
    let outside = text.split('`').step_by(2).collect::<Vec<_>>().join("`");
    outside.chars().filter(|c| !c.is_ascii_digit()).take(80).collect()
}

fn played(task: &Task, outcome: &Outcome, targets: &dyn Fn(&str) -> bool, signs: &mut Vec<u64>) {
    let start = signs.len();
    events(task, &outcome.log, signs);
    for asking in &outcome.asked {
        signs.push(Sign::of("asked").and(&asking.what).number());
    }
    for note in &outcome.notes {
        signs.push(Sign::of("note").and(&skeleton(&note.text)).number());
    }
    changes(&outcome.before, &outcome.after, "", "", signs);
    let around: Vec<u64> = signs[start..].to_vec();
    let mut surrounded: Vec<&str> = Vec::new();
    for firing in &outcome.fired {
        signs.push(Sign::of("fired").and(&firing.switch).and(&firing.file).and_number(u64::from(firing.line)).number());
        if !surrounded.contains(&&*firing.switch) && targets(&firing.switch) {
            surrounded.push(&firing.switch);
            // Around what is still sought, everything in its company counts.
            let with = Sign::of("with").and(&firing.switch);
            signs.extend(around.iter().map(|other| with.and_number(*other).number()));
        }
    }
}

fn events(task: &Task, log: &[Event], signs: &mut Vec<u64>) {
    let mut last = "";
    for event in log {
        signs.push(Sign::of("event").and(&event.name).number());
        signs.push(Sign::of("pair").and(last).and(&event.name).number());
        last = &event.name;
        if event.name == REFUSED {
            let code = event.data.get("code").and_then(Data::as_str).unwrap_or_default();
            let step = event.data.get("step").and_then(Data::as_u64).unwrap_or(0);
            let step = usize::try_from(step).ok().and_then(|step| task.when.get(step.checked_sub(1)?));
            signs.push(Sign::of("refused").and(code).and(kind_of(step)).number());
        }
        for (field, value) in event.data.as_object().into_iter().flatten() {
            let said = match value {
                Data::Bool(true) => "true",
                Data::Bool(false) => "false",
                Data::String(word) if is_word(word) => word,
                _ => continue,
            };
            signs.push(Sign::of("said").and(&event.name).and(field).and(said).number());
        }
    }
    let mut names: Vec<&str> = log.iter().map(|event| &*event.name).collect();
    names.sort_unstable();
    for same in names.chunk_by(|one, other| one == other) {
        signs.push(Sign::of("often").and(same[0]).and_number(u64::from(same.len().ilog2())).number());
    }
}

/// A short text without numbers in it, as players, cards and reasons are called; squares and scores are too many.
fn is_word(text: &str) -> bool {
    text.len() < 24 && !text.contains(|c: char| c.is_ascii_digit() || c.is_whitespace())
}

/// The kind of a step: its one key.
pub(crate) fn kind_of(step: Option<&Data>) -> &str {
    step.and_then(Data::as_object).and_then(|map| map.keys().next()).map_or("", String::as_str)
}

/// Where the state has changed: by the first key and the last, and by the word that stands there now.
fn changes(before: &Data, after: &Data, first: &str, last: &str, signs: &mut Vec<u64>) {
    if before == after {
        return;
    }
    match (before, after) {
        (Data::Object(one), Data::Object(two)) => {
            for (key, now) in two {
                let first = if first.is_empty() { key } else { first };
                changes(one.get(key).unwrap_or(&Data::Null), now, first, key, signs);
            }
            for (key, then) in one.iter().filter(|(key, _)| !two.contains_key(*key)) {
                let first = if first.is_empty() { key } else { first };
                changes(then, &Data::Null, first, key, signs);
            }
        }
        _ => {
            let word = after.as_str().filter(|word| is_word(word) && is_word(last));
            let change = Sign::of("change").and(first).and(last);
            signs.push(change.number());
            signs.push(change.and(word.unwrap_or_default()).number());
        }
    }
}
