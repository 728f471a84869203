//! What a stranger wrote, made fit to be shown: unable to touch a terminal, a page or the direction of a line.

use std::borrow::Cow;

/// Whether a character could move a cursor, change a colour, ring a bell, turn the direction of what follows, or end a
/// line where the reader of the text sees none.
pub fn is_hidden(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Whether a text holds nothing but what can be seen. Line ends and tabs count as seen.
pub fn is_harmless(text: &str) -> bool {
    // Most texts are plain ASCII, and for those one look at the bytes is enough.
    text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n'))
        || !text.chars().any(|c| is_hidden(c) && !matches!(c, '\n' | '\t'))
}

/// Whether a text is harmless and stands on one line.
pub fn is_one_line(text: &str) -> bool {
    !text.contains(['\n', '\t']) && is_harmless(text)
}

/// The text without whatever is hidden in it; line ends and tabs stay. An escape sequence goes as a whole, so that no
/// half of it is left behind.
pub fn harmless(text: &str) -> String {
    if is_harmless(text) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\n' | '\t' => shown.push(c),
            '\u{1b}' => skip_sequence(&mut characters),
            c if is_hidden(c) => {}
            c => shown.push(c),
        }
    }
    shown
}

fn skip_sequence(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    if characters.next_if_eq(&'[').is_some() {
        while characters.next_if(|c| !('@'..='~').contains(c)).is_some() {}
        characters.next();
    }
}

/// The text on one line without whatever is hidden in it, so that it cannot pass for a line of its own.
pub fn one_line(text: &str) -> String {
    harmless(text).replace(['\n', '\t'], " ")
}

/// The text on one line, with whatever is hidden in it written as `\u{1b}`, so that a person can tell what is wrong.
pub fn spelled_out(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// The beginning of a line, harmless.
pub fn shortened(line: &str) -> String {
    const MOST: usize = 200;
    harmless(&cut(line, MOST))
}

/// The first bytes of a text, and a sign where there is more.
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}…", &text[..text.floor_char_boundary(most)]))
}

/// The beginning and the end of a text, and a sign where something between them is left out. A message says most where it
/// begins and where it ends; what somebody else wrote stands in its middle.
pub fn abridged(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let end = text.ceil_char_boundary(text.len() - most / 4);
    Cow::Owned(format!("{} … {}", &text[..text.floor_char_boundary(most - most / 4)], &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_shown_can_touch_the_terminal() {
        assert_eq!(harmless("a\u{1b}[31mred\u{1b}[0m\u{7}\r\nb\u{1b}[?25l\u{202e}c\u{9b}2J"), "ared\nbc2J");
        assert_eq!(harmless("plain\n\ttext"), "plain\n\ttext");
        assert_eq!(shortened(&"ü".repeat(300)).chars().count(), 101);
        assert_eq!((cut("abc", 3), cut("abcd", 3)), ("abc".into(), "abc…".into()));
        assert_eq!((abridged("abcdefgh", 8), abridged("abcdefghi", 8)), ("abcdefgh".into(), "abcdef … hi".into()));
        assert_eq!(abridged(&"ü".repeat(300), 9), "üüü … ü");
    }

    #[test]
    fn what_is_hidden_is_found_and_spelled_out() {
        for odd in ["\u{1b}", "\u{7f}", "\u{9b}", "\u{202e}", "\u{200f}", "\u{61c}", "\u{2028}", "\u{0}", "\r"] {
            assert!(!is_harmless(odd), "{odd:?}");
        }
        assert!(is_harmless("two\nlines, “quotes” and ½") && !is_one_line("two\nlines"));
        assert_eq!(one_line("Chani\n# Forged\u{1b}[1m"), "Chani # Forged");
        assert_eq!(spelled_out("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
    }
}
