//! The adapter to the protocol: reads a task, plays it and writes the outcome.
//!
//! Only this room knows the protocol and its data. Files called `door_…` read and write that data.

mod door_battle;
pub mod door_given;
mod door_node;
mod door_plan;
mod door_player;
mod door_state;
pub mod door_steps;
pub mod door_words;
pub mod script;

use truthsayer_protocol::Asking;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
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

use crate::adapter::script::Script;
use crate::adapter::script::ScriptOptions;
use crate::decisions::play::Asked;
use crate::decisions::play::PlayRecord;
use crate::model::named::Named;
use crate::model::reading::Reading;
use crate::model::reading::Readings;
use crate::model::switch::Switch;
use crate::phases::run::run;
use crate::table;
use crate::table::event;

/// The built-in engine for the battle phase of Dune.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dune;

impl Engine for Dune {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        Ok(play_task(task, None).into())
    }
}

/// The engine with the memory of an earlier outcome, which it overwrites.
#[derive(Debug, Default)]
pub struct ThriftyDune {
    spare: Option<Box<Outcome>>,
}

impl Engine for ThriftyDune {
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

/// The description that the engine gives of itself in `hello`.
pub fn profile() -> Profile {
    let kind = |(name, fields): &(&str, &[&'static str])| {
        EventNote::new(*name, fields.iter().map(|field| event::field_name(field)))
    };
    Profile::new("dune", env!("CARGO_PKG_VERSION"), "dune")
        .with_switches(switchboard::notes::<Switch>())
        .with_events(event::KINDS.iter().map(kind))
        .with_readings(readings())
}

/// The readings: points on which fair players differ.
pub fn readings() -> Vec<ReadingNote> {
    let note = |reading: &Reading| {
        let note = ReadingNote::new(reading.name, reading.values.iter().copied(), reading.about)
            .of_clause(reading.cite, reading.quote);
        let other = reading.values.last().copied().unwrap_or_default();
        reading.other.iter().fold(note, |note, words| note.stated_by(other, "dune/readings.md", *words))
    };
    Readings::ALL.iter().map(note).collect()
}

fn play_task(task: &Task, spare: Option<Box<Outcome>>) -> Result<Outcome, Complaint> {
    let off = switchboard::read(&task.without, Switch::ALL, Switch::name)?;
    let given = door_given::read(&task.given)?;
    let steps = door_steps::read(&task.when, &given.game)?;
    let (spare_before, spare_after) = spare.map(|spare| (spare.before, spare.after)).unzip();
    let mut before = door_state::state(&given.game, spare_before);
    let shows_battle = given.underway.is_some();
    if let Some(underway) = &given.underway {
        before["battle"] = door_battle::state(Some(&underway.battle));
    }
    let options = ScriptOptions { declines: given.declines, follows: !off.is_empty() };
    let mut script = Script::new(steps, options);
    let record = run(given.game, &given.phases, given.underway, off, &mut script);
    let battle = shows_battle.then(|| door_battle::state(record.table.battle.as_ref()));
    match record.end {
        Ok(()) => {
            let mut outcome = outcome(before, record, spare_after);
            if let Some(battle) = battle {
                outcome.after["battle"] = battle;
            }
            Ok(outcome)
        }
        Err(mistake) => Err(Complaint::new(mistake.at, mistake.why + &refusals(record.table.log()))),
    }
}

/// Lists the refused steps. The engine asks again after a refusal and the script then rarely fits, so a complaint names
/// the refusals.
fn refusals(log: &[event::Event]) -> String {
    let refused = log.iter().filter_map(|event| match event {
        event::Event::Refused { step, code, .. } => Some(format!("; step {step} was refused with `{}`", code.name())),
        _ => None,
    });
    refused.collect()
}

fn outcome(before: Data, record: PlayRecord, spare: Option<Data>) -> Outcome {
    let asked = record.asked.into_iter().map(asking).collect();
    let (game, log, fired, remarks) = record.table.into_record();
    let written = |event: event::Event| Event::new(event.name(), door_state::record(event.fields()));
    let mut outcome = Outcome::new(before, door_state::state(&game, spare));
    outcome.log = log.into_iter().map(written).collect();
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
