//! Items of an enumeration inside a sentence: "… if (a) it rains; or (b) it snows."

use crate::rulebook::enumerator;
use crate::rulebook::enumerator::LabelStyle;

/// Returns the offsets of the items of a sentence, or nothing if it has no enumeration. Every item except the first
/// follows a semicolon: other enumerations are part of their sentence.
pub(super) fn split(sentence: &str) -> Vec<usize> {
    if !sentence.contains(';') {
        return Vec::new();
    }
    // The label at the start can be that of the whole sentence: "(1) It ends if (a) …; or (b) …".
    let inner = enumeration(sentence, 1);
    if inner.is_empty() { enumeration(sentence, 0) } else { inner }
}

/// Returns the offsets of the items of the first enumeration that starts at an offset or later.
fn enumeration(sentence: &str, from: usize) -> Vec<usize> {
    let mut items: Vec<usize> = Vec::new();
    let mut next: Option<(LabelStyle, Vec<String>)> = None;
    let words = sentence.char_indices().filter(|(at, c)| {
        (c.is_alphanumeric() || *c == '(') && sentence[..*at].chars().next_back().is_none_or(char::is_whitespace)
    });
    for (at, _) in words {
        let Some(label) = enumerator::label(&sentence[at..]).filter(|it| it.parts.len() == 1) else { continue };
        let is_plain = label.style != LabelStyle::Pointed || sentence[..at].trim_end().ends_with([':', '—', '–']);
        let text = label.parts[0].to_lowercase();
        match &next {
            None if at >= from && is_plain && matches!(text.as_str(), "a" | "1" | "i") => {}
            Some((style, expected))
                if *style == label.style && expected.contains(&text) && is_separated(&sentence[..at]) => {}
            _ => continue,
        }
        next = Some((label.style, successors(&text)));
        items.push(at);
    }
    if items.len() < 2 { Vec::new() } else { items }
}

/// Returns whether a semicolon, with or without a conjunction, ends the text.
fn is_separated(before: &str) -> bool {
    let before = before.trim_end();
    let last = before.rsplit(char::is_whitespace).next().unwrap_or("");
    let before = if enumerator::is_conjunction(last) { before[..before.len() - last.len()].trim_end() } else { before };
    before.ends_with(';')
}

const ROMAN: [&str; 20] = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii",
    "xviii", "xix", "xx",
];

/// Returns the labels that may follow a label: `i` is a letter or a Roman number.
fn successors(text: &str) -> Vec<String> {
    let number = text.parse::<u32>().ok().map(|number| number.saturating_add(1).to_string());
    let roman = ROMAN.iter().position(|roman| *roman == text).and_then(|at| ROMAN.get(at + 1));
    let mut letters = text.chars();
    let letter = match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='y'), None) => char::from_u32(letter as u32 + 1).map(String::from),
        _ => None,
    };
    number.into_iter().chain(roman.map(|next| (*next).to_owned())).chain(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(sentence: &str) -> Vec<&str> {
        let starts = split(sentence);
        let ends = starts.iter().skip(1).copied().chain([sentence.len()]);
        starts.iter().zip(ends).map(|(start, end)| sentence[*start..end].trim()).collect()
    }

    #[test]
    fn items_are_separated_by_semicolons() {
        assert_eq!(
            items("It ends if (a) it rains; (b) it snows; or (c) all leave."),
            ["(a) it rains;", "(b) it snows; or", "(c) all leave."]
        );
        assert_eq!(items("Do this: 1) go; 2) wait."), ["1) go;", "2) wait."]);
        assert_eq!(items("(a) the owner; or (b) a parent."), ["(a) the owner; or", "(b) a parent."]);
        assert_eq!(items("(1) It ends if (a) it rains; or (b) it snows."), ["(a) it rains; or", "(b) it snows."]);
        assert_eq!(items("This applies to: a. nationals; b. others."), ["a. nationals;", "b. others."]);
        assert!(items("It costs 1. Something; 2. More.").is_empty());
        assert!(items("Do two things: (1) update the text, (2) release it.").is_empty());
        assert!(items("It rains; it snows (a) today.").is_empty());
    }
}
