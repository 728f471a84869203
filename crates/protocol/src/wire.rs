//! Protocol 1 on the wire: one JSON object per line, in both directions.
//!
//! Unknown keys are ignored, so that either side can be newer than the other. Two answers have older names that are
//! still accepted: `misposed` for `invalid`, and `failed` for `crashed`.

use serde::Deserialize;
use serde::Serialize;

use crate::Asking;
use crate::BoardNote;
use crate::Complaint;
use crate::Crash;
use crate::Data;
use crate::Event;
use crate::EventNote;
use crate::Firing;
use crate::Note;
use crate::Observes;
use crate::Outcome;
use crate::Profile;
use crate::ReadingNote;
use crate::Reply;
use crate::SwitchNote;
use crate::Task;
use crate::plain_line;
pub use crate::plain_line::read_played;

/// The version of the protocol.
pub const PROTOCOL: u64 = 1;

/// Maximum length of a line, in both directions.
pub const LONGEST_LINE: usize = 16 * 1024 * 1024;

/// The JSON Schemas of both directions.
pub const SCHEMA: &str = include_str!("schema.json");

/// The engine supports `without`: it can turn switches off.
pub const WITHOUT: &str = "without";

/// The engine reports which switches fired.
pub const FIRED: &str = "fired";

/// A message of the oracle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Requests the engine's description.
    Hello(Hello),
    /// Sends a task.
    Play(Play),
    /// Ends the conversation.
    Bye(Bye),
}

/// The first message of the oracle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol.
    pub protocol: u64,
}

/// A task, with the id for its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Play {
    /// The id of the task.
    pub id: u64,
    /// The set-up.
    pub given: Data,
    /// The script.
    pub when: Vec<Data>,
    /// The names of the switches that are off.
    #[serde(default)]
    pub without: Vec<String>,
}

/// The last message of the oracle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {}

/// A message of an engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Answer {
    /// The description of the engine.
    Hello(Box<Greeting>),
    /// The script ran to its end.
    Played(Played),
    /// The engine rejects the task: the author's mistake.
    #[serde(rename = "invalid", alias = "misposed")]
    Invalid(Invalid),
    /// The engine does not support this part of the game.
    Unsupported(Unsupported),
    /// The engine crashed.
    #[serde(rename = "crashed", alias = "failed")]
    Crashed(Crashed),
    /// The engine does not know this line.
    Unknown(Unknown),
}

/// The description of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Greeting {
    /// The version of the protocol.
    pub protocol: u64,
    /// Name and version of the engine.
    #[serde(default)]
    pub engine: Identity,
    /// The game of the engine.
    #[serde(default)]
    pub game: String,
    /// Supported features: [`WITHOUT`], [`FIRED`].
    #[serde(default)]
    pub supports: Vec<String>,
    /// The clauses that can be turned off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<SwitchNote>,
    /// The events that can occur.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<EventNote>,
    /// The layout of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardNote>,
    /// The readings that can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<ReadingNote>,
    /// The facts that it shows; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observes: Option<Observes>,
}

/// Name and version of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Identity {
    /// The name in reports.
    pub name: String,
    /// The version. Raise it with every change.
    #[serde(default)]
    pub version: String,
}

/// The script ran to its end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Played {
    /// The id of the task.
    pub id: u64,
    /// The state after the set-up.
    pub before: Data,
    /// The state at the end.
    pub after: Data,
    /// The events, in order.
    pub log: Vec<Event>,
    /// The switches that fired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fired: Vec<Firing>,
    /// The decisions that the engine asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Asking>,
    /// Notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// The engine rejects the task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invalid {
    /// The id of the task.
    pub id: u64,
    /// A path into the task; empty if there is none.
    #[serde(default)]
    pub at: String,
    /// The reason, in the engine's words.
    pub why: String,
}

/// The engine does not support this part of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsupported {
    /// The id of the task.
    pub id: u64,
    /// The reason, in the engine's words.
    pub why: String,
}

/// The engine crashed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crashed {
    /// The id of the task.
    pub id: u64,
    /// The error message.
    pub why: String,
    /// The source line, such as `engine.py:68`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The step, counted from 1; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The last lines of the stack trace.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<String>,
}

/// The engine does not know a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unknown {
    /// The reason, in the engine's words.
    pub why: String,
}

impl Question {
    /// Creates the first message.
    pub fn hello() -> Question {
        Question::Hello(Hello { protocol: PROTOCOL })
    }

    /// Returns the message as a line, without a line break.
    pub fn line(&self) -> String {
        // Plain data with text keys can always be serialized.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Returns a task as a line, without copying the task.
pub fn play_line(id: u64, task: &Task) -> String {
    plain_line::play(id, &task.given, &task.when, &task.without)
}

impl Answer {
    /// Parses a line.
    pub fn read(line: &str) -> Result<Answer, serde_json::Error> {
        serde_json::from_str(line)
    }

    /// Returns the message as a line, without a line break.
    pub fn line(&self) -> String {
        match self {
            Answer::Played(played) => plain_line::played(played),
            answer => serde_json::to_string(answer).unwrap_or_default(),
        }
    }

    /// Creates the answer to a task from a reply.
    pub fn of(id: u64, reply: Reply) -> Answer {
        match reply {
            Reply::Played(outcome) => {
                let Outcome { before, after, log, fired, asked, notes } = *outcome;
                Answer::Played(Played { id, before, after, log, fired, asked, notes })
            }
            Reply::Invalid(Complaint { at, why }) => Answer::Invalid(Invalid { id, at, why }),
            Reply::Unsupported(why) => Answer::Unsupported(Unsupported { id, why }),
            Reply::Crashed(Crash { why, at, step, trace }) => Answer::Crashed(Crashed { id, why, at, step, trace }),
        }
    }

    /// Returns the id of the task and the reply; `None` for a message without a task.
    pub fn reply(self) -> Option<(u64, Reply)> {
        match self {
            Answer::Played(Played { id, before, after, log, fired, asked, notes }) => {
                Some((id, Reply::Played(Box::new(Outcome { before, after, log, fired, asked, notes }))))
            }
            Answer::Invalid(Invalid { id, at, why }) => Some((id, Reply::Invalid(Complaint { at, why }))),
            Answer::Unsupported(Unsupported { id, why }) => Some((id, Reply::Unsupported(why))),
            Answer::Crashed(Crashed { id, why, at, step, trace }) => {
                Some((id, Reply::Crashed(Crash { why, at, step, trace })))
            }
            Answer::Hello(_) | Answer::Unknown(_) => None,
        }
    }
}

impl Greeting {
    /// Creates the description of an engine from its profile.
    pub fn of(profile: &Profile) -> Greeting {
        let without = (!profile.switches.is_empty()).then_some(WITHOUT);
        let fired = (!profile.switches.is_empty() && !profile.hides_firings).then_some(FIRED);
        Greeting {
            protocol: PROTOCOL,
            engine: Identity { name: profile.name.clone(), version: profile.version.clone() },
            game: profile.game.clone(),
            supports: without.into_iter().chain(fired).map(str::to_owned).collect(),
            switches: profile.switches.clone(),
            events: profile.events.clone(),
            board: profile.board.clone(),
            readings: profile.readings.clone(),
            observes: profile.observes.clone(),
        }
    }

    /// Returns whether the engine supports a feature.
    pub fn supports(&self, what: &str) -> bool {
        self.supports.iter().any(|own| own == what)
    }

    /// Returns whether its switches can be turned off. Reporting their firings is optional.
    pub fn can_be_proven(&self) -> bool {
        self.supports(WITHOUT)
    }
}
