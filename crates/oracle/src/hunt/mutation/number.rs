//! Mutates numbers: neighbours, bounds, and known values of the same key.

use crate::hunt::rng::Rng;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Data;

/// Returns another number for a key.
pub(crate) fn changed(number: &serde_json::Number, key: &str, vocabulary: &Vocabulary, rng: &mut Rng) -> Data {
    let Some(whole) = number.as_i64() else {
        return number.as_f64().map_or(Data::from(0), |number| Data::from(number + rng.below(3) as f64 - 1.0));
    };
    let seen = vocabulary.number(key, rng).unwrap_or(whole);
    Data::from(match rng.below(10) {
        0 | 1 => whole.saturating_add(1),
        2 | 3 => whole.saturating_sub(1),
        4 => 0,
        5 => 1,
        6 => seen.saturating_add(1),
        7 => whole.saturating_mul(2),
        8 => vocabulary.bound(rng),
        _ => seen,
    })
}
