//! The words of an engine in the schema of a scenario, so that an editor completes them and marks those that nobody knows.

use std::collections::BTreeSet;

use serde_json::Map;
use serde_json::json;

use crate::protocol::Data;
use crate::protocol::Profile;

/// A value that a row of `examples` fills in.
const PLACEHOLDER: &str = "\\$\\{";
/// Keys under which a player stands, whatever the game calls its players.
const PLAYERS: [&str; 4] = ["by", "aggressor", "to", "ally"];
/// Keys under which a player stands, or something else that has no name of its own.
const AGAINST: [&str; 2] = ["against", "target"];

/// What things are called: those of a sort, and everything that has a name.
struct Names<'w> {
    by_sort: &'w Data,
    all: Vec<String>,
}

impl Names<'_> {
    fn of(words: &Data) -> Names<'_> {
        let by_sort = &words["names"];
        let lists = by_sort.as_object().into_iter().flatten().flat_map(|(_, names)| texts(names));
        let steps = || words["steps"].as_array().into_iter().flatten();
        let keys = steps().flat_map(|step| step["forms"].as_array().into_iter().flatten().flat_map(texts));
        let kinds = steps().map(|step| text(&step["name"]));
        let all: BTreeSet<String> = lists.chain(texts(&words["given"]["keys"])).chain(keys).chain(kinds).collect();
        Names { by_sort, all: all.into_iter().collect() }
    }
}

/// Puts the words that a built-in engine declares into the schema: keys of the set-up, steps, events, refusals, names.
pub(super) fn of_vocabulary(schema: &mut Data, words: &Data) {
    let names = &Names::of(words);
    schema["$defs"]["given"] = given(&schema["$defs"]["given"], &words["given"], names);
    if schema["$defs"]["step"].is_null() {
        return;
    }
    schema["$defs"]["step"] = steps(&schema["$defs"]["step"], &words["steps"], names);
    let events = words["events"].as_array().into_iter().flatten();
    let told = [("refused", ["step", "code", "rule"].map(str::to_owned).to_vec()), ("answered", Vec::new())];
    let told = told.map(|(name, fields)| (name.to_owned(), fields));
    schema["$defs"]["event"] =
        event_words(events.map(|event| (text(&event["name"]), texts(&event["fields"]))).chain(told));
    let codes: Vec<String> = words["refusals"].as_array().into_iter().flatten().map(|it| text(&it["code"])).collect();
    schema["$defs"]["refused"]["properties"]["code"] = one_of(&codes);
}

/// The same of an engine that declares no more than its events.
pub(super) fn of_profile(schema: &mut Data, profile: &Profile) {
    if profile.events.is_empty() || schema["$defs"]["event"].is_null() {
        return;
    }
    let events = profile.events.iter().map(|event| (event.name.clone(), event.fields.clone()));
    schema["$defs"]["event"] = event_words(events);
}

fn text(data: &Data) -> String {
    data.as_str().unwrap_or_default().to_owned()
}

fn texts(data: &Data) -> Vec<String> {
    data.as_array().into_iter().flatten().map(text).collect()
}

/// One of these words, or what a row fills in.
fn one_of(words: &[String]) -> Data {
    json!({"anyOf": [{"enum": words}, {"type": "string", "pattern": PLACEHOLDER}]})
}

/// A map that knows these keys.
fn closed(properties: Map<String, Data>) -> Data {
    json!({"properties": properties, "patternProperties": {PLACEHOLDER: {}}, "additionalProperties": false})
}

fn given(plain: &Data, words: &Data, names: &Names<'_>) -> Data {
    let mut schema = plain.clone();
    let mut properties = plain["properties"].as_object().cloned().unwrap_or_default();
    for key in texts(&words["keys"]) {
        properties.entry(key).or_insert_with(|| json!({}));
    }
    for (path, keys) in words.as_object().into_iter().flatten() {
        let own = closed(texts(keys).into_iter().map(|key| (key, json!({}))).collect());
        match path.strip_suffix(".*") {
            Some(key) => {
                let kind = key.trim_end_matches('s');
                let mut of_each = json!({"additionalProperties": own});
                if names.by_sort[kind].is_array() {
                    of_each["propertyNames"] = one_of(&texts(&names.by_sort[kind]));
                }
                properties.insert(key.to_owned(), of_each);
            }
            None if properties.contains_key(path) && path != "readings" => {
                properties.insert(path.clone(), own);
            }
            None => {}
        }
    }
    let readings = words["readings"].as_array().into_iter().flatten();
    let readings: Map<String, Data> = readings.map(|it| (text(&it["name"]), one_of(&texts(&it["values"])))).collect();
    properties.insert("readings".to_owned(), closed(readings));
    schema["properties"] = Data::Object(properties);
    schema["additionalProperties"] = Data::from(false);
    schema
}

fn steps(plain: &Data, words: &Data, names: &Names<'_>) -> Data {
    let mut schema = plain.clone();
    let mut kinds = Map::new();
    for step in words.as_array().into_iter().flatten() {
        let forms = step["forms"].as_array().into_iter().flatten();
        let keys: Vec<String> = forms.flat_map(texts).collect();
        // A step without keys is no map.
        let body = match keys.is_empty() {
            true => json!({}),
            false => closed(keys.into_iter().map(|key| (key.clone(), value(&key, names))).collect()),
        };
        kinds.insert(text(&step["name"]), body);
    }
    let own = closed(kinds);
    for key in ["properties", "patternProperties", "additionalProperties"] {
        schema[key] = own[key].clone();
    }
    schema
}

/// What may stand at a key of a step.
fn value(key: &str, names: &Names<'_>) -> Data {
    let is_player = PLAYERS.contains(&key) || AGAINST.contains(&key);
    let known = texts(&names.by_sort[if is_player { "faction" } else { key }]);
    match known.is_empty() {
        true => json!({}),
        // Completed, and never refused.
        false if AGAINST.contains(&key) => json!({"anyOf": [{"enum": known}, {}]}),
        // Those of another sort also stand there at times, a card for a leader, and what is no name at all.
        false => json!({"anyOf": [
            {"enum": known},
            {"enum": names.all},
            {"type": "string", "pattern": PLACEHOLDER},
            {"not": {"type": "string"}}
        ]}),
    }
}

fn event_words(events: impl Iterator<Item = (String, Vec<String>)>) -> Data {
    let mut kinds = Map::new();
    for (name, fields) in events {
        let own = closed(fields.into_iter().map(|field| (field, json!({}))).collect());
        // What declares no field may show any.
        let own = if own["properties"].as_object().is_some_and(Map::is_empty) { json!({}) } else { own };
        kinds.insert(name, own);
    }
    let names: Vec<String> = kinds.keys().cloned().collect();
    let mut by_name = closed(kinds);
    by_name["type"] = Data::from("object");
    by_name["minProperties"] = Data::from(1);
    by_name["maxProperties"] = Data::from(1);
    json!({"anyOf": [by_name, {"enum": names}, {"type": "string", "pattern": PLACEHOLDER}]})
}
