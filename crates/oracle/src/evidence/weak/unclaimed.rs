//! Unclaimed facts: events, fields and changed paths of the goldens that no claim expects. An engine could get them
//! wrong, and only a golden would notice.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;

use super::WeakEntry;
use super::path_tree::PathTree;
use super::path_tree::PatternTree;
use crate::base::datapath;
use crate::base::parallel;
use crate::judge::kept_outcome::KeptOutcome;
use crate::suite::expectation::Expectation;
use crate::suite::expectation_reader;
use crate::suite::golden::Goldens;
use crate::suite::scenario::Scenario;
use crate::suite::weak_kind::WeakKind;
use truthsayer_protocol::ANSWERED;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::REFUSED;

/// The facts of the goldens of one game, each with the first scenario that shows it.
#[derive(Default)]
struct GoldenFacts<'s> {
    /// By event and field; the field is empty for the event itself.
    events: BTreeMap<(String, String), &'s str>,
    /// By path.
    paths: BTreeMap<String, &'s str>,
    tree: PathTree,
}

/// The facts that the claims of one game expect.
#[derive(Default)]
struct ClaimedFacts {
    events: BTreeSet<(String, String)>,
    /// Patterns of paths.
    paths: BTreeSet<Vec<String>>,
}

/// Returns the unclaimed facts of a game. `scenarios` are all scenarios of the game; `outcomes` are accepted outcomes,
/// which equal their goldens.
pub(crate) fn find(
    game: &str,
    scenarios: &[&Scenario],
    outcomes: &HashMap<&str, &KeptOutcome>,
    goldens: Goldens<'_>,
    jobs: usize,
) -> Vec<WeakEntry> {
    let unread: Vec<&Scenario> =
        scenarios.iter().copied().filter(|scenario| !outcomes.contains_key(scenario.id.as_str())).collect();
    let read = parallel::map(jobs, &unread, |scenario| goldens.data(&scenario.id));
    let read: HashMap<&str, Data> =
        unread.iter().zip(read).filter_map(|(scenario, golden)| Some((scenario.id.as_str(), golden?))).collect();
    let mut shown = GoldenFacts::default();
    for scenario in scenarios {
        match (outcomes.get(scenario.id.as_str()), read.get(scenario.id.as_str())) {
            (Some(outcome), _) => shown.enter_outcome(&scenario.id, &outcome.read()),
            (None, Some(golden)) => shown.enter_golden(&scenario.id, golden),
            (None, None) => {}
        }
    }
    let patterns = shown.tree.patterns();
    let claimed = ClaimedFacts::of(scenarios, &patterns);
    let entry = |(what, scenario): (String, &str)| WeakEntry {
        kind: WeakKind::Unclaimed,
        game: game.to_owned(),
        clauses: Vec::new(),
        scenario: Some(scenario.to_owned()),
        claim: None,
        depends_on: Vec::new(),
        what: vec![what],
        explained: None,
    };
    shown.unclaimed(&claimed, &patterns).into_iter().map(entry).collect()
}

impl<'s> GoldenFacts<'s> {
    fn enter_outcome(&mut self, scenario: &'s str, outcome: &Outcome) {
        outcome.log.iter().for_each(|event| self.enter_event(scenario, &event.name, &event.data));
        for (path, before, after) in datapath::differences(&outcome.before, &outcome.after) {
            self.enter_change(scenario, &path, before, after);
        }
    }

    fn enter_golden(&mut self, scenario: &'s str, golden: &Data) {
        let events = golden["log"].as_array().into_iter().flatten();
        for (name, data) in events.flat_map(|event| event.as_object().into_iter().flatten()) {
            self.enter_event(scenario, name, data);
        }
        for (path, change) in golden["changes"].as_object().into_iter().flatten() {
            if let Some((before, after)) = change.as_str().and_then(expectation_reader::change_of) {
                self.enter_change(scenario, path, &before, &after);
            }
        }
    }

    fn enter_event(&mut self, scenario: &'s str, name: &str, data: &Data) {
        let fields = data.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
        for field in fields.map(|(field, _)| field.as_str()).chain([""]) {
            self.events.entry((name.to_owned(), field.to_owned())).or_insert(scenario);
        }
    }

    fn enter_change(&mut self, scenario: &'s str, path: &str, before: &Data, after: &Data) {
        self.paths.entry(path.to_owned()).or_insert(scenario);
        self.tree.enter(path, before);
        self.tree.enter(path, after);
    }

    /// Returns each unclaimed fact with a scenario that shows it. An unclaimed event includes its fields.
    fn unclaimed(&self, claimed: &ClaimedFacts, tree: &PatternTree) -> Vec<(String, &'s str)> {
        let has = |event: &str, field: &str| claimed.events.contains(&(event.to_owned(), field.to_owned()));
        let mut found = Vec::new();
        for ((event, field), scenario) in &self.events {
            match (has(event, ""), field.as_str()) {
                (false, "") => found.push((format!("event {event}"), *scenario)),
                (true, field) if !has(event, field) => found.push((format!("field {event}.{field}"), *scenario)),
                _ => {}
            }
        }
        let mut patterns: BTreeMap<Vec<String>, &'s str> = BTreeMap::new();
        for (path, scenario) in &self.paths {
            patterns.entry(tree.pattern(path)).or_insert(scenario);
        }
        let touches = |one: &[String], other: &[String]| one.iter().zip(other).all(|(one, other)| one == other);
        patterns.retain(|pattern, _| !claimed.paths.iter().any(|claimed| touches(claimed, pattern)));
        found.extend(patterns.into_iter().map(|(pattern, scenario)| (format!("path {}", pattern.join(".")), scenario)));
        found
    }
}

impl ClaimedFacts {
    /// Collects all expectations that something happens. An expectation that something does not happen also passes if
    /// the engine never shows it.
    fn of(scenarios: &[&Scenario], tree: &PatternTree) -> ClaimedFacts {
        let mut claimed = ClaimedFacts::default();
        let expectations = scenarios.iter().flat_map(|scenario| &scenario.claims).flat_map(|claim| &claim.then);
        for expectation in expectations.filter(|expectation| !expectation.is_negative()) {
            claimed.enter(expectation, tree);
        }
        claimed
    }

    fn enter(&mut self, expectation: &Expectation, tree: &PatternTree) {
        for pattern in expectation.patterns() {
            self.enter_event(&pattern.name, pattern.field_names().map(String::as_str));
        }
        if let Some(path) = expectation.path() {
            self.paths.insert(tree.pattern(path));
        }
        match expectation {
            Expectation::Refused { code, rule, .. } => {
                let code = code.as_ref().map(|_| "code");
                let rule = rule.as_ref().map(|_| "rule");
                self.enter_event(REFUSED, ["step"].into_iter().chain(code).chain(rule));
            }
            Expectation::Answer { .. } => self.enter_event(ANSWERED, ["step", "answer"].into_iter()),
            _ => {}
        }
    }

    fn enter_event<'f>(&mut self, event: &str, fields: impl Iterator<Item = &'f str>) {
        for field in fields.chain([""]) {
            self.events.insert((event.to_owned(), field.to_owned()));
        }
    }
}
