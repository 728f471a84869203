//! Protocol 1 as it goes over a wire: one JSON object per line, in both directions.
//!
//! Keys that nobody knows are ignored, so that either side can be newer than the other.

use serde::Deserialize;
use serde::Serialize;

use super::Asking;
use super::BoardNote;
use super::Complaint;
use super::Data;
use super::Event;
use super::EventNote;
use super::Firing;
use super::Note;
use super::Outcome;
use super::Profile;
use super::ReadingNote;
use super::Reply;
use super::SwitchNote;
use super::Task;

/// The only protocol there is so far.
pub const PROTOCOL: u64 = 1;

/// The longest line that either side accepts.
pub const LONGEST_LINE: usize = 16 * 1024 * 1024;

/// The JSON Schemas of both directions.
pub const SCHEMA: &str = include_str!("schema.json");

/// The engine takes `without`: it can turn switches off.
pub const WITHOUT: &str = "without";

/// The engine tells which switches took effect.
pub const FIRED: &str = "fired";

/// What the oracle says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    Hello(Hello),
    Play(Play),
    Bye(Bye),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    pub protocol: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Play {
    pub id: u64,
    pub given: Data,
    pub when: Vec<Data>,
    #[serde(default)]
    pub without: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {}

/// What an engine says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    Hello(Greeting),
    Played(Played),
    Misposed(Misposed),
    Unsupported(Unsupported),
    /// The line made no sense to the engine.
    Unknown(Unknown),
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Greeting {
    pub protocol: u64,
    #[serde(default)]
    pub engine: Identity,
    #[serde(default)]
    pub game: String,
    #[serde(default)]
    pub supports: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<SwitchNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<EventNote>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<ReadingNote>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Identity {
    pub name: String,
    #[serde(default)]
    pub version: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Played {
    pub id: u64,
    pub before: Data,
    pub after: Data,
    pub log: Vec<Event>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fired: Vec<Firing>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Asking>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misposed {
    pub id: u64,
    #[serde(default)]
    pub at: String,
    pub why: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsupported {
    pub id: u64,
    pub why: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unknown {
    pub why: String,
}

impl Question {
    pub fn hello() -> Question {
        Question::Hello(Hello { protocol: PROTOCOL })
    }

    /// The question as a line, without its end.
    pub fn line(&self) -> String {
        // Plain data with text for keys: there is nothing in it that JSON could not hold.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A task as a line, without copying it first.
pub fn play_line(id: u64, task: &Task) -> String {
    #[derive(Serialize)]
    struct Borrowed<'a> {
        id: u64,
        given: &'a Data,
        when: &'a [Data],
        without: &'a [String],
    }
    #[derive(Serialize)]
    struct Line<'a> {
        play: Borrowed<'a>,
    }
    let play = Borrowed { id, given: &task.given, when: &task.when, without: &task.without };
    serde_json::to_string(&Line { play }).unwrap_or_default()
}

impl Answer {
    pub fn read(line: &str) -> Result<Answer, serde_json::Error> {
        serde_json::from_str(line)
    }

    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The answer to a task, as an engine in this process would have given it.
    pub fn of(id: u64, reply: Reply) -> Answer {
        match reply {
            Reply::Played(outcome) => {
                let Outcome { before, after, log, fired, asked, notes } = *outcome;
                Answer::Played(Played { id, before, after, log, fired, asked, notes })
            }
            Reply::Misposed(Complaint { at, why }) => Answer::Misposed(Misposed { id, at, why }),
            Reply::Unsupported(why) => Answer::Unsupported(Unsupported { id, why }),
        }
    }

    /// The task it answers, and the reply; none for what answers no task.
    pub fn reply(self) -> Option<(u64, Reply)> {
        match self {
            Answer::Played(Played { id, before, after, log, fired, asked, notes }) => {
                Some((id, Reply::Played(Box::new(Outcome { before, after, log, fired, asked, notes }))))
            }
            Answer::Misposed(Misposed { id, at, why }) => Some((id, Reply::Misposed(Complaint { at, why }))),
            Answer::Unsupported(Unsupported { id, why }) => Some((id, Reply::Unsupported(why))),
            Answer::Hello(_) | Answer::Unknown(_) => None,
        }
    }
}

impl Greeting {
    /// How an engine with this profile introduces itself.
    pub fn of(profile: &Profile) -> Greeting {
        Greeting {
            protocol: PROTOCOL,
            engine: Identity { name: profile.name.clone(), version: profile.version.clone() },
            game: profile.game.clone(),
            supports: vec![WITHOUT.to_owned(), FIRED.to_owned()],
            switches: profile.switches.clone(),
            events: profile.events.clone(),
            board: profile.board.clone(),
            readings: profile.readings.clone(),
        }
    }

    pub fn supports(&self, what: &str) -> bool {
        self.supports.iter().any(|own| own == what)
    }

    /// Whether its switches can be knocked out: it has to turn them off. Where they took effect it may tell.
    pub fn can_be_proven(&self) -> bool {
        self.supports(WITHOUT)
    }
}
