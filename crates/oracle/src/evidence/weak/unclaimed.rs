//! Unclaimed facts: events, fields and changed paths of the goldens that no claim expects. An engine could get them
//! wrong, and only a golden would notice.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;

use super::WeakEntry;
use super::path_tree::PathTree;
use super::path_tree::PatternTree;
use crate::base::parallel;
use crate::judge::document_facts;
use crate::judge::document_facts::DocumentFacts;
use crate::suite::expectation::Expectation;
use crate::suite::expectation_reader;
use crate::suite::golden::Goldens;
use crate::suite::scenario::Scenario;
use crate::suite::weak_kind::WeakKind;
use truthsayer_protocol::ANSWERED;
use truthsayer_protocol::Data;
use truthsayer_protocol::REFUSED;

/// The facts of the goldens of one game, each with the first scenario that shows it.
#[derive(Default)]
struct GoldenFacts<'s> {
    /// By event and field; the field is empty for the event itself.
    events: BTreeMap<String, BTreeMap<String, &'s str>>,
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

/// Returns the unclaimed facts of a game. `scenarios` are all scenarios of the game; `accepted` are the facts of accepted
/// outcomes, which equal their goldens.
pub(crate) fn find(
    game: &str,
    scenarios: &[&Scenario],
    accepted: &HashMap<&str, &DocumentFacts>,
    goldens: Goldens<'_>,
    jobs: usize,
) -> Vec<WeakEntry> {
    let unread: Vec<&Scenario> =
        scenarios.iter().copied().filter(|scenario| !accepted.contains_key(scenario.id.as_str())).collect();
    let read = parallel::map(jobs, &unread, |scenario| goldens.data(&scenario.id));
    let read: HashMap<&str, Data> =
        unread.iter().zip(read).filter_map(|(scenario, golden)| Some((scenario.id.as_str(), golden?))).collect();
    let mut shown = GoldenFacts::default();
    for scenario in scenarios {
        match (accepted.get(scenario.id.as_str()), read.get(scenario.id.as_str())) {
            (Some(facts), _) => shown.enter_facts(&scenario.id, facts),
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
    fn enter_facts(&mut self, scenario: &'s str, facts: &DocumentFacts) {
        facts.fields().for_each(|(event, field)| self.enter_field(scenario, event, field));
        for change in &facts.changes {
            self.enter_change(scenario, &change.path, &change.before, &change.after);
        }
    }

    fn enter_golden(&mut self, scenario: &'s str, golden: &Data) {
        let events = golden["log"].as_array().into_iter().flatten();
        for (name, data) in events.flat_map(|event| event.as_object().into_iter().flatten()) {
            document_facts::filled_fields(data).for_each(|field| self.enter_field(scenario, name, field));
        }
        for (path, change) in golden["changes"].as_object().into_iter().flatten() {
            if let Some((before, after)) = change.as_str().and_then(expectation_reader::change_of) {
                self.enter_change(scenario, path, &before, &after);
            }
        }
    }

    // Most facts are known already, so their texts are copied only if they are new.
    fn enter_field(&mut self, scenario: &'s str, event: &str, field: &str) {
        if self.events.get(event).is_some_and(|fields| fields.contains_key(field)) {
            return;
        }
        self.events.entry(event.to_owned()).or_default().entry(field.to_owned()).or_insert(scenario);
    }

    fn enter_change(&mut self, scenario: &'s str, path: &str, before: &Data, after: &Data) {
        if !self.paths.contains_key(path) {
            self.paths.insert(path.to_owned(), scenario);
        }
        self.tree.enter(path, [before, after]);
    }

    /// Returns each unclaimed fact with a scenario that shows it. An unclaimed event includes its fields.
    fn unclaimed(&self, claimed: &ClaimedFacts, tree: &PatternTree) -> Vec<(String, &'s str)> {
        let has = |event: &str, field: &str| claimed.events.contains(&(event.to_owned(), field.to_owned()));
        let mut found = Vec::new();
        let events = self.events.iter().flat_map(|(event, fields)| fields.iter().map(move |field| (event, field)));
        for (event, (field, scenario)) in events {
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
