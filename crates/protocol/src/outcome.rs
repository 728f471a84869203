//! Outcomes: the states before and after, the log, and the firings of a run.

use std::borrow::Cow;
use std::panic::Location;

use serde::Deserialize;
use serde::Serialize;
use serde_json::json;

use crate::Data;

/// The outcome of a task: the state before, the state after, and everything in between, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Outcome {
    /// The whole state after the set-up.
    pub before: Data,
    /// The whole state at the end, in the same shape.
    pub after: Data,
    /// The events, in order.
    pub log: Vec<Event>,
    /// The switches that fired.
    #[serde(default)]
    pub fired: Vec<Firing>,
    /// The decisions and draws that the engine asked for.
    #[serde(default)]
    pub asked: Vec<Asking>,
    /// Notes of the engine on this run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

impl Outcome {
    /// Creates an outcome from two states. All other fields are empty.
    pub fn new(before: Data, after: Data) -> Outcome {
        Outcome { before, after, log: Vec::new(), fired: Vec::new(), asked: Vec::new(), notes: Vec::new() }
    }
}

/// The event of a refused step: `{step, code, rule}`.
pub const REFUSED: &str = "refused";

/// The event with the result of an `ask:` step: `{step, answer}`.
pub const ANSWERED: &str = "answered";

/// One entry of the log. On the wire it is a map with one key, `{name: data}`.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The kind of event.
    pub name: Cow<'static, str>,
    /// The fields of the event: a map.
    pub data: Data,
}

impl Event {
    /// Creates an event.
    pub fn new(name: impl Into<Cow<'static, str>>, data: Data) -> Event {
        Event { name: name.into(), data }
    }

    /// Creates a refusal: the rules forbid the step. It is an answer, not a failure: nothing changes, and the game
    /// continues. Steps count from 1; the code is the engine's own, the rule a line such as `nim/nim.md:3`.
    pub fn refused(step: usize, code: &str, rule: &str) -> Event {
        Event::new(REFUSED, json!({"step": step, "code": code, "rule": rule}))
    }

    /// Creates the answer of an `ask:` step. Steps count from 1.
    pub fn answered(step: usize, answer: Data) -> Event {
        Event::new(ANSWERED, json!({"step": step, "answer": answer}))
    }
}

impl Serialize for Event {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&self.name, &self.data)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        let map = serde_json::Map::<String, Data>::deserialize(deserializer)?;
        let mut entries = map.into_iter();
        match (entries.next(), entries.next()) {
            (Some((name, data)), None) => Ok(Event { name: name.into(), data }),
            _ => Err(serde::de::Error::custom("an event must be a map with exactly one key, its name")),
        }
    }
}

/// A switch that fired, with its source location and its moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Firing {
    /// The name of the switch. Borrowed for built-in engines, owned for external ones.
    pub switch: Cow<'static, str>,
    /// The source file; empty if the engine does not report it.
    #[serde(default)]
    pub file: Cow<'static, str>,
    /// The line of that file, from 1.
    #[serde(default)]
    pub line: u32,
    /// Number of events in the log at that moment; `None` if the engine does not report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
}

impl Firing {
    /// Creates a firing without a source location. `event` is the number of events in the log, or `None`.
    pub fn new(switch: impl Into<Cow<'static, str>>, event: impl Into<Option<usize>>) -> Firing {
        Firing { switch: switch.into(), file: Cow::Borrowed(""), line: 0, event: event.into() }
    }

    /// Creates a firing at the location of the caller, or of the caller of a calling function that is marked
    /// `#[track_caller]`.
    #[track_caller]
    pub fn here(switch: impl Into<Cow<'static, str>>, event: impl Into<Option<usize>>) -> Firing {
        let here = Location::caller();
        Firing::new(switch, event).at(here.file(), here.line())
    }

    /// Sets the source location.
    #[must_use]
    pub fn at(mut self, file: impl Into<Cow<'static, str>>, line: u32) -> Firing {
        self.file = file.into();
        self.line = line;
        self
    }
}

/// A decision or a draw that the engine asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Asking {
    /// A player, or `chance`.
    pub who: String,
    /// The required kind of step, such as `plan`.
    pub what: String,
    /// The reason, in a few words with the rule.
    pub why: String,
    /// The step that answered, counted from 1; `None` if it was declined.
    pub step: Option<usize>,
    /// Number of events in the log at that moment.
    pub event: usize,
}

impl Asking {
    /// Creates a request that no step answered.
    pub fn new(who: impl Into<String>, what: impl Into<String>, why: impl Into<String>, event: usize) -> Asking {
        Asking { who: who.into(), what: what.into(), why: why.into(), step: None, event }
    }

    /// Sets the step that answered, counted from 1; `None` if it was declined.
    #[must_use]
    pub fn answered_by(mut self, step: impl Into<Option<usize>>) -> Asking {
        self.step = step.into();
        self
    }
}

/// A note of the engine, such as a warning about a set-up that no game can reach. It is shown and never judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Note {
    /// The step, counted from 1; `None` for the set-up or the whole run.
    #[serde(default)]
    pub step: Option<usize>,
    /// Number of events in the log at that moment.
    #[serde(default)]
    pub event: usize,
    /// The text, on one line.
    pub text: String,
}

impl Note {
    /// Creates a note on the set-up or the whole run. `event` is the number of events in the log.
    pub fn new(text: impl Into<String>, event: usize) -> Note {
        Note { step: None, event, text: text.into() }
    }

    /// Sets the step, counted from 1.
    #[must_use]
    pub fn about_step(mut self, step: usize) -> Note {
        self.step = Some(step);
        self
    }
}
