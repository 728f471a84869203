//! The door of the Dune engine: a task comes in as plain data and goes out as what happened.
//!
//! Files called `door_…` read and write that data; all others are rooms, which know only the rules.

pub mod aftermath;
pub mod armament;
pub mod ask;
pub mod battle;
pub mod battle_phase;
pub mod betrayal;
pub mod campaign;
pub mod capture;
pub mod card;
pub mod casualties;
pub mod clash;
pub mod datum;
pub mod death;
pub mod disc;
pub mod door_given;
mod door_node;
mod door_plan;
mod door_player;
mod door_state;
pub mod door_steps;
pub mod event;
pub mod explosion;
pub mod faction;
pub mod fight;
pub mod game;
pub mod ghola;
pub mod gift;
pub mod half;
pub mod invariant;
pub mod karama;
pub mod kwisatz;
pub mod leader;
pub mod leader_return;
pub mod leadership;
pub mod legality;
pub mod named;
pub mod occupancy;
pub mod outline;
pub mod pile;
pub mod plan;
pub mod play;
pub mod player;
pub mod prescience;
pub mod prison;
pub mod query;
pub mod reading;
pub mod refusal;
pub mod reinforcement;
pub mod resolution;
pub mod revival;
pub mod sandworm;
pub mod script;
pub mod source;
pub mod spoils;
pub mod spot;
pub mod step;
pub mod stewards;
pub mod storm;
pub mod strike;
pub mod switch;
pub mod table;
pub mod territory;
pub mod toll;
pub mod traitor;
pub mod turn;
pub mod voice;
pub mod wait;
pub mod wheel;
pub mod without;

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
        Ok(match play_task(task) {
            Ok(outcome) => Reply::Played(Box::new(outcome)),
            Err(complaint) => Reply::Misposed(complaint),
        })
    }
}

/// What the engine tells about itself.
pub fn profile() -> Profile {
    let note = |switch: &Switch| switchboard::note(switch.name(), switch.cite(), switch.quote());
    let kind = |(name, fields): &(&str, &[&'static str])| EventNote {
        name: (*name).to_owned(),
        fields: fields.iter().map(|field| event::field_name(field).to_owned()).collect(),
    };
    Profile {
        name: "dune".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: "dune".to_owned(),
        switches: Switch::ALL.iter().map(note).collect(),
        hides_firings: false,
        events: event::KINDS.iter().map(kind).collect(),
        board: None,
        readings: readings(),
    }
}

/// The points on which fair players differ.
pub fn readings() -> Vec<ReadingNote> {
    let note = |reading: &Reading| ReadingNote {
        name: reading.name.to_owned(),
        values: reading.values.iter().map(|value| (*value).to_owned()).collect(),
        default: reading.values.first().copied().unwrap_or_default().to_owned(),
        about: reading.about.to_owned(),
        cite: reading.cite.to_owned(),
        quote: reading.quote.to_owned(),
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
        Err(mistake) => Err(Complaint { at: mistake.at, why: mistake.why + &refusals(record.table.log()) }),
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
    let tell = |event: event::Event| Event { name: event.name().into(), data: door_state::record(event.fields()) };
    Outcome {
        before,
        after: door_state::state(&game),
        log: log.into_iter().map(tell).collect(),
        fired: fired.into_iter().map(firing).collect(),
        asked,
        notes: remarks.into_iter().map(note).collect(),
    }
}

fn firing(firing: table::Firing) -> Firing {
    Firing { switch: firing.switch.name().into(), file: firing.file.into(), line: firing.line, event: firing.event }
}

fn note(remark: table::Remark) -> Note {
    Note { step: None, event: remark.event, text: remark.text }
}

fn asking(asked: Asked) -> Asking {
    Asking {
        who: asked.who,
        what: asked.what.to_owned(),
        why: asked.why.to_owned(),
        step: asked.step.and_then(|step| usize::try_from(step).ok()),
        event: asked.event,
    }
}
