//! Words inside texts: a text is taken apart at blanks and signs, and its parts are exchanged with those of others.

use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::vocabulary::Vocabulary;

/// Another text for the one that stands at a key.
pub(crate) fn changed(text: &str, key: &str, vocabulary: &Vocabulary, dice: &mut Dice) -> String {
    let other = vocabulary.text(key, dice).unwrap_or(text);
    match dice.below(6) {
        5 => with_other_number(text, vocabulary.bound(dice), dice),
        0 => exchanged(text, other, ' ', dice),
        1 => exchanged(text, other, '/', dice),
        2 => crossed(text, other, dice),
        _ => with_other_sign(text, other, dice),
    }
}

/// One part replaced by the part of the other text that stands in the same place, or by any.
fn exchanged(text: &str, other: &str, sign: char, dice: &mut Dice) -> String {
    let mut parts: Vec<&str> = text.split(sign).collect();
    let others: Vec<&str> = other.split(sign).collect();
    let at = dice.below(parts.len());
    let from = if dice.once_in(4) { dice.below(others.len()) } else { at };
    match others.get(from) {
        Some(part) => parts[at] = part,
        None => {
            parts.remove(at);
        }
    }
    parts.join(&sign.to_string())
}

/// One of the numbers in it, as a word of its own, replaced by another.
fn with_other_number(text: &str, number: i64, dice: &mut Dice) -> String {
    let mut parts: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let is_number = |part: &String| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let places: Vec<usize> = (0..parts.len()).filter(|at| is_number(&parts[*at])).collect();
    if let Some(at) = dice.one(&places) {
        parts[*at] = number.to_string();
    }
    parts.join(" ")
}

/// The beginning of one and the end of the other.
fn crossed(text: &str, other: &str, dice: &mut Dice) -> String {
    let (one, two): (Vec<char>, Vec<char>) = (text.chars().collect(), other.chars().collect());
    let cut = dice.below(one.len().min(two.len()) + 1);
    one[..cut].iter().chain(&two[cut..]).collect()
}

/// One sign dropped, doubled, moved or replaced by one of the other text.
fn with_other_sign(text: &str, other: &str, dice: &mut Dice) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    if signs.is_empty() {
        return other.to_owned();
    }
    let at = dice.below(signs.len());
    match dice.below(6) {
        0 => {
            signs.remove(at);
        }
        1 => signs.insert(at, signs[at]),
        2 => {
            let to = dice.below(signs.len());
            signs.swap(at, to);
        }
        3 if signs[at].is_ascii_digit() => {
            let digit = signs[at].to_digit(10).unwrap_or(0);
            let near = if dice.once_in(2) { digit + 1 } else { digit.saturating_sub(1) };
            signs[at] = char::from_digit(near.min(9), 10).unwrap_or('0');
        }
        _ => {
            let others: Vec<char> = other.chars().collect();
            if let Some(sign) = dice.one(&others) {
                signs[at] = *sign;
            }
        }
    }
    signs.into_iter().collect()
}
