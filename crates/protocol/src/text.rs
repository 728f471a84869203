//! Sanitizes untrusted text, so that it cannot control a terminal, a page or the direction of a line.

use std::borrow::Cow;

/// Returns whether a character could move a cursor, change a colour, ring a bell, change the text direction, or end a
/// line invisibly.
pub fn is_hidden(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Returns whether a text has no hidden characters. Line breaks and tabs are allowed.
pub fn is_harmless(text: &str) -> bool {
    // Few bytes may begin a hidden character. Only these characters are decoded.
    let is_hidden_at = |at: usize| {
        let first = text.get(at..).and_then(|rest| rest.chars().next());
        first.is_some_and(|c| is_hidden(c) && !matches!(c, '\n' | '\t'))
    };
    text.as_bytes().chunks(BLOCK).enumerate().all(|(number, block)| {
        let from = number * BLOCK;
        // Most blocks are plain ASCII.
        holds_for_all(block, |byte| matches!(byte, b' '..=b'~' | b'\n'))
            || !(from..).zip(block).any(|(at, byte)| may_begin_hidden(*byte) && is_hidden_at(at))
    })
}

/// Returns whether the UTF-8 form of a hidden character may begin with a byte.
fn may_begin_hidden(byte: u8) -> bool {
    matches!(byte, 0..b' ' | 0x7f | 0xc2 | 0xd8 | 0xe2)
}

/// Returns whether a text is one line without hidden characters.
pub fn is_one_line(text: &str) -> bool {
    all_bytes(text, |byte| matches!(byte, b' '..=b'~')) || !text.contains(['\n', '\t']) && is_harmless(text)
}

/// Length of a block of bytes that is tested without an exit in between, which is many times faster.
const BLOCK: usize = 64;

fn all_bytes(text: &str, holds: impl Fn(u8) -> bool) -> bool {
    text.as_bytes().chunks(BLOCK).all(|block| holds_for_all(block, &holds))
}

fn holds_for_all(block: &[u8], holds: impl Fn(u8) -> bool) -> bool {
    block.iter().fold(true, |all, byte| all & holds(*byte))
}

/// Returns the text without hidden characters; line breaks and tabs stay. An escape sequence is removed as a whole.
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

/// Returns the text on one line without hidden characters.
pub fn one_line(text: &str) -> String {
    if is_one_line(text) {
        return text.to_owned();
    }
    harmless(text).replace(['\n', '\t'], " ")
}

/// Returns the text on one line with hidden characters as `\u{1b}`, so that they become visible.
pub fn spelled_out(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// Returns the start of a line without hidden characters.
pub fn shortened(line: &str) -> String {
    const MOST: usize = 200;
    harmless(&cut(line, MOST))
}

/// Returns the first `most` bytes of a text, with `…` if there is more.
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}…", &text[..text.floor_char_boundary(most)]))
}

/// Returns the start and the end of a text, with `…` in between if it is too long. The important parts of a message are
/// its start and its end; quoted text is in the middle.
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
    fn shown_text_cannot_control_the_terminal() {
        assert_eq!(harmless("a\u{1b}[31mred\u{1b}[0m\u{7}\r\nb\u{1b}[?25l\u{202e}c\u{9b}2J"), "ared\nbc2J");
        assert_eq!(harmless("plain\n\ttext"), "plain\n\ttext");
        assert_eq!(shortened(&"ü".repeat(300)).chars().count(), 101);
        assert_eq!((cut("abc", 3), cut("abcd", 3)), ("abc".into(), "abc…".into()));
        assert_eq!((abridged("abcdefgh", 8), abridged("abcdefghi", 8)), ("abcdefgh".into(), "abcdef … hi".into()));
        assert_eq!(abridged(&"ü".repeat(300), 9), "üüü … ü");
    }

    #[test]
    fn hidden_characters_are_found_and_escaped() {
        for odd in ["\u{1b}", "\u{7f}", "\u{9b}", "\u{202e}", "\u{200f}", "\u{61c}", "\u{2028}", "\u{0}", "\r"] {
            assert!(!is_harmless(odd), "{odd:?}");
        }
        // Every hidden character is found wherever it is, and no other character is taken for one.
        for c in '\0'..=char::MAX {
            let text = format!("{}{c}é", "x".repeat(63));
            assert_eq!(is_harmless(&text), !is_hidden(c) || matches!(c, '\n' | '\t'), "{c:?}");
        }
        assert!(is_harmless("two\nlines, “quotes” and ½") && !is_one_line("two\nlines"));
        assert_eq!(one_line("Chani\n# Forged\u{1b}[1m"), "Chani # Forged");
        assert_eq!(spelled_out("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
    }
}
