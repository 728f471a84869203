//! Numbers and letters that introduce a paragraph or an item: `(1)`, `b)`, `iv.`, `A.1.2.`

/// The longest label that is recognized, in characters.
const LONGEST: usize = 12;
/// The longest Roman number: `xxviii` and the like.
const LONGEST_ROMAN: usize = 6;

/// A label at the start of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label {
    /// The parts of the label: `a` of `(a)`; `A`, `1` and `2` of `A.1.2.`
    pub parts: Vec<String>,
    pub style: LabelStyle,
    /// Offset of the text after the label.
    pub end: usize,
}

/// The punctuation of a label. Labels of one enumeration have the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelStyle {
    /// `(a)`
    Enclosed,
    /// `a)`
    Closed,
    /// `a.` or `1.2`
    Pointed,
}

/// Returns the label at the start of a text: `(2) `, `b) `, `ii. `, `1.2 ` or `A.1.2. `.
pub(super) fn label(text: &str) -> Option<Label> {
    let (style, rest) = match text.strip_prefix('(') {
        Some(rest) => (LabelStyle::Enclosed, rest),
        None => (LabelStyle::Closed, text),
    };
    let word = first_word(rest);
    let after = rest[word.len()..].strip_prefix(')');
    if let Some(after) = after {
        // Two labels can follow each other: "(a)(1) A person".
        let is_followed = style == LabelStyle::Enclosed && is_enclosed(after);
        let is_label = is_part(&word.to_lowercase()) && (is_spaced(after) || is_followed);
        let end = text.len() - after.trim_start().len();
        return is_label.then(|| Label { parts: vec![word.to_owned()], style, end });
    }
    if style == LabelStyle::Enclosed {
        return None;
    }
    let after = &rest[word.len()..];
    let bare = word.trim_end_matches('.');
    let is_pointed = word.ends_with('.') || (bare.contains('.') && bare.starts_with(|c: char| c.is_ascii_digit()));
    // British laws print "4.—(1) A person".
    let after = after.strip_prefix(['—', '–']).filter(|after| is_enclosed(after));
    let is_followed = after.is_some();
    let after = after.unwrap_or(&rest[word.len()..]);
    let is_ended = is_followed || (is_spaced(after) && !after.trim_start().is_empty());
    let is_label = is_label(&bare.to_lowercase()) && is_pointed && is_ended;
    let end = text.len() - after.trim_start().len();
    let parts = || bare.split('.').map(str::to_owned).collect();
    is_label.then(|| Label { parts: parts(), style: LabelStyle::Pointed, end })
}

/// Returns whether a label in parentheses starts here.
fn is_enclosed(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('(') else { return false };
    let word = first_word(rest);
    is_part(&word.to_lowercase()) && rest[word.len()..].starts_with(')')
}

/// Returns the labels at the start of a text: two of `(a)(1) Text`.
pub(super) fn labels(text: &str) -> Vec<Label> {
    const MOST: usize = 4;
    let mut found: Vec<Label> = Vec::new();
    let mut at = 0;
    while let Some(next) = label(&text[at..]).filter(|_| found.len() < MOST) {
        at += next.end;
        found.push(Label { end: at, ..next });
        if !text[..at].ends_with([')', '—', '–']) {
            break;
        }
    }
    found
}

/// Returns whether the text starts with an enumerator inside a sentence: `(2) `, `b) `, or `ii. ` before a capital.
pub(super) fn starts(text: &str) -> bool {
    let is_capital = |at: usize| text[at..].trim_start_matches(['*', '_', '"', '“']).starts_with(char::is_uppercase);
    label(text).is_some_and(|label| label.style != LabelStyle::Pointed || is_capital(label.end))
}

/// Returns whether a word in lower case is a label: a number, a letter, a Roman number, or several of these with points
/// between them.
pub(super) fn is_label(word: &str) -> bool {
    !word.is_empty() && word.chars().count() <= LONGEST && word.split('.').all(is_part)
}

fn is_part(part: &str) -> bool {
    let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let letters = &part[digits..];
    match digits {
        // Twice the same letter follows `z`: `aa`, `bb`.
        0 => {
            let mut own = letters.chars();
            let first = own.next();
            let is_letter = first.is_some_and(char::is_alphabetic) && own.all(|c| Some(c) == first);
            (is_letter && letters.chars().count() <= 2) || is_roman(letters)
        }
        1..=4 => letters.chars().count() <= 1 && letters.chars().all(char::is_alphabetic),
        _ => false,
    }
}

/// Returns whether letters are a Roman number below 40.
pub(super) fn is_roman(letters: &str) -> bool {
    let tens = letters.trim_start_matches('x');
    let is_unit = matches!(tens, "" | "i" | "ii" | "iii" | "iv" | "v" | "vi" | "vii" | "viii" | "ix");
    !letters.is_empty() && letters.len() <= LONGEST_ROMAN && is_unit && letters.len() - tens.len() <= 3
}

/// Returns whether a word may precede the last item of an enumeration.
pub(super) fn is_conjunction(word: &str) -> bool {
    matches!(word, "and" | "or" | "und" | "oder" | "sowie" | "nor")
}

fn first_word(text: &str) -> &str {
    let end = text.char_indices().take(LONGEST + 1).find(|(_, c)| !c.is_alphanumeric() && *c != '.');
    match end {
        Some((end, _)) => &text[..end],
        None if text.chars().nth(LONGEST).is_none() => text,
        None => "",
    }
}

fn is_spaced(after: &str) -> bool {
    after.is_empty() || after.starts_with(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_numbers_letters_and_roman_numbers() {
        let parts = |text| label(text).map(|label| (label.parts.join("/"), &text[label.end..]));
        for (text, expected) in [
            ("(1) Text", "1"),
            ("(a) Text", "a"),
            ("a) Text", "a"),
            ("(iv) Text", "iv"),
            ("(2a) Text", "2a"),
            ("(aa) Text", "aa"),
            ("ii. Text", "ii"),
            ("A.1.2. Text", "A/1/2"),
            ("1.2 Text", "1/2"),
        ] {
            assert_eq!(parts(text), Some((expected.to_owned(), "Text")), "{text}");
        }
        assert_eq!(parts("4.—(1) Text"), Some(("4".to_owned(), "(1) Text")));
        assert_eq!(parts("(a)(1) Text"), Some(("a".to_owned(), "(1) Text")));
        for text in [
            "Text",
            "4.—Text",
            "(a)(see) Text",
            "(see) Text",
            "(1)",
            "(1)Text",
            "1 Text",
            "3.5",
            "Mix. Text",
            "vivid) Text",
        ] {
            assert!(parts(text).is_none_or(|(_, rest)| rest.is_empty()), "{text}");
        }
    }
}
