//! The facts of an outcome: a hash for every change and every log entry. Outcomes are compared fact by fact without
//! keeping them.

use std::hash::Hash;
use std::hash::Hasher;

use crate::base::hash::Fnv;
use crate::judge::outcome_hash;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::REFUSED;

/// A hash of one fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    /// Hash of the subject: the first and last word of a path, an event, or an event and one of its fields.
    pub about: u64,
    /// Hash of the value.
    says: u64,
}

/// All facts of an outcome in a fixed order, with repetitions.
pub(crate) type Trace = Vec<Fact>;

/// Returns the facts of an outcome, without firings and without the rules that refusals cite: engines may cite
/// different lines for the same refusal.
pub fn of(outcome: &Outcome) -> Trace {
    let mut trace = Trace::new();
    enter_changes(&mut Vec::new(), Some(&outcome.before), Some(&outcome.after), &mut trace);
    for event in &outcome.log {
        trace.push(fact(&("event", &event.name), &Data::Null, ""));
        let Some(fields) = event.data.as_object() else {
            trace.push(fact(&("data", &event.name), &event.data, ""));
            continue;
        };
        let happened = fields.iter().filter(|(field, _)| !(event.name == REFUSED && *field == "rule"));
        trace.extend(happened.map(|(field, value)| fact(&("field", &event.name, field), value, "")));
    }
    trace.sort_unstable();
    trace
}

fn enter_changes<'d>(path: &mut Vec<&'d str>, old: Option<&'d Data>, new: Option<&'d Data>, trace: &mut Trace) {
    if old == new {
        return;
    }
    if let (Some(Data::Object(before)), Some(Data::Object(after))) = (old, new) {
        for key in before.keys().chain(after.keys().filter(|key| !before.contains_key(*key))) {
            path.push(key);
            enter_changes(path, before.get(key), after.get(key), trace);
            path.pop();
        }
        return;
    }
    let about = ("path", path.first(), path.last(), new.is_some());
    let fact = fact(&about, new.unwrap_or(&Data::Null), &path.join("/"));
    trace.push(Fact { about: fact.about & !IS_EVENT, ..fact });
}

fn fact(about: &impl Hash, value: &Data, path: &str) -> Fact {
    let (mut kind, mut text) = (Fnv::default(), Fnv::default());
    about.hash(&mut kind);
    path.hash(&mut text);
    outcome_hash::enter(value, &mut text);
    Fact { about: kind.finish() | IS_EVENT, says: text.finish() }
}

/// The bit of a subject that is set for events and their fields, and not for paths of the state.
const IS_EVENT: u64 = 1;

/// Returns whether a subject is an event or a field of an event.
pub(crate) fn is_event(about: u64) -> bool {
    about & IS_EVENT != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use truthsayer_protocol::Event;

    fn played(after: Data, log: Vec<Event>) -> Trace {
        let before = json!({"coins": 3, "lights": {"hall": "on", "yard": "on"}});
        let mut outcome = Outcome::new(before, after);
        outcome.log = log;
        of(&outcome)
    }

    #[test]
    fn a_trace_holds_what_changed_and_what_was_told() {
        let still = json!({"coins": 3, "lights": {"hall": "on", "yard": "on"}});
        let dark = json!({"coins": 3, "lights": {"hall": "off", "yard": "on"}});
        let rang = |times: u8| Event::new("rang", json!({"times": times, "by": "ann"}));
        assert!(played(still.clone(), Vec::new()).is_empty());
        assert_eq!(played(dark.clone(), Vec::new()).len(), 1, "one light");
        assert_eq!(played(still.clone(), vec![rang(2)]).len(), 3, "an event and its two fields");
        assert_eq!(played(still.clone(), vec![rang(2)]), played(still.clone(), vec![rang(2)]));
        assert_ne!(played(still.clone(), vec![rang(2)]), played(still.clone(), vec![rang(3)]));
        assert_ne!(played(still.clone(), vec![rang(2)]), played(still.clone(), vec![rang(2), rang(2)]));
        let yard = json!({"coins": 3, "lights": {"hall": "on", "yard": "off"}});
        assert_ne!(played(dark.clone(), Vec::new()), played(yard, Vec::new()), "the same value elsewhere");
        let gone = json!({"coins": 3, "lights": {"yard": "on"}});
        assert_ne!(played(dark, Vec::new()), played(gone, Vec::new()), "off is not gone");
    }

    #[test]
    fn a_fact_says_what_it_is_about_whatever_it_says() {
        let still = json!({"coins": 3, "lights": {"hall": "on", "yard": "on"}});
        let about = |trace: Trace| trace.into_iter().map(|fact| fact.about).collect::<Vec<u64>>();
        let [two, three] = [2, 3].map(|times| Event::new("rang", json!({"times": times})));
        assert_eq!(about(played(still.clone(), vec![two])), about(played(still, vec![three])));
    }

    #[test]
    fn the_rule_that_a_refusal_cites_is_passed_over_and_its_code_is_not() {
        let refused = |code: &str, rule: &str| played(json!({}), vec![Event::refused(1, code, rule)]);
        assert_eq!(refused("too_far", "nim.md:1"), refused("too_far", "nim.md:2"));
        assert_ne!(refused("too_far", "nim.md:1"), refused("too_near", "nim.md:1"));
    }
}
