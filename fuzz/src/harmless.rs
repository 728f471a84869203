//! Texts that people are shown: none of them may touch the terminal.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;

/// Whether everything that is shown goes through a door that makes it harmless. As long as it does not, what is not
/// harmless is only noted, and `noted` tells where it was seen. TO BE TURNED ON once that door stands.
pub(crate) const DOOR_STANDS: bool = false;

/// Where a text was not harmless, with the first one that was not.
static NOTED: Mutex<BTreeMap<&'static str, String>> = Mutex::new(BTreeMap::new());

/// A text holds no control character but the end of a line; so no escape sequence either.
pub(crate) fn harmless(what: &'static str, text: &str) {
    let Some(odd) = text.chars().find(|c| c.is_control() && *c != '\n') else { return };
    if DOOR_STANDS {
        panic!("{what} holds {odd:?}: {text:?}");
    }
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    noted.entry(what).or_insert_with(|| text.escape_debug().to_string());
}

/// The same for a text that has to stay on one line.
pub(crate) fn harmless_line(what: &'static str, text: &str) {
    harmless(what, text);
    assert!(!DOOR_STANDS || !text.contains('\n'), "{what} breaks its line: {text:?}");
}

pub(crate) fn noted() -> BTreeMap<&'static str, String> {
    NOTED.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Colours are escape sequences of our own; without them all others come from the input.
pub(crate) fn without_colours() {
    colored::control::set_override(false);
}
