//! Protocol 1 as it goes over a wire: one JSON object per line, in both directions.
//!
//! Unknown keys are ignored, so that either side can be newer than the other. Two answers have older names that are still
//! read: `misposed` for `invalid`, and `failed` for `crashed`.

use serde::Deserialize;
use serde::Serialize;

use crate::Asking;
use crate::BoardNote;
use crate::Complaint;
use crate::Data;
use crate::Event;
use crate::EventNote;
use crate::Failure;
use crate::Firing;
use crate::Note;
use crate::Observes;
use crate::Outcome;
use crate::Profile;
use crate::ReadingNote;
use crate::Reply;
use crate::SwitchNote;
use crate::Task;

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
    /// Tell about yourself.
    Hello(Hello),
    /// Play this.
    Play(Play),
    /// No more questions: end.
    Bye(Bye),
}

/// The oracle opens the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The protocol that is spoken.
    pub protocol: u64,
}

/// A task, with the number that the answer has to carry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Play {
    /// The number of the task.
    pub id: u64,
    /// The set-up.
    pub given: Data,
    /// The script.
    pub when: Vec<Data>,
    /// The names of the switches that are off.
    #[serde(default)]
    pub without: Vec<String>,
}

/// The oracle has no more questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {}

/// What an engine says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Answer {
    /// What there is to know about the engine.
    Hello(Box<Greeting>),
    /// It was played to the end of the script.
    Played(Played),
    /// The task makes no sense: the author's mistake, not a rule's.
    #[serde(rename = "invalid", alias = "misposed")]
    Misposed(Misposed),
    /// The engine does not play this part of the game.
    Unsupported(Unsupported),
    /// The engine broke while it played.
    #[serde(rename = "crashed", alias = "failed")]
    Failed(Failed),
    /// The line made no sense to the engine.
    Unknown(Unknown),
}

/// An engine tells about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Greeting {
    /// The protocol that is spoken.
    pub protocol: u64,
    /// Which engine it is.
    #[serde(default)]
    pub engine: Identity,
    /// The game it plays.
    #[serde(default)]
    pub game: String,
    /// What it can do beyond playing: [`WITHOUT`], [`FIRED`].
    #[serde(default)]
    pub supports: Vec<String>,
    /// The clauses that can be turned off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<SwitchNote>,
    /// The events that can occur.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<EventNote>,
    /// How to draw the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardNote>,
    /// The readings that can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<ReadingNote>,
    /// What it can show; everything where this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observes: Option<Observes>,
}

/// Which engine it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Identity {
    /// As documents will call it.
    pub name: String,
    /// To be raised with every change.
    #[serde(default)]
    pub version: String,
}

/// A task was played to the end of its script.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Played {
    /// The number of the task.
    pub id: u64,
    /// The state after the set-up.
    pub before: Data,
    /// The state at the end.
    pub after: Data,
    /// The events, in order.
    pub log: Vec<Event>,
    /// The switches that took effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fired: Vec<Firing>,
    /// The decisions that were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Asking>,
    /// Remarks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// A task makes no sense to the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misposed {
    /// The number of the task.
    pub id: u64,
    /// A path into the task; empty where there is none.
    #[serde(default)]
    pub at: String,
    /// In the words of the engine.
    pub why: String,
}

/// The engine does not play this part of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsupported {
    /// The number of the task.
    pub id: u64,
    /// In the words of the engine.
    pub why: String,
}

/// The engine broke while it played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    /// The number of the task.
    pub id: u64,
    /// What it threw.
    pub why: String,
    /// The line of the engine's source that threw, such as `engine.py:68`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The scripted step, counted from 1; none where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
}

/// A line makes no sense to the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unknown {
    /// In the words of the engine.
    pub why: String,
}

impl Question {
    /// The first question, in this protocol.
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
    /// An answer out of a line.
    pub fn read(line: &str) -> Result<Answer, serde_json::Error> {
        serde_json::from_str(line)
    }

    /// The answer as a line, without its end.
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
            Reply::Failed(Failure { why, at, step }) => Answer::Failed(Failed { id, why, at, step }),
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
            Answer::Failed(Failed { id, why, at, step }) => Some((id, Reply::Failed(Failure { why, at, step }))),
            Answer::Hello(_) | Answer::Unknown(_) => None,
        }
    }
}

impl Greeting {
    /// How an engine with this profile introduces itself.
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

    /// Whether it can do this beyond playing.
    pub fn supports(&self, what: &str) -> bool {
        self.supports.iter().any(|own| own == what)
    }

    /// Whether its switches can be knocked out: it has to turn them off. Where they took effect it may tell.
    pub fn can_be_proven(&self) -> bool {
        self.supports(WITHOUT)
    }
}
