//! What the oracle and an engine say to each other: one question, `play`, and every answer it can have.
//!
//! Both sides carry game data as plain [`Data`]. Neither the oracle nor this file knows what it means.

pub mod nearest;
pub mod node;
pub mod server;
pub mod switchboard;
pub mod text;
pub mod wire;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde::Serialize;

/// Game data as the author wrote it or as an engine shows it. The keys of a map are always sorted.
pub type Data = serde_json::Value;

/// Whatever plays. An engine may keep a process or a cache, but a task must never see an earlier one.
pub trait Engine {
    /// Plays one task. `Err` means that nobody answered; everything an engine has to say is a [`Reply`].
    fn play(&mut self, task: &Task) -> Result<Reply, Fault>;
}

/// Something that makes engines: one for every job that plays.
pub trait EngineMaker: Sync {
    fn profile(&self) -> &Profile;
    fn engine(&self) -> Box<dyn Engine>;

    /// Why it cannot play at all, where that is known before anything is played.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

/// One maker that is asked for engines in several places.
impl<M: EngineMaker + Send + ?Sized> EngineMaker for Arc<M> {
    fn profile(&self) -> &Profile {
        self.as_ref().profile()
    }

    fn engine(&self) -> Box<dyn Engine> {
        self.as_ref().engine()
    }

    fn fault(&self) -> Option<Fault> {
        self.as_ref().fault()
    }
}

/// One question to an engine: set this up, follow this script, with these switches off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    pub given: Data,
    pub when: Vec<Data>,
    #[serde(default)]
    pub without: Vec<String>,
}

/// An engine's answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// It was played to the end of the script.
    Played(Box<Outcome>),
    /// The task makes no sense to this engine: the author's mistake, not a rule's.
    Misposed(Complaint),
    /// The engine does not play this part of the game, and says why. Neither a pass nor a failure.
    Unsupported(String),
}

/// What an engine could not make sense of, as a data path such as `when[2].plan.leader`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    pub at: String,
    pub why: String,
}

/// What happened: the state before, the state after, and everything between in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub before: Data,
    pub after: Data,
    pub log: Vec<Event>,
    #[serde(default)]
    pub fired: Vec<Firing>,
    #[serde(default)]
    pub asked: Vec<Asking>,
    /// Remarks of the engine about this play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// One entry of the log. On the wire it is a map with one key, `{name: data}`.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    pub name: Cow<'static, str>,
    pub data: Data,
}

/// The event that tells that a scripted decision was illegal: `{step, code, rule}`.
pub const REFUSED: &str = "refused";

/// The event that carries what an `ask:` step returned: `{step, answer}`.
pub const ANSWERED: &str = "answered";

/// A switch that took effect, where in the engine's source, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Firing {
    /// A built-in engine's names are its own; only those of a stranger have to be copied.
    pub switch: Cow<'static, str>,
    #[serde(default)]
    pub file: Cow<'static, str>,
    #[serde(default)]
    pub line: u32,
    /// How many events stood in the log at that moment.
    #[serde(default)]
    pub event: usize,
}

/// A decision or a draw that the engine asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

/// A remark of the engine, such as a warning about a set-up that play cannot reach. It is shown and never judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The scripted step it is about, counted from 1; none where it is about the set-up or the whole play.
    #[serde(default)]
    pub step: Option<usize>,
    /// How many events stood in the log at that moment.
    #[serde(default)]
    pub event: usize,
    pub text: String,
}

/// Why nobody answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("the engine `{command}` could not be started: {why}")]
    NotStarted { command: String, why: String },
    #[error("the engine gave no answer to {to} within {after:?} and was stopped")]
    TimedOut { to: &'static str, after: Duration, last_words: String },
    #[error("the engine died ({how})")]
    Died { how: String, last_words: String },
    #[error("the engine's answer makes no sense: {why}{}", wrote(.line))]
    Garbled { line: String, why: String, last_words: String },
    #[error("not asked, because the engine had failed {failures} times {} and was given up", if *.in_a_row { "in a row" } else { "in all" })]
    GivenUp { failures: usize, in_a_row: bool },
}

impl Fault {
    /// The last lines that the engine wrote to its log, stderr.
    pub fn last_words(&self) -> &str {
        match self {
            Fault::TimedOut { last_words, .. } | Fault::Died { last_words, .. } | Fault::Garbled { last_words, .. } => {
                last_words
            }
            Fault::NotStarted { .. } | Fault::GivenUp { .. } => "",
        }
    }
}

fn wrote(line: &str) -> String {
    if line.is_empty() { String::new() } else { format!("; it wrote: {line}") }
}

/// What an engine tells about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    pub name: String,
    pub version: String,
    pub game: String,
    pub switches: Vec<SwitchNote>,
    /// It can turn switches off, but does not tell where they take effect.
    pub hides_firings: bool,
    /// The events that can occur, each with its fields. Empty when the engine does not say.
    pub events: Vec<EventNote>,
    /// How to draw the board, if the state shows one.
    pub board: Option<BoardNote>,
    /// The readings that can be chosen in `given.readings`. Empty when the engine has none or does not say.
    pub readings: Vec<ReadingNote>,
}

/// How a state shows a board, so that people can be shown a board. A square is called by its column and its row.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BoardNote {
    /// The path of the map that says what stands on each square.
    pub at: String,
    /// From left to right.
    pub columns: Vec<String>,
    /// From top to bottom.
    pub rows: Vec<String>,
    /// The value of an empty square.
    pub empty: String,
    /// Whose pieces are written in upper case, and whose in lower case.
    pub sides: (String, String),
    /// The kinds of ground. Squares that no kind lists are of the last one.
    pub grounds: Vec<GroundNote>,
}

impl BoardNote {
    /// Whether this is a board that fits on a page, and not a way to flood one.
    pub fn is_drawable(&self) -> bool {
        const MOST: usize = 40;
        let names = self.columns.iter().chain(&self.rows);
        let short = |name: &String| name.len() <= 4 && !name.contains(char::is_control);
        (1..=MOST).contains(&self.columns.len())
            && (1..=MOST).contains(&self.rows.len())
            && names.into_iter().all(short)
            && self.grounds.iter().map(|ground| ground.squares.len()).sum::<usize>() <= MOST * MOST
            && !self.grounds.iter().any(|ground| ground.sign.is_control())
    }
}

/// A kind of ground with the sign it is drawn with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GroundNote {
    pub name: String,
    pub sign: char,
    #[serde(default)]
    pub squares: Vec<String>,
}

/// A switch and the clause it stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwitchNote {
    pub name: String,
    pub cite: String,
    pub quote: String,
}

/// A point on which fair players differ: a named option of the game, chosen in `given.readings`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ReadingNote {
    pub name: String,
    pub values: Vec<String>,
    /// The value that holds where a scenario does not choose.
    pub default: String,
    /// One sentence that says both sides.
    #[serde(default)]
    pub about: String,
    /// The clause that is read in more than one way; empty where it belongs to none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cite: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub quote: String,
}

/// A kind of event and the fields it can carry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventNote {
    pub name: String,
    #[serde(default)]
    pub fields: Vec<String>,
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
