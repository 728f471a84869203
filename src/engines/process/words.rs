//! What a stranger wrote, made fit to be shown: cut to size, and unable to touch the terminal.

use crate::protocol::Data;
use crate::protocol::ReadingNote;
use crate::protocol::Reply;

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

/// A reply that people can be shown. Values are quoted wherever they are shown; names are not, so they have to be plain.
pub fn checked(reply: Reply, line: &str) -> Result<Reply, String> {
    match reply {
        Reply::Misposed(mut complaint) => {
            complaint.why = harmless(&complaint.why);
            complaint.at = harmless(&complaint.at);
            Ok(Reply::Misposed(complaint))
        }
        Reply::Unsupported(why) => Ok(Reply::Unsupported(harmless(&why))),
        Reply::Played(mut outcome) => {
            for note in &mut outcome.notes {
                note.text = harmless(&note.text);
            }
            // Looking into everything is worth its time only where the line holds anything odd at all.
            let odd = line.contains('\\') || !is_plain(line);
            let states = [&outcome.before, &outcome.after];
            let plain = !odd
                || states.into_iter().all(has_plain_keys)
                    && outcome.log.iter().all(|event| is_plain(&event.name) && has_plain_keys(&event.data))
                    && outcome.fired.iter().all(|firing| is_plain(&firing.switch) && is_plain(&firing.file))
                    && outcome.asked.iter().all(|ask| [&ask.who, &ask.what, &ask.why].into_iter().all(|t| is_plain(t)));
            if plain { Ok(Reply::Played(outcome)) } else { Err("a name in it holds control characters".to_owned()) }
        }
    }
}

/// A reading that people can be shown: every word of it is printed as it is.
pub fn plain_reading(note: &ReadingNote) -> ReadingNote {
    ReadingNote {
        name: harmless(&note.name),
        values: note.values.iter().map(|value| harmless(value)).collect(),
        default: harmless(&note.default),
        about: harmless(&note.about),
        cite: harmless(&note.cite),
        quote: harmless(&note.quote),
    }
}

fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || is_bidi(c))
}

fn has_plain_keys(data: &Data) -> bool {
    match data {
        Data::Object(map) => map.iter().all(|(key, value)| is_plain(key) && has_plain_keys(value)),
        Data::Array(items) => items.iter().all(has_plain_keys),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_shown_can_touch_the_terminal() {
        assert_eq!(harmless("a\u{1b}[31mred\u{1b}[0m\u{7}\r\nb\u{1b}[?25l\u{202e}c"), "ared\nbc");
        assert_eq!(shorten(&"ü".repeat(300)).chars().count(), 101);
    }

    #[test]
    fn a_remark_of_a_stranger_cannot_touch_the_terminal() {
        let note = crate::protocol::Note { step: None, event: 0, text: "a\u{1b}[31mred".to_owned() };
        let (before, after) = (Data::Null, Data::Null);
        let (log, fired, asked) = (Vec::new(), Vec::new(), Vec::new());
        let outcome = crate::protocol::Outcome { before, after, log, fired, asked, notes: vec![note] };
        match checked(Reply::Played(Box::new(outcome)), "") {
            Ok(Reply::Played(outcome)) => assert_eq!(outcome.notes[0].text, "ared"),
            other => panic!("{other:?}"),
        }
    }
}
