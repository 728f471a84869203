//! Reuses the memory of earlier states: building the same map for every run costs more than most rules do.

use std::borrow::Cow;

use crate::Data;

/// A value without parts.
#[derive(Debug, Clone)]
pub enum PlainValue<'t> {
    /// A text.
    Text(Cow<'t, str>),
    /// A number.
    Count(u32),
}

impl<'t> From<&'t str> for PlainValue<'t> {
    fn from(text: &'t str) -> PlainValue<'t> {
        PlainValue::Text(Cow::Borrowed(text))
    }
}

impl From<PlainValue<'_>> for Data {
    fn from(value: PlainValue<'_>) -> Data {
        match value {
            PlainValue::Text(text) => Data::String(text.into_owned()),
            PlainValue::Count(count) => count.into(),
        }
    }
}

/// Returns a map of these entries, which are in the order of their keys. If `spare` is a map with the same keys, its
/// values are overwritten; otherwise it is dropped. So the result never depends on it.
pub fn map<'t>(spare: Option<Data>, entries: impl Iterator<Item = (&'t str, PlainValue<'t>)> + Clone) -> Data {
    if let Some(Data::Object(mut map)) = spare {
        let mut slots = map.iter_mut();
        let mut fits = entries.clone().all(|(key, value)| match slots.next() {
            Some((old, slot)) if old == key => {
                overwrite(slot, value);
                true
            }
            _ => false,
        });
        fits &= slots.next().is_none();
        if fits {
            return Data::Object(map);
        }
    }
    Data::Object(entries.map(|(key, value)| (key.to_owned(), value.into())).collect())
}

fn overwrite(slot: &mut Data, value: PlainValue<'_>) {
    match (slot, value) {
        (Data::String(old), PlainValue::Text(new)) if *old == new => {}
        (Data::Number(old), PlainValue::Count(new)) if old.as_u64() == Some(new.into()) => {}
        (slot, value) => *slot = value.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_result_does_not_depend_on_the_spare_map() {
        let entries = || [("a", PlainValue::Count(5)), ("b", "five".into()), ("c", PlainValue::Count(0))].into_iter();
        let fresh = json!({"a": 5, "b": "five", "c": 0});
        assert_eq!(map(None, entries()), fresh);
        for spare in [
            json!({"a": 5, "b": "five", "c": 0}),
            json!({"a": 6, "b": "six", "c": 1}),
            json!({"a": 5.0, "b": 5, "c": "0"}),
            json!({"a": [], "b": {"a": 1}, "c": null}),
            json!({"a": 5, "b": "five"}),
            json!({"a": 5, "b": "five", "c": 0, "d": 1}),
            json!({"a": 5, "bb": "five", "c": 0}),
            json!({}),
            json!([1]),
        ] {
            assert_eq!(map(Some(spare.clone()), entries()).to_string(), fresh.to_string(), "{spare}");
        }
    }
}
