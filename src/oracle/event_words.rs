//! Where two vocabularies meet: how another engine calls an event, and which of its fields mean something else there.

use std::collections::BTreeMap;

use crate::oracle::fields;
use crate::oracle::fields::Fields;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::yaml::MapEntry;
use crate::oracle::yaml::Node;
use crate::protocol::ANSWERED;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Profile;
use crate::protocol::REFUSED;
use crate::protocol::Reply;
use crate::protocol::Task;

/// An engine's words for events, by the words that the scenarios use.
pub(crate) type EventWords = BTreeMap<String, EventWord>;

/// What is known about one kind of event.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EventWord {
    /// How the engine calls it, where that is another word.
    pub called: Option<String>,
    /// Fields that are not compared.
    pub ignore: Vec<String>,
}

/// `events: {ended: {called: game_over, ignore: [by]}}`.
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

/// A field that is not compared. Of the events that the protocol names, only what a claim can leave out.
fn ignored(event: &str, field: &Node, problems: &mut Vec<Problem>) -> Option<String> {
    let name = fields::text(field, "ignore", problems)?;
    let known: &[&str] = match event {
        REFUSED => &["code", "rule"],
        ANSWERED => &["answer"],
        _ => return Some(name.to_owned()),
    };
    if !known.contains(&name) {
        let message = format!("`{name}` of the event `{event}` cannot be ignored");
        let problem = Problem::at(Kind::BadValue, &field.place, message).nearest(name, known.iter().copied());
        problems.push(problem.help(format!("this can be ignored: {}", known.join(", "))));
        return None;
    }
    Some(name.to_owned())
}

/// An entry that would change nothing, or that would take another one's place.
fn useless(entry: &MapEntry, word: &EventWord, others: &EventWords) -> Option<Problem> {
    let is_taken = |name: &String| others.values().any(|other| other.called.as_ref() == Some(name));
    let message = match &word.called {
        None if word.ignore.is_empty() => format!("this says nothing about the event `{}`", entry.key),
        Some(name) if is_taken(name) => format!("two events cannot both be called `{name}`"),
        _ => return None,
    };
    let help = "write `called:` with the engine's name for it, or `ignore:` with fields that are not compared";
    Some(Problem::at(Kind::BadValue, &entry.key_place, message).help(help))
}

/// Engines whose events are told in the words of the scenarios.
pub(crate) struct Translated {
    inner: Box<dyn EngineMaker>,
    profile: Profile,
    /// The scenarios' word by the engine's.
    ours: BTreeMap<String, String>,
}

impl Translated {
    pub(crate) fn new(inner: Box<dyn EngineMaker>, words: &EventWords) -> Translated {
        let renamed = |(own, word): (&String, &EventWord)| Some((word.called.clone()?, own.clone()));
        let ours: BTreeMap<String, String> = words.iter().filter_map(renamed).collect();
        let mut profile = inner.profile().clone();
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
        Translated { inner, profile, ours }
    }
}

impl EngineMaker for Translated {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(Translating { inner: self.inner.engine(), ours: self.ours.clone() })
    }

    fn fault(&self) -> Option<Fault> {
        self.inner.fault()
    }

    fn waits(&self) -> bool {
        self.inner.waits()
    }
}

struct Translating {
    inner: Box<dyn Engine>,
    ours: BTreeMap<String, String>,
}

impl Engine for Translating {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let mut reply = self.inner.play(task)?;
        if let Reply::Played(outcome) = &mut reply {
            for event in &mut outcome.log {
                if let Some(own) = self.ours.get(event.name.as_ref()) {
                    event.name = own.clone().into();
                }
            }
        }
        Ok(reply)
    }
}
