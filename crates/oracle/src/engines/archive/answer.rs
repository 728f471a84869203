//! The saved form of one answer.

use serde::Deserialize;
use serde::Serialize;
use serde_json::value::RawValue;

use super::ArchiveEntry;
use super::EntryFiring;
use super::FiringPlace;
use super::Plays;
use super::delta;
use crate::base::plain_fault;
use crate::engines::process::sanitize;
use truthsayer_protocol::Asking;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Crash;
use truthsayer_protocol::Data;
use truthsayer_protocol::Event;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Firing;
use truthsayer_protocol::Note;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;

/// An answer, or the fault. Messages about a broken archive contain the names of this type and of its outcome.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Saved", rename_all = "lowercase")]
enum SavedReply {
    Played(SavedOutcome),
    Invalid(Complaint),
    Unsupported(String),
    Crashed(Crash),
    /// The engine did not answer.
    Fault(Fault),
}

/// An outcome without the parts that it shares with others.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Played")]
struct SavedOutcome {
    /// Hash of the initial state.
    before: String,
    /// The change of the state; `None` if it did not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    change: Option<Data>,
    log: Vec<Event>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    asked: Vec<Asking>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
}

/// Returns the text of an answer, and the switches that fired. Shared parts go to `plays`.
pub(super) fn write(plays: &mut Plays, answer: &Result<Reply, Fault>) -> Option<(Box<RawValue>, Vec<EntryFiring>)> {
    let mut fired = Vec::new();
    let saved = match answer {
        Ok(Reply::Played(outcome)) => {
            fired = outcome.fired.iter().map(|firing| (number(plays, firing), firing.event)).collect();
            SavedReply::Played(played(plays, outcome)?)
        }
        Ok(Reply::Invalid(complaint)) => SavedReply::Invalid(complaint.clone()),
        Ok(Reply::Unsupported(why)) => SavedReply::Unsupported(why.clone()),
        Ok(Reply::Crashed(failure)) => SavedReply::Crashed(failure.clone()),
        // A newer kind of reply.
        Ok(_) => return None,
        Err(fault) => SavedReply::Fault(fault.clone()),
    };
    Some((serde_json::value::to_raw_value(&saved).ok()?, fired))
}

fn played(plays: &mut Plays, outcome: &Outcome) -> Option<SavedOutcome> {
    Some(SavedOutcome {
        before: plays.states.keep(&outcome.before)?,
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

/// Adds the places of another archive. Returns their numbers in this one.
pub(super) fn places(plays: &mut Plays, from: &Plays) -> Vec<usize> {
    from.firings.iter().map(|place| place_number(plays, place.clone())).collect()
}

/// Returns the switches of an entry of another archive, renumbered for this one.
pub(super) fn moved(places: &[usize], fired: &[EntryFiring]) -> Result<Vec<EntryFiring>, String> {
    let place = |number: usize| places.get(number).copied().ok_or("a run names a switch that is not listed");
    fired.iter().map(|(number, event)| Ok((place(*number)?, *event))).collect()
}

/// Returns the answer, sanitized like one that an engine has just given, or why it is invalid.
pub(super) fn read(plays: &Plays, entry: &ArchiveEntry) -> Result<Result<Reply, Fault>, String> {
    let saved: SavedReply = serde_json::from_str(entry.reply.get()).map_err(|error| error.to_string())?;
    let reply = match saved {
        SavedReply::Played(played) => {
            Reply::from(outcome(plays, played, &entry.fired).ok_or("a run does not match its saved states")?)
        }
        SavedReply::Invalid(complaint) => Reply::Invalid(complaint),
        SavedReply::Unsupported(why) => Reply::Unsupported(why),
        SavedReply::Crashed(failure) => Reply::Crashed(failure),
        SavedReply::Fault(fault) => return Ok(Err(plain_fault::plain_fault(fault))),
    };
    // Unsafe names may be in the states and the list of switches, too.
    sanitize::checked(reply, plays.is_odd).map(Ok)
}

fn outcome(plays: &Plays, played: SavedOutcome, fired: &[EntryFiring]) -> Option<Outcome> {
    let before = plays.states.get(&played.before)?;
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
