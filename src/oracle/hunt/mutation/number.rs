//! Numbers: neighbours, bounds, and what was seen at the same key.

use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::vocabulary::Vocabulary;
use crate::protocol::Data;

/// Another number for the one that stands at a key.
pub(crate) fn changed(number: &serde_json::Number, key: &str, vocabulary: &Vocabulary, dice: &mut Dice) -> Data {
    let Some(whole) = number.as_i64() else {
        return number.as_f64().map_or(Data::from(0), |number| Data::from(number + dice.below(3) as f64 - 1.0));
    };
    let seen = vocabulary.number(key, dice).unwrap_or(whole);
    Data::from(match dice.below(10) {
        0 | 1 => whole.saturating_add(1),
        2 | 3 => whole.saturating_sub(1),
        4 => 0,
        5 => 1,
        6 => seen.saturating_add(1),
        7 => whole.saturating_mul(2),
        8 => vocabulary.bound(dice),
        _ => seen,
    })
}
