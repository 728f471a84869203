//! Judged runs of mutants. A shard saves them, so merging needs neither the engine nor the judge.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use serde::Deserialize;
use serde::Deserializer;
use serde::Serialize;
use serde::de::Error;
use serde::de::MapAccess;
use serde::de::Visitor;

use crate::base::bounded;
use crate::evidence::kill_matrix::Cell;
use crate::evidence::kill_matrix::Detail;
use crate::evidence::kill_matrix::Repetition;
use crate::suite::scenario::Scenario;

/// Judged runs by scenario and switch.
#[derive(Debug, Default)]
pub struct JudgedMutants {
    saved: Mutex<SavedRuns>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct SavedRuns {
    #[serde(deserialize_with = "bounded_runs")]
    cells: ByRun<Cell>,
    /// The first repetition with another outcome. The switch is empty for a run with every switch on.
    #[serde(deserialize_with = "bounded_runs")]
    repetitions: ByRun<Repetition>,
}

/// Values by the id of the scenario and the name of the switch.
type ByRun<T> = BTreeMap<String, BTreeMap<String, T>>;

/// Maximum number of runs. A real file of the allowed length has fewer.
const MOST_RUNS: usize = 400_000;

impl JudgedMutants {
    /// Parses the output of [`text`](JudgedMutants::text).
    pub fn read(text: &str) -> Result<JudgedMutants, serde_json::Error> {
        Ok(JudgedMutants { saved: Mutex::new(serde_json::from_str(text)?) })
    }

    /// Returns one line of JSON. It does not depend on the order of threads.
    pub fn text(&self) -> String {
        serde_json::to_string(&*self.saved()).unwrap_or_default()
    }

    /// Adds the runs of another shard. Shards may share runs; the first counts, unless only the other has its hash.
    pub fn add(&self, other: JudgedMutants) {
        let (mut own, other) = (self.saved(), other.saved.into_inner().unwrap_or_else(PoisonError::into_inner));
        let has_more = |new: &Cell, known: &Cell| new.has(Detail::Hash) && !known.has(Detail::Hash);
        add(&mut own.cells, other.cells, has_more);
        add(&mut own.repetitions, other.repetitions, |_, _| false);
    }

    /// Returns the number of runs.
    pub fn count(&self) -> usize {
        let saved = self.saved();
        let (cells, repetitions) = (saved.cells.values(), saved.repetitions.values());
        cells.map(BTreeMap::len).chain(repetitions.map(BTreeMap::len)).sum()
    }

    pub(super) fn cell(&self, scenario: &Scenario, switch: &str) -> Option<Cell> {
        let cell = self.saved().cells.get(&scenario.id)?.get(switch)?.clone();
        Some(cell.restored(scenario))
    }

    /// Saves a run, in place of one without its hash.
    pub(super) fn enter(&self, scenario: &Scenario, switch: &str, cell: &Cell) {
        enter(&mut self.saved().cells, scenario, switch, cell.clone());
    }

    pub(super) fn repetition(&self, scenario: &Scenario, switch: &str) -> Option<Repetition> {
        let found = self.saved().repetitions.get(&scenario.id)?.get(switch)?.clone();
        Some(found.map(|(number, cell)| (number, cell.restored(scenario))))
    }

    pub(super) fn enter_repetition(&self, scenario: &Scenario, switch: &str, found: &Repetition) {
        enter(&mut self.saved().repetitions, scenario, switch, found.clone());
    }

    // A poisoned lock is safe to reuse: entries are always complete.
    fn saved(&self) -> MutexGuard<'_, SavedRuns> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn enter<T>(runs: &mut ByRun<T>, scenario: &Scenario, switch: &str, value: T) {
    runs.entry(scenario.id.clone()).or_default().insert(switch.to_owned(), value);
}

/// Adds runs. A known run stays, unless the new one is better.
fn add<T>(own: &mut ByRun<T>, other: ByRun<T>, is_better: impl Fn(&T, &T) -> bool) {
    for (scenario, runs) in other {
        let own = own.entry(scenario).or_default();
        for (switch, value) in runs {
            match own.entry(switch) {
                Entry::Occupied(mut known) if is_better(&value, known.get()) => {
                    known.insert(value);
                }
                known => {
                    known.or_insert(value);
                }
            }
        }
    }
}

/// Reads at most `MOST_RUNS` runs of all scenarios together.
fn bounded_runs<'de, D, T>(from: D) -> Result<ByRun<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    from.deserialize_map(RunsVisitor(BTreeMap::new()))
}

struct RunsVisitor<T>(ByRun<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for RunsVisitor<T> {
    type Value = ByRun<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {MOST_RUNS} runs")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut from: A) -> Result<ByRun<T>, A::Error> {
        let mut count = 0;
        while let Some((scenario, Bounded(runs))) = from.next_entry()? {
            // A scenario without runs is an entry, too.
            count += runs.len().max(1);
            if count > MOST_RUNS {
                return Err(A::Error::invalid_length(count, &self));
            }
            self.0.insert(scenario, runs);
        }
        Ok(self.0)
    }
}

/// The runs of one scenario.
#[derive(Deserialize)]
#[serde(transparent, bound = "T: Deserialize<'de>")]
struct Bounded<T>(#[serde(deserialize_with = "bounded::map::<_, _, MOST_RUNS>")] BTreeMap<String, T>);

#[cfg(test)]
mod tests {
    use super::*;

    fn run(hash: &str) -> JudgedMutants {
        let text = format!(r#"{{"cells": {{"a": {{"s": {{"played": {{{hash}}}}}}}}}, "repetitions": {{}}}}"#);
        JudgedMutants::read(&text).expect("saved runs")
    }

    #[test]
    fn a_run_without_its_hash_gives_way_to_one_with_it() {
        let all = JudgedMutants::default();
        for shard in ["", r#""hash": 7"#, "", r#""hash": 8"#] {
            all.add(run(shard));
        }
        assert_eq!((all.count(), all.text()), (1, run(r#""hash": 7"#).text()));
    }
}
