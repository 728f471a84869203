//! Odd values: numbers at the limits of number types, odd days, white space and Unicode in texts, and lists in another
//! order or with duplicates. Programs often treat them differently.

use crate::hunt::mutation;
use crate::hunt::mutation::days;
use crate::hunt::mutation::text_fields;
use crate::hunt::rng::Rng;
use crate::hunt::shrink;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// Limits of number types, and numbers that binary fractions cannot hold. Each integer stands for its neighbours too.
const LIMITS: [i128; 8] =
    [0, 1 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 9_007_199_254_740_992, 9_223_372_036_854_775_808];
const DECIMALS: [&str; 12] = [
    "0.1",
    "0.30000000000000004",
    "0.3",
    "-0.0",
    "0.5",
    "1.005",
    "2.675",
    "1e-7",
    "1e21",
    "1e308",
    "0.01",
    "99999999.99",
];
/// White space, hidden characters, and signs that readers of numbers and names may accept.
const AFFIXES: [&str; 20] = [
    " ", "\n", "\t", "\r", "\u{a0}", "\u{feff}", "\u{2003}", "\u{200b}", "\u{301}", "0", "00", "+", "-", "=", "v", "V",
    "#", ".", ",", "_",
];
/// Digits of other scripts, and letters that change their length or their case in an unusual way.
const LETTERS: [char; 12] = ['٣', '３', '५', 'é', 'ß', 'İ', 'ı', 'ǆ', 'ﬁ', '𝟛', '²', 'Ⅷ'];
/// Signs that a structured text may use as separators or marks.
const SIGNS: &str = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
/// Lengths near the limits of buffers.
const LENGTHS: [usize; 8] = [16, 33, 64, 65, 129, 256, 257, 513];
/// Maximum length that a number in a clause gives to a text.
const LONGEST: usize = 1000;

/// Replaces one value of the set-up or of a step by an odd one.
pub(crate) fn put(task: &mut Task, words: &Vocabulary, rng: &mut Rng) {
    let places = mutation::places(task, &|value| value.is_string() || value.is_number() || value.is_array());
    let Some((step, number)) = rng.one(&places) else { return };
    let Some(spot) = shrink::spot_in(task, *step, *number) else { return };
    match spot.node {
        Data::Number(_) => *spot.node = number_at_limit(rng),
        Data::String(text) => {
            let fields = text_fields::outermost(text);
            *text = match rng.one(&fields).filter(|_| rng.once_in(2)) {
                Some(field) => text_fields::with(text, &field.range, &odd_text(&text[field.range.clone()], words, rng)),
                None => odd_text(text, words, rng),
            };
        }
        Data::Array(items) => reorder(items, rng),
        Data::Bool(_) | Data::Null | Data::Object(_) => {}
    }
}

/// Returns a number at a limit, one of its neighbours, or a decimal.
pub(crate) fn number_at_limit(rng: &mut Rng) -> Data {
    let decimal = rng.one(&DECIMALS).filter(|_| rng.once_in(3)).map(|text| (*text).to_owned());
    let text = decimal.unwrap_or_else(|| integer_at_limit(rng).to_string());
    text.parse::<serde_json::Number>().map_or(Data::Null, Data::Number)
}

/// Returns an integer at a limit, or one of its neighbours; sometimes negative.
pub(crate) fn integer_at_limit(rng: &mut Rng) -> i128 {
    let limit = rng.one(&LIMITS).copied().unwrap_or_default() + rng.below(3) as i128 - 1;
    if rng.once_in(5) { -limit } else { limit }
}

/// Returns a text with an odd part.
pub(crate) fn odd_text(text: &str, words: &Vocabulary, rng: &mut Rng) -> String {
    if let Some(place) = days::place(text).filter(|_| !rng.once_in(3)) {
        return text_fields::with(text, &place, &days::odd(&text[place.clone()], words, rng));
    }
    let affix = rng.one(&AFFIXES).copied().unwrap_or_default();
    match rng.below(9) {
        0 | 1 => format!("{affix}{text}"),
        2 | 3 => format!("{text}{affix}"),
        4 => with_character(text, rng),
        5 => with_number(text, rng),
        6 => with_length(text, words, rng),
        7 if rng.once_in(2) => text.to_uppercase(),
        7 => text.to_lowercase(),
        _ if rng.once_in(4) => String::new(),
        _ if rng.once_in(2) => inserted(text, affix, rng),
        _ => {
            let sign = char::from(rng.one(SIGNS.as_bytes()).copied().unwrap_or(b'~'));
            inserted(text, sign.encode_utf8(&mut [0; 4]), rng)
        }
    }
}

/// Replaces one character by a letter or a digit of another script; digits by digits.
fn with_character(text: &str, rng: &mut Rng) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    let at = rng.below(signs.len());
    let letter = rng.one(&LETTERS).copied().unwrap_or('é');
    match signs.get_mut(at) {
        Some(sign) => *sign = letter,
        None => signs.push(letter),
    }
    signs.into_iter().collect()
}

/// Replaces one number in a text by one at a limit, or writes it in another way.
fn with_number(text: &str, rng: &mut Rng) -> String {
    let runs = text_fields::digit_runs(text);
    let Some(run) = rng.one(&runs) else { return text.to_owned() };
    let number = match rng.below(2) {
        0 => respelt(&text[run.clone()], rng),
        _ => integer_at_limit(rng).unsigned_abs().to_string(),
    };
    text_fields::with(text, run, &number)
}

/// Returns a number in a notation that some readers of numbers accept.
pub(crate) fn respelt(number: &str, rng: &mut Rng) -> String {
    match rng.below(7) {
        0 => format!("0{number}"),
        1 => format!("-{number}"),
        2 => format!("+{number}"),
        3 => format!("{number}_0"),
        4 => format!("{number}.0"),
        5 => format!("{number}e1"),
        _ => format!("0x{number}"),
    }
}

/// Repeats one character until the text has a certain length.
fn with_length(text: &str, words: &Vocabulary, rng: &mut Rng) -> String {
    let bound = usize::try_from(words.bounds.number(rng)).ok();
    let bound = bound.filter(|bound| *bound <= LONGEST && rng.once_in(2));
    let length = bound.unwrap_or_else(|| rng.one(&LENGTHS).copied().unwrap_or_default());
    let signs: Vec<char> = text.chars().collect();
    let Some(at) =
        (0..4).map(|_| rng.below(signs.len())).find(|at| signs.get(*at).is_some_and(|c| c.is_alphanumeric()))
    else {
        return "a".repeat(length);
    };
    let more = std::iter::repeat_n(&signs[at], length.saturating_sub(signs.len()));
    signs[..at].iter().chain(more).chain(&signs[at..]).collect()
}

fn inserted(text: &str, affix: &str, rng: &mut Rng) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    let at = rng.below(signs.len() + 1);
    signs.splice(at..at, affix.chars());
    signs.into_iter().collect()
}

/// Reverses a list, sorts it, or duplicates an item.
fn reorder(items: &mut Vec<Data>, rng: &mut Rng) {
    match rng.below(4) {
        0 => items.reverse(),
        1 => items.sort_by_key(ToString::to_string),
        2 if !items.is_empty() => items.rotate_left(1),
        _ => {
            let at = rng.below(items.len() + 1);
            if let Some(item) = rng.one(items).cloned() {
                items.insert(at, item);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn all(start: &Data) -> Vec<Data> {
        let mut rng = Rng::new(1, 1, 1);
        (0..4000)
            .map(|_| {
                let mut task = Task::new(start.clone(), Vec::new());
                put(&mut task, &Vocabulary::default(), &mut rng);
                task.given["x"].take()
            })
            .collect()
    }

    #[test]
    fn numbers_reach_their_limits() {
        let seen = all(&json!({"x": 5}));
        for number in ["2147483647", "2147483648", "9007199254740993", "9223372036854775808", "0.30000000000000004"] {
            assert!(seen.iter().map(ToString::to_string).any(|it| it == *number), "{number}");
        }
        assert!(seen.iter().any(|it| it.to_string().starts_with('-')));
    }

    #[test]
    fn texts_get_white_space_other_digits_limits_and_lengths() {
        let seen = all(&json!({"x": "1.2.3"}));
        let texts = [" 1.2.3", "1.2.3\n", "v1.2.3", "1.2.9007199254740992", "1.02.3", "1.2.٣", "", "1.2_0.3", "-1.2.3"];
        for text in texts {
            assert!(seen.contains(&json!(text)), "{text:?}");
        }
        assert!(seen.iter().any(|it| it.as_str().is_some_and(|it| it.contains('~'))));
        assert!(seen.iter().any(|it| it.as_str().is_some_and(|it| it.chars().count() > 256)));
        let days = all(&json!({"x": "on 2024-05-06"}));
        assert!(days.contains(&json!("on 2024-02-29")) && days.contains(&json!("on 2023-12-31")));
    }

    #[test]
    fn lists_get_duplicates_and_other_orders() {
        let seen = all(&json!({"x": [1, [], 2]}));
        assert!(
            seen.contains(&json!([2, [], 1])) && seen.iter().any(|it| it.as_array().is_some_and(|it| it.len() > 3))
        );
        let nothing = all(&json!({"x": null}));
        assert!(nothing.iter().all(Data::is_null));
    }
}
