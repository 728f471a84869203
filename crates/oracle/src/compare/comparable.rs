//! Selects the facts of two replies that can be compared. Facts that only one side can show are left out.

use std::collections::BTreeSet;

use crate::base::data_tree;
use crate::base::tolerance::Tolerance;
use truthsayer_protocol::ANSWERED;
use truthsayer_protocol::Data;
use truthsayer_protocol::Event;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::REFUSED;
use truthsayer_protocol::Refusals;
use truthsayer_protocol::Task;

/// Rules for comparing two sides.
#[derive(Debug)]
pub(crate) struct Comparable {
    profiles: [Profile; 2],
    /// Both profiles are equal, so both sides have the same vocabulary.
    is_alike: bool,
    /// Both sides are one engine, one of them with switches off. A script that only one of them accepts is then not a
    /// difference: without a clause, a script is followed only as far as it fits.
    pub(crate) one_engine: bool,
    /// Names in scenarios: players, pieces, places. Differences in two names belong to the same fault; words of
    /// engines, such as reasons, distinguish faults.
    names: BTreeSet<String>,
    /// The tolerance of the game.
    pub(crate) tolerance: Tolerance,
}

impl Comparable {
    /// Creates the rules for two engines.
    pub(crate) fn new<'t>(one: &Profile, other: &Profile, tasks: impl Iterator<Item = &'t Task>) -> Comparable {
        let mut names = BTreeSet::new();
        let mut see = |_: &str, value: &Data| match value {
            Data::String(word) => drop(names.insert(word.clone())),
            Data::Object(map) => names.extend(map.keys().cloned()),
            _ => {}
        };
        for task in tasks {
            data_tree::visit(&task.given, "", &mut see);
            task.when.iter().for_each(|step| data_tree::visit(step, "", &mut see));
        }
        let profiles = [one.clone(), other.clone()];
        Comparable { profiles, is_alike: one == other, one_engine: false, names, tolerance: Tolerance::default() }
    }

    /// Sets whether both sides are one engine.
    pub(crate) fn of_one_engine(self, one_engine: bool) -> Comparable {
        Comparable { one_engine, ..self }
    }

    /// Sets the tolerance of the game.
    pub(crate) fn with_tolerance(self, tolerance: Tolerance) -> Comparable {
        Comparable { tolerance, ..self }
    }

    /// Returns whether a word distinguishes faults.
    pub(crate) fn is_reason(&self, word: &str) -> bool {
        let plain = |c: char| c.is_ascii_lowercase() || matches!(c, '_' | '-' | ' ');
        !word.is_empty() && word.len() <= 32 && word.chars().all(plain) && !self.names.contains(word)
    }

    /// Returns the part of an outcome that both sides can show.
    pub(crate) fn seen(&self, task: &Task, outcome: &Outcome) -> Outcome {
        let mut seen = Outcome::new(outcome.before.clone(), outcome.after.clone());
        for state in [&mut seen.before, &mut seen.after] {
            self.leave_out_paths(state);
        }
        let shown = outcome.log.iter().filter(|event| self.shows(task, event));
        seen.log = shown.map(|event| Event::new(event.name.clone(), self.compared(event))).collect();
        seen
    }

    /// Returns whether everything can be compared.
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

    /// Returns the data of an event without the fields that are not compared.
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
        // Different engines cite different rulebooks and have different codes.
        if event.name == REFUSED && !self.is_alike {
            map.remove("rule");
            if self.profiles.iter().any(bare) {
                map.remove("code");
            }
        }
        data
    }
}

/// Returns whether this is an event of the protocol, which `observes.events` does not cover.
fn is_built_in(name: &str) -> bool {
    name == REFUSED || name == ANSWERED
}

/// Returns whether an engine can send this event.
fn knows(profile: &Profile, name: &str) -> bool {
    let listed = profile.events.is_empty() || profile.events.iter().any(|note| note.name == name);
    let observed = profile.observes.as_ref();
    match observed.filter(|it| it.events.is_some()) {
        Some(observes) => observes.has_event(name),
        None => listed,
    }
}

/// Removes all paths except those that `shown` accepts, and their parents.
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

/// Returns the question of the `ask` step that an answer belongs to.
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
