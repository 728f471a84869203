//! Default values: the values in fixtures, by key. Findings with these values are easier to read.

use std::collections::BTreeMap;

use crate::base::data_tree;
use truthsayer_protocol::Data;

#[derive(Debug, Default)]
pub struct Plain {
    /// Number of occurrences of each value, by key.
    seen: BTreeMap<String, BTreeMap<String, (usize, Data)>>,
}

/// Number of default values that are tried for another value.
const TRIED: usize = 2;

impl Plain {
    pub fn learn(&mut self, data: &Data, key: &str) {
        data_tree::visit(data, key, &mut |key, value| {
            if !matches!(value, Data::Array(_) | Data::Object(_)) {
                let known = self.seen.entry(key.to_owned()).or_default();
                known.entry(value.to_string()).or_insert_with(|| (0, value.clone())).0 += 1;
            }
        });
    }

    /// Returns the values of fixtures that may replace a value; `None` if it is one of them.
    pub(crate) fn instead_of(&self, key: &str, value: &Data) -> Option<Vec<Data>> {
        let plain = self.most_common(key);
        (!plain.contains(value)).then_some(plain)
    }

    fn most_common(&self, key: &str) -> Vec<Data> {
        let Some(known) = self.seen.get(key) else { return Vec::new() };
        let mut values: Vec<&(usize, Data)> = known.values().collect();
        values.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        values.into_iter().take(TRIED).map(|(_, value)| value.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_most_frequent_fixture_value_is_tried_first() {
        let mut plain = Plain::default();
        plain.learn(&json!({"spice": 10, "more": [{"spice": 10}, {"spice": 3}, {"spice": 4}]}), "given");
        assert_eq!(plain.instead_of("spice", &json!(25)), Some(vec![json!(10), json!(3)]));
        assert_eq!(plain.instead_of("spice", &json!(10)), None);
        assert_eq!(plain.instead_of("fen", &json!("a b")), Some(Vec::new()));
    }
}
