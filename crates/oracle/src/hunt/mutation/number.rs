//! Mutates numbers: neighbours, bounds, fractions, and known values of the same key.

use crate::hunt::rng::Rng;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Data;

/// Fractions at which rounding may go either way.
const FRACTIONS: [&str; 12] = ["5", "05", "005", "015", "025", "125", "25", "01", "99", "999", "001", "333"];
/// One number in this many gets a fraction: if numbers at its key have one, if other numbers do, and if none does.
const OFTEN: usize = 3;
const RARELY: usize = 24;
const HARDLY_EVER: usize = 128;

/// Returns another number for a key.
pub(crate) fn changed(number: &serde_json::Number, key: &str, vocabulary: &Vocabulary, rng: &mut Rng) -> Data {
    let every = match vocabulary.has_fractions(Some(key)) {
        true => OFTEN,
        false if vocabulary.has_fractions(None) => RARELY,
        false => HARDLY_EVER,
    };
    let Some(whole) = number.as_i64().filter(|_| !rng.once_in(every)) else {
        return with_other_fraction(number.as_str(), vocabulary, rng);
    };
    let seen = vocabulary.number(key, rng).unwrap_or(whole);
    Data::from(match rng.below(10) {
        0 | 1 => whole.saturating_add(1),
        2 | 3 => whole.saturating_sub(1),
        4 => 0,
        5 => 1,
        6 => seen.saturating_add(1),
        7 => whole.saturating_mul(2),
        8 => vocabulary.bounds.number(rng),
        _ => seen,
    })
}

/// Returns a number with another fraction, or without one.
fn with_other_fraction(number: &str, vocabulary: &Vocabulary, rng: &mut Rng) -> Data {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let text = match rng.below(8) {
        0 => whole.to_owned(),
        1 => format!("{whole}.{fraction}5"),
        2 => format!("{}.{fraction}", vocabulary.bounds.number(rng)),
        3 => vocabulary.bounds.decimal(rng).unwrap_or(number).to_owned(),
        _ => format!("{whole}.{}", rng.one(&FRACTIONS).copied().unwrap_or("5")),
    };
    let text = text.trim_end_matches('.');
    text.parse::<serde_json::Number>().map_or_else(|_| Data::from(whole.len()), Data::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_become_neighbours_bounds_and_half_cents() {
        let mut vocabulary = Vocabulary::default();
        vocabulary.bounds.learn("More than 31.5 kg or 12000 are refused.");
        vocabulary.learn_given(&json!({"income": 12.5}));
        let mut rng = Rng::new(1, 1, 1);
        let mut seen = |start: Data| -> Vec<String> {
            let number = start.as_number().unwrap();
            (0..4000).map(|_| changed(number, "income", &vocabulary, &mut rng).to_string()).collect()
        };
        let whole = seen(json!(20));
        for number in ["19", "21", "12000", "12001", "31.5", "20.005", "20.125"] {
            assert!(whole.iter().any(|it| it == number), "{number}");
        }
        let fraction = seen(json!(12.5));
        for number in ["12", "12.55", "12.025"] {
            assert!(fraction.iter().any(|it| it == number), "{number}");
        }
        assert!(seen(json!(1e30)).iter().all(|it| !it.is_empty()));
    }
}
