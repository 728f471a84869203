//! A lens: what of two replies can be compared at all. Whatever only one side can show is left out.

use std::collections::BTreeSet;

use crate::oracle::hunt::tree;
use crate::protocol::ANSWERED;
use crate::protocol::Data;
use crate::protocol::Event;
use crate::protocol::Outcome;
use crate::protocol::Profile;
use crate::protocol::REFUSED;
use crate::protocol::Refusals;
use crate::protocol::Task;

/// What counts as a difference between two sides.
#[derive(Debug)]
pub(crate) struct Lens {
    profiles: [Profile; 2],
    /// Both say the same about themselves, so they share one vocabulary.
    is_alike: bool,
    /// Both sides are one engine, of which one has switches off. Then it says nothing that only one of them can make
    /// sense of a script: without a clause, a script is followed as far as it fits.
    pub(crate) one_engine: bool,
    /// What scenarios name: players, pieces, places. A difference in a name is the same fault as in any other name;
    /// words that only engines say, such as reasons, tell faults apart.
    names: BTreeSet<String>,
}

impl Lens {
    /// Between two engines.
    pub(crate) fn new<'t>(one: &Profile, other: &Profile, tasks: impl Iterator<Item = &'t Task>) -> Lens {
        let mut names = BTreeSet::new();
        let mut see = |_: &str, value: &Data| match value {
            Data::String(word) => drop(names.insert(word.clone())),
            Data::Object(map) => names.extend(map.keys().cloned()),
            _ => {}
        };
        for task in tasks {
            tree::visit(&task.given, "", &mut see);
            task.when.iter().for_each(|step| tree::visit(step, "", &mut see));
        }
        Lens { profiles: [one.clone(), other.clone()], is_alike: one == other, one_engine: false, names }
    }

    /// Says whether both sides are one engine.
    pub(crate) fn of_one_engine(self, one_engine: bool) -> Lens {
        Lens { one_engine, ..self }
    }

    /// Whether a word tells faults apart.
    pub(crate) fn is_reason(&self, word: &str) -> bool {
        let plain = |c: char| c.is_ascii_lowercase() || matches!(c, '_' | '-' | ' ');
        !word.is_empty() && word.len() <= 32 && word.chars().all(plain) && !self.names.contains(word)
    }

    /// What both sides can show of an outcome.
    pub(crate) fn seen(&self, task: &Task, outcome: &Outcome) -> Outcome {
        let mut seen = Outcome::new(outcome.before.clone(), outcome.after.clone());
        for state in [&mut seen.before, &mut seen.after] {
            self.leave_out_paths(state);
        }
        let shown = outcome.log.iter().filter(|event| self.shows(task, event));
        seen.log = shown.map(|event| Event::new(event.name.clone(), self.compared(event))).collect();
        seen
    }

    /// Whether everything can be compared.
    pub(crate) fn is_clear(&self) -> bool {
        self.is_alike && self.profiles[0].observes.is_none() && self.profiles[0].ignored_fields.is_empty()
    }

    fn leave_out_paths(&self, state: &mut Data) {
        let lists = self.profiles.iter().any(|it| it.observes.as_ref().is_some_and(|it| it.state.is_some()));
        if lists {
            prune(state, "", &|path| {
                let shown = |profile: &Profile| profile.observes.as_ref().is_none_or(|it| it.has_path(path));
                self.profiles.iter().all(shown)
            });
        }
    }

    fn shows(&self, task: &Task, event: &Event) -> bool {
        let observes = || self.profiles.iter().filter_map(|profile| profile.observes.as_ref());
        match &*event.name {
            REFUSED => observes().all(|it| it.refusals != Some(Refusals::None)),
            ANSWERED => {
                let question = question(task, event);
                observes().all(|it| it.has_answer(&question))
            }
            name => self.profiles.iter().all(|profile| knows(profile, name)),
        }
    }

    /// The data of an event without what is not compared.
    fn compared(&self, event: &Event) -> Data {
        let mut data = event.data.clone();
        let Data::Object(map) = &mut data else { return data };
        for profile in &self.profiles {
            let ignored = profile.ignored_fields.get(&*event.name);
            ignored.into_iter().flatten().for_each(|field| drop(map.remove(field)));
            if let Some(observes) = profile.observes.as_ref().filter(|_| !is_built_in(&event.name)) {
                map.retain(|field, _| observes.has_field(&event.name, field));
            }
        }
        let bare = |profile: &Profile| {
            profile.observes.as_ref().is_some_and(|it| matches!(it.refusals, Some(Refusals::Bare | Refusals::None)))
        };
        // Different engines cite different rulebooks; and codes are words of an engine.
        if event.name == REFUSED && !self.is_alike {
            map.remove("rule");
            if self.profiles.iter().any(bare) {
                map.remove("code");
            }
        }
        data
    }
}

/// Whether this is an event of the protocol. `observes.events` does not speak of it.
fn is_built_in(name: &str) -> bool {
    name == REFUSED || name == ANSWERED
}

/// Whether an engine's log can hold an event of this kind.
fn knows(profile: &Profile, name: &str) -> bool {
    let listed = profile.events.is_empty() || profile.events.iter().any(|note| note.name == name);
    let observed = profile.observes.as_ref();
    match observed.filter(|it| it.events.is_some()) {
        Some(observes) => observes.has_event(name),
        None => listed,
    }
}

/// Keeps what `shown` says, and whatever lies above it.
fn prune(state: &mut Data, path: &str, shown: &dyn Fn(&str) -> bool) {
    let Data::Object(map) = state else { return };
    map.retain(|key, value| {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        if shown(&path) {
            return true;
        }
        prune(value, &path, shown);
        value.as_object().is_some_and(|map| !map.is_empty())
    });
}

/// The word that follows `ask` in the step that an answer belongs to.
pub(crate) fn question(task: &Task, event: &Event) -> String {
    let step = event.data.get("step").and_then(Data::as_u64).and_then(|step| usize::try_from(step).ok());
    let step = step.and_then(|step| task.when.get(step.checked_sub(1)?));
    let body = step.and_then(Data::as_object).and_then(|map| map.values().next());
    match body {
        Some(Data::Object(map)) => map.keys().next().cloned().unwrap_or_default(),
        Some(Data::String(word)) => word.clone(),
        _ => String::new(),
    }
}
