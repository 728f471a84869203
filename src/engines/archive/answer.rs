//! One answer of an engine as it is kept.

use serde::Deserialize;
use serde::Serialize;
use serde_json::value::RawValue;

use super::Entry;
use super::EntryFiring;
use super::FiringPlace;
use super::Plays;
use super::delta;
use super::fingerprint;
use crate::engines::process::words;
use crate::protocol::Asking;
use crate::protocol::Complaint;
use crate::protocol::Data;
use crate::protocol::Event;
use crate::protocol::Failure;
use crate::protocol::Fault;
use crate::protocol::Firing;
use crate::protocol::Note;
use crate::protocol::Outcome;
use crate::protocol::Reply;
use crate::protocol::text;

/// An answer, or why there was none. Its name and that of an outcome stand in what is told about a broken archive.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Saved", rename_all = "lowercase")]
enum SavedReply {
    Played(SavedOutcome),
    Misposed(Complaint),
    Unsupported(String),
    Failed(Failure),
    /// Nobody answered.
    Fault(Fault),
}

/// An outcome without what it shares with others.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Played")]
struct SavedOutcome {
    /// The fingerprint of the state at the beginning.
    before: String,
    /// What became of it; nothing if it stayed as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    change: Option<Data>,
    log: Vec<Event>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    asked: Vec<Asking>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
}

/// The text of an answer, and the switches that took effect. What it shares with others goes to `plays`.
pub(super) fn write(plays: &mut Plays, answer: &Result<Reply, Fault>) -> Option<(Box<RawValue>, Vec<EntryFiring>)> {
    let mut fired = Vec::new();
    let saved = match answer {
        Ok(Reply::Played(outcome)) => {
            fired = outcome.fired.iter().map(|firing| (number(plays, firing), firing.event)).collect();
            SavedReply::Played(played(plays, outcome)?)
        }
        Ok(Reply::Misposed(complaint)) => SavedReply::Misposed(complaint.clone()),
        Ok(Reply::Unsupported(why)) => SavedReply::Unsupported(why.clone()),
        Ok(Reply::Failed(failure)) => SavedReply::Failed(failure.clone()),
        // A kind of reply that came later than this.
        Ok(_) => return None,
        Err(fault) => SavedReply::Fault(fault.clone()),
    };
    Some((serde_json::value::to_raw_value(&saved).ok()?, fired))
}

fn played(plays: &mut Plays, outcome: &Outcome) -> Option<SavedOutcome> {
    let state = serde_json::value::to_raw_value(&outcome.before).ok()?;
    let before = fingerprint(&[state.get()]);
    plays.states.entry(before.clone()).or_insert(state);
    Some(SavedOutcome {
        before,
        change: delta::between(&outcome.before, &outcome.after),
        log: outcome.log.clone(),
        asked: outcome.asked.clone(),
        notes: outcome.notes.clone(),
    })
}

fn number(plays: &mut Plays, firing: &Firing) -> usize {
    place_number(plays, (firing.switch.clone().into_owned(), firing.file.clone().into_owned(), firing.line))
}

fn place_number(plays: &mut Plays, place: FiringPlace) -> usize {
    let next = plays.firings.len();
    *plays.firing_numbers.entry(place.clone()).or_insert_with(|| {
        plays.firings.push(place);
        next
    })
}

/// The switches of an entry of another archive, with the numbers that they have in this one.
pub(super) fn moved(plays: &mut Plays, from: &Plays, fired: &[EntryFiring]) -> Result<Vec<EntryFiring>, String> {
    let place = |number: usize| from.firings.get(number).ok_or("a play names a switch that is not listed");
    fired.iter().map(|(number, event)| Ok((place_number(plays, place(*number)?.clone()), *event))).collect()
}

/// The answer again, as fit to be shown as one that an engine has just given; or why that is none.
pub(super) fn read(plays: &Plays, entry: &Entry) -> Result<Result<Reply, Fault>, String> {
    let saved: SavedReply = serde_json::from_str(entry.reply.get()).map_err(|error| error.to_string())?;
    let reply = match saved {
        SavedReply::Played(played) => {
            Reply::from(outcome(plays, played, &entry.fired).ok_or("a play does not fit the states beside it")?)
        }
        SavedReply::Misposed(complaint) => Reply::Misposed(complaint),
        SavedReply::Unsupported(why) => Reply::Unsupported(why),
        SavedReply::Failed(failure) => Reply::Failed(failure),
        SavedReply::Fault(fault) => return Ok(Err(plain(fault))),
    };
    // Names may have been put into the states and the list of switches, too, so everything is looked at.
    words::checked(reply, "\\").map(Ok)
}

fn outcome(plays: &Plays, played: SavedOutcome, fired: &[EntryFiring]) -> Option<Outcome> {
    let before: Data = serde_json::from_str(plays.states.get(&played.before)?.get()).ok()?;
    let after = delta::apply(&before, played.change.as_ref())?;
    let mut outcome = Outcome::new(before, after);
    outcome.log = played.log;
    for (number, event) in fired {
        let (switch, file, line) = plays.firings.get(*number)?.clone();
        outcome.fired.push(Firing::new(switch, *event).at(file, line));
    }
    outcome.asked = played.asked;
    outcome.notes = played.notes;
    Some(outcome)
}

/// A fault whose words can be shown.
fn plain(fault: Fault) -> Fault {
    match fault {
        Fault::NotStarted { command, why } => {
            Fault::NotStarted { command: text::one_line(&command), why: words::reason(&why) }
        }
        Fault::TimedOut { to, after, last_words } => {
            Fault::TimedOut { to: text::one_line(&to).into(), after, last_words: text::harmless(&last_words) }
        }
        Fault::Died { how, last_words } => {
            Fault::Died { how: words::reason(&how), last_words: text::harmless(&last_words) }
        }
        Fault::Garbled { line, why, last_words } => Fault::Garbled {
            line: text::one_line(&line),
            why: words::reason(&why),
            last_words: text::harmless(&last_words),
        },
        Fault::Changed { what } => Fault::Changed { what: words::reason(&what) },
        fault => fault,
    }
}
