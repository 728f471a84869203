//! Sight: what an engine can be judged on. Expectations on anything else are unobserved: neither passed nor failed.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::claim::Claim;
use crate::oracle::expectation::Expectation;
use crate::oracle::scenario::Scenario;
use crate::protocol::EventNote;
use crate::protocol::Observes;
use crate::protocol::Profile;
use crate::protocol::Refusals;
use crate::protocol::ShownEvent;

/// One thing that an expectation says: by the claim, the expectation and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExpectationLine {
    pub claim: usize,
    pub expectation: usize,
    pub line: usize,
}

/// The part of a scenario's expectations that an engine does not show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hidden {
    lines: BTreeSet<ExpectationLine>,
    /// Fields of events. The rest of these events was judged.
    fields: BTreeMap<ExpectationLine, BTreeSet<String>>,
    /// `no_events` that pass only because an event in the log lacks a field that they name.
    blind: Vec<BlindSpot>,
}

/// A `no_events` that passes only because an event lacks a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BlindSpot {
    pub line: ExpectationLine,
    pub event: String,
    /// The fields that the event lacks.
    pub fields: Vec<String>,
}

impl Hidden {
    pub fn insert(&mut self, line: ExpectationLine) {
        self.lines.insert(line);
    }

    pub fn contains(&self, line: ExpectationLine) -> bool {
        self.lines.contains(&line)
    }

    pub(crate) fn insert_fields(&mut self, line: ExpectationLine, fields: impl IntoIterator<Item = String>) {
        self.fields.entry(line).or_default().extend(fields);
    }

    pub(crate) fn contains_field(&self, line: ExpectationLine, field: &str) -> bool {
        self.fields.get(&line).is_some_and(|fields| fields.contains(field))
    }

    pub(crate) fn insert_blind_spot(&mut self, spot: BlindSpot) {
        self.blind.push(spot);
    }

    pub(crate) fn blind_spots(&self) -> &[BlindSpot] {
        &self.blind
    }

    /// The expectations that are hidden as a whole.
    pub(crate) fn lines(&self) -> impl Iterator<Item = ExpectationLine> {
        self.lines.iter().copied()
    }

    /// How many things a claim says, and how many of them were shown.
    pub fn observed(&self, index: usize, claim: &Claim) -> Observed {
        let all = claim.then.iter().map(Expectation::lines).sum();
        let line = |claim| ExpectationLine { claim, expectation: 0, line: 0 };
        let own = line(index)..line(index + 1);
        let in_part = self.fields.range(own.clone()).filter(|(line, _)| !self.lines.contains(line)).count();
        Observed { shown: all - self.lines.range(own).count(), all, in_part }
    }

    /// Whether something was shown that says what happens, and not only what does not.
    pub(crate) fn shows(&self, index: usize, claim: &Claim) -> bool {
        let shown = |expectation: usize, it: &Expectation| {
            // Why a step is refused says nothing without the refusal.
            let lines = if matches!(it, Expectation::Refused { .. }) { 1 } else { it.lines() };
            (0..lines).any(|line| !self.contains(ExpectationLine { claim: index, expectation, line }))
        };
        claim.then.iter().enumerate().any(|(at, it)| !it.is_negative() && shown(at, it))
    }
}

/// How many of so many things were shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Observed {
    pub shown: usize,
    pub all: usize,
    /// Of those that were shown, events of which some fields were not.
    pub in_part: usize,
}

impl Observed {
    pub(crate) fn add(&mut self, other: Observed) {
        self.shown += other.shown;
        self.all += other.all;
        self.in_part += other.in_part;
    }

    /// Whether there was something to show, and nothing of it was shown.
    pub(crate) fn is_nothing(self) -> bool {
        self.shown == 0 && self.all > 0
    }

    pub fn is_whole(self) -> bool {
        self.shown == self.all && self.in_part == 0
    }
}

/// Everything that the claims of a scenario say, and how much of it was shown.
pub(crate) fn observed(scenario: &Scenario, hidden: &Hidden, idle: &[usize]) -> Observed {
    let mut observed = Observed::default();
    for (index, claim) in scenario.claims.iter().enumerate().filter(|(index, _)| !idle.contains(index)) {
        observed.add(hidden.observed(index, claim));
    }
    observed
}

/// By what an engine is judged.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// What it tells about itself.
    pub profile: &'a Profile,
    /// What the game's own engine tells about itself, where another one is judged.
    pub reference: Option<&'a Profile>,
    /// What is passed over whatever is shown, because another engine did not show it.
    pub passed_over: Option<&'a Hidden>,
}

/// What is known about a kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Knowledge {
    /// It can be looked for.
    Shown,
    /// This engine has no word for it.
    Hidden,
    /// Nobody has such an event.
    Unheard,
}

impl<'a> Sight<'a> {
    /// The game's own engine.
    pub fn of_own_engine(profile: &'a Profile) -> Sight<'a> {
        Sight { profile, reference: None, passed_over: None }
    }

    /// Another engine than the game's own.
    pub fn foreign(profile: &'a Profile, reference: &'a Profile) -> Sight<'a> {
        Sight { profile, reference: Some(reference), passed_over: None }
    }

    pub(crate) fn is_foreign(&self) -> bool {
        self.reference.is_some()
    }

    fn observes(&self) -> Option<&'a Observes> {
        self.profile.observes.as_ref()
    }

    fn observed_events(&self) -> impl Iterator<Item = &'a ShownEvent> {
        self.observes().and_then(|observes| observes.events.as_ref()).into_iter().flatten()
    }

    /// An event that the game's own engine knows and this one does not is hidden; one that neither knows is a slip.
    pub(crate) fn event(&self, name: &str) -> Knowledge {
        let own = self.own_note(name);
        let own_lists = !self.profile.events.is_empty();
        let reference_lists = self.reference.is_some_and(|profile| !profile.events.is_empty());
        // `*` stands for events that exist, so it does not make a misspelt one known.
        let is_listed = self.observed_events().any(|event| event.name == name);
        let is_left_out = self.omits_event(name);
        let is_known = own.is_some() || is_listed || self.reference_note(name).is_some();
        if !is_known && (own_lists || reference_lists) {
            return Knowledge::Unheard;
        }
        if is_left_out || own_lists && own.is_none() && !is_listed {
            return Knowledge::Hidden;
        }
        Knowledge::Shown
    }

    /// Whether `observes` leaves this event out. It is not judged then, even if the engine sends it.
    pub(crate) fn omits_event(&self, name: &str) -> bool {
        self.observes().is_some_and(|it| !it.has_event(name))
    }

    /// The same of a field.
    pub(crate) fn omits_field(&self, event: &str, field: &str) -> bool {
        self.observes().is_some_and(|it| !it.has_field(event, field))
    }

    /// Whether the engine lists this field among those that it fills. An event without the field has no value there then.
    pub(crate) fn lists_field(&self, event: &str, field: &str) -> bool {
        let observed = self.observed_events().filter(|it| it.name == event);
        let mut observed = observed.flat_map(|it| it.fields.iter().flatten());
        let note = self.own_note(event);
        observed.any(|own| own == field) || note.is_some_and(|note| note.fields.iter().any(|own| own == field))
    }

    /// What this engine knows about a kind of event.
    pub(crate) fn own_note(&self, name: &str) -> Option<&'a EventNote> {
        note(self.profile, name)
    }

    /// What the game's own engine knows about a kind of event.
    pub(crate) fn reference_note(&self, name: &str) -> Option<&'a EventNote> {
        self.reference.and_then(|profile| note(profile, name))
    }

    /// Every kind of event that anybody knows.
    pub(crate) fn event_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let reference = self.reference.into_iter().flat_map(|profile| &profile.events);
        self.profile.events.iter().chain(reference).map(|note| note.name.as_str())
    }

    /// Whether the project says that this field is not compared.
    pub(crate) fn ignores(&self, event: &str, field: &str) -> bool {
        let ignored = self.profile.ignored_fields.get(event);
        ignored.is_some_and(|fields| fields.iter().any(|own| own == field))
    }

    /// Whether `observes` leaves this part of the state out. It is not judged then, even if the engine sends it.
    pub(crate) fn omits_path(&self, path: &str) -> bool {
        self.observes().is_some_and(|observes| !observes.has_path(path))
    }

    /// The path in `observes` that promises this part of the state.
    pub(crate) fn promised_path(&self, path: &str) -> Option<&'a str> {
        self.observes()?.declared_path(path)
    }

    /// Whether it does not report that a step is refused.
    pub(crate) fn omits_refusals(&self) -> bool {
        self.observes().is_some_and(|observes| observes.refusals == Some(Refusals::None))
    }

    /// Whether `observes` leaves out the reasons of refusals.
    pub(crate) fn omits_reasons(&self) -> bool {
        self.observes().is_some_and(|it| matches!(it.refusals, Some(Refusals::Bare | Refusals::None)))
    }

    pub(crate) fn omits_answer(&self, question: &str) -> bool {
        self.observes().is_some_and(|observes| !observes.has_answer(question))
    }
}

fn note<'a>(profile: &'a Profile, name: &str) -> Option<&'a EventNote> {
    profile.events.iter().find(|note| note.name == name)
}
