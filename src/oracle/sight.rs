//! Sight: what an engine can be judged on. Whatever it cannot show is neither held nor failed.

use std::collections::BTreeSet;

use crate::oracle::claim::Claim;
use crate::oracle::expectation::Expectation;
use crate::oracle::scenario::Scenario;
use crate::protocol::EventNote;
use crate::protocol::Observes;
use crate::protocol::Profile;
use crate::protocol::Refusals;

/// One thing that an expectation says: by the claim, the expectation and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExpectationLine {
    pub claim: usize,
    pub expectation: usize,
    pub line: usize,
}

/// What a scenario says that an engine did not show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hidden(BTreeSet<ExpectationLine>);

impl Hidden {
    pub fn insert(&mut self, line: ExpectationLine) {
        self.0.insert(line);
    }

    pub fn contains(&self, line: ExpectationLine) -> bool {
        self.0.contains(&line)
    }

    /// How many things a claim says, and how many of them were shown.
    pub fn observed(&self, index: usize, claim: &Claim) -> Observed {
        let all = claim.then.iter().map(Expectation::lines).sum();
        let line = |claim| ExpectationLine { claim, expectation: 0, line: 0 };
        Observed { shown: all - self.0.range(line(index)..line(index + 1)).count(), all }
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
}

impl Observed {
    pub(crate) fn add(&mut self, other: Observed) {
        self.shown += other.shown;
        self.all += other.all;
    }

    pub fn is_whole(self) -> bool {
        self.shown == self.all
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

    /// An event that the game's own engine knows and this one does not is hidden; one that neither knows is a slip.
    pub(crate) fn event(&self, name: &str) -> Knowledge {
        let own = self.own_note(name);
        let own_lists = !self.profile.events.is_empty();
        let reference_lists = self.reference.is_some_and(|profile| !profile.events.is_empty());
        let is_listed = self.observes().is_some_and(|it| it.events.is_some() && it.has_event(name));
        let is_left_out = self.observes().is_some_and(|it| !it.has_event(name));
        let is_known = own.is_some() || is_listed || self.reference_note(name).is_some();
        if !is_known && (own_lists || reference_lists) {
            return Knowledge::Unheard;
        }
        if is_left_out || own_lists && own.is_none() && !is_listed {
            return Knowledge::Hidden;
        }
        Knowledge::Shown
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

    /// Whether a part of the state that the engine does not show is one that it cannot show. The game's own engine shows
    /// everything that it does not leave out.
    pub(crate) fn lacks_path(&self, path: &str) -> bool {
        match self.observes().filter(|observes| observes.state.is_some()) {
            Some(observes) => !observes.has_path(path),
            None => self.is_foreign(),
        }
    }

    /// Whether the engine says of itself that it shows this part of the state.
    pub(crate) fn promises_path(&self, path: &str) -> bool {
        self.observes().is_some_and(|observes| observes.state.is_some() && observes.has_path(path))
    }

    /// Whether it does not tell that a step is refused.
    pub(crate) fn lacks_refusals(&self) -> bool {
        self.observes().is_some_and(|observes| observes.refusals == Some(Refusals::None))
    }

    /// Whether a refusal without a reason is all that can be asked for.
    pub(crate) fn lacks_reasons(&self) -> bool {
        self.is_foreign()
            || self.observes().is_some_and(|it| matches!(it.refusals, Some(Refusals::Bare | Refusals::None)))
    }

    pub(crate) fn lacks_answer(&self, question: &str) -> bool {
        self.observes().is_some_and(|observes| !observes.has_answer(question))
    }
}

fn note<'a>(profile: &'a Profile, name: &str) -> Option<&'a EventNote> {
    profile.events.iter().find(|note| note.name == name)
}
