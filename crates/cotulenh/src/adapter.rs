//! The engine for the Truthsayer protocol: a task becomes a game, and the game becomes an outcome.

mod board_note;
mod given;
mod history;
mod state;
mod steps;
pub(crate) mod vocabulary;

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

use crate::adapter::given::Given;
use crate::board::position::Position;
use crate::board::side::Side;
use crate::game::Game;
use crate::game::event;
use crate::game::script;
use crate::game::script::Action;
use crate::rules::Rules;
use crate::rules::reading::Reading;
use crate::rules::reading::Readings;
use crate::rules::switch::Switch;
use crate::rules::table;
use crate::rules::table::Table;

/// The built-in engine for Commander Chess.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cotulenh;

impl Engine for Cotulenh {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        Ok(play_task(task, None).into())
    }
}

/// The engine with the memory of an earlier outcome, which it overwrites.
#[derive(Debug, Default)]
pub struct ThriftyCotulenh {
    spare: Option<Box<Outcome>>,
}

impl Engine for ThriftyCotulenh {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        Ok(play_task(task, self.spare.take()).into())
    }

    fn recycle(&mut self, outcome: Box<Outcome>) {
        self.spare = Some(outcome);
    }

    fn writes_plain_numbers(&self) -> bool {
        true
    }
}

/// The profile of the engine.
pub fn profile() -> Profile {
    let kind = |(name, fields): &(&str, &[&str])| EventNote::new(*name, fields.iter().copied());
    Profile::new("cotulenh", env!("CARGO_PKG_VERSION"), "cotulenh")
        .with_switches(switchboard::notes::<Switch>())
        .with_events(event::KINDS.iter().map(kind))
        .with_board(board_note::note())
        .with_readings(readings())
}

/// Returns the readings of the engine: the clauses that can fairly be interpreted in several ways.
pub fn readings() -> Vec<ReadingNote> {
    let note = |reading: &Reading| {
        ReadingNote::new(reading.name, reading.values.iter().copied(), reading.about)
            .of_clause(reading.cite, reading.quote)
            .stated_by(reading.values[1], "cotulenh/readings.md", reading.other)
    };
    Readings::ALL.iter().map(note).collect()
}

fn play_task(task: &Task, spare: Option<Box<Outcome>>) -> Result<Outcome, Complaint> {
    let off = switchboard::read(&task.without, Switch::ALL, Switch::name)?;
    let Given { position, names_turn, history, readings } = given::read(&task.given)?;
    let actions = steps::read(&task.when)?;
    let table = if task.wants_firings { Table::new(off, readings) } else { Table::without_notes(off, readings) };
    let position = begin(&table, position, names_turn);
    let shows_history = history.is_some();
    let mut game = Game::with_history(table, position, history.unwrap_or_default());
    let (spare_before, spare_after) = spare.map(|spare| (spare.before, spare.after)).unzip();
    let before = state::state(&game, shows_history, spare_before);
    let mut asked = Vec::new();
    for (index, action) in actions.iter().enumerate() {
        asked.extend(asking(&game, action, index + 1));
        script::perform(&mut game, index + 1, action)
            .map_err(|nonsense| Complaint::new(format!("when[{index}].move"), nonsense.0))?;
    }
    let after = state::state(&game, shows_history, spare_after);
    Ok(outcome(before, after, game, asked))
}

/// pieces.md TURN: if the set-up does not say whose turn it is, Red moves first.
fn begin(table: &Table, position: Position, names_turn: bool) -> Position {
    let first = if names_turn || table.applies(Switch::RedMovesFirst) { position.turn } else { Side::Blue };
    Position { turn: first, ..position }
}

/// Returns the question that an action answers: which side decides, and why.
fn asking(game: &Game, action: &Action, step: usize) -> Option<Asking> {
    let (what, why) = match (action, &game.position.deployment) {
        (Action::Ask(_) | Action::Undo(_), _) => return None,
        (Action::Written(_) | Action::Squares(_), None) => ("move", "it is their turn (pieces.md TURN)"),
        (Action::Written(_) | Action::Squares(_), Some(_)) => {
            ("move", "their deployment is open, and pieces are left to step (stacks.md ONLY THE STACK)")
        }
        (Action::Commit | Action::Cancel, _) => ("commit", "their deployment is open (stacks.md COMMIT)"),
    };
    Some(Asking::new(game.position.turn.name(), what, why, game.log().len()).answered_by(step))
}

fn outcome(before: Data, after: Data, game: Game, asked: Vec<Asking>) -> Outcome {
    let (log, table) = game.into_record();
    let logged = |event: &event::Event| {
        let (name, data) = state::event(event);
        Event::new(name, data)
    };
    let mut outcome = Outcome::new(before, after);
    outcome.log = log.iter().map(logged).collect();
    outcome.fired = table.into_fired().into_iter().map(firing).collect();
    outcome.asked = asked;
    outcome
}

fn firing(firing: table::Firing) -> Firing {
    Firing::new(firing.switch.name(), firing.event).at(firing.file, firing.line)
}
