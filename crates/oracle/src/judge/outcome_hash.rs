//! The hash of an outcome. Equal outcomes have equal hashes, so thousands can be compared without keeping them.

use std::hash::Hash;
use std::hash::Hasher;

use crate::base::hash::Fnv;
use crate::base::hash::WordHasher;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::decimal;

/// Returns the hash of before, after and log, without firings. It is saved in results.
pub fn of(outcome: &Outcome) -> u64 {
    hash(outcome, Fnv::default())
}

/// Returns another hash of the same parts, which is faster. Runs of mutants are compared by it.
pub(crate) fn fast(outcome: &Outcome) -> u64 {
    hash(outcome, WordHasher::default())
}

fn hash(outcome: &Outcome, mut hasher: impl Hasher) -> u64 {
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

    fn hashes(before: Data, after: Data) -> (u64, u64) {
        let outcome = Outcome::new(before, after);
        (of(&outcome), fast(&outcome))
    }

    /// Both hashes differ.
    #[track_caller]
    fn differ(one: (u64, u64), other: (u64, u64)) {
        assert!(one.0 != other.0 && one.1 != other.1, "{one:?} {other:?}");
    }

    #[test]
    fn equal_outcomes_share_a_hash_and_others_do_not() {
        let (one, two) = (json!({"a": [1, "x"], "b": null}), json!({"a": [1, "y"], "b": null}));
        assert_eq!(hashes(one.clone(), two.clone()), hashes(one.clone(), two.clone()));
        differ(hashes(one.clone(), two.clone()), hashes(two.clone(), one.clone()));
        differ(hashes(json!([[], []]), json!(0)), hashes(json!([[[]]]), json!(0)));
        differ(hashes(json!(""), json!(0)), hashes(json!(null), json!(0)));
        differ(hashes(json!({"a": "bc"}), json!(0)), hashes(json!({"ab": "c"}), json!(0)));
        differ(hashes(json!([1, 23]), json!(0)), hashes(json!([12, 3]), json!(0)));
    }
}
