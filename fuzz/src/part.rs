//! An input in parts: one text that holds several files, each after a line `%% name`.

use std::borrow::Cow;

/// The text before the first such line has an empty name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// Invalid UTF-8 becomes replacement characters, so that no input is wasted.
pub(super) fn text(input: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(input)
}

pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    let (mut name, mut begin, mut at) = ("", 0, 0);
    for line in text.split_inclusive('\n') {
        if let Some(next) = line.strip_prefix("%% ") {
            found.push(Part { name, text: &text[begin..at] });
            (name, begin) = (next.trim(), at + line.len());
        }
        at += line.len();
    }
    found.push(Part { name, text: &text[begin..] });
    found
}
