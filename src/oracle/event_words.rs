//! Where two vocabularies meet: how another engine calls an event, and which of its fields mean something else there.

use std::collections::BTreeMap;

use crate::oracle::fields::Fields;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::yaml::Node;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Profile;
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
        let ignore = keys.texts("ignore").into_iter().map(str::to_owned).collect();
        keys.finish();
        words.insert(entry.key.clone(), EventWord { called, ignore });
    }
    words
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
