//! An engine's names for events, and the fields that are not compared.

use std::collections::BTreeMap;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::strict_map;
use crate::base::strict_map::Fields;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use truthsayer_protocol::ANSWERED;
use truthsayer_protocol::Profile;
use truthsayer_protocol::REFUSED;

/// An engine's events, by the names in scenarios.
pub(crate) type EventWords = BTreeMap<String, EventWord>;

/// How an engine's version of an event differs from the event in scenarios.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EventWord {
    /// The engine's name for the event, if it differs.
    pub called: Option<String>,
    /// Fields that are not compared.
    pub ignore: Vec<String>,
}

/// Reads `events: {ended: {called: game_over, ignore: [by]}}`.
pub(crate) fn read(node: &Node, problems: &mut Vec<Problem>) -> EventWords {
    let mut words = EventWords::new();
    let Some(entries) = node.entries() else {
        problems.push(Problem::at(Kind::WrongType, &node.place, "`events` must be a map of events by name"));
        return words;
    };
    for entry in entries {
        let Some(mut keys) = Fields::of("an event's words", &entry.value, problems) else { continue };
        let called = keys.optional_text("called").map(str::to_owned);
        let ignore = keys.list("ignore");
        let ignore = ignore.iter().filter_map(|field| ignored(&entry.key, field, keys.problems())).collect();
        keys.finish();
        let word = EventWord { called, ignore };
        problems.extend(useless(entry, &word, &words));
        words.insert(entry.key.clone(), word);
    }
    words
}

/// Returns a field to ignore. For events of the protocol, only optional fields can be ignored.
fn ignored(event: &str, field: &Node, problems: &mut Vec<Problem>) -> Option<String> {
    let name = strict_map::text(field, "ignore", problems)?;
    let known: &[&str] = match event {
        REFUSED => &["code", "rule"],
        ANSWERED => &["answer"],
        _ => return Some(name.to_owned()),
    };
    if !known.contains(&name) {
        let message = format!("`{name}` of the event `{event}` cannot be ignored");
        let problem = Problem::at(Kind::BadValue, &field.place, message).nearest(name, known.iter().copied());
        problems.push(problem.help(format!("you can ignore: {}", known.join(", "))));
        return None;
    }
    Some(name.to_owned())
}

/// Returns a problem if an entry has no effect or duplicates another name.
fn useless(entry: &MapEntry, word: &EventWord, others: &EventWords) -> Option<Problem> {
    let is_taken = |name: &String| others.values().any(|other| other.called.as_ref() == Some(name));
    let message = match &word.called {
        None if word.ignore.is_empty() => format!("the entry for the event `{}` has no effect", entry.key),
        Some(name) if is_taken(name) => format!("two events cannot both be called `{name}`"),
        _ => return None,
    };
    let help = "write `called:` with the engine's name for it, or `ignore:` with the fields to ignore";
    Some(Problem::at(Kind::BadValue, &entry.key_place, message).help(help))
}

/// Returns the scenario names of renamed events, by the engine's names.
pub(crate) fn ours(words: &EventWords) -> BTreeMap<String, String> {
    words.iter().filter_map(|(own, word)| Some((word.called.clone()?, own.clone()))).collect()
}

/// Returns a profile with the scenario names of events. `ours` are these names by the engine's names.
pub(crate) fn translated(profile: &Profile, words: &EventWords, ours: &BTreeMap<String, String>) -> Profile {
    let mut profile = profile.clone();
    let translate = |name: &mut String| {
        if let Some(own) = ours.get(name.as_str()) {
            name.clone_from(own);
        }
    };
    profile.events.iter_mut().for_each(|note| translate(&mut note.name));
    let observed = profile.observes.iter_mut().flat_map(|it| it.events.iter_mut().flatten());
    observed.for_each(|event| translate(&mut event.name));
    let ignored = words.iter().filter(|(_, word)| !word.ignore.is_empty());
    profile.ignored_fields = ignored.map(|(name, word)| (name.clone(), word.ignore.clone())).collect();
    profile
}
