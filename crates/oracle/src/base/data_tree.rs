//! Data as a tree whose values are numbered in depth-first order.

use truthsayer_protocol::Data;

/// A mutable value in a tree.
pub(crate) struct TreeValue<'d> {
    pub node: &'d mut Data,
    /// The last key of its path; items of a list share the key of the list.
    pub key: String,
    /// The last key of the path of its map.
    pub map_key: String,
}

/// Returns the number of values, including the root.
pub(crate) fn count(data: &Data) -> usize {
    match data {
        Data::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Data::Object(map) => 1 + map.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

/// Returns the value with a number, counted from 0 at the root.
pub(crate) fn spot<'d>(data: &'d mut Data, key: &str, number: usize) -> Option<TreeValue<'d>> {
    let mut left = number;
    find(data, key, "", &mut left)
}

fn find<'d>(data: &'d mut Data, key: &str, map_key: &str, left: &mut usize) -> Option<TreeValue<'d>> {
    if *left == 0 {
        return Some(TreeValue { node: data, key: key.to_owned(), map_key: map_key.to_owned() });
    }
    *left -= 1;
    match data {
        Data::Array(items) => items.iter_mut().find_map(|item| find(item, key, map_key, left)),
        Data::Object(map) => map.iter_mut().find_map(|(own, value)| find(value, own, key, left)),
        _ => None,
    }
}

/// Removes the value with a number from its map or list. The root cannot be removed.
pub(crate) fn remove(data: &mut Data, number: usize) -> bool {
    let Some(mut left) = number.checked_sub(1) else { return false };
    match data {
        Data::Array(items) => {
            for index in 0..items.len() {
                let size = count(&items[index]);
                if left == 0 {
                    items.remove(index);
                    return true;
                }
                if left < size {
                    return remove(&mut items[index], left);
                }
                left -= size;
            }
            false
        }
        Data::Object(map) => {
            let mut wanted = None;
            for (key, value) in map.iter_mut() {
                let size = count(value);
                if left == 0 {
                    wanted = Some(key.clone());
                    break;
                }
                if left < size {
                    return remove(value, left);
                }
                left -= size;
            }
            wanted.is_some_and(|key| map.remove(&key).is_some())
        }
        _ => false,
    }
}

/// Calls `see` with the last key of every value and the value, the root first.
pub(crate) fn visit<'d>(data: &'d Data, key: &'d str, see: &mut impl FnMut(&'d str, &'d Data)) {
    see(key, data);
    match data {
        Data::Array(items) => items.iter().for_each(|item| visit(item, key, see)),
        Data::Object(map) => map.iter().for_each(|(own, value)| visit(value, own, see)),
        _ => {}
    }
}

/// Merges `over` into `under`: maps merge, all other values are replaced.
pub(crate) fn merge_over(under: &mut Data, over: &Data) {
    match (under, over) {
        (Data::Object(under), Data::Object(over)) => {
            for (key, value) in over {
                match under.get_mut(key) {
                    Some(there) => merge_over(there, value),
                    None => {
                        under.insert(key.clone(), value.clone());
                    }
                }
            }
        }
        (under, over) => *under = over.clone(),
    }
}

/// Exchanges two words everywhere, as keys and as values.
pub(crate) fn exchange(data: &mut Data, one: &str, other: &str) {
    let turned = |text: &str| match text {
        _ if text == one => Some(other.to_owned()),
        _ if text == other => Some(one.to_owned()),
        _ => None,
    };
    match data {
        Data::String(text) => {
            if let Some(new) = turned(text) {
                *text = new;
            }
        }
        Data::Array(items) => items.iter_mut().for_each(|item| exchange(item, one, other)),
        Data::Object(map) => {
            map.values_mut().for_each(|value| exchange(value, one, other));
            if map.contains_key(one) || map.contains_key(other) {
                let old = std::mem::take(map);
                *map = old.into_iter().map(|(key, value)| (turned(&key).unwrap_or(key), value)).collect();
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_value_has_a_number() {
        let mut data = json!({"a": [1, {"b": 2}], "c": 3});
        assert_eq!(count(&data), 6);
        let mut seen = |number| spot(&mut data, "root", number).map(|spot| (spot.key, spot.node.clone()));
        assert_eq!(seen(1), Some(("a".to_owned(), json!([1, {"b": 2}]))));
        assert_eq!(seen(4), Some(("b".to_owned(), json!(2))));
        assert_eq!(seen(5), Some(("c".to_owned(), json!(3))));
        assert_eq!(seen(6), None);
    }

    #[test]
    fn any_value_but_the_whole_can_be_taken_out() {
        let whole = json!({"a": [1, {"b": 2}], "c": 3});
        let without = |number| {
            let mut data = whole.clone();
            remove(&mut data, number).then_some(data)
        };
        assert_eq!(without(0), None);
        assert_eq!(without(1), Some(json!({"c": 3})));
        assert_eq!(without(2), Some(json!({"a": [{"b": 2}], "c": 3})));
        assert_eq!(without(4), Some(json!({"a": [1, {}], "c": 3})));
        assert_eq!(without(5), Some(json!({"a": [1, {"b": 2}]})));
        assert_eq!(without(6), None);
    }

    #[test]
    fn words_change_places_as_keys_and_as_values() {
        let mut data = json!({"ann": {"likes": "bob"}, "bob": ["ann", "cy"]});
        exchange(&mut data, "ann", "bob");
        assert_eq!(data, json!({"bob": {"likes": "ann"}, "ann": ["bob", "cy"]}));
    }
}
