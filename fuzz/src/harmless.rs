//! Texts for people: none may contain escape sequences or change the text direction.

use truthsayer_protocol::text::is_harmless;
use truthsayer_protocol::text::is_one_line;

/// A text contains no invisible characters, and so no escape sequences.
pub fn harmless(what: &'static str, text: &str) {
    assert!(is_harmless(text), "{what} hides something: {text:?}");
}

/// The same for a text that has to stay on one line.
pub fn harmless_line(what: &'static str, text: &str) {
    assert!(is_one_line(text), "{what} hides something or breaks its line: {text:?}");
}

/// Colours are escape sequences of our own; without them all others come from the input.
pub fn without_colours() {
    colored::control::set_override(false);
}
