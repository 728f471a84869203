//! Shrinks one text: fields of known texts replace fields, parts are dropped, characters and numbers become simpler.

use std::ops::Range;

use crate::hunt::mutation::text_fields;
use crate::hunt::shrink::number;

/// Number of known fields that are tried for one field.
const TRIED_FIELDS: usize = 3;
/// Smaller numbers in texts are not searched for a boundary.
const SMALL: i128 = 10;
/// Numbers with more digits are not searched for a boundary.
const MOST_DIGITS: usize = 36;

/// Shrinks a text as long as `keeps` returns true. `known` are other texts of the same key.
pub(crate) fn shrink(text: &str, known: &[&str], keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let text = with_known_fields(text.to_owned(), known, keeps);
    let text = without_fields(text, keeps);
    let text = without_chunks(text, keeps);
    let text = with_simple_characters(text, keeps);
    with_small_numbers(text, keeps)
}

/// Replaces fields by simpler fields that known texts have at the same position.
fn with_known_fields(mut text: String, known: &[&str], keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let mut index = 0;
    while let Some(field) = text_fields::fields(&text).into_iter().nth(index) {
        let own = &text[field.range.clone()];
        let mut simpler: Vec<&str> = known.iter().filter_map(|other| text_fields::at(other, &field.position)).collect();
        simpler.retain(|other| rank(other) < rank(own));
        simpler.sort_by_key(|other| rank(other));
        simpler.dedup();
        let tried = simpler.into_iter().take(TRIED_FIELDS);
        let mut tried = tried.map(|other| text_fields::with(&text, &field.range, other));
        if let Some(smaller) = tried.find(|smaller| keeps(smaller)) {
            text = smaller;
        }
        index += 1;
    }
    text
}

/// The simpler of two texts has the lower rank.
fn rank(text: &str) -> (usize, usize, &str) {
    (text.chars().count(), text.chars().map(complexity).sum(), text)
}

/// Drops fields, each with the separator before or after it; the last fields first.
fn without_fields(mut text: String, keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let mut index = text_fields::fields(&text).len();
    while index > 0 {
        index -= 1;
        let Some(field) = text_fields::fields(&text).into_iter().nth(index) else { continue };
        let Range { start, end } = field.range;
        // Separators are ASCII characters.
        let with_separator = [(start > 0).then(|| start - 1..end), (end < text.len()).then(|| start..end + 1)];
        let mut shorter = with_separator.into_iter().flatten().map(|range| text_fields::with(&text, &range, ""));
        if let Some(smaller) = shorter.find(|smaller| keeps(smaller)) {
            text = smaller;
        }
    }
    text
}

/// Drops runs of characters: long runs first, then single characters, from the end.
fn without_chunks(text: String, keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    let mut size = signs.len().div_ceil(2);
    while size > 0 {
        let mut end = signs.len();
        while end > 0 {
            let start = end.saturating_sub(size);
            let smaller: String = signs[..start].iter().chain(&signs[end..]).collect();
            if keeps(&smaller) {
                signs.drain(start..end);
            }
            end = start;
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    signs.into_iter().collect()
}

/// Replaces each character by the simplest one of its class: first wherever it occurs, then at each place.
fn with_simple_characters(mut text: String, keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let mut different: Vec<char> = text.chars().collect();
    different.sort_unstable();
    different.dedup();
    for own in different {
        let everywhere = |simple: char| text.replace(own, &simple.to_string());
        if let Some(smaller) = simpler(own).map(everywhere).find(|smaller| keeps(smaller)) {
            text = smaller;
        }
    }
    let mut signs: Vec<char> = text.chars().collect();
    for at in 0..signs.len() {
        let own = signs[at];
        for simple in simpler(own).filter(|_| !own.is_ascii_digit()) {
            signs[at] = simple;
            if keeps(&signs.iter().collect::<String>()) {
                break;
            }
            signs[at] = own;
        }
    }
    signs.into_iter().collect()
}

/// Returns simpler characters that can stand for another one.
fn simpler(own: char) -> impl Iterator<Item = char> {
    let simple = ['0', '1', 'a', 'A', ' '].into_iter();
    simple.filter(move |simple| complexity(*simple) < complexity(own) && is_of_class(*simple, own))
}

/// Returns whether a simple character can stand for another one.
fn is_of_class(simple: char, other: char) -> bool {
    match other {
        _ if other.is_ascii_digit() => simple.is_ascii_digit(),
        _ if other.is_whitespace() => simple == ' ',
        _ if other.is_uppercase() => matches!(simple, '0' | 'a' | 'A'),
        _ if other.is_alphabetic() => matches!(simple, '0' | 'a'),
        _ => simple.is_ascii_digit() || simple == 'a',
    }
}

fn complexity(c: char) -> usize {
    match c {
        '0' => 0,
        '1' => 1,
        '2'..='9' => 2,
        'a' => 3,
        'A' => 4,
        _ if c.is_ascii_alphabetic() => 5,
        ' ' => 6,
        _ if c.is_ascii() => 7,
        _ => 8,
    }
}

/// Searches the smallest value of each number in the text.
fn with_small_numbers(mut text: String, keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let mut index = 0;
    while let Some(run) = text_fields::digit_runs(&text).into_iter().nth(index) {
        index += 1;
        let own = text[run.clone()].parse::<i128>().ok().filter(|_| run.len() <= MOST_DIGITS);
        let Some(own) = own.filter(|own| *own > 1) else { continue };
        let put = |value: i128| text_fields::with(&text, &run, &value.to_string());
        let least = match own < SMALL {
            true => [0, 1].into_iter().find(|value| keeps(&put(*value))).unwrap_or(own),
            false => number::least(own, &mut |value| keeps(&put(value))),
        };
        if least != own {
            text = put(least);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_only_the_characters_that_matter() {
        let small = |text: &str, keeps: fn(&str) -> bool| shrink(text, &[], &mut |smaller| keeps(smaller));
        assert_eq!(small("version 12 of v1.22.3-beta", |it| it.contains('v')), "v");
        assert_eq!(small("x\u{a0}9.7.3", |it| it.contains(char::is_whitespace)), " ");
        assert_eq!(small("hello wörld", |it| it.contains('ö')), "ö");
        let is_version = |it: &str| {
            let (core, names) = it.split_once('-').unwrap_or((it, "a"));
            let is_whole = |part: &str| !part.is_empty() && part.chars().all(char::is_alphanumeric);
            core.split('.').count() == 3 && core.split('.').all(is_whole) && names.split('.').all(is_whole)
        };
        assert_eq!(shrink("1.0.0-A.b ", &[], &mut |it| it.ends_with(' ') && is_version(it.trim_end())), "0.0.0 ");
        assert_eq!(small("XYz", |it| it.len() == 3 && it.contains(char::is_uppercase)), "0A0");
        let has_letters = |it: &str| it.chars().count() == 4 && it.chars().all(char::is_alphabetic);
        assert_eq!(small("XYzß", has_letters), "aaaa");
        assert_eq!(small(&"ab".repeat(400), |it| it.chars().count() > 256).chars().count(), 257);
        let big = |it: &str| {
            it.split('.').next().is_some_and(|it| it.parse::<u64>().is_ok_and(|it| it > 9_007_199_254_740_991))
        };
        assert_eq!(small("b6b6c", |it| it.len() == 4 && it[..2] == it[2..]), "0000");
        assert_eq!(small("b6b6", |it| it.len() == 4 && it[..2] == it[2..] && it.starts_with(['a', 'b'])), "a0a0");
        assert_eq!(small("9999999999999999999.4.7", big), "9007199254740992");
    }

    #[test]
    fn fields_of_known_texts_are_simpler() {
        let known = ["8/8/4k3 w - 0", "8/8/8 b - 1"];
        // Each row has eight squares, so no character can go alone.
        let squares = |row: &str| row.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum::<u32>();
        let keeps = |it: &str| {
            let fields: Vec<&str> = it.split(' ').collect();
            fields.len() == 4 && fields[2] == "KQ" && fields[0].split('/').all(|row| squares(row) == 8)
        };
        assert_eq!(shrink("rnbqkbnr/pppp1ppp/4k3 w KQ 17", &known, &mut |it| keeps(it)), "8  KQ ");
        let three = |it: &str| keeps(it) && it.split('/').count() == 3 && it.contains(" w KQ ");
        assert_eq!(shrink("rnbqkbnr/pppp1ppp/4k3 w KQ 17", &known, &mut |it| three(it)), "8/8/8 w KQ ");
    }
}
