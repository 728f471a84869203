//! The readings under which each clause is graded.
//!
//! A clause of the default text is graded under the run's default readings. A clause that states another value of a
//! reading, as the engine declares, is graded under that value.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::citation::Citation;
use crate::suite::readings::Readings;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Data;
use truthsayer_protocol::Profile;
use truthsayer_protocol::ReadingNote;

/// The readings of one game on one engine.
#[derive(Debug, Default)]
pub struct ClauseReadings {
    /// Every declared reading with its value in the run.
    usual: Readings,
    /// The clauses that are graded under other readings, with the differing values.
    stated: BTreeMap<ClauseId, Readings>,
}

impl ClauseReadings {
    /// `chosen` are the readings of the run. The notes of the reference engine have priority, because the rulebook
    /// belongs to the game.
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

    /// Returns the readings under which a clause is graded, if they differ from the usual ones.
    pub fn of(&self, clause: &ClauseId) -> Option<&Readings> {
        self.stated.get(clause)
    }

    /// Returns the clauses that a scenario cites and that are graded under other readings than those of its set-up.
    pub(crate) fn graded_elsewhere(&self, scenario: &Scenario, given: &Data) -> Vec<ClauseId> {
        let played = self.unusual(given);
        if played.is_empty() && self.stated.is_empty() {
            return Vec::new();
        }
        let usual = Readings::new();
        let cited: BTreeSet<&ClauseId> = scenario.claims.iter().flat_map(|claim| &claim.clauses).collect();
        cited.into_iter().filter(|clause| *self.of(clause).unwrap_or(&usual) != played).cloned().collect()
    }

    /// Returns the readings of a set-up that differ from the usual ones.
    fn unusual(&self, given: &Data) -> Readings {
        let chosen = given.get("readings").and_then(Data::as_object).into_iter().flatten();
        let chosen = chosen.filter_map(|(name, value)| Some((name, self.usual.get(name)?, value.as_str()?)));
        let unusual = chosen.filter(|(_, usual, value)| *usual != value);
        unusual.map(|(name, _, value)| (name.clone(), value.to_owned())).collect()
    }
}

/// Returns the readings that each clause states.
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
        // If another clause states the active value, the clause with two readings states the default.
        if note.clauses.iter().any(|clause| is_usual(&clause.value)) {
            for id in find(&note.cite, &note.quote, book).unwrap_or_default() {
                state(id, &note.name, &note.default);
            }
        }
    }
    inherit(notes, &mut stated, book);
    stated
}

/// Adds the readings of the outer clause to clauses whose reading belongs to another reading.
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

/// Returns the clauses with these words; empty for an empty citation.
fn find(cite: &str, quote: &str, book: &Rulebook) -> Result<Vec<ClauseId>, Box<Problem>> {
    match Address::parse(cite) {
        Some(address) if !quote.trim().is_empty() => Citation::new(address, quote).clauses_wherever(book),
        _ => Ok(Vec::new()),
    }
}

/// A clause of a reading: the one with several interpretations, or one that states a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingWords {
    pub clause: String,
    pub words: String,
    /// The value that it states; `None` for the clause with several interpretations.
    pub value: Option<String>,
}

/// Returns the clauses of a reading with their words. A clause that the rulebook does not have keeps the words that the
/// engine quotes.
pub fn words(note: &ReadingNote, book: &Rulebook) -> Vec<ReadingWords> {
    let own = [(&note.cite, &note.quote, None)];
    let stated = note.clauses.iter().map(|clause| (&clause.cite, &clause.quote, Some(clause.value.clone())));
    let mut all = Vec::new();
    for (cite, quote, value) in own.into_iter().chain(stated).filter(|(cite, ..)| !cite.is_empty()) {
        let found = find(cite, quote, book).unwrap_or_default();
        if found.is_empty() {
            all.push(ReadingWords { clause: cite.clone(), words: quote.clone(), value: value.clone() });
        }
        let words = |id: ClauseId| ReadingWords {
            clause: id.to_string(),
            words: book.clause_text(&id).to_owned(),
            value: value.clone(),
        };
        all.extend(found.into_iter().map(words));
    }
    all
}

/// Returns problems for invalid citations of readings. Their clauses would be graded under the wrong readings.
pub fn problems(profile: &Profile, book: &Rulebook) -> Vec<Problem> {
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
