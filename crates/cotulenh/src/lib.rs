//! The door of the CoTuLenh engine: a task comes in as plain data and goes out as what happened.

pub mod attack;
pub mod board;
pub mod calm;
pub mod capture;
pub mod deed;
mod door_board;
mod door_given;
mod door_state;
mod door_steps;
pub mod event;
pub mod fen;
pub mod formation;
pub mod game;
pub mod kind;
pub mod moves;
pub mod notation;
pub mod note;
pub mod perft;
pub mod position;
pub mod promotion;
pub mod query;
pub mod reach;
pub mod reading;
pub mod refusal;
pub mod request;
pub mod rescue;
pub mod result;
pub mod rules;
pub mod script;
pub mod session;
pub mod side;
pub mod sight;
pub mod sky;
pub mod square;
pub mod squares;
pub mod stack;
pub mod step;
pub mod switch;
pub mod table;
pub mod terrain;
pub mod turn;
pub mod unit;
pub mod walk;

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

/// pieces.md:3: where nobody says whose turn it is, Red moves first.
fn begin(table: &Table, position: Position, names_turn: bool) -> Position {
    let first = if names_turn || table.upholds(Switch::RedMovesFirst) { position.turn } else { Side::Blue };
    Position { turn: first, ..position }
}

/// Whom the engine turns to for an action that needs a decision.
fn asking(game: &Game, action: &Action, step: usize) -> Option<Asking> {
    let (what, why) = match (action, &game.position.session) {
        (Action::Ask(_) | Action::Undo(_), _) => return None,
        (Action::Written(_) | Action::Squares(_), None) => ("move", "it is their turn (pieces.md:3)"),
        (Action::Written(_) | Action::Squares(_), Some(_)) => {
            ("move", "their deployment is open, and pieces are left to step (stacks.md:15)")
        }
        (Action::Commit | Action::Cancel, _) => ("commit", "their deployment is open (stacks.md:19)"),
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
