//! The hash of an outcome. Equal outcomes have equal hashes, so thousands can be compared without keeping them.

use std::hash::Hash;
use std::hash::Hasher;

use crate::base::hash::Fnv;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::decimal;

/// Returns the hash of before, after and log, without firings.
pub fn of(outcome: &Outcome) -> u64 {
    let mut hasher = Fnv::default();
    enter(&outcome.before, &mut hasher);
    enter(&outcome.after, &mut hasher);
    for event in &outcome.log {
        event.name.hash(&mut hasher);
        enter(&event.data, &mut hasher);
    }
    hasher.finish()
}

/// Adds a value to a hash, recursively.
pub(super) fn enter(data: &Data, hasher: &mut impl Hasher) {
    match data {
        Data::Null => 0_u8.hash(hasher),
        Data::Bool(flag) => (1_u8, flag).hash(hasher),
        Data::Number(number) => (2_u8, decimal::plain_text(number)).hash(hasher),
        Data::String(text) => (3_u8, text).hash(hasher),
        Data::Array(items) => {
            (4_u8, items.len()).hash(hasher);
            items.iter().for_each(|item| enter(item, hasher));
        }
        Data::Object(map) => {
            (5_u8, map.len()).hash(hasher);
            for (key, value) in map {
                key.hash(hasher);
                enter(value, hasher);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn print(before: Data, after: Data) -> u64 {
        of(&Outcome::new(before, after))
    }

    #[test]
    fn equal_outcomes_share_a_print_and_others_do_not() {
        let (one, two) = (json!({"a": [1, "x"], "b": null}), json!({"a": [1, "y"], "b": null}));
        assert_eq!(print(one.clone(), two.clone()), print(one.clone(), two.clone()));
        assert_ne!(print(one.clone(), two.clone()), print(two.clone(), one.clone()));
        assert_ne!(print(json!([[], []]), json!(0)), print(json!([[[]]]), json!(0)));
        assert_ne!(print(json!(""), json!(0)), print(json!(null), json!(0)));
    }
}
