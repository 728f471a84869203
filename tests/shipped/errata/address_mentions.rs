//! Finds mentions of rule files in a text: `battle.md`, with the line number or rule name after it.

use std::ops::Range;

/// Returns the position of each file name, such as `battle.md`, in the text.
pub(crate) fn files(text: &str) -> Vec<Range<usize>> {
    let ends = text.match_indices(".md").map(|(at, found)| at + found.len());
    let is_name = |c: char| c.is_ascii_lowercase() || matches!(c, '-' | '/');
    let start = |end: usize| {
        let stem = &text[..end - ".md".len()];
        stem.rfind(|c| !is_name(c)).map_or(0, |at| at + stem[at..].chars().next().map_or(1, char::len_utf8))
    };
    ends.map(|end| start(end)..end).filter(|range| range.len() > ".md".len()).collect()
}

/// Returns the length of a line number at the start of `rest`, such as `:23` or `:23-25`; 0 if there is none.
pub(crate) fn number(rest: &str) -> usize {
    let Some(digits) = rest.strip_prefix(':') else { return 0 };
    let length = digits.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(digits.len());
    if digits.starts_with(|c: char| c.is_ascii_digit()) { length + 1 } else { 0 }
}

/// Returns the length of `sign` and the rule name (words in capitals) at the start of `rest`; 0 if there is none.
pub(crate) fn name(rest: &str, sign: char) -> usize {
    let Some(words) = rest.strip_prefix(sign) else { return 0 };
    let mut length = 0;
    for word in words.split_inclusive(' ') {
        let plain = word.trim_end();
        let letters = plain.trim_end_matches([',', ')', '(', ']', '"', ':', '.', ';']);
        let is_capital =
            !letters.is_empty() && letters.chars().all(|c| c.is_ascii_uppercase() || matches!(c, '\'' | '-'));
        if !is_capital {
            break;
        }
        if letters.len() < word.len() && letters.len() < plain.len() {
            return 1 + length + letters.len();
        }
        length += word.len();
    }
    if length == 0 { 0 } else { 1 + words[..length].trim_end().len() }
}
