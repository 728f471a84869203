//! Judged runs of mutants. A shard saves them, so merging needs neither the engine nor the judge.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use serde::Deserialize;
use serde::Serialize;

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
    #[serde(with = "entries")]
    cells: ByRun<Cell>,
    /// The first repetition with another outcome. The switch is empty for a run with every switch on.
    #[serde(with = "entries")]
    repetitions: ByRun<Repetition>,
}

/// Values by the id of the scenario and the name of the switch.
type ByRun<T> = BTreeMap<(String, String), T>;

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
        for (run, cell) in other.cells {
            match own.cells.entry(run) {
                Entry::Occupied(mut known) if !known.get().has(Detail::Hash) && cell.has(Detail::Hash) => {
                    known.insert(cell);
                }
                known => {
                    known.or_insert(cell);
                }
            }
        }
        for (run, found) in other.repetitions {
            own.repetitions.entry(run).or_insert(found);
        }
    }

    /// Returns the number of runs.
    pub fn count(&self) -> usize {
        let saved = self.saved();
        saved.cells.len() + saved.repetitions.len()
    }

    pub(super) fn cell(&self, scenario: &Scenario, switch: &str) -> Option<Cell> {
        let cell = self.saved().cells.get(&run(scenario, switch))?.clone();
        Some(cell.restored(scenario))
    }

    /// Saves a run, in place of one without its hash.
    pub(super) fn enter(&self, scenario: &Scenario, switch: &str, cell: &Cell) {
        self.saved().cells.insert(run(scenario, switch), cell.clone());
    }

    pub(super) fn repetition(&self, scenario: &Scenario, switch: &str) -> Option<Repetition> {
        let found = self.saved().repetitions.get(&run(scenario, switch))?.clone();
        Some(found.map(|(number, cell)| (number, cell.restored(scenario))))
    }

    pub(super) fn enter_repetition(&self, scenario: &Scenario, switch: &str, found: &Repetition) {
        self.saved().repetitions.insert(run(scenario, switch), found.clone());
    }

    // A poisoned lock is safe to reuse: entries are always complete.
    fn saved(&self) -> MutexGuard<'_, SavedRuns> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn run(scenario: &Scenario, switch: &str) -> (String, String) {
    (scenario.id.clone(), switch.to_owned())
}

/// A map as a list of scenario, switch and value, because keys of JSON maps are single texts.
mod entries {
    use super::*;
    use serde::Deserializer;
    use serde::Serializer;

    pub(super) fn serialize<S: Serializer, T: Serialize>(map: &ByRun<T>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(map.iter().map(|((scenario, switch), value)| (scenario, switch, value)))
    }

    pub(super) fn deserialize<'de, D, T>(from: D) -> Result<ByRun<T>, D::Error>
    where
        D: Deserializer<'de>,
        T: Deserialize<'de>,
    {
        let list = bounded::list::<_, (String, String, T), MOST_RUNS>(from)?;
        Ok(list.into_iter().map(|(scenario, switch, value)| ((scenario, switch), value)).collect())
    }
}
