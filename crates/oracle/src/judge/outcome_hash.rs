//! The hash of an outcome. Equal outcomes have equal hashes, so thousands can be compared without keeping them.

use std::hash::Hash;
use std::hash::Hasher;

use crate::base::hash::WordHasher;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::decimal;

/// Returns the hash of before, after and log, without firings. It is saved in results, and runs of mutants are compared
/// by it.
pub fn of(outcome: &Outcome) -> u64 {
    let mut hasher = WordHasher::default();
    enter(&outcome.before, &mut hasher);
    enter(&outcome.after, &mut hasher);
    for event in &outcome.log {
        hasher.write(event.name.as_bytes());
        enter(&event.data, &mut hasher);
    }
    hasher.finish()
}

/// Adds a value to a hash, recursively.
pub(super) fn enter(data: &Data, hasher: &mut WordHasher) {
    match data {
        Data::Null => hasher.write_u8(0),
        Data::Bool(flag) => (1_u8, flag).hash(hasher),
        Data::Number(number) => {
            hasher.write_u8(2);
            hasher.write(decimal::plain_text(number).as_bytes());
        }
        Data::String(text) => {
            hasher.write_u8(3);
            hasher.write(text.as_bytes());
        }
        Data::Array(items) => {
            (4_u8, items.len()).hash(hasher);
            items.iter().for_each(|item| enter(item, hasher));
        }
        Data::Object(map) => {
            (5_u8, map.len()).hash(hasher);
            for (key, value) in map {
                hasher.write(key.as_bytes());
                enter(value, hasher);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn hash(before: Data, after: Data) -> u64 {
        of(&Outcome::new(before, after))
    }

    #[test]
    fn equal_outcomes_share_a_hash_and_others_do_not() {
        let (one, two) = (json!({"a": [1, "x"], "b": null}), json!({"a": [1, "y"], "b": null}));
        assert_eq!(hash(one.clone(), two.clone()), hash(one.clone(), two.clone()));
        assert_ne!(hash(one.clone(), two.clone()), hash(two.clone(), one.clone()));
        assert_ne!(hash(json!([[], []]), json!(0)), hash(json!([[[]]]), json!(0)));
        assert_ne!(hash(json!(""), json!(0)), hash(json!(null), json!(0)));
        assert_ne!(hash(json!({"a": "bc"}), json!(0)), hash(json!({"ab": "c"}), json!(0)));
        assert_ne!(hash(json!([1, 23]), json!(0)), hash(json!([12, 3]), json!(0)));
    }
}
