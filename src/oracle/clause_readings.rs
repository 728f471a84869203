//! The readings under which each clause is graded.
//!
//! A clause of the default text is graded under the readings that a run plays unless a scenario chooses others. A clause that
//! states another value of a reading, as the engine declares, is graded under that value.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::address::Address;
use crate::oracle::citation::Citation;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::readings::Readings;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::protocol::Data;
use crate::protocol::Profile;
use crate::protocol::ReadingNote;

/// The readings of one game, as one engine plays it.
#[derive(Debug, Default)]
pub struct ClauseReadings {
    /// Every declared reading with the value that is played unless a scenario chooses another.
    usual: Readings,
    /// The clauses that are graded under other readings, each with the values that differ.
    stated: BTreeMap<ClauseId, Readings>,
}

impl ClauseReadings {
    /// `chosen` are the readings of the run. The rulebook belongs to the game, so the notes of the reference engine come first.
    pub fn new(
        book: &Rulebook,
        engine: &Profile,
        reference: Option<&Profile>,
        chosen: Option<&Readings>,
    ) -> ClauseReadings {
        let mut notes: Vec<&ReadingNote> = reference.into_iter().flat_map(|profile| &profile.readings).collect();
        let is_new = |note: &&ReadingNote| !notes.iter().any(|known| known.name == note.name);
        let own: Vec<&ReadingNote> = engine.readings.iter().filter(is_new).collect();
        notes.extend(own);
        let default = |note: &ReadingNote| {
            let own = engine.readings.iter().find(|own| own.name == note.name).unwrap_or(note);
            chosen.and_then(|chosen| chosen.get(&note.name)).unwrap_or(&own.default).clone()
        };
        let usual: Readings = notes.iter().map(|note| (note.name.clone(), default(note))).collect();
        let mut stated = stated(&notes, &usual, book);
        for readings in stated.values_mut() {
            readings.retain(|name, value| usual.get(name) != Some(value));
        }
        stated.retain(|_, readings| !readings.is_empty());
        ClauseReadings { usual, stated }
    }

    /// The readings under which a clause is graded, as far as they are not the usual ones.
    pub fn of(&self, clause: &ClauseId) -> Option<&Readings> {
        self.stated.get(clause)
    }

    /// The clauses that a scenario cites and that are graded under other readings than those of its set-up.
    pub(crate) fn graded_elsewhere(&self, scenario: &Scenario, given: &Data) -> Vec<ClauseId> {
        let played = self.unusual(given);
        if played.is_empty() && self.stated.is_empty() {
            return Vec::new();
        }
        let usual = Readings::new();
        let cited: BTreeSet<&ClauseId> = scenario.claims.iter().flat_map(|claim| &claim.clauses).collect();
        cited.into_iter().filter(|clause| *self.of(clause).unwrap_or(&usual) != played).cloned().collect()
    }

    /// The readings that a set-up chooses and that are not the usual ones.
    fn unusual(&self, given: &Data) -> Readings {
        let chosen = given.get("readings").and_then(Data::as_object).into_iter().flatten();
        let chosen = chosen.filter_map(|(name, value)| Some((name, self.usual.get(name)?, value.as_str()?)));
        let unusual = chosen.filter(|(_, usual, value)| *usual != value);
        unusual.map(|(name, _, value)| (name.clone(), value.to_owned())).collect()
    }
}

/// By clause, the readings that it states.
fn stated(notes: &[&ReadingNote], usual: &Readings, book: &Rulebook) -> BTreeMap<ClauseId, Readings> {
    let mut stated: BTreeMap<ClauseId, Readings> = BTreeMap::new();
    let mut state = |clause: ClauseId, name: &str, value: &str| {
        stated.entry(clause).or_default().entry(name.to_owned()).or_insert_with(|| value.to_owned());
    };
    for note in notes {
        let is_usual = |value: &str| usual.get(&note.name).is_some_and(|usual| usual == value);
        for clause in &note.clauses {
            for id in find(&clause.cite, &clause.quote, book).unwrap_or_default() {
                state(id, &note.name, &clause.value);
            }
        }
        // The clause that is read in two ways states the default if another clause states what is played.
        if note.clauses.iter().any(|clause| is_usual(&clause.value)) {
            for id in find(&note.cite, &note.quote, book).unwrap_or_default() {
                state(id, &note.name, &note.default);
            }
        }
    }
    inherit(notes, &mut stated, book);
    stated
}

/// A reading of a clause that itself belongs to another reading exists only under that one.
fn inherit(notes: &[&ReadingNote], stated: &mut BTreeMap<ClauseId, Readings>, book: &Rulebook) {
    let mut changed = true;
    while changed {
        changed = false;
        for note in notes {
            let parents = find(&note.cite, &note.quote, book).unwrap_or_default();
            let outer: Readings = parents.iter().filter_map(|id| stated.get(id)).flatten().map(owned).collect();
            for id in note.clauses.iter().flat_map(|clause| find(&clause.cite, &clause.quote, book).unwrap_or_default())
            {
                let own = stated.entry(id).or_default();
                for (name, value) in &outer {
                    if !own.contains_key(name) {
                        own.insert(name.clone(), value.clone());
                        changed = true;
                    }
                }
            }
        }
    }
}

fn owned((name, value): (&String, &String)) -> (String, String) {
    (name.clone(), value.clone())
}

/// The clauses with these words; none for an empty citation.
fn find(cite: &str, quote: &str, book: &Rulebook) -> Result<Vec<ClauseId>, Box<Problem>> {
    match Address::parse(cite) {
        Some(address) if !quote.trim().is_empty() => Citation::new(address, quote).clauses_wherever(book),
        _ => Ok(Vec::new()),
    }
}

/// Citations of readings that lead nowhere: the clauses that they mean would be graded under the wrong readings.
pub(crate) fn problems(profile: &Profile, book: &Rulebook) -> Vec<Problem> {
    let mut problems = Vec::new();
    for note in &profile.readings {
        for clause in &note.clauses {
            if let Err(problem) = find(&clause.cite, &clause.quote, book) {
                let message = format!("reading `{}` of the engine `{}`: {}", note.name, profile.name, problem.message);
                let shown = Problem::new(Kind::Switch, message).help(format!("it quotes: {}", clause.quote));
                problems.push(problem.help.into_iter().fold(shown, Problem::help));
            }
        }
    }
    problems
}
