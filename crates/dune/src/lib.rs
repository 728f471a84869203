//! The door of the Dune engine: a task comes in as plain data and goes out as what happened.
//!
//! Files called `door_…` read and write that data; all others are rooms, which know only the rules.

mod aftermath;
mod armament;
pub mod ask;
pub mod battle;
mod battle_phase;
mod betrayal;
pub mod campaign;
pub mod capture;
pub mod card;
mod casualties;
mod clash;
mod datum;
mod death;
pub mod disc;
pub mod door_given;
mod door_node;
mod door_plan;
mod door_player;
mod door_state;
pub mod door_steps;
pub mod door_words;
pub mod event;
mod explosion;
pub mod faction;
mod fight;
pub mod game;
mod ghola;
mod gift;
pub mod half;
pub mod invariant;
pub mod karama;
mod kwisatz;
pub mod leader;
mod leader_return;
mod leadership;
pub mod legality;
pub mod named;
mod occupancy;
pub mod outline;
pub mod pile;
pub mod plan;
pub mod play;
pub mod player;
pub mod prescience;
mod prison;
mod query;
pub mod reading;
pub mod refusal;
mod reinforcement;
mod resolution;
mod revival;
mod sandworm;
pub mod script;
pub mod source;
mod spoils;
pub mod spot;
pub mod step;
mod stewards;
mod storm;
mod strike;
pub mod switch;
pub mod table;
pub mod territory;
mod toll;
mod traitor;
pub mod turn;
pub mod voice;
mod wait;
mod wheel;
mod without;

use truthsayer_protocol::Asking;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Event;
use truthsayer_protocol::EventNote;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Firing;
use truthsayer_protocol::Note;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::ReadingNote;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::switchboard;

use named::Named;
use play::Asked;
use play::PlayRecord;
use reading::Reading;
use reading::Readings;
use script::Manner;
use script::Script;
use switch::Switch;

/// The built-in engine for the battle phase of Dune.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dune;

impl Engine for Dune {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        Ok(play_task(task).into())
    }
}

/// What the engine tells about itself.
pub fn profile() -> Profile {
    let kind = |(name, fields): &(&str, &[&'static str])| {
        EventNote::new(*name, fields.iter().map(|field| event::field_name(field)))
    };
    Profile::new("dune", env!("CARGO_PKG_VERSION"), "dune")
        .with_switches(switchboard::notes::<Switch>())
        .with_events(event::KINDS.iter().map(kind))
        .with_readings(readings())
}

/// The points on which fair players differ.
pub fn readings() -> Vec<ReadingNote> {
    let note = |reading: &Reading| {
        let note = ReadingNote::new(reading.name, reading.values.iter().copied(), reading.about)
            .of_clause(reading.cite, reading.quote);
        let other = reading.values.last().copied().unwrap_or_default();
        reading.other.iter().fold(note, |note, words| note.stated_by(other, "dune/readings.md", *words))
    };
    Readings::ALL.iter().map(note).collect()
}

fn play_task(task: &Task) -> Result<Outcome, Complaint> {
    let off = switchboard::read(&task.without, Switch::ALL, Switch::name)?;
    let given = door_given::read(&task.given)?;
    let steps = door_steps::read(&task.when, &given.game)?;
    let before = door_state::state(&given.game);
    let manner = Manner { declines: given.declines, follows: !off.is_empty() };
    let mut script = Script::new(steps, manner);
    let record = play::run(given.game, &given.phases, off, &mut script);
    match record.end {
        Ok(()) => Ok(outcome(before, record)),
        Err(mistake) => Err(Complaint::new(mistake.at, mistake.why + &refusals(record.table.log()))),
    }
}

/// A refused step is asked for again, and the script then rarely fits; so the refusal is told with the complaint.
fn refusals(log: &[event::Event]) -> String {
    let refused = log.iter().filter_map(|event| match event {
        event::Event::Refused { step, code, .. } => Some(format!("; step {step} was refused with `{}`", code.name())),
        _ => None,
    });
    refused.collect()
}

fn outcome(before: truthsayer_protocol::Data, record: PlayRecord) -> Outcome {
    let asked = record.asked.into_iter().map(asking).collect();
    let (game, log, fired, remarks) = record.table.into_record();
    let tell = |event: event::Event| Event::new(event.name(), door_state::record(event.fields()));
    let mut outcome = Outcome::new(before, door_state::state(&game));
    outcome.log = log.into_iter().map(tell).collect();
    outcome.fired = fired.into_iter().map(firing).collect();
    outcome.asked = asked;
    outcome.notes = remarks.into_iter().map(note).collect();
    outcome
}

fn firing(firing: table::Firing) -> Firing {
    Firing::new(firing.switch.name(), firing.event).at(firing.file, firing.line)
}

fn note(remark: table::Remark) -> Note {
    Note::new(remark.text, remark.event)
}

fn asking(asked: Asked) -> Asking {
    let step = asked.step.and_then(|step| usize::try_from(step).ok());
    Asking::new(asked.who, asked.what, asked.why, asked.event).answered_by(step)
}

/// The example of the README, compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
