//! Adds the vocabulary of an engine to the scenario schema, so that editors complete known words and mark unknown ones.

use std::collections::BTreeSet;

use serde_json::Map;
use serde_json::json;

use truthsayer_protocol::Data;
use truthsayer_protocol::Profile;

/// Pattern of a placeholder for an `examples` column.
const PLACEHOLDER: &str = "\\$\\{";
/// Keys whose values are players.
const PLAYERS: [&str; 4] = ["by", "aggressor", "to", "ally"];
/// Keys whose values may be players or other values.
const AGAINST: [&str; 2] = ["against", "target"];

/// Names of things: by sort, and all together.
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

/// Adds the vocabulary of a built-in engine: keys of the set-up, steps, events, refusals and names.
pub(super) fn of_vocabulary(schema: &mut Data, words: &Data) {
    let names = &Names::of(words);
    schema["$defs"]["given"] = given(&schema["$defs"]["given"], &words["given"], names);
    if schema["$defs"]["step"].is_null() {
        return;
    }
    schema["$defs"]["step"] = steps(&schema["$defs"]["step"], &words["steps"], names);
    let events = words["events"].as_array().into_iter().flatten();
    let common = [("refused", ["step", "code", "rule"].map(str::to_owned).to_vec()), ("answered", Vec::new())];
    let common = common.map(|(name, fields)| (name.to_owned(), fields));
    schema["$defs"]["event"] =
        event_words(events.map(|event| (text(&event["name"]), texts(&event["fields"]))).chain(common));
    let codes: Vec<String> = words["refusals"].as_array().into_iter().flatten().map(|it| text(&it["code"])).collect();
    schema["$defs"]["refused"]["properties"]["code"] = one_of(&codes);
}

/// Adds the events of an engine that declares no further vocabulary.
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

/// Returns a schema that accepts one of these words, or a placeholder.
fn one_of(words: &[String]) -> Data {
    json!({"anyOf": [{"enum": words}, {"type": "string", "pattern": PLACEHOLDER}]})
}

/// A map with only these keys.
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
        // A step without keys is not a map.
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

/// The schema of the value of a step key.
fn value(key: &str, names: &Names<'_>) -> Data {
    let is_player = PLAYERS.contains(&key) || AGAINST.contains(&key);
    let known = texts(&names.by_sort[if is_player { "faction" } else { key }]);
    match known.is_empty() {
        true => json!({}),
        // Editors complete these names and accept all others.
        false if AGAINST.contains(&key) => json!({"anyOf": [{"enum": known}, {}]}),
        // Names of other sorts are valid, too (a card for a leader), and so are values that are not names.
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
        // An event without declared fields may have any field.
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
