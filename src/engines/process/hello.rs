//! Two hellos of one engine: a run is about one engine, so every process of it has to say the same.

use crate::protocol::Data;
use crate::protocol::text::one_line;
use crate::protocol::text::shortened;
use crate::protocol::wire::Greeting;

/// How many differing fields are listed.
const MOST: usize = 3;

/// The fields in which a later hello differs from the first, in words; none if they say the same. The order of a list
/// does not matter: an engine may keep its switches in a set.
pub(crate) fn difference(first: &Greeting, later: &Greeting) -> Option<String> {
    if first == later {
        return None;
    }
    let mut found = Vec::new();
    compare("hello", &sorted(first), &sorted(later), &mut found);
    let more = found.len().saturating_sub(MOST);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    (!found.is_empty()).then(|| format!("{}{more}", found[..found.len().min(MOST)].join(", ")))
}

/// A hello as data, with its lists in one order. The values of a reading keep theirs.
fn sorted(greeting: &Greeting) -> Data {
    let mut greeting = greeting.clone();
    greeting.supports.sort_unstable();
    greeting.events.iter_mut().for_each(|event| event.fields.sort_unstable());
    greeting.events.sort_by(|one, other| one.name.cmp(&other.name));
    greeting.switches.sort_by(|one, other| one.name.cmp(&other.name));
    greeting.readings.sort_by(|one, other| one.name.cmp(&other.name));
    if let Some(observes) = &mut greeting.observes {
        let lists = [&mut observes.state, &mut observes.answers];
        lists.into_iter().flatten().for_each(|list| list.sort_unstable());
        if let Some(events) = &mut observes.events {
            events.iter_mut().filter_map(|event| event.fields.as_mut()).for_each(|fields| fields.sort_unstable());
            events.sort_by(|one, other| one.name.cmp(&other.name));
        }
    }
    // Texts, numbers and lists of them: there is nothing in it that JSON could not hold.
    serde_json::to_value(greeting).unwrap_or_default()
}

fn compare(path: &str, first: &Data, later: &Data, found: &mut Vec<String>) {
    match (first, later) {
        _ if first == later => {}
        (Data::Object(one), Data::Object(other)) => {
            for key in one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))) {
                let value = |map: &serde_json::Map<String, Data>| map.get(key).cloned().unwrap_or_default();
                compare(&format!("{path}.{key}"), &value(one), &value(other), found);
            }
        }
        (Data::Array(one), Data::Array(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                compare(&format!("{path}[{index}]"), one, other, found);
            }
        }
        (Data::Array(one), Data::Array(other)) => {
            let only = |these: &[Data], those: &[Data]| -> Vec<String> {
                these.iter().filter(|it| !those.contains(it)).map(name).collect()
            };
            let (gone, new) = (only(one, other), only(other, one));
            let gone = gone.into_iter().map(|name| format!("{path} lacks {name}"));
            found.extend(gone.chain(new.into_iter().map(|name| format!("{path} also has {name}"))));
        }
        _ => found.push(format!("{path} is {} instead of {}", shown(later), shown(first))),
    }
}

/// What an entry of a list is called.
fn name(entry: &Data) -> String {
    shown(entry.get("name").unwrap_or(entry))
}

fn shown(value: &Data) -> String {
    match value {
        Data::Null => "not there".to_owned(),
        value => shortened(&one_line(&value.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn hello(data: Data) -> Greeting {
        serde_json::from_value(data).expect("a hello")
    }

    fn full() -> Data {
        json!({
            "protocol": 1, "engine": {"name": "pig", "version": "1"}, "game": "pig", "supports": ["without", "fired"],
            "switches": [{"name": "a", "cite": "pig/pig.md:1", "quote": "x"}, {"name": "b", "cite": "pig/pig.md:2", "quote": "y"}],
            "events": [{"name": "rolled", "fields": ["by", "value"]}, {"name": "held"}],
            "readings": [{"name": "r", "values": ["one", "two"], "default": "one"}],
            "observes": {"events": ["rolled"], "state": ["score"]},
        })
    }

    #[test]
    fn every_field_of_a_hello_counts() {
        let first = hello(full());
        for (pointer, value, words) in [
            ("/engine/version", json!("2"), "hello.engine.version is \"2\" instead of \"1\""),
            ("/engine/name", json!("hog"), "hello.engine.name is \"hog\" instead of \"pig\""),
            ("/game", json!("nim"), "hello.game is \"nim\" instead of \"pig\""),
            ("/supports", json!(["without"]), "hello.supports lacks \"fired\""),
            ("/switches/1/quote", json!("z"), "hello.switches[1].quote is \"z\" instead of \"y\""),
            ("/switches", json!([]), "hello.switches is not there instead of"),
            ("/events/1/name", json!("kept"), "hello.events[0].name"),
            ("/events/0/fields", json!(["by"]), "hello.events[1].fields lacks \"value\""),
            ("/readings/0/default", json!("two"), "hello.readings[0].default is \"two\" instead of \"one\""),
            ("/readings/0/values", json!(["two", "one"]), "hello.readings[0].values[0]"),
            ("/observes/state", json!(["score", "turn"]), "hello.observes.state also has \"turn\""),
            ("/observes", json!(null), "hello.observes is not there instead of"),
        ] {
            let mut data = full();
            *data.pointer_mut(pointer).expect("a field") = value;
            let told = difference(&first, &hello(data)).unwrap_or_else(|| panic!("{pointer} does not count"));
            assert!(told.starts_with(words), "{pointer}: {told}");
        }
    }

    #[test]
    fn the_order_of_a_list_does_not_count() {
        let mut data = full();
        for pointer in ["/supports", "/switches", "/events/0/fields", "/events", "/observes/events"] {
            data.pointer_mut(pointer).and_then(Data::as_array_mut).expect("a list").reverse();
        }
        assert_eq!(difference(&hello(full()), &hello(data)), None);
    }
}
