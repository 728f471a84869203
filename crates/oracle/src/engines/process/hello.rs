//! Compares two hellos of one engine. Every process of an engine must send the same one.

use truthsayer_protocol::Data;
use truthsayer_protocol::text::one_line;
use truthsayer_protocol::text::shortened;
use truthsayer_protocol::wire::Greeting;

/// Maximum number of differing fields that are listed.
const MOST: usize = 3;

/// Returns the differing fields of a later hello, as text; `None` if both are equal. The order of lists does not
/// matter: an engine may keep its switches in a set.
pub fn difference(first: &Greeting, later: &Greeting) -> Option<String> {
    if first == later {
        return None;
    }
    let mut found = Vec::new();
    compare("hello", &sorted(first), &sorted(later), &mut found);
    let more = found.len().saturating_sub(MOST);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    (!found.is_empty()).then(|| format!("{}{more}", found[..found.len().min(MOST)].join(", ")))
}

/// Returns a hello with sorted lists. The values of a reading keep their order.
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
    // Texts, numbers and lists of them can always be serialized.
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

/// Returns the name of a list entry.
fn name(entry: &Data) -> String {
    shown(entry.get("name").unwrap_or(entry))
}

fn shown(value: &Data) -> String {
    match value {
        Data::Null => "missing".to_owned(),
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
            ("/switches", json!([]), "hello.switches is missing instead of"),
            ("/events/1/name", json!("kept"), "hello.events[0].name"),
            ("/events/0/fields", json!(["by"]), "hello.events[1].fields lacks \"value\""),
            ("/readings/0/default", json!("two"), "hello.readings[0].default is \"two\" instead of \"one\""),
            ("/readings/0/values", json!(["two", "one"]), "hello.readings[0].values[0]"),
            ("/observes/state", json!(["score", "turn"]), "hello.observes.state also has \"turn\""),
            ("/observes", json!(null), "hello.observes is missing instead of"),
        ] {
            let mut data = full();
            *data.pointer_mut(pointer).expect("a field") = value;
            let text = difference(&first, &hello(data)).unwrap_or_else(|| panic!("{pointer} does not count"));
            assert!(text.starts_with(words), "{pointer}: {text}");
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
