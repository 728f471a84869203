//! What a stranger wrote, made fit to be shown: cut to size, and unable to touch the terminal.

/// Takes away everything that could move a cursor, change a colour or ring a bell.
pub fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\n' | '\t' => shown.push(c),
            '\u{1b}' => skip_sequence(&mut characters),
            c if c.is_control() || is_bidi(c) => {}
            c => shown.push(c),
        }
    }
    shown
}

/// An escape sequence goes as a whole, so that no half of it stays behind as text.
fn skip_sequence(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    if characters.next_if_eq(&'[').is_some() {
        while characters.next_if(|c| !('@'..='~').contains(c)).is_some() {}
        characters.next();
    }
}

/// Characters that turn the direction of what follows.
fn is_bidi(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The beginning of a line, harmless.
pub fn shorten(line: &str) -> String {
    const MOST: usize = 200;
    let end = line.floor_char_boundary(MOST.min(line.len()));
    let (head, rest) = line.split_at(end);
    let dots = if rest.is_empty() { "" } else { "…" };
    format!("{}{dots}", harmless(head))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_shown_can_touch_the_terminal() {
        assert_eq!(harmless("a\u{1b}[31mred\u{1b}[0m\u{7}\r\nb\u{1b}[?25l\u{202e}c"), "ared\nbc");
        assert_eq!(shorten(&"ü".repeat(300)).chars().count(), 101);
    }
}
