//! Commander Chess (CoTuLenh): positions, FEN, SAN and LAN, legal steps and perft.
//!
//! It is a library by itself, and an engine for the Truthsayer oracle: this file is the door of that engine, where a
//! task comes in as plain data and goes out as what happened.
//!
//! ```
//! use truthsayer_cotulenh::position::Position;
//! use truthsayer_cotulenh::rules::Strict;
//! use truthsayer_cotulenh::{fen, notation};
//!
//! let mut position = Position::start();
//! assert_eq!(fen::write(&position), fen::START);
//!
//! let steps = position.legal_steps();
//! let texts: Vec<String> = steps.iter().map(|step| notation::san(&Strict, *step, &steps)).collect();
//! assert_eq!(texts.len(), 116);
//! assert!(texts.contains(&"Ic6".to_owned()));
//!
//! let step = position.find_step("Ic6").expect("it is legal");
//! assert_eq!(notation::lan(&Strict, step), "Ic5c6");
//! position.play(step);
//! assert_eq!(
//!     fen::write(&position),
//!     "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/2I8/3E2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 b - - 1 1",
//! );
//!
//! assert_eq!(Position::start().perft(2), 13_460);
//!
//! // What is no position is told with the place.
//! assert_eq!(fen::read("6c4/1n2fh1hf2 r - - 0 1").map_err(|fault| fault.at), Err(1));
//! ```
//!
//! Most functions of [`moves`] and [`notation`] take the [`Rules`] in force; a player takes
//! [`Strict`](rules::Strict), with which the questions about clauses are compiled away. To a loop that plays and takes
//! back millions of steps, [`Position::make`], [`Position::unmake`] and [`moves::legal`] offer lists that are kept.
//!
//! Modules that are not shown here are rooms of the engine and may change at any time.

#![warn(missing_docs)]

pub mod board;
pub mod fen;
pub mod kind;
pub mod moves;
pub mod notation;
pub mod perft;
pub mod position;
#[doc(hidden)]
pub mod reading;
pub mod rules;
pub mod side;
pub mod square;
pub mod stack;
pub mod step;
pub mod switch;
pub mod unit;

mod door_board;
mod door_given;
mod door_state;
mod door_steps;
pub mod door_words;
mod play;

#[doc(hidden)]
pub mod attack;
mod calm;
mod capture;
mod deed;
#[doc(hidden)]
pub mod event;
#[doc(hidden)]
pub mod formation;
#[doc(hidden)]
pub mod game;
mod note;
mod promotion;
mod query;
mod reach;
mod refusal;
mod request;
mod rescue;
mod result;
#[doc(hidden)]
pub mod script;
mod session;
mod sight;
mod sky;
mod squares;
#[doc(hidden)]
pub mod table;
mod terrain;
mod turn;
mod walk;
mod without;

use truthsayer_protocol::Asking;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Event;
use truthsayer_protocol::EventNote;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Firing;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::ReadingNote;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::switchboard;

use door_given::Given;
use game::Game;
use position::Position;
use reading::Reading;
use reading::Readings;
use rules::Rules;
use script::Action;
use side::Side;
use switch::Switch;
use table::Table;

/// The built-in engine for Commander Chess.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cotulenh;

impl Engine for Cotulenh {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        Ok(play_task(task).into())
    }
}

/// What the engine tells about itself.
pub fn profile() -> Profile {
    let kind = |(name, fields): &(&str, &[&str])| EventNote::new(*name, fields.iter().copied());
    Profile::new("cotulenh", env!("CARGO_PKG_VERSION"), "cotulenh")
        .with_switches(switchboard::notes::<Switch>())
        .with_events(event::KINDS.iter().map(kind))
        .with_board(door_board::note())
        .with_readings(readings())
}

/// The points on which fair players differ.
pub fn readings() -> Vec<ReadingNote> {
    let note = |reading: &Reading| {
        ReadingNote::new(reading.name, reading.values.iter().copied(), reading.about)
            .of_clause(reading.cite, reading.quote)
            .stated_by(reading.values[1], "cotulenh/readings.md", reading.other)
    };
    Readings::ALL.iter().map(note).collect()
}

fn play_task(task: &Task) -> Result<Outcome, Complaint> {
    let off = switchboard::read(&task.without, Switch::ALL, Switch::name)?;
    let Given { position, names_turn, readings } = door_given::read(&task.given)?;
    let actions = door_steps::read(&task.when)?;
    let table = Table::new(off, readings);
    let position = begin(&table, position, names_turn);
    let mut game = Game::new(table, position);
    let before = door_state::state(&game.table, &game.position, game.ending);
    let mut asked = Vec::new();
    for (index, action) in actions.iter().enumerate() {
        asked.extend(asking(&game, action, index + 1));
        script::perform(&mut game, index + 1, action)
            .map_err(|nonsense| Complaint::new(format!("when[{index}].move"), nonsense.0))?;
    }
    Ok(outcome(before, game, asked))
}

/// pieces.md TURN: where nobody says whose turn it is, Red moves first.
fn begin(table: &Table, position: Position, names_turn: bool) -> Position {
    let first = if names_turn || table.upholds(Switch::RedMovesFirst) { position.turn } else { Side::Blue };
    Position { turn: first, ..position }
}

/// Whom the engine turns to for an action that needs a decision.
fn asking(game: &Game, action: &Action, step: usize) -> Option<Asking> {
    let (what, why) = match (action, &game.position.session) {
        (Action::Ask(_) | Action::Undo(_), _) => return None,
        (Action::Written(_) | Action::Squares(_), None) => ("move", "it is their turn (pieces.md TURN)"),
        (Action::Written(_) | Action::Squares(_), Some(_)) => {
            ("move", "their deployment is open, and pieces are left to step (stacks.md ONLY THE STACK)")
        }
        (Action::Commit | Action::Cancel, _) => ("commit", "their deployment is open (stacks.md COMMIT)"),
    };
    Some(Asking::new(game.position.turn.name(), what, why, game.log().len()).answered_by(step))
}

fn outcome(before: Data, game: Game, asked: Vec<Asking>) -> Outcome {
    let after = door_state::state(&game.table, &game.position, game.ending);
    let (log, table) = game.into_record();
    let tell = |event: &event::Event| {
        let (name, data) = door_state::event(event);
        Event::new(name, data)
    };
    let mut outcome = Outcome::new(before, after);
    outcome.log = log.iter().map(tell).collect();
    outcome.fired = table.into_fired().into_iter().map(firing).collect();
    outcome.asked = asked;
    outcome
}

fn firing(firing: table::Firing) -> Firing {
    Firing::new(firing.switch.name(), firing.event).at(firing.file, firing.line)
}

/// The examples of the README, compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
