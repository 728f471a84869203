//! Lists claimed facts that the `observes` of an engine leaves out: how much more could be judged.

use std::collections::BTreeMap;

use crate::suite::Suite;
use crate::suite::expectation::Expectation;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Refusals;

/// Maximum number of kinds listed per entry.
const MOST: usize = 4;

/// Returns one entry for each part of `observes`, with the number of expectations that it would add, the most frequent
/// first.
pub fn list(suite: &Suite, game: &str, observes: &Observes) -> Vec<String> {
    let mut unseen = Unseen::default();
    for scenario in suite.scenarios.iter().filter(|scenario| scenario.game == game) {
        for expectation in scenario.claims.iter().flat_map(|claim| &claim.then) {
            unseen.enter(expectation, scenario, observes);
        }
    }
    let parts = [("events", &unseen.events), ("state", &unseen.state), ("answers", &unseen.answers)];
    let mut found: Vec<String> = parts.into_iter().filter_map(|(name, part)| kinds_text(name, part)).collect();
    let refusals = [("refusals", unseen.refusals), ("reasons of refusals", unseen.reasons)];
    found.extend(refusals.iter().filter(|(_, number)| *number > 0).map(|(name, number)| format!("{name} ({number})")));
    found
}

#[derive(Default)]
struct Unseen {
    events: BTreeMap<String, usize>,
    state: BTreeMap<String, usize>,
    answers: BTreeMap<String, usize>,
    refusals: usize,
    reasons: usize,
}

impl Unseen {
    fn enter(&mut self, expectation: &Expectation, scenario: &Scenario, observes: &Observes) {
        for pattern in expectation.patterns() {
            if !observes.has_event(&pattern.name) {
                *self.events.entry(pattern.name.clone()).or_default() += 1;
                continue;
            }
            for field in pattern.field_names().filter(|field| !observes.has_field(&pattern.name, field)) {
                *self.events.entry(format!("{}.{field}", pattern.name)).or_default() += 1;
            }
        }
        if let Some(path) = expectation.path().filter(|path| !observes.has_path(path)) {
            let first = path.split('.').next().unwrap_or(path);
            *self.state.entry(first.to_owned()).or_default() += 1;
        }
        match expectation {
            Expectation::Refused { code, rule, .. } => {
                self.refusals += usize::from(observes.refusals == Some(Refusals::None));
                let has_reason = code.is_some() || rule.is_some();
                let hides = matches!(observes.refusals, Some(Refusals::Bare | Refusals::None));
                self.reasons += usize::from(has_reason && hides);
            }
            Expectation::Answer { step, .. } => {
                if let Some(question) = scenario.question(*step).filter(|question| !observes.has_answer(question)) {
                    *self.answers.entry(question).or_default() += 1;
                }
            }
            _ => {}
        }
    }
}

/// Returns `state: bank (82), spice (18) and 3 more`.
fn kinds_text(name: &str, part: &BTreeMap<String, usize>) -> Option<String> {
    let mut kinds: Vec<(&String, &usize)> = part.iter().collect();
    kinds.sort_by(|(a, one), (b, other)| other.cmp(one).then_with(|| a.cmp(b)));
    let shown: Vec<String> = kinds.iter().take(MOST).map(|(kind, number)| format!("{kind} ({number})")).collect();
    let more = if kinds.len() > MOST { format!(" and {} more", kinds.len() - MOST) } else { String::new() };
    (!shown.is_empty()).then(|| format!("{name}: {}{more}", shown.join(", ")))
}
