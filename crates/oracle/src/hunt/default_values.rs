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

    /// Returns simpler replacements for a value, the simplest first.
    pub(crate) fn simpler(&self, key: &str, value: &Data) -> Vec<Data> {
        let plain = self.most_common(key);
        if plain.contains(value) {
            return Vec::new();
        }
        match value {
            Data::Number(number) => {
                let own = number.as_i64().unwrap_or(i64::MAX);
                let smaller = [0, 1, own / 2, own - own.signum()].into_iter().filter(|it| it.abs() < own.abs());
                plain.into_iter().chain(smaller.map(Data::from)).collect()
            }
            Data::String(text) => plain.into_iter().chain(shorter(text).map(Data::from)).collect(),
            _ => Vec::new(),
        }
    }

    fn most_common(&self, key: &str) -> Vec<Data> {
        let Some(known) = self.seen.get(key) else { return Vec::new() };
        let mut values: Vec<&(usize, Data)> = known.values().collect();
        values.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        values.into_iter().take(TRIED).map(|(_, value)| value.clone()).collect()
    }
}

/// Returns the text without one of its words. A text of one word has none.
fn shorter(text: &str) -> impl Iterator<Item = String> {
    let parts: Vec<&str> = text.split(' ').collect();
    let count = if parts.len() > 1 { parts.len() } else { 0 };
    (0..count)
        .map(move |gone| {
            let kept = parts.iter().enumerate().filter(|(index, _)| *index != gone).map(|(_, part)| *part);
            kept.collect::<Vec<_>>().join(" ")
        })
        .collect::<Vec<_>>()
        .into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_fixtures_hold_most_often_is_tried_first_and_stays() {
        let mut plain = Plain::default();
        plain.learn(&json!({"spice": 10, "more": [{"spice": 10}, {"spice": 3}, {"spice": 4}]}), "given");
        assert_eq!(plain.simpler("spice", &json!(25)), [json!(10), json!(3), json!(0), json!(1), json!(12), json!(24)]);
        assert_eq!(plain.simpler("spice", &json!(10)), [] as [Data; 0]);
        assert_eq!(plain.simpler("fen", &json!("a b")), [json!("b"), json!("a")]);
    }
}
