//! Mutates texts: splits them at spaces and punctuation, and exchanges parts with other texts.

use crate::hunt::mutation::text_fields;
use crate::hunt::rng::Rng;
use crate::hunt::vocabulary::Vocabulary;

/// Returns another text for a key.
pub(crate) fn changed(text: &str, key: &str, vocabulary: &Vocabulary, rng: &mut Rng) -> String {
    let other = vocabulary.text(key, rng).unwrap_or(text);
    match rng.below(6) {
        5 => with_other_number(text, vocabulary.bounds.number(rng), rng),
        0 => exchanged(text, other, ' ', rng),
        1 => exchanged(text, other, '/', rng),
        2 => crossed(text, other, rng),
        _ => with_other_sign(text, other, rng),
    }
}

/// Replaces one part by the part of the other text at the same position, or by a random one.
fn exchanged(text: &str, other: &str, sign: char, rng: &mut Rng) -> String {
    let mut parts: Vec<&str> = text.split(sign).collect();
    let others: Vec<&str> = other.split(sign).collect();
    let at = rng.below(parts.len());
    let from = if rng.once_in(4) { rng.below(others.len()) } else { at };
    match others.get(from) {
        Some(part) => parts[at] = part,
        None => {
            parts.remove(at);
        }
    }
    parts.join(&sign.to_string())
}

/// Replaces one of the numbers in a text.
fn with_other_number(text: &str, number: i64, rng: &mut Rng) -> String {
    let runs = text_fields::digit_runs(text);
    rng.one(&runs).map_or_else(|| text.to_owned(), |run| text_fields::with(text, run, &number.to_string()))
}

/// Joins the start of one text and the end of the other.
fn crossed(text: &str, other: &str, rng: &mut Rng) -> String {
    let (one, two): (Vec<char>, Vec<char>) = (text.chars().collect(), other.chars().collect());
    let cut = rng.below(one.len().min(two.len()) + 1);
    one[..cut].iter().chain(&two[cut..]).collect()
}

/// Drops, doubles, moves or replaces one character.
fn with_other_sign(text: &str, other: &str, rng: &mut Rng) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    if signs.is_empty() {
        return other.to_owned();
    }
    let at = rng.below(signs.len());
    match rng.below(6) {
        0 => {
            signs.remove(at);
        }
        1 => signs.insert(at, signs[at]),
        2 => {
            let to = rng.below(signs.len());
            signs.swap(at, to);
        }
        3 if signs[at].is_ascii_digit() => {
            let digit = signs[at].to_digit(10).unwrap_or(0);
            let near = if rng.once_in(2) { digit + 1 } else { digit.saturating_sub(1) };
            signs[at] = char::from_digit(near.min(9), 10).unwrap_or('0');
        }
        _ => {
            let others: Vec<char> = other.chars().collect();
            if let Some(sign) = rng.one(&others) {
                signs[at] = *sign;
            }
        }
    }
    signs.into_iter().collect()
}
