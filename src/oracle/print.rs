//! The print of an outcome: a number that two outcomes share when they say the same, so that thousands of them can be
//! compared without being kept.

use std::hash::Hash;
use std::hash::Hasher;

use crate::protocol::Data;
use crate::protocol::Outcome;
use crate::protocol::decimal;

/// FNV-1a: prints are saved with results, so they have to be the same with every compiler.
pub(super) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// The print of what happened: before, after and log. What fired is no part of it.
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

/// Enters a value with everything in it.
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
