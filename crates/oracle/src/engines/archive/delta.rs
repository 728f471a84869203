//! The difference between two states, so that the second one need not be saved.

use serde_json::Map;
use serde_json::json;

use truthsayer_protocol::Data;

/// Returns the change from the first state to the second; `None` if they are equal.
pub(super) fn between(from: &Data, to: &Data) -> Option<Data> {
    if from == to {
        return None;
    }
    let (Data::Object(old), Data::Object(new)) = (from, to) else { return Some(json!({"is": to})) };
    let mut within = Map::new();
    for (key, value) in new {
        let change = match old.get(key) {
            Some(was) => between(was, value),
            None => Some(json!({"is": value})),
        };
        within.extend(change.map(|change| (key.clone(), change)));
    }
    let gone: Vec<&String> = old.keys().filter(|key| !new.contains_key(*key)).collect();
    Some(if gone.is_empty() { json!({"in": within}) } else { json!({"in": within, "gone": gone}) })
}

/// Returns the second state; `None` if the change does not fit the first.
pub(super) fn apply(from: &Data, change: Option<&Data>) -> Option<Data> {
    let mut state = from.clone();
    match change {
        Some(change) => alter(&mut state, change).then_some(state),
        None => Some(state),
    }
}

/// Changes a value in place. Returns whether the change fits.
fn alter(value: &mut Data, change: &Data) -> bool {
    if let Some(new) = change.get("is") {
        value.clone_from(new);
        return true;
    }
    let (Data::Object(map), Some(Data::Object(within))) = (value, change.get("in")) else { return false };
    for key in change.get("gone").and_then(Data::as_array).into_iter().flatten() {
        let Some(key) = key.as_str() else { return false };
        map.remove(key);
    }
    within.iter().all(|(key, inner)| match map.get_mut(key) {
        Some(value) => alter(value, inner),
        None => {
            let mut value = Data::Null;
            let fits = alter(&mut value, inner);
            map.insert(key.clone(), value);
            fits
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_and_its_change_give_the_other_state_again() {
        let states = [
            json!({"a": 1, "b": {"c": [1, 2], "d": null}}),
            json!({"a": 1, "b": {"c": [1], "e": {}}}),
            json!({"b": {"c": [1, 2], "d": null}, "x": {"in": {"is": 1}, "gone": ["a"]}}),
            json!({}),
            json!(null),
            json!([1, {"a": 2}]),
        ];
        for from in &states {
            for to in &states {
                let change = between(from, to);
                assert_eq!(change.is_none(), from == to);
                assert_eq!(apply(from, change.as_ref()).as_ref(), Some(to), "{from} {to} {change:?}");
            }
        }
    }
}
