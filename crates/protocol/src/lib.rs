//! The messages between the oracle and an engine: one question, `play`, and all of its answers.
//!
//! This crate is all that you need to write a rules engine in Rust. An engine is a function from a [`Task`] to a
//! [`Reply`]; [`playing`] gives it a [`Profile`], and [`serve`] connects it to stdin and stdout. Run `truthsayer engine
//! check -- your-engine` to see what passes and what to fix.
//!
//! Both sides pass game data as plain [`Data`]. Neither the oracle nor this crate knows its meaning: a [`TaskNode`]
//! reads it piece by piece and reports the exact position of a mistake. Each clause that an engine implements has a
//! switch, declared with [`switches!`] and tested with [`Record::upholds`], so that the oracle can turn it off.
//!
//! # A whole engine
//!
//! Nim with one heap. Its rulebook, `rules/nim/nim.md`, has two lines:
//!
//! ```text
//! TAKE: In turn, each player takes at most three stones.
//! WIN: Whoever takes the last stone wins.
//! ```
//!
//! ```
//! use serde_json::json;
//! use truthsayer_protocol::task_node::{TaskNode, Read};
//! use truthsayer_protocol::{Data, EventNote, Outcome, Profile, Record, Task, playing, server, switchboard};
//!
//! truthsayer_protocol::switches! { "nim":
//!     AtMostThree "at_most_three" "nim.md:1" "at most three stones";
//!     LastStoneWins "last_stone_wins" "nim.md:2" "takes the last stone wins";
//! }
//!
//! struct Nim {
//!     heap: u32,
//!     turn: usize,
//!     winner: Option<usize>,
//! }
//!
//! const PLAYERS: [&str; 2] = ["ann", "bob"];
//!
//! impl Nim {
//!     /// Reads the set-up strictly: an unknown key or player is the author's mistake.
//!     fn read(given: &Data) -> Read<Nim> {
//!         let given = TaskNode::root("given", given);
//!         given.fields(&["heap", "turn"])?;
//!         let heap = given.need("heap")?.number(1, 1000)?;
//!         let turn = given.get("turn").map_or(Ok(0), |turn| turn.one_of("player", &PLAYERS))?;
//!         Ok(Nim { heap, turn, winner: None })
//!     }
//!
//!     /// Returns the whole state: everything that a claim can be about.
//!     fn state(&self) -> Data {
//!         json!({"heap": self.heap, "turn": PLAYERS[self.turn], "winner": self.winner.map(|who| PLAYERS[who])})
//!     }
//!
//!     fn take(&mut self, step: usize, stones: u32, record: &mut Record<Switch>) {
//!         if stones > 3 && record.upholds(Switch::AtMostThree) {
//!             return record.refuse(step, "too_many", Switch::AtMostThree);
//!         }
//!         self.heap = self.heap.saturating_sub(stones);
//!         record.tell("took", json!({"by": PLAYERS[self.turn], "stones": stones}));
//!         if self.heap == 0 && record.upholds(Switch::LastStoneWins) {
//!             self.winner = Some(self.turn);
//!             record.tell("won", json!({"by": PLAYERS[self.turn]}));
//!         }
//!         self.turn = 1 - self.turn;
//!     }
//! }
//!
//! fn play(task: &Task) -> Read<Outcome> {
//!     let mut record = Record::of(task)?;
//!     let mut nim = Nim::read(&task.given)?;
//!     let before = nim.state();
//!     for (index, step) in task.when.iter().enumerate() {
//!         let step = TaskNode::step(index, step);
//!         let (_, stones) = step.only(&["take"])?;
//!         nim.take(index + 1, stones.number(1, 1000)?, &mut record);
//!     }
//!     Ok(record.outcome(before, nim.state()))
//! }
//!
//! fn profile() -> Profile {
//!     Profile::new("nim", "1.0", "nim").with_switches(switchboard::notes::<Switch>()).with_events([
//!         EventNote::new("took", ["by", "stones"]),
//!         EventNote::new("won", ["by"]),
//!         EventNote::new("refused", ["step", "code", "rule"]),
//!     ])
//! }
//!
//! // The main function of an engine is one line: `truthsayer_protocol::serve(&playing(profile(), play))`.
//! // Here the oracle is a few lines of text.
//! let questions = r#"{"hello":{"protocol":1}}
//! {"play":{"id":1,"given":{"heap":5},"when":[{"take":3},{"take":2}]}}
//! {"play":{"id":2,"given":{"heap":5},"when":[{"take":4}]}}
//! {"play":{"id":3,"given":{"heap":5},"when":[{"take":4}],"without":["at_most_three"]}}
//! {"play":{"id":4,"given":{"heap":5},"when":[{"take":1},{"take":"two"}]}}
//! {"play":{"id":5,"given":{"heap":5,"trun":"bob"},"when":[]}}
//! {"bye":{}}
//! "#;
//! let mut written = Vec::new();
//! server::serve(&playing(profile(), play), questions.as_bytes(), &mut written)?;
//! let answers: Vec<Data> = serde_json::Deserializer::from_slice(&written).into_iter().collect::<Result<_, _>>()?;
//!
//! assert_eq!(answers[0]["hello"]["supports"], json!(["without", "fired"]));
//! // Played to the end: bob takes the last stone, and the source location is reported.
//! let played = &answers[1]["played"];
//! assert_eq!(played["after"], json!({"heap": 0, "turn": "ann", "winner": "bob"}));
//! assert_eq!(played["log"][2], json!({"won": {"by": "bob"}}));
//! assert_eq!(played["fired"][0]["switch"], "last_stone_wins");
//! assert!(played["fired"][0]["line"].as_u64() > Some(0));
//! // Refused: the rules forbid it, nothing changes, and the game continues.
//! let refused = json!({"refused": {"step": 1, "code": "too_many", "rule": "nim/nim.md:1"}});
//! assert_eq!(answers[2]["played"]["log"], json!([refused]));
//! assert_eq!(answers[2]["played"]["after"]["heap"], 5);
//! // With that clause off, a player can take four stones.
//! assert_eq!(answers[3]["played"]["after"]["heap"], 1);
//! // Invalid: the path shows the author the position.
//! assert_eq!(answers[4]["invalid"]["at"], "when[1].take");
//! assert_eq!(answers[5]["invalid"]["at"], "given.trun");
//! assert_eq!(answers[5]["invalid"]["why"], "no key is called `trun`; nearest is `turn`");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An engine with state, such as a cache, is a type that implements [`Engine`], and [`Maker`] makes it:
//! `Maker::new(profile, Nim::default)`.
//!
//! Structs and enums that may get more fields and variants are `#[non_exhaustive]`; each has a constructor, and you can
//! set all other fields afterwards.

#![deny(missing_docs)]

pub mod crash;
pub mod decimal;
pub mod nearest;
pub mod own_source;
pub mod server;
pub mod spare;
pub mod switchboard;
pub mod task_node;
pub mod text;
pub mod wire;

mod engine;
mod fault;
mod observes;
mod outcome;
mod plain_json;
mod plain_line;
mod profile;
mod record;
mod reply;
mod task;

use std::io;

pub use engine::Engine;
pub use engine::EngineMaker;
pub use engine::Maker;
pub use engine::playing;
pub use fault::Fault;
pub use observes::Observes;
pub use observes::Refusals;
pub use observes::ShownEvent;
pub use observes::path_parts;
pub use outcome::ANSWERED;
pub use outcome::Asking;
pub use outcome::Event;
pub use outcome::Firing;
pub use outcome::Note;
pub use outcome::Outcome;
pub use outcome::REFUSED;
pub use profile::BoardNote;
pub use profile::EventNote;
pub use profile::GroundNote;
pub use profile::Profile;
pub use profile::ReadingClause;
pub use profile::ReadingNote;
pub use profile::SwitchNote;
pub use record::Record;
pub use reply::Complaint;
pub use reply::Crash;
pub use reply::Reply;
pub use task::Task;
pub use task_node::TaskNode;

/// Game data, from a scenario or from an engine. The keys of a map are always sorted.
pub type Data = serde_json::Value;

/// Connects an engine to stdin and stdout, until `bye` or the end of the input. Nothing else may be written to stdout;
/// stderr is the engine's log. [`server::serve`] does the same on any two streams.
pub fn serve(maker: &dyn EngineMaker) -> io::Result<()> {
    server::serve(maker, io::stdin().lock(), io::stdout().lock())
}

/// The examples of the README, compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
