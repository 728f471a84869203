//! Door: the words of this engine, for those who write scenarios or an engine of their own. They are the very lists by which
//! tasks are read and logs are written.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use serde_json::json;
use truthsayer_protocol::Data;

use super::door_given;
use super::door_steps;
use super::event;
use super::kind::Kind;
use super::readings;
use super::refusal;

/// Everything that can be said to this engine, and everything that it says.
pub fn vocabulary() -> Data {
    let steps = door_steps::STEPS.iter().map(|(name, keys)| json!({"name": name, "forms": [keys]}));
    let events = event::KINDS.iter().map(|(name, fields)| json!({"name": name, "fields": fields}));
    json!({
        "game": "cotulenh",
        "given": {"keys": door_given::KEYS, "readings": readings()},
        "steps": steps.collect::<Vec<_>>(),
        "events": events.collect::<Vec<_>>(),
        "order": {"of": "one step of a script", "events": event::ORDER},
        "refusals": refusals(),
        "answers": answers(),
        "names": {"piece": Kind::ALL.map(|kind| kind.letter().to_string())},
    })
}

/// Each code with the rules that it can rest on.
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
    let told = door_steps::QUESTIONS.iter().map(|question| (question.to_string(), json!(sorted(question))));
    Data::Object(told.collect())
}
