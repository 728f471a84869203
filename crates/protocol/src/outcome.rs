//! An outcome: what happened in a play, in order, and why.

use std::borrow::Cow;
use std::panic::Location;

use serde::Deserialize;
use serde::Serialize;
use serde_json::json;

use crate::Data;

/// What happened: the state before, the state after, and everything between in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Outcome {
    /// The whole state after the set-up.
    pub before: Data,
    /// The whole state at the end, in the same shape.
    pub after: Data,
    /// The events, in order.
    pub log: Vec<Event>,
    /// The switches that took effect.
    #[serde(default)]
    pub fired: Vec<Firing>,
    /// The decisions and draws that the engine asked for.
    #[serde(default)]
    pub asked: Vec<Asking>,
    /// Remarks of the engine about this play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

impl Outcome {
    /// Two states, and nothing told about what lies between: the other fields are there to be filled.
    pub fn new(before: Data, after: Data) -> Outcome {
        Outcome { before, after, log: Vec::new(), fired: Vec::new(), asked: Vec::new(), notes: Vec::new() }
    }
}

/// The event that tells that a scripted decision was illegal: `{step, code, rule}`.
pub const REFUSED: &str = "refused";

/// The event that carries what an `ask:` step returned: `{step, answer}`.
pub const ANSWERED: &str = "answered";

/// One entry of the log. On the wire it is a map with one key, `{name: data}`.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The kind of event.
    pub name: Cow<'static, str>,
    /// What there is to know about it: a map.
    pub data: Data,
}

impl Event {
    /// Something happened.
    pub fn new(name: impl Into<Cow<'static, str>>, data: Data) -> Event {
        Event { name: name.into(), data }
    }

    /// The rules forbid what a step wants: an answer and no failure. Nothing changes, and the play goes on.
    /// Steps count from 1; the code is a word of the engine, the rule a line such as `nim/nim.md:3`.
    pub fn refused(step: usize, code: &str, rule: &str) -> Event {
        Event::new(REFUSED, json!({"step": step, "code": code, "rule": rule}))
    }

    /// What an `ask:` step returned. Steps count from 1.
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
            _ => Err(serde::de::Error::custom("an event is a map with exactly one key, its name")),
        }
    }
}

/// A switch that took effect, where in the engine's source, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Firing {
    /// A built-in engine's names are its own; only those of a stranger have to be copied.
    pub switch: Cow<'static, str>,
    /// The source file, empty where the engine does not tell.
    #[serde(default)]
    pub file: Cow<'static, str>,
    /// The line of that file, from 1.
    #[serde(default)]
    pub line: u32,
    /// How many events stood in the log at that moment; none where the engine does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
}

impl Firing {
    /// A switch took effect when so many events stood in the log (`None` where that is not told), at a place that is
    /// not told.
    pub fn new(switch: impl Into<Cow<'static, str>>, event: impl Into<Option<usize>>) -> Firing {
        Firing { switch: switch.into(), file: Cow::Borrowed(""), line: 0, event: event.into() }
    }

    /// A switch took effect where this is called, or where the function was called that is marked `#[track_caller]`
    /// and calls this.
    #[track_caller]
    pub fn here(switch: impl Into<Cow<'static, str>>, event: impl Into<Option<usize>>) -> Firing {
        let here = Location::caller();
        Firing::new(switch, event).at(here.file(), here.line())
    }

    /// The same at this place in the source.
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
    /// The kind of step asked for, such as `plan`.
    pub what: String,
    /// Why the engine asks, in a few words with the rule line.
    pub why: String,
    /// The scripted step that answered, counted from 1; none when it was declined for the script.
    pub step: Option<usize>,
    /// How many events stood in the log at that moment.
    pub event: usize,
}

impl Asking {
    /// Somebody was asked for something when so many events stood in the log, and no step answered.
    pub fn new(who: impl Into<String>, what: impl Into<String>, why: impl Into<String>, event: usize) -> Asking {
        Asking { who: who.into(), what: what.into(), why: why.into(), step: None, event }
    }

    /// The same, answered by this step, counted from 1; by none when it was declined for the script.
    #[must_use]
    pub fn answered_by(mut self, step: impl Into<Option<usize>>) -> Asking {
        self.step = step.into();
        self
    }
}

/// A remark of the engine, such as a warning about a set-up that play cannot reach. It is shown and never judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Note {
    /// The scripted step it is about, counted from 1; none where it is about the set-up or the whole play.
    #[serde(default)]
    pub step: Option<usize>,
    /// How many events stood in the log at that moment.
    #[serde(default)]
    pub event: usize,
    /// What there is to say, on one line.
    pub text: String,
}

impl Note {
    /// A remark made when so many events stood in the log, about the set-up or the whole play.
    pub fn new(text: impl Into<String>, event: usize) -> Note {
        Note { step: None, event, text: text.into() }
    }

    /// The same about a scripted step, counted from 1.
    #[must_use]
    pub fn about_step(mut self, step: usize) -> Note {
        self.step = Some(step);
        self
    }
}
