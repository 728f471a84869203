//! Observability: the facts that an engine shows. Expectations on other facts are unobserved: neither passed nor
//! failed.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::Serialize;

use crate::suite::claim::Claim;
use crate::suite::expectation::Expectation;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::EventNote;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Refusals;
use truthsayer_protocol::ShownEvent;

/// One part of an expectation: indices of the claim, the expectation and the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExpectationLine {
    pub claim: usize,
    pub expectation: usize,
    pub line: usize,
}

/// The parts of a scenario's expectations that an engine does not show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hidden {
    /// `None` if everything is shown, as in most runs.
    parts: Option<Box<HiddenParts>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct HiddenParts {
    lines: BTreeSet<ExpectationLine>,
    /// Hidden fields of events. The other fields were judged.
    fields: BTreeMap<ExpectationLine, BTreeSet<String>>,
    /// `no_events` that pass only because an event in the log lacks a field.
    blind: Vec<BlindSpot>,
}

/// A `no_events` that passes only because an event in the log lacks a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BlindSpot {
    pub line: ExpectationLine,
    pub event: String,
    /// The missing fields.
    pub fields: Vec<String>,
}

impl Hidden {
    fn parts(&mut self) -> &mut HiddenParts {
        self.parts.get_or_insert_default()
    }

    pub fn insert(&mut self, line: ExpectationLine) {
        self.parts().lines.insert(line);
    }

    pub fn contains(&self, line: ExpectationLine) -> bool {
        self.parts.as_ref().is_some_and(|parts| parts.lines.contains(&line))
    }

    pub(crate) fn insert_fields(&mut self, line: ExpectationLine, fields: impl IntoIterator<Item = String>) {
        self.parts().fields.entry(line).or_default().extend(fields);
    }

    pub(crate) fn contains_field(&self, line: ExpectationLine, field: &str) -> bool {
        let fields = self.parts.as_ref().and_then(|parts| parts.fields.get(&line));
        fields.is_some_and(|fields| fields.contains(field))
    }

    pub(crate) fn insert_blind_spot(&mut self, spot: BlindSpot) {
        self.parts().blind.push(spot);
    }

    pub(crate) fn blind_spots(&self) -> &[BlindSpot] {
        self.parts.as_ref().map_or(&[], |parts| &parts.blind)
    }

    /// Returns the parts that are hidden completely.
    pub(crate) fn lines(&self) -> impl Iterator<Item = ExpectationLine> {
        self.parts.iter().flat_map(|parts| &parts.lines).copied()
    }

    /// Returns the number of parts of a claim, and how many of them were shown.
    pub fn observed(&self, index: usize, claim: &Claim) -> Observed {
        let all = claim.then.iter().map(Expectation::lines).sum();
        let Some(HiddenParts { lines, fields, .. }) = self.parts.as_deref() else {
            return Observed { shown: all, all, in_part: 0 };
        };
        let line = |claim| ExpectationLine { claim, expectation: 0, line: 0 };
        let own = line(index)..line(index + 1);
        let in_part = fields.range(own.clone()).filter(|(line, _)| !lines.contains(line)).count();
        Observed { shown: all - lines.range(own).count(), all, in_part }
    }

    /// Returns whether a part was shown that claims something that happens.
    pub(crate) fn shows(&self, index: usize, claim: &Claim) -> bool {
        let shown = |expectation: usize, it: &Expectation| {
            // The reason of a refusal proves nothing without the refusal.
            let lines = if matches!(it, Expectation::Refused { .. }) { 1 } else { it.lines() };
            (0..lines).any(|line| !self.contains(ExpectationLine { claim: index, expectation, line }))
        };
        claim.then.iter().enumerate().any(|(at, it)| !it.is_negative() && shown(at, it))
    }
}

/// The number of expectations that the engine shows something about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Observed {
    /// Shown events with fields that are not shown.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub in_part: usize,
    #[serde(rename = "of")]
    pub all: usize,
    pub shown: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Observed {
    pub(crate) fn add(&mut self, other: Observed) {
        self.shown += other.shown;
        self.all += other.all;
        self.in_part += other.in_part;
    }

    /// Returns whether there are parts and none of them was shown.
    pub(crate) fn is_nothing(self) -> bool {
        self.shown == 0 && self.all > 0
    }

    pub fn is_whole(self) -> bool {
        self.shown == self.all && self.in_part == 0
    }
}

/// Returns the numbers of parts of all active claims of a scenario.
pub(crate) fn observed(scenario: &Scenario, hidden: &Hidden, idle: &[usize]) -> Observed {
    let mut observed = Observed::default();
    for (index, claim) in scenario.claims.iter().enumerate().filter(|(index, _)| !idle.contains(index)) {
        observed.add(hidden.observed(index, claim));
    }
    observed
}

/// Declarations that decide which facts are judged.
#[derive(Clone, Copy)]
pub struct Observability<'a> {
    /// The engine's profile.
    pub profile: &'a Profile,
    /// The reference engine's profile, if another engine is judged.
    pub reference: Option<&'a Profile>,
    /// Parts to skip because another engine did not show them.
    pub skipped_parts: Option<&'a Hidden>,
}

/// Visibility of a kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// The engine sends it.
    Shown,
    /// Only the reference engine sends it.
    Hidden,
    /// No engine has it.
    Unknown,
}

impl<'a> Observability<'a> {
    /// Observability of the reference engine.
    pub fn of_own_engine(profile: &'a Profile) -> Observability<'a> {
        Observability { profile, reference: None, skipped_parts: None }
    }

    /// Observability of an engine other than the reference engine.
    pub fn foreign(profile: &'a Profile, reference: &'a Profile) -> Observability<'a> {
        Observability { profile, reference: Some(reference), skipped_parts: None }
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

    /// Returns the visibility of an event. An event that neither engine knows is a mistake of the author.
    pub(crate) fn event(&self, name: &str) -> Visibility {
        let own = self.own_note(name);
        let own_lists = !self.profile.events.is_empty();
        let reference_lists = self.reference.is_some_and(|profile| !profile.events.is_empty());
        // `*` means all existing events, so a misspelled name is not listed.
        let is_listed = self.observed_events().any(|event| event.name == name);
        let is_left_out = self.omits_event(name);
        let is_known = own.is_some() || is_listed || self.reference_note(name).is_some();
        if !is_known && (own_lists || reference_lists) {
            return Visibility::Unknown;
        }
        if is_left_out || own_lists && own.is_none() && !is_listed {
            return Visibility::Hidden;
        }
        Visibility::Shown
    }

    /// Returns whether `observes` leaves this event out. Then it is not judged, even if the engine sends it.
    pub(crate) fn omits_event(&self, name: &str) -> bool {
        self.observes().is_some_and(|it| !it.has_event(name))
    }

    /// Returns whether `observes` leaves this field out.
    pub(crate) fn omits_field(&self, event: &str, field: &str) -> bool {
        self.observes().is_some_and(|it| !it.has_field(event, field))
    }

    /// Returns whether the engine declares that it fills this field. A missing field then has no value.
    pub(crate) fn lists_field(&self, event: &str, field: &str) -> bool {
        let observed = self.observed_events().filter(|it| it.name == event);
        let mut observed = observed.flat_map(|it| it.fields.iter().flatten());
        let note = self.own_note(event);
        observed.any(|own| own == field) || note.is_some_and(|note| note.fields.iter().any(|own| own == field))
    }

    /// Returns the engine's note on a kind of event.
    pub(crate) fn own_note(&self, name: &str) -> Option<&'a EventNote> {
        note(self.profile, name)
    }

    /// Returns the reference engine's note on a kind of event.
    pub(crate) fn reference_note(&self, name: &str) -> Option<&'a EventNote> {
        self.reference.and_then(|profile| note(profile, name))
    }

    /// Returns all event names that either engine knows.
    pub(crate) fn event_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let reference = self.reference.into_iter().flat_map(|profile| &profile.events);
        self.profile.events.iter().chain(reference).map(|note| note.name.as_str())
    }

    /// Returns whether the project excludes this field from comparison.
    pub(crate) fn ignores(&self, event: &str, field: &str) -> bool {
        let ignored = self.profile.ignored_fields.get(event);
        ignored.is_some_and(|fields| fields.iter().any(|own| own == field))
    }

    /// Returns whether `observes` leaves this path out. Then it is not judged, even if the engine sends it.
    pub(crate) fn omits_path(&self, path: &str) -> bool {
        self.observes().is_some_and(|observes| !observes.has_path(path))
    }

    /// Returns the path in `observes` that contains this path.
    pub(crate) fn promised_path(&self, path: &str) -> Option<&'a str> {
        self.observes()?.declared_path(path)
    }

    /// Returns whether `observes` leaves refusals out.
    pub(crate) fn omits_refusals(&self) -> bool {
        self.observes().is_some_and(|observes| observes.refusals == Some(Refusals::None))
    }

    /// Returns whether `observes` leaves the reasons of refusals out.
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
