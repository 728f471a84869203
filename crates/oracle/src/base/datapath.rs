//! Paths into data: `leaders.chani.place`, `when[2].plan.leader`.

use std::cmp::Ordering;

use serde_json::Map;

use crate::base::source::Place;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use truthsayer_protocol::Data;
use truthsayer_protocol::decimal;

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

fn steps(path: &str) -> impl Iterator<Item = Step<'_>> {
    path.split('.').flat_map(|part| {
        let (key, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
        let key = (!key.is_empty()).then_some(Step::Key(key));
        let indices = indices.split(['[', ']']).filter_map(|digits| digits.parse().ok().map(Step::Index));
        key.into_iter().chain(indices)
    })
}

/// Returns the value at a path.
pub fn find<'a>(data: &'a Data, path: &str) -> Option<&'a Data> {
    steps(path).try_fold(data, |data, step| match step {
        Step::Key(key) => data.as_object()?.get(key),
        Step::Index(index) => data.as_array()?.get(index),
    })
}

/// Returns the node at a path. The name of a step (`plan`) is optional: `when[2].leader` finds `when[2].plan.leader`.
pub fn find_node<'a>(node: &'a Node, path: &str) -> Option<&'a Node> {
    steps(path).try_fold(node, |node, step| match step {
        Step::Key(key) => node.get(key).or_else(|| sole_value(node)?.get(key)),
        Step::Index(index) => match &node.value {
            Value::List(items) => items.get(index),
            _ => None,
        },
    })
}

/// Returns the position of a key in the map at a path.
pub fn find_key<'a>(node: &'a Node, path: &str, key: &str) -> Option<&'a Place> {
    let map = find_node(node, path)?;
    let of = |map: &'a Node| map.entries()?.iter().find(|entry| entry.key == key).map(|entry| &entry.key_place);
    of(map).or_else(|| of(sole_value(map)?))
}

/// Returns the deepest existing node on a path, so that a complaint about a missing key has a position.
pub fn find_nearest_node<'a>(node: &'a Node, path: &str) -> &'a Node {
    let mut path = path;
    loop {
        if let Some(found) = find_node(node, path) {
            return found;
        }
        match path.rfind(['.', '[']) {
            Some(cut) => path = &path[..cut],
            None => return node,
        }
    }
}

fn sole_value(node: &Node) -> Option<&Node> {
    match node.entries() {
        Some([only]) => Some(&only.value),
        _ => None,
    }
}

/// Returns whether one path equals or contains the other.
pub fn touches(one: &str, other: &str) -> bool {
    let inside = |outer: &str, inner: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    inside(one, other) || inside(other, one)
}

/// Returns every leaf with its path, in order. Lists are leaves.
pub fn leaves(data: &Data) -> Vec<(String, &Data)> {
    let mut found = Vec::new();
    collect(data, &mut String::new(), &mut found);
    found
}

fn collect<'a>(data: &'a Data, path: &mut String, found: &mut Vec<(String, &'a Data)>) {
    match data {
        Data::Object(map) if !map.is_empty() => {
            for (key, value) in map {
                let length = path.len();
                if length > 0 {
                    path.push('.');
                }
                path.push_str(key);
                collect(value, path, found);
                path.truncate(length);
            }
        }
        _ => found.push((path.clone(), data)),
    }
}

/// A path, the value before and the value after.
pub(crate) type ChangedLeaf<'d> = (String, &'d Data, &'d Data);

/// The value at a path that does not exist.
pub(crate) static MISSING: Data = Data::Null;

/// Returns the differing leaves of two states: path, value before, value after, sorted by path. Missing values are
/// null.
pub fn differences<'d>(before: &'d Data, after: &'d Data) -> Vec<ChangedLeaf<'d>> {
    let mut found = Vec::new();
    differ(before, after, &mut Vec::new(), &mut found);
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// Walks both states in parallel. A path is built only for a difference.
fn differ<'d>(before: &'d Data, after: &'d Data, path: &mut Vec<&'d str>, found: &mut Vec<ChangedLeaf<'d>>) {
    let (Data::Object(old), Data::Object(new)) = (before, after) else {
        if !same(before, after) {
            found.push((path.join("."), before, after));
        }
        return;
    };
    for (key, one, other) in pairs(old, new) {
        path.push(key);
        match (one, other) {
            (Some(one), Some(other)) => differ(one, other, path, found),
            _ => found.push((path.join("."), one.unwrap_or(&MISSING), other.unwrap_or(&MISSING))),
        }
        path.pop();
    }
}

/// A key of one or both of two maps, with its values.
type KeyedValues<'d> = (&'d String, Option<&'d Data>, Option<&'d Data>);

/// Returns the keys of two maps in order. Two states mostly have the same ones.
pub(crate) fn pairs<'d>(
    old: &'d Map<String, Data>,
    new: &'d Map<String, Data>,
) -> impl Iterator<Item = KeyedValues<'d>> {
    let (mut old, mut new) = (old.iter(), new.iter());
    let (mut was, mut is) = (old.next(), new.next());
    std::iter::from_fn(move || {
        let order = match (was, is) {
            (Some((one, _)), Some((other, _))) => one.cmp(other),
            (_, None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        let (one, other) = (was.filter(|_| order.is_le()), is.filter(|_| order.is_ge()));
        was = if order.is_le() { old.next() } else { was };
        is = if order.is_ge() { new.next() } else { is };
        let (key, _) = one.or(other)?;
        Some((key, one.map(|(_, value)| value), other.map(|(_, value)| value)))
    })
}

/// Compares data; numbers are compared by their exact decimal values: 2 equals 2.0.
pub fn same(one: &Data, other: &Data) -> bool {
    match (one, other) {
        (Data::Number(a), Data::Number(b)) => decimal::same(a, b),
        (Data::Array(a), Data::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Data::Object(a), Data::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => one == other,
    }
}

/// Returns a path into a task for messages. Steps count from 1, as in scenarios.
pub(crate) fn path_text(path: &str) -> String {
    let Some(rest) = path.strip_prefix("when") else { return format!("`{path}`") };
    let step = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let Some((number, inner)) = step.and_then(|(index, inner)| Some((index.parse::<usize>().ok()?, inner))) else {
        return "the script".to_owned();
    };
    match inner.trim_start_matches('.') {
        "" => format!("step {}", number + 1),
        inner => format!("`{inner}` of step {}", number + 1),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn steps_count_from_one_in_messages() {
        for (path, expected) in [
            ("when[2].plan.leader", "`plan.leader` of step 3"),
            ("when[0]", "step 1"),
            ("when", "the script"),
            ("given.factions", "`given.factions`"),
        ] {
            assert_eq!(super::path_text(path), expected);
        }
    }

    use super::*;
    use serde_json::json;

    #[test]
    fn a_path_finds_keys_and_items() {
        let data = json!({"leaders": {"chani": {"place": "pool"}}, "log": [1, [2, 3]]});
        assert_eq!(find(&data, "leaders.chani.place"), Some(&json!("pool")));
        assert_eq!(find(&data, "log[1][0]"), Some(&json!(2)));
        assert_eq!(find(&data, "leaders.chan.place"), None);
    }

    #[test]
    fn differences_are_sorted_leaves_and_lists_are_whole() {
        let before = json!({"b": {"x": 1, "y": 2}, "a": ["k"]});
        let after = json!({"b": {"x": 1, "y": 3}, "a": [], "c": 2});
        let paths: Vec<_> = differences(&before, &after).into_iter().map(|d| d.0).collect();
        assert_eq!(paths, ["a", "b.y", "c"]);
    }

    #[test]
    fn paths_overlap_if_one_is_inside_the_other() {
        assert!(touches("a.b", "a.b.c") && touches("a.b.c", "a.b") && touches("a", "a[1]"));
        assert!(!touches("a.b", "a.bc"));
    }
}
