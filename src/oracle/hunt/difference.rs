//! A difference: in what the replies of two engines to one task are not the same.

use crate::oracle::flow_style;
use crate::protocol::ANSWERED;
use crate::protocol::Data;
use crate::protocol::Event;
use crate::protocol::Fault;
use crate::protocol::Outcome;
use crate::protocol::REFUSED;
use crate::protocol::Reply;
use crate::protocol::Task;
use crate::protocol::text;

/// What two replies do not have in common, at the first moment at which they differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What differs, without names and numbers: findings with the same group are taken for one fault.
    pub group: String,
    /// What each side says there.
    pub sides: [String; 2],
}

/// What counts as a difference.
#[derive(Debug, Clone, Copy)]
pub struct Lens {
    /// Both sides are one engine, of which one has switches off. Then it says nothing that only one of them can make
    /// sense of a script: without a clause, a script is followed as far as it fits.
    pub one_engine: bool,
}

type Answer = Result<Reply, Fault>;

/// Whether the two replies differ at all: quick, because nearly all do not.
pub fn differ(one: &Answer, other: &Answer, lens: Lens) -> bool {
    match (one, other) {
        (Ok(Reply::Played(one)), Ok(Reply::Played(other))) => {
            one.after != other.after || one.log != other.log || one.before != other.before
        }
        (Ok(Reply::Unsupported(_)), _) | (_, Ok(Reply::Unsupported(_))) => false,
        (Ok(Reply::Misposed(_)), _) | (_, Ok(Reply::Misposed(_))) if lens.one_engine => false,
        _ => kind(one) != kind(other),
    }
}

/// In what they differ, moment by moment: the set-up, what happened, the end.
pub fn between(task: &Task, one: &Answer, other: &Answer, lens: Lens) -> Vec<Difference> {
    if !differ(one, other, lens) {
        return Vec::new();
    }
    let (Ok(Reply::Played(first)), Ok(Reply::Played(second))) = (one, other) else {
        let group = format!("reply: {} | {}", kind(one), kind(other));
        return vec![Difference { group, sides: [told(one), told(other)] }];
    };
    let mut found = Vec::new();
    found.extend(states("set-up", &first.before, &second.before));
    found.extend(logs(task, first, second));
    if found.is_empty() {
        found.extend(states("after", &first.after, &second.after));
    }
    found
}

/// The kind of a reply.
fn kind(answer: &Answer) -> String {
    match answer {
        Ok(Reply::Played(_)) => "played".to_owned(),
        Ok(Reply::Misposed(_)) => "misposed".to_owned(),
        Ok(Reply::Unsupported(_)) => "unsupported".to_owned(),
        Ok(_) => "unknown".to_owned(),
        Err(fault) => fault.name().to_owned(),
    }
}

fn told(answer: &Answer) -> String {
    let words = match answer {
        Ok(Reply::Played(_)) => "played it".to_owned(),
        Ok(Reply::Misposed(complaint)) => format!("misposed at {}: {}", complaint.at, complaint.why),
        Ok(_) => "did not play it".to_owned(),
        Err(fault) => fault.to_string(),
    };
    text::one_line(&words)
}

/// Where two states differ.
fn states(moment: &str, one: &Data, other: &Data) -> Option<Difference> {
    let mut found = Vec::new();
    paths(one, other, "", "", &mut found);
    let mut shapes: Vec<&str> = found.iter().map(|change| change.shape.as_str()).collect();
    shapes.sort_unstable();
    shapes.dedup();
    let side = |pick: fn(&Change) -> &Data| {
        let told: Vec<String> = found.iter().take(4).map(|it| format!("{}: {}", it.path, flow_style::line(pick(it)))).collect();
        shortened(&told.join(", "))
    };
    let sides = [side(|change| &change.one), side(|change| &change.other)];
    (!shapes.is_empty()).then(|| Difference { group: format!("{moment}: {}", shapes.join(" ")), sides })
}

struct Change {
    path: String,
    shape: String,
    one: Data,
    other: Data,
}

fn paths(one: &Data, other: &Data, path: &str, shape: &str, found: &mut Vec<Change>) {
    if one == other {
        return;
    }
    let (Data::Object(first), Data::Object(second)) = (one, other) else {
        let (path, shape) = (path.to_owned(), shape.to_owned());
        found.push(Change { path, shape, one: one.clone(), other: other.clone() });
        return;
    };
    let open = is_open(first) || is_open(second);
    let mut keys: Vec<&String> = first.keys().chain(second.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    for key in keys {
        let dot = if path.is_empty() { "" } else { "." };
        let name = if open { "*" } else { key.as_str() };
        let (path, shape) = (format!("{path}{dot}{key}"), format!("{shape}{dot}{name}"));
        let null = Data::Null;
        paths(first.get(key).unwrap_or(&null), second.get(key).unwrap_or(&null), &path, &shape, found);
    }
}

/// A map whose keys are names, such as squares or players, and not fields: its values are all alike.
fn is_open(map: &serde_json::Map<String, Data>) -> bool {
    let mut values = map.values();
    let Some(first) = values.next().filter(|_| map.len() > 3) else { return false };
    values.all(|value| match (first, value) {
        (Data::Object(one), Data::Object(other)) => one.keys().eq(other.keys()),
        _ => std::mem::discriminant(first) == std::mem::discriminant(value),
    })
}

/// The first event that is not the same.
fn logs(task: &Task, first: &Outcome, second: &Outcome) -> Option<Difference> {
    let length = first.log.len().max(second.log.len());
    let at = (0..length).find(|at| first.log.get(*at) != second.log.get(*at))?;
    let (one, other) = (first.log.get(at), second.log.get(at));
    let group = match (one, other) {
        (Some(one), Some(other)) if one.name == other.name => {
            format!("{}: {}", named(task, one), fields(&one.data, &other.data))
        }
        _ => format!("{} | {}", one.map_or("-".into(), |it| named(task, it)), other.map_or("-".into(), |it| named(task, it))),
    };
    let side = |event: Option<&Event>| {
        event.map_or_else(|| "nothing more happens".to_owned(), |event| shortened(&format!("{}: {}", event.name, flow_style::line(&event.data))))
    };
    Some(Difference { group, sides: [side(one), side(other)] })
}

/// An event by its name; a refusal with its code, an answer with its question.
fn named(task: &Task, event: &Event) -> String {
    let name = match &*event.name {
        REFUSED => format!("refused {}", event.data.get("code").and_then(Data::as_str).unwrap_or_default()),
        ANSWERED => format!("answered {}", question(task, event)),
        name => name.to_owned(),
    };
    text::one_line(&name)
}

fn question(task: &Task, event: &Event) -> String {
    let step = event.data.get("step").and_then(Data::as_u64).and_then(|step| usize::try_from(step).ok());
    let step = step.and_then(|step| task.when.get(step.checked_sub(1)?));
    let body = step.and_then(Data::as_object).and_then(|map| map.values().next());
    match body {
        Some(Data::Object(map)) => map.keys().next().cloned().unwrap_or_default(),
        Some(Data::String(word)) => word.clone(),
        _ => String::new(),
    }
}

/// The fields in which two events differ, and for lists who has more.
fn fields(one: &Data, other: &Data) -> String {
    let (Data::Object(first), Data::Object(second)) = (one, other) else { return String::new() };
    let mut names: Vec<&String> = first.keys().chain(second.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let differing = names.into_iter().filter(|name| first.get(*name) != second.get(*name));
    let told = differing.map(|name| format!("{name}{}", who_has_more(first.get(name), second.get(name))));
    text::one_line(&told.collect::<Vec<_>>().join(" "))
}

fn who_has_more(one: Option<&Data>, other: Option<&Data>) -> &'static str {
    let (Some(Data::Array(one)), Some(Data::Array(other))) = (one, other) else { return "" };
    let more = one.iter().any(|item| !other.contains(item));
    let less = other.iter().any(|item| !one.contains(item));
    match (more, less) {
        (true, false) => " more",
        (false, true) => " less",
        _ => " otherwise",
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 160;
    let text = text::one_line(text);
    if text.chars().count() > MOST { text.chars().take(MOST).collect::<String>() + "…" } else { text }
}
