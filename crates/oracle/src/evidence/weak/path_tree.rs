//! Changed paths as a tree, to turn paths into patterns: `leaders.*.place` for `leaders.chani.place`.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use truthsayer_protocol::Data;
use truthsayer_protocol::path_parts;

/// Matches any key of a map whose keys are names.
const ANY: &str = "*";
/// Values of one type under at least this many keys are values by name, such as forces by territory.
const MANY_KEYS: usize = 5;

/// Types of values. A map is not a value, and `null` stands for a missing one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ValueType {
    Flag,
    Number,
    Text,
    List,
}

/// The keys of a state that change, with the types of their values.
#[derive(Debug, Clone, Default)]
pub(super) struct PathTree {
    keys: BTreeMap<String, PathTree>,
    types: BTreeSet<ValueType>,
}

/// The keys of a state that change, without those that are names.
#[derive(Debug, Default)]
pub(super) struct PatternTree {
    keys: BTreeMap<String, PatternTree>,
    /// The values of all keys, if the keys are names.
    any: Option<Box<PatternTree>>,
}

impl PatternTree {
    /// Returns the parts of a path, with `*` for each key that is a name.
    pub(super) fn pattern(&self, path: &str) -> Vec<String> {
        let mut here = Some(self);
        let part = |part: &str| {
            let any = here.and_then(|tree| tree.any.as_deref());
            here = any.or_else(|| here?.keys.get(part));
            any.map_or(part, |_| ANY).to_owned()
        };
        path_parts(path).map(part).collect()
    }
}

impl PathTree {
    /// Adds a path with its values.
    pub(super) fn enter<'d>(&mut self, path: &str, values: impl IntoIterator<Item = &'d Data>) {
        let end = path_parts(path).fold(self, |here, part| here.keys.entry(part.to_owned()).or_default());
        values.into_iter().for_each(|value| end.enter_value(value));
    }

    fn enter_value(&mut self, value: &Data) {
        match value {
            Data::Object(map) => {
                map.iter().for_each(|(key, value)| self.keys.entry(key.clone()).or_default().enter_value(value));
            }
            Data::Null => {}
            Data::Bool(_) => drop(self.types.insert(ValueType::Flag)),
            Data::Number(_) => drop(self.types.insert(ValueType::Number)),
            Data::String(_) => drop(self.types.insert(ValueType::Text)),
            Data::Array(_) => drop(self.types.insert(ValueType::List)),
        }
    }

    /// Returns the tree of patterns: the keys that are names become one.
    pub(super) fn patterns(&self) -> PatternTree {
        let keys = self.keys.iter().map(|(key, child)| (key.clone(), child.patterns_below()));
        PatternTree { keys: keys.collect(), any: None }
    }

    fn patterns_below(&self) -> PatternTree {
        match self.has_names_for_keys() {
            true => PatternTree { keys: BTreeMap::new(), any: Some(Box::new(self.merged().patterns_below())) },
            false => self.patterns(),
        }
    }

    /// Returns whether the keys are names: every value is a map, or all of many values have one type.
    fn has_names_for_keys(&self) -> bool {
        let are_maps = self.keys.values().all(|child| child.types.is_empty() && !child.keys.is_empty());
        let are_alike = self.keys.len() >= MANY_KEYS && self.value_types().len() <= 1;
        !self.keys.is_empty() && (are_maps || are_alike)
    }

    /// Returns the types of all values below the keys.
    fn value_types(&self) -> BTreeSet<ValueType> {
        let of_child = |child: &PathTree| child.types.iter().copied().chain(child.value_types()).collect::<Vec<_>>();
        self.keys.values().flat_map(of_child).collect()
    }

    /// Returns all values of a map merged into one tree.
    fn merged(&self) -> PathTree {
        let mut all = PathTree::default();
        self.keys.values().for_each(|child| all.merge(child));
        all
    }

    fn merge(&mut self, other: &PathTree) {
        self.types.extend(&other.types);
        for (key, child) in &other.keys {
            self.keys.entry(key.clone()).or_default().merge(child);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tree(paths: &[(&str, Data)]) -> PathTree {
        let mut tree = PathTree::default();
        paths.iter().for_each(|(path, value)| tree.enter(path, [value]));
        tree
    }

    fn pattern(tree: &PathTree, path: &str) -> String {
        tree.patterns().pattern(path).join(".")
    }

    #[test]
    fn maps_by_name_become_stars_and_records_do_not() {
        let tree = tree(&[
            ("leaders.chani.place", json!("tanks")),
            ("leaders.chani.deaths", json!(1)),
            ("leaders.jessica.place", json!("pool")),
            ("bank.spice", json!(3)),
            ("bank.open", json!(true)),
        ]);
        assert_eq!(pattern(&tree, "leaders.chani.place"), "leaders.*.place");
        assert_eq!(pattern(&tree, "leaders.stilgar.deaths"), "leaders.*.deaths");
        assert_eq!(pattern(&tree, "bank.spice"), "bank.spice");
    }

    #[test]
    fn many_values_of_one_type_are_values_by_name() {
        let squares = ["a1", "a2", "b1", "b2", "c1"].map(|square| (format!("board.{square}"), json!("tank")));
        let squares: Vec<(&str, Data)> = squares.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
        assert_eq!(pattern(&tree(&squares), "board.h8"), "board.*");
        assert_eq!(pattern(&tree(&squares[..4]), "board.a1"), "board.a1", "too few to conclude anything");
        let mixed = [&squares[..4], &[("board.turn", json!(7))]].concat();
        assert_eq!(pattern(&tree(&mixed), "board.a1"), "board.a1");
    }
}
