//! The facts of an outcome: a hash for every change and every log entry. Outcomes are compared fact by fact without
//! keeping them.

use std::hash::Hash;
use std::hash::Hasher;

use crate::base::datapath;
use crate::base::hash::WordHasher;
use crate::base::tolerance::Tolerance;
use crate::judge::outcome_hash;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::REFUSED;
use truthsayer_protocol::decimal::Decimal;

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
/// different lines for the same refusal. With a tolerance, values of decimals are left out, because hashes cannot be
/// compared within it.
pub fn of(outcome: &Outcome, tolerance: &Tolerance) -> Trace {
    match tolerance.is_exact() {
        true => facts(&outcome.before, &outcome.after, outcome.log.iter().map(|event| (&*event.name, &event.data))),
        false => {
            let data: Vec<(&str, Data)> =
                outcome.log.iter().map(|event| (&*event.name, without_decimals(&event.data))).collect();
            let log = data.iter().map(|(name, data)| (*name, data));
            facts(&without_decimals(&outcome.before), &without_decimals(&outcome.after), log)
        }
    }
}

/// Returns data with null for every number that is not an integer.
fn without_decimals(data: &Data) -> Data {
    match data {
        Data::Number(number) if number.as_i64().is_none() && number.as_u64().is_none() => {
            match Decimal::parse(number.as_str()).is_ok_and(|number| number.is_integer()) {
                true => data.clone(),
                false => Data::Null,
            }
        }
        Data::Array(items) => items.iter().map(without_decimals).collect(),
        Data::Object(map) => map.iter().map(|(key, value)| (key.clone(), without_decimals(value))).collect(),
        _ => data.clone(),
    }
}

fn facts<'d>(before: &Data, after: &Data, log: impl Iterator<Item = (&'d str, &'d Data)>) -> Trace {
    let mut trace = Trace::new();
    enter_changes(&mut Vec::new(), Some(before), Some(after), &mut trace);
    for (name, data) in log {
        trace.push(fact(&("event", name), &Data::Null, ""));
        let Some(fields) = data.as_object() else {
            trace.push(fact(&("data", name), data, ""));
            continue;
        };
        let happened = fields.iter().filter(|(field, _)| !(name == REFUSED && *field == "rule"));
        trace.extend(happened.map(|(field, value)| fact(&("field", name, field), value, "")));
    }
    trace.sort_unstable();
    trace
}

fn enter_changes<'d>(path: &mut Vec<&'d str>, old: Option<&'d Data>, new: Option<&'d Data>, trace: &mut Trace) {
    if let (Some(Data::Object(before)), Some(Data::Object(after))) = (old, new) {
        for (key, was, is) in datapath::pairs(before, after) {
            path.push(key);
            enter_changes(path, was, is, trace);
            path.pop();
        }
        return;
    }
    if old == new {
        return;
    }
    let about = ("path", path.first(), path.last(), new.is_some());
    let fact = fact(&about, new.unwrap_or(&Data::Null), &path.join("/"));
    trace.push(Fact { about: fact.about & !IS_EVENT, ..fact });
}

fn fact(about: &impl Hash, value: &Data, path: &str) -> Fact {
    let (mut kind, mut text) = (WordHasher::default(), WordHasher::default());
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
        of(&outcome, &Tolerance::default())
    }

    #[test]
    fn a_trace_contains_changes_and_log_entries() {
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
    fn a_fact_has_a_subject_apart_from_its_value() {
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
