//! Records everything that an engine showed during a run: fields of events and paths of states.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::path_parts;

/// Maximum size of all names in bytes, in case an engine invents names without end.
const MOST_BYTES: usize = 8 << 20;
/// Estimated overhead of a name.
const ENTRY_BYTES: usize = 64;
/// Matches any key of a map whose keys are names, such as players.
const ANY: &str = "*";

/// Everything that an engine showed.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// For each event, the fields that had a value.
    events: BTreeMap<String, BTreeSet<String>>,
    state: StateShape,
    bytes: usize,
    is_incomplete: bool,
}

/// The shape of a state: the keys that have a value.
#[derive(Debug, Default, Clone)]
struct StateShape {
    keys: BTreeMap<String, StateShape>,
    /// A value that is not a map was seen.
    is_value: bool,
    /// A list was seen. Its items are not kept.
    is_list: bool,
}

impl Shown {
    /// Adds the events of an outcome.
    pub(crate) fn enter_log(&mut self, outcome: &Outcome) {
        for event in &outcome.log {
            if !self.events.contains_key(event.name.as_ref()) && self.takes(&event.name) {
                self.events.insert(event.name.to_string(), BTreeSet::new());
            }
            for (field, _) in event.data.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()) {
                if !self.has_field(&event.name, field) && self.takes(field) {
                    self.events.entry(event.name.to_string()).or_default().insert(field.clone());
                }
            }
        }
    }

    /// Adds the states of an outcome.
    pub(crate) fn enter_states(&mut self, outcome: &Outcome) {
        for state in [&outcome.before, &outcome.after] {
            self.bytes += self.state.enter(state, MOST_BYTES.saturating_sub(self.bytes));
            self.is_incomplete |= self.bytes >= MOST_BYTES;
        }
    }

    fn takes(&mut self, name: &str) -> bool {
        self.bytes += name.len() + ENTRY_BYTES;
        self.is_incomplete |= self.bytes >= MOST_BYTES;
        !self.is_incomplete
    }

    /// Records that some outcomes are missing, so "never shown" cannot be concluded.
    pub(crate) fn mark_incomplete(&mut self) {
        self.is_incomplete = true;
    }

    pub(crate) fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    pub(crate) fn has_event(&self, name: &str) -> bool {
        self.events.contains_key(name)
    }

    pub(crate) fn has_field(&self, event: &str, field: &str) -> bool {
        self.events.get(event).is_some_and(|fields| fields.contains(field))
    }

    pub(crate) fn events(&self) -> impl Iterator<Item = &String> {
        self.events.keys()
    }

    pub(crate) fn fields(&self, event: &str) -> impl Iterator<Item = &String> {
        self.events.get(event).into_iter().flatten()
    }

    /// Returns whether any state has a value at a path; `*` matches any key.
    pub(crate) fn has_path(&self, path: &str) -> bool {
        self.state.has(&path_parts(path).collect::<Vec<_>>())
    }

    /// Returns a path with `*` for each key that is a name: `leaders.*.place` for `leaders.chani.place`.
    pub(crate) fn pattern(&self, path: &str) -> String {
        let (mut parts, mut here) = (Vec::new(), Cow::Borrowed(&self.state));
        for part in path_parts(path) {
            let is_name = !parts.is_empty() && here.has_names_for_keys();
            here = Cow::Owned(if is_name { here.merged() } else { here.keys.get(part).cloned().unwrap_or_default() });
            parts.push(if is_name { ANY } else { part });
        }
        parts.join(".")
    }

    /// Returns the fewest shown paths at or below `declared` that exclude `without`. All may contain `*`.
    pub(crate) fn narrowed(&self, declared: &str, without: &[String]) -> Vec<String> {
        let without: Vec<Vec<&str>> = without.iter().map(|path| path_parts(path).collect()).collect();
        let mut paths = Vec::new();
        let declared: Vec<&str> = path_parts(declared).collect();
        let without: Vec<&[&str]> = without.iter().map(Vec::as_slice).collect();
        narrow(&self.state, &declared, &mut Vec::new(), &without, &mut paths);
        paths
    }
}

impl StateShape {
    /// Adds data. Returns the size of everything new.
    fn enter(&mut self, data: &Data, most: usize) -> usize {
        let Data::Object(map) = data else {
            self.is_list |= data.is_array();
            self.is_value |= !data.is_null();
            return 0;
        };
        let (mut bytes, mut new) = (0, Vec::new());
        // Both are sorted, so that no key is searched for.
        let mut known = self.keys.iter_mut().peekable();
        for (key, value) in map {
            if bytes >= most {
                break;
            }
            while known.next_if(|(own, _)| *own < key).is_some() {}
            match known.next_if(|(own, _)| *own == key) {
                Some((_, child)) => bytes += child.enter(value, most.saturating_sub(bytes)),
                None => {
                    let mut child = StateShape::default();
                    bytes += key.len() + ENTRY_BYTES;
                    bytes += child.enter(value, most.saturating_sub(bytes));
                    new.push((key.clone(), child));
                }
            }
        }
        self.keys.extend(new);
        bytes
    }

    fn has(&self, parts: &[&str]) -> bool {
        match parts {
            [] => self.is_value || self.keys.values().any(|child| child.has(&[])),
            [ANY, rest @ ..] => self.is_list || self.keys.values().any(|child| child.has(rest)),
            [first, rest @ ..] => self.is_list || self.keys.get(*first).is_some_and(|child| child.has(rest)),
        }
    }

    /// Returns whether this is a map from names to maps, such as leaders by name.
    fn has_names_for_keys(&self) -> bool {
        self.keys.values().any(|child| !child.keys.is_empty()) && self.keys.values().all(|child| !child.is_value)
    }

    /// Returns all values of a map merged into one shape.
    fn merged(&self) -> StateShape {
        let mut all = StateShape::default();
        self.keys.values().for_each(|child| all.merge(child));
        all
    }

    fn merge(&mut self, other: &StateShape) {
        self.is_value |= other.is_value;
        self.is_list |= other.is_list;
        for (key, child) in &other.keys {
            self.keys.entry(key.clone()).or_default().merge(child);
        }
    }
}

/// Descends to `declared`, and from there as far as `without` requires.
fn narrow(shape: &StateShape, declared: &[&str], path: &mut Vec<String>, without: &[&[&str]], found: &mut Vec<String>) {
    if without.is_empty() {
        let parts = path.iter().map(String::as_str).chain(declared.iter().copied());
        found.push(parts.collect::<Vec<_>>().join("."));
        return;
    }
    if without.iter().any(|rest| rest.is_empty()) {
        return;
    }
    let are_names = !path.is_empty() && shape.has_names_for_keys();
    let mut step = |part: &str, shape: &StateShape, declared: &[&str]| {
        let is_here = |rest: &&&[&str]| part == ANY || rest[0] == part || rest[0] == ANY;
        let below: Vec<&[&str]> = without.iter().filter(is_here).map(|rest| &rest[1..]).collect();
        path.push(part.to_owned());
        narrow(shape, declared, path, &below, found);
        path.pop();
    };
    match declared {
        [ANY, rest @ ..] => step(ANY, &shape.merged(), rest),
        [first, rest @ ..] => step(first, shape.keys.get(*first).unwrap_or(&StateShape::default()), rest),
        [] if are_names => step(ANY, &shape.merged(), &[]),
        [] => {
            for (part, child) in shape.keys.iter().filter(|(_, child)| child.has(&[])) {
                step(part, child, &[]);
            }
        }
    }
}

/// An engine maker that records everything that its engines show.
pub(crate) struct Watched<'m> {
    pub inner: &'m dyn EngineMaker,
    pub shown: Arc<Mutex<Shown>>,
    /// Also record states.
    pub with_states: bool,
}

impl EngineMaker for Watched<'_> {
    fn profile(&self) -> &Profile {
        self.inner.profile()
    }

    fn engine(&self) -> Box<dyn Engine> {
        let (inner, shown, with_states) = (self.inner.engine(), Arc::clone(&self.shown), self.with_states);
        Box::new(Watching { inner, shown, with_states })
    }

    fn fault(&self) -> Option<Fault> {
        self.inner.fault()
    }

    fn waits(&self) -> bool {
        self.inner.waits()
    }
}

struct Watching {
    inner: Box<dyn Engine>,
    shown: Arc<Mutex<Shown>>,
    with_states: bool,
}

impl Engine for Watching {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let reply = self.inner.play(task);
        if let Ok(Reply::Played(outcome)) = &reply {
            let mut shown = locked(&self.shown);
            shown.enter_log(outcome);
            if self.with_states {
                shown.enter_states(outcome);
            }
        }
        reply
    }

    fn recycle(&mut self, outcome: Box<Outcome>) {
        self.inner.recycle(outcome);
    }

    fn writes_plain_numbers(&self) -> bool {
        self.inner.writes_plain_numbers()
    }
}

/// A poisoned mutex is safe to reuse: entries are only ever added.
pub(crate) fn locked(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use truthsayer_protocol::Event;

    fn shown() -> Shown {
        let mut outcome = Outcome::new(
            json!({"leaders": {"chani": {"place": "pool", "captor": null}}, "storm": 3, "piles": [1], "bank": {"spice": 1}}),
            json!({"leaders": {"jessica": {"place": "tanks", "rank": 5}}, "storm": null}),
        );
        outcome.log = vec![Event::new("won", json!({"by": "ann", "why": null})), Event::new("began", json!({}))];
        let mut shown = Shown::default();
        shown.enter_log(&outcome);
        shown.enter_states(&outcome);
        shown
    }

    #[test]
    fn a_field_or_path_that_is_always_null_is_not_shown() {
        let shown = shown();
        assert!(shown.has_event("began") && shown.has_field("won", "by") && !shown.has_field("won", "why"));
        assert!(shown.has_path("storm") && shown.has_path("leaders.*.rank") && shown.has_path("leaders.chani"));
        assert!(!shown.has_path("leaders.chani.rank") && !shown.has_path("leaders.*.captor"));
        assert!(shown.has_path("piles[3].top"), "the items of lists are not kept, so nothing is said of them");
    }

    #[test]
    fn keys_that_are_names_become_stars() {
        let shown = shown();
        assert_eq!(shown.pattern("leaders.chani.captor"), "leaders.*.captor");
        assert_eq!(shown.pattern("leaders.stilgar.place"), "leaders.*.place", "a name that was never shown");
        assert_eq!(shown.pattern("bank.spice"), "bank.spice");
        assert_eq!(shown.pattern("storm"), "storm");
    }

    #[test]
    fn a_narrowed_path_leaves_out_what_is_not_shown_and_nothing_else() {
        let shown = shown();
        let captor = ["leaders.*.captor".to_owned()];
        assert_eq!(shown.narrowed("leaders", &captor), ["leaders.*.place", "leaders.*.rank"]);
        assert_eq!(shown.narrowed("", &captor), ["bank", "leaders.*.place", "leaders.*.rank", "piles", "storm"]);
        assert_eq!(shown.narrowed("bank", &captor), ["bank"]);
        assert_eq!(shown.narrowed("leaders.*", &captor), ["leaders.*.place", "leaders.*.rank"]);
        assert_eq!(shown.narrowed("leaders.*.captor", &captor), [] as [&str; 0]);
        assert_eq!(shown.narrowed("nothing", &["nothing.at.all".to_owned()]), [] as [&str; 0]);
    }

    #[test]
    fn names_without_end_are_not_kept() {
        let map: serde_json::Map<String, Data> = (0..200_000).map(|it| (format!("k{it}"), json!(1))).collect();
        let mut shown = Shown::default();
        shown.enter_states(&Outcome::new(Data::Object(map), Data::Null));
        assert!(shown.is_incomplete() && shown.bytes < 2 * MOST_BYTES);
    }
}
