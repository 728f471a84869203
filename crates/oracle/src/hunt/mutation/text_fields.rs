//! The fields of a structured text, such as a date, a version or a chess position. Separators are guessed: spaces are the
//! outermost ones, dots the innermost ones.

use std::ops::Range;

/// Separators, outermost first.
const LEVELS: [&[char]; 6] = [&[' ', '\n', '\t'], &['/', '|', ';'], &[','], &['+'], &['-', ':'], &['.', '_']];
/// Maximum number of fields of one text.
const MOST_FIELDS: usize = 200;

/// A part of a text between separators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextField {
    pub range: Range<usize>,
    /// The level and the index of the field, and those of the fields around it.
    pub position: Vec<(usize, usize)>,
}

/// Returns the fields of a text, outer ones before inner ones. A text without separators has none.
pub(crate) fn fields(text: &str) -> Vec<TextField> {
    let mut found = Vec::new();
    split(text, 0, 0, &[], &mut found);
    found.truncate(MOST_FIELDS);
    found
}

fn split(text: &str, start: usize, from: usize, around: &[(usize, usize)], found: &mut Vec<TextField>) {
    let level = (from..LEVELS.len()).find(|level| text.contains(LEVELS[*level]));
    let Some(level) = level.filter(|_| found.len() < MOST_FIELDS) else { return };
    let mut parts = Vec::new();
    let mut offset = start;
    for (index, part) in text.split_inclusive(LEVELS[level]).enumerate() {
        let own = part.strip_suffix(LEVELS[level]).unwrap_or(part);
        let mut position = around.to_vec();
        position.push((level, index));
        parts.push((own, TextField { range: offset..offset + own.len(), position }));
        offset += part.len();
    }
    found.extend(parts.iter().map(|(_, field)| field.clone()));
    for (own, field) in parts {
        split(own, field.range.start, level + 1, &field.position, found);
    }
}

/// The form of a structured text: the level of its separators, and that of the separators in its first field.
pub(crate) type TextForm = (usize, Option<usize>);

/// Returns the form of a text; `None` if it has no fields.
pub(crate) fn form(text: &str) -> Option<TextForm> {
    let level_of = |text: &str, from: usize| (from..LEVELS.len()).find(|level| text.contains(LEVELS[*level]));
    let level = level_of(text, 0)?;
    let first = text.split(LEVELS[level]).next().unwrap_or_default();
    Some((level, level_of(first, level + 1)))
}

/// Returns the outermost fields of a text. A text without separators has none.
pub(crate) fn outermost(text: &str) -> Vec<TextField> {
    let mut fields = fields(text);
    fields.retain(|field| field.position.len() == 1);
    fields
}

/// Returns the field of a text at a position.
pub(crate) fn at<'t>(text: &'t str, position: &[(usize, usize)]) -> Option<&'t str> {
    let field = fields(text).into_iter().find(|field| field.position == position)?;
    text.get(field.range)
}

/// Returns a text with another field.
pub(crate) fn with(text: &str, range: &Range<usize>, field: &str) -> String {
    let (before, after) = (text.get(..range.start).unwrap_or_default(), text.get(range.end..).unwrap_or_default());
    format!("{before}{field}{after}")
}

/// Returns the ranges of the runs of ASCII digits.
pub(crate) fn digit_runs(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        match runs.last_mut().filter(|run| run.end == at) {
            Some(run) => run.end += 1,
            None => runs.push(at..at + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_their_position() {
        let text = "4k3/8 w KQ";
        let parts: Vec<&str> = fields(text).into_iter().map(|field| &text[field.range]).collect();
        assert_eq!(parts, ["4k3/8", "w", "KQ", "4k3", "8"]);
        let row = fields(text).into_iter().find(|field| &text[field.range.clone()] == "8").unwrap();
        assert_eq!(at("r/b b -", &row.position), Some("b"));
        assert_eq!(with(text, &row.range, "P7"), "4k3/P7 w KQ");
        assert_eq!(at("word", &row.position), None);
        let version = "1.0-a.b+c";
        let parts: Vec<&str> = fields(version).into_iter().map(|field| &version[field.range]).collect();
        assert_eq!(parts, ["1.0-a.b", "c", "1.0", "a.b", "1", "0", "a", "b"]);
        assert_eq!(digit_runs("12.a3"), [0..2, 4..5]);
        assert_eq!(form("8/8 w"), form("4k3/8/4K3 b - e3 0 1"));
        assert_ne!(form("8/8 w"), form("8 w"));
        assert_eq!(form("word"), None);
        assert_eq!(outermost("8/8 w").len(), 2);
    }
}
