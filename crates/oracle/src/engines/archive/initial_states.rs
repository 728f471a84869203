//! Initial states of runs. Most states of a game are alike, so of most of them only the difference from another one is saved.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use serde::Deserialize;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::value::to_raw_value;

use super::MOST_PLAYS;
use super::delta;
use crate::base::bounded;
use crate::base::hash;
use truthsayer_protocol::Data;

/// Initial states by hash, as JSON texts, which are parsed on demand.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct InitialStates {
    #[serde(deserialize_with = "bounded::map::<_, _, MOST_PLAYS>")]
    whole: BTreeMap<String, Box<RawValue>>,
    /// The hash of a whole state, and the change from it.
    #[serde(default, deserialize_with = "bounded::map::<_, _, MOST_PLAYS>")]
    changed: BTreeMap<String, (String, Box<RawValue>)>,
    /// The whole states from which others were made.
    #[serde(skip)]
    parsed: Mutex<HashMap<String, Arc<Data>>>,
}

impl InitialStates {
    /// Returns the length of the longest state.
    pub(super) fn longest(&self) -> usize {
        let whole = self.whole.values().map(|state| state.get().len());
        let length = |from: &String| self.whole.get(from).map_or(0, |state| state.get().len());
        let changed = self.changed.values().map(|(from, change)| length(from).saturating_add(change.get().len()));
        whole.chain(changed).max().unwrap_or(0)
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.whole.len() + self.changed.len()
    }

    /// Keeps a state and returns its hash.
    pub(super) fn keep(&mut self, state: &Data) -> Option<String> {
        let text = to_raw_value(state).ok()?;
        let hash = hash::of(&[text.get()]);
        self.whole.entry(hash.clone()).or_insert(text);
        Some(hash)
    }

    /// Returns the state with a hash.
    pub(super) fn get(&self, hash: &str) -> Option<Data> {
        if let Some(state) = self.whole.get(hash) {
            return serde_json::from_str(state.get()).ok();
        }
        let (from, change) = self.changed.get(hash)?;
        let change: Data = serde_json::from_str(change.get()).ok()?;
        let from = self.parsed(from)?;
        delta::apply(&from, Some(&change))
    }

    fn parsed(&self, hash: &str) -> Option<Arc<Data>> {
        // A poisoned lock is safe to reuse: entries are only ever added.
        let mut parsed = self.parsed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(state) = parsed.get(hash) {
            return Some(Arc::clone(state));
        }
        let state: Arc<Data> = Arc::new(serde_json::from_str(self.whole.get(hash)?.get()).ok()?);
        // Only a forged result has many.
        if parsed.len() < MOST_PARSED {
            parsed.insert(hash.to_owned(), Arc::clone(&state));
        }
        Some(state)
    }

    /// Adds the states of another archive.
    pub(super) fn add(&mut self, other: &InitialStates) -> Result<(), String> {
        for (hash, state) in &other.whole {
            let known = self.whole.entry(hash.clone()).or_insert_with(|| state.clone());
            if known.get() != state.get() {
                return Err("two different states have the same hash".to_owned());
            }
        }
        for (hash, change) in &other.changed {
            self.changed.entry(hash.clone()).or_insert_with(|| change.clone());
        }
        Ok(())
    }

    /// Replaces states by their difference from the first one with the same keys, if that is shorter. Merged states were
    /// packed before.
    pub(super) fn pack(&mut self) {
        if !self.changed.is_empty() {
            return;
        }
        let mut first: HashMap<Vec<String>, (String, Data)> = HashMap::new();
        let mut changed = BTreeMap::new();
        for (hash, text) in &self.whole {
            let Ok(state @ Data::Object(_)) = serde_json::from_str(text.get()) else { continue };
            let keys = state.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect();
            let (from, like) = first.entry(keys).or_insert_with(|| (hash.clone(), state.clone()));
            let change = delta::between(like, &state).and_then(|change| to_raw_value(&change).ok());
            if let Some(change) = change.filter(|change| change.get().len() < text.get().len()) {
                changed.insert(hash.clone(), (from.clone(), change));
            }
        }
        self.whole.retain(|hash, _| !changed.contains_key(hash));
        self.changed = changed;
    }
}

/// Maximum number of states that stay parsed.
const MOST_PARSED: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_packed_state_is_found_by_its_hash() {
        let long = "x".repeat(200);
        let states = [
            json!({"a": 1, "b": {"c": long, "d": null}}),
            json!({"a": 2, "b": {"c": long}}),
            json!({"a": 1}),
            json!({"a": 2}),
            json!({"other": [1]}),
            json!([1, 2]),
            json!(null),
        ];
        let mut kept = InitialStates::default();
        let hashes: Vec<String> = states.iter().map(|state| kept.keep(state).expect("a hash")).collect();
        kept.pack();
        assert_eq!((kept.whole.len(), kept.changed.len()), (6, 1), "only the long one is shorter as a change");
        let text = serde_json::to_string(&kept).expect("JSON");
        assert_eq!(text.matches(&long).count(), 1);
        let mut merged = InitialStates::default();
        merged.add(&serde_json::from_str(&text).expect("states")).expect("the same states");
        merged.add(&serde_json::from_str(&text).expect("states")).expect("the same states");
        merged.pack();
        assert_eq!(serde_json::to_string(&merged).expect("JSON"), text);
        for (hash, state) in hashes.iter().zip(&states) {
            assert_eq!(merged.get(hash).as_ref(), Some(state));
        }
        assert_eq!(merged.get("nowhere"), None);
        let (from, change) = kept.changed.values().next().expect("a change");
        assert_eq!(merged.longest(), kept.whole[from].get().len() + change.get().len());
    }
}
