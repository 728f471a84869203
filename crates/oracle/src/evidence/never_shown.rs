//! Groups failures with one reason: the engine never shows a claimed fact, and `observes` does not leave it out.
//!
//! Such failures become one entry, with the `observes` that declares the facts that the engine shows.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::evidence::coverage::ClaimRef;
use crate::judge;
use crate::judge::Judgement;
use crate::judge::observability::Observability;
use crate::judge::play_and_judge::Judged;
use crate::judge::play_and_judge::JudgedPlay;
use crate::judge::shown::Shown;
use crate::judge::verdict::Mismatch;
use crate::judge::verdict::Unshown;
use crate::suite::Suite;
use crate::suite::expectation::Expectation;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::ShownEvent;

/// All facts that the engine of one game never shows.
#[derive(Debug, Clone, PartialEq)]
pub struct NeverShown {
    pub game: String,
    /// The entry with the most failing expectations is first.
    pub entries: Vec<NeverShownEntry>,
    /// The facts that the engine shows, in the form of its `hello`.
    pub declares: Observes,
    /// Claims that fail only because of a field or path that is never shown. Claims on a missing event are not
    /// included, because the engine may break the rule.
    pub(crate) settled: BTreeSet<ClaimRef>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct NeverShownEntry {
    pub what: Missing,
    /// Number of expectations that fail because of it.
    pub expectations: usize,
    pub claims: BTreeSet<ClaimRef>,
}

/// A fact that no run showed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Missing {
    Field {
        event: String,
        field: String,
    },
    Event(String),
    /// A path of the state; `*` matches any key.
    Path(String),
}

impl Missing {
    /// Returns a sentence such as "`won` never has `by`"; `quote` formats a name.
    pub fn sentence(&self, quote: impl Fn(&str) -> String) -> String {
        match self {
            Missing::Field { event, field } => format!("{} never has {}", quote(event), quote(field)),
            Missing::Event(event) => format!("{} is never sent", quote(event)),
            Missing::Path(path) => format!("{} is never shown", quote(path)),
        }
    }
}

impl NeverShown {
    /// Groups the failures of a game. `scenarios` are all scenarios of the suite: claimed facts that the run did not
    /// disprove stay declared.
    pub(crate) fn find<'s>(
        game: &str,
        judged: &[Judged<'_>],
        shown: &Shown,
        profile: &Profile,
        scenarios: impl Iterator<Item = &'s Scenario> + Clone,
    ) -> Option<NeverShown> {
        let mut found: BTreeMap<Missing, (usize, BTreeSet<ClaimRef>)> = BTreeMap::new();
        let (mut settled, mut unsettled) = (BTreeSet::new(), BTreeSet::new());
        for judged in judged.iter().filter(|judged| judged.scenario.game == game && !shown.is_incomplete()) {
            for mismatch in judged.verdict.mismatches() {
                let Some(claim) = mismatch.claim else { continue };
                let claim = ClaimRef { scenario: judged.scenario.id.clone(), claim };
                let missing = missing(mismatch, shown, profile);
                let is_other = missing.is_empty() || missing.iter().any(|it| matches!(it, Missing::Event(_)));
                if is_other { &mut unsettled } else { &mut settled }.insert(claim.clone());
                for what in missing {
                    let (number, claims) = found.entry(what).or_default();
                    *number += 1;
                    claims.insert(claim.clone());
                }
            }
        }
        settled.retain(|claim| !unsettled.contains(claim));
        let declares = declaration(found.keys(), shown, profile, scenarios.filter(|scenario| scenario.game == game));
        let entry = |(what, (expectations, claims))| NeverShownEntry { what, expectations, claims };
        let mut entries: Vec<NeverShownEntry> = found.into_iter().map(entry).collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.expectations));
        (!entries.is_empty()).then(|| NeverShown { game: game.to_owned(), entries, declares, settled })
    }
}

/// Groups the failures of scenarios that ran outside of a run, each with its outcome.
pub fn of_outcomes<'s>(
    played: impl IntoIterator<Item = (&'s Scenario, Outcome)>,
    profile: &Profile,
    suite: &Suite,
) -> Option<NeverShown> {
    let mut shown = Shown::default();
    let mut judged = Vec::new();
    for (scenario, outcome) in played {
        shown.enter_log(&outcome);
        shown.enter_states(&outcome);
        // Without a reference engine, misspelled paths cannot be detected.
        let observability = Observability::foreign(profile, profile);
        let Judgement { verdict, .. } = judge::judge(scenario, &Ok(Reply::from(outcome)), &observability);
        judged.push(Judged { scenario, play: JudgedPlay::unplayed(verdict) });
    }
    NeverShown::find(&profile.game, &judged, &shown, profile, suite.scenarios.iter())
}

/// Returns the missing facts of a failure, if no run showed them.
fn missing(mismatch: &Mismatch, shown: &Shown, profile: &Profile) -> Vec<Missing> {
    match mismatch.unshown.as_deref() {
        Some(Unshown::Fields { event, fields }) if !fields.iter().any(|field| shown.has_field(event, field)) => {
            fields.iter().map(|field| Missing::Field { event: event.clone(), field: field.clone() }).collect()
        }
        // An engine that lists the event in its `hello` can send it.
        Some(Unshown::Event(event)) if profile.events.is_empty() && !shown.has_event(event) => {
            vec![Missing::Event(event.clone())]
        }
        Some(Unshown::Path(path)) => {
            let pattern = shown.pattern(path);
            if shown.has_path(&pattern) { Vec::new() } else { vec![Missing::Path(pattern)] }
        }
        _ => Vec::new(),
    }
}

/// Returns the `observes` of the engine without the facts that it never shows.
fn declaration<'m, 's>(
    missing: impl Iterator<Item = &'m Missing>,
    shown: &Shown,
    profile: &Profile,
    scenarios: impl Iterator<Item = &'s Scenario>,
) -> Observes {
    let mut observes = profile.observes.clone().unwrap_or_default();
    let (mut paths, mut events) = (Vec::new(), MissingEvents::default());
    for it in missing {
        match it {
            Missing::Field { event, field } => {
                events.fields.entry(event.clone()).or_default().insert(field.clone());
            }
            Missing::Event(event) => drop(events.whole.insert(event.clone())),
            Missing::Path(path) => paths.push(path.clone()),
        }
    }
    if !paths.is_empty() {
        let declared = observes.state.take().unwrap_or_else(|| vec![String::new()]);
        observes.state = Some(declared.iter().flat_map(|path| shown.narrowed(path, &paths)).collect());
    }
    if !events.is_empty() {
        let claimed = ClaimedEvents::of(scenarios);
        observes.events = Some(events.taken_from(observes.events, shown, &claimed));
    }
    observes
}

/// Missing events and fields.
#[derive(Default)]
struct MissingEvents {
    whole: BTreeSet<String>,
    fields: BTreeMap<String, BTreeSet<String>>,
}

impl MissingEvents {
    fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.fields.is_empty()
    }

    /// Returns the declared events without the missing ones.
    fn taken_from(&self, declared: Option<Vec<ShownEvent>>, shown: &Shown, claimed: &ClaimedEvents) -> Vec<ShownEvent> {
        let mut events = declared.unwrap_or_else(|| vec![ShownEvent::every_other()]);
        let listed: BTreeSet<String> = events.iter().map(|event| event.name.clone()).collect();
        // "Every other event" is wrong if one event is missing.
        if let Some(at) = events.iter().position(ShownEvent::is_every_other).filter(|_| !self.whole.is_empty()) {
            events.remove(at);
            let others: BTreeSet<&String> = shown.events().chain(claimed.0.keys()).collect();
            let others = others.into_iter().filter(|name| !listed.contains(*name));
            events.extend(others.map(|name| ShownEvent::from(name.as_str())));
        }
        events.retain(|event| !self.whole.contains(&event.name));
        for (name, missing) in &self.fields {
            let declared = events.iter().find(|event| event.name == *name).and_then(|event| event.fields.clone());
            let all = declared.unwrap_or_else(|| claimed.fields(name).chain(shown.fields(name)).cloned().collect());
            let fields: BTreeSet<String> = all.into_iter().filter(|field| !missing.contains(field)).collect();
            events.retain(|event| event.name != *name);
            events.push(ShownEvent::with_fields(name, fields));
        }
        events
    }
}

/// The claimed fields, by event.
struct ClaimedEvents(BTreeMap<String, BTreeSet<String>>);

impl ClaimedEvents {
    fn of<'s>(scenarios: impl Iterator<Item = &'s Scenario>) -> ClaimedEvents {
        let mut claimed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let expectations = scenarios.flat_map(|scenario| &scenario.claims).flat_map(|claim| &claim.then);
        for pattern in expectations.flat_map(Expectation::patterns) {
            claimed.entry(pattern.name.clone()).or_default().extend(pattern.field_names().cloned());
        }
        ClaimedEvents(claimed)
    }

    fn fields(&self, event: &str) -> impl Iterator<Item = &String> {
        self.0.get(event).into_iter().flatten()
    }
}
