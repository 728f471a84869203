//! The words of this engine, from the lists that read tasks and write logs. For authors of scenarios and engines.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use serde_json::json;
use truthsayer_protocol::Data;

use super::readings;
use crate::adapter::given;
use crate::adapter::steps;
use crate::board::kind::Kind;
use crate::game::event;
use crate::game::refusal;

/// The vocabulary of this engine: its input and its output.
pub fn vocabulary() -> Data {
    let steps = steps::STEPS.iter().map(|(name, keys)| json!({"name": name, "forms": [keys]}));
    let events = event::KINDS.iter().map(|(name, fields)| json!({"name": name, "fields": fields}));
    json!({
        "game": "cotulenh",
        "given": {"keys": given::KEYS, "readings": readings()},
        "steps": steps.collect::<Vec<_>>(),
        "events": events.collect::<Vec<_>>(),
        "order": {"of": "one step of a script", "events": event::ORDER},
        "refusals": refusals(),
        "answers": answers(),
        "names": {"piece": Kind::ALL.map(|kind| kind.letter().to_string())},
    })
}

/// Each refusal code with the rules that it can cite.
fn refusals() -> Vec<Data> {
    let mut rules: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for refusal in refusal::all() {
        rules.entry(refusal.code).or_default().insert(refusal.rule);
    }
    rules.into_iter().map(|(code, rules)| json!({"code": code, "rules": rules})).collect()
}

/// How the answer to each question is sorted.
fn answers() -> Data {
    let sorted = |question: &&str| match *question {
        "zone" => "squares rank by rank: a1, b1, … k12",
        "check" => "true or false",
        _ => "texts, character by character",
    };
    let orders = steps::QUESTIONS.iter().map(|question| (question.to_string(), json!(sorted(question))));
    Data::Object(orders.collect())
}
