//! Novelty: the observable features of a run. A task with a new feature is kept.

use crate::hunt::hash::Sign;
use truthsayer_protocol::Data;
use truthsayer_protocol::Event;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::REFUSED;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// Returns the signs of a reply. Runs in which `targets` fired have additional signs.
pub(crate) fn signs(task: &Task, reply: &Result<Reply, Fault>, targets: &dyn Fn(&str) -> bool) -> Vec<u64> {
    let mut signs = Vec::new();
    match reply {
        Ok(Reply::Played(outcome)) => played(task, outcome, targets, &mut signs),
        Ok(Reply::Invalid(complaint)) => {
            signs.push(Sign::of("invalid").and(&skeleton(&complaint.at)).and(&skeleton(&complaint.why)).number());
        }
        Ok(Reply::Crashed(failure)) => signs.push(Sign::of("failed").and(&skeleton(&failure.why)).number()),
        Ok(_) => signs.push(Sign::of("unsupported").number()),
        Err(fault) => signs.push(Sign::of("fault").and(fault.name()).number()),
    }
    signs.sort_unstable();
    signs.dedup();
    signs
}

/// Returns a text without names and numbers.
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
            // All switches that fire together with a target count.
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

/// Returns whether a text is a short word without numbers, such as players, cards and reasons. Squares and scores are
/// too many.
fn is_word(text: &str) -> bool {
    text.len() < 24 && !text.contains(|c: char| c.is_ascii_digit() || c.is_whitespace())
}

/// Returns the kind of a step: its only key.
pub(crate) fn kind_of(step: Option<&Data>) -> &str {
    step.and_then(Data::as_object).and_then(|map| map.keys().next()).map_or("", String::as_str)
}

/// Adds signs for changes of the state: the first and last key, and the new word.
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
