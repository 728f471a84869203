//! Wrapping to the width of the terminal, or to 80 columns if the width is unknown. The width is set once at start-up.

use std::borrow::Cow;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use crate::report::text::grammar::wrap;

/// Width if the terminal does not report one.
const USUAL: usize = 80;
/// Minimum and maximum width of prose.
const BOUNDS: (usize, usize) = (40, 120);

/// Columns of the terminal; 0 if results go to a file or a pipe.
static COLUMNS: AtomicUsize = AtomicUsize::new(0);

/// Sets the columns of the terminal; none if results go to a file or a pipe.
pub(crate) fn set(columns: Option<usize>) {
    COLUMNS.store(columns.unwrap_or(0), Ordering::Relaxed);
}

/// Columns of the terminal; none if results go to a file or a pipe.
pub(crate) fn columns() -> Option<usize> {
    Some(COLUMNS.load(Ordering::Relaxed)).filter(|columns| *columns > 0)
}

/// Maximum width of a line of prose or of a table.
pub(crate) fn width() -> usize {
    match COLUMNS.load(Ordering::Relaxed) {
        0 => USUAL,
        columns => columns.clamp(BOUNDS.0, BOUNDS.1),
    }
}

/// Wraps prose, with a margin before every line.
pub(crate) fn filled(text: &str, margin: usize) -> String {
    indented(&wrap(text, width().saturating_sub(margin)), margin)
}

/// Puts a margin before every line.
pub(crate) fn indented(text: &str, margin: usize) -> String {
    let pad = " ".repeat(margin);
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{pad}{line}\n") }).collect()
}

/// Folds a line of data that is printed `inside` columns to the right; continuation lines get a margin. Folds only on a
/// terminal, so that tools can search the output for whole lines.
pub(crate) fn folded(line: &str, margin: usize, inside: usize) -> String {
    match COLUMNS.load(Ordering::Relaxed) {
        0 => line.to_owned(),
        _ => fold(line, width().saturating_sub(inside), margin),
    }
}

/// Folds every line that is wider than the terminal, with two more columns of margin. Lines that fit stay unchanged.
pub(crate) fn fitting(text: &str) -> Cow<'_, str> {
    match COLUMNS.load(Ordering::Relaxed) {
        0 => Cow::Borrowed(text),
        columns => fit(text, columns.max(BOUNDS.0)),
    }
}

fn fit(text: &str, columns: usize) -> Cow<'_, str> {
    let is_wide = |line: &str| textwrap::core::display_width(line) > columns;
    if !text.lines().any(is_wide) {
        return Cow::Borrowed(text);
    }
    let fold_wide = |line: &str| {
        let body = line.trim_end_matches('\n');
        let margin = (body.len() - body.trim_start().len() + 2).min(columns / 2);
        if is_wide(body) { fold(body, columns, margin) + &line[body.len()..] } else { line.to_owned() }
    };
    Cow::Owned(text.split_inclusive('\n').map(fold_wide).collect())
}

fn fold(line: &str, width: usize, margin: usize) -> String {
    let pad = " ".repeat(margin);
    let own = line.len() - line.trim_start().len();
    let start = &line[..own];
    let options = textwrap::Options::new(width)
        .initial_indent(start)
        .subsequent_indent(&pad)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(line.trim_start(), options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_filled_once_and_its_margin_counts() {
        let text = filled(&"word ".repeat(40), 6);
        assert!(text.lines().all(|line| line.starts_with("      word") && line.chars().count() <= 80), "{text}");
        assert_eq!(text.lines().count(), 3, "{text}");
    }

    #[test]
    fn only_what_is_too_wide_is_folded_and_colours_do_not_count() {
        let text = "short\n  one two three four five\n\u{1b}[31mred and long\u{1b}[0m\nend";
        assert_eq!(fit(text, 40), text);
        assert_eq!(fit(text, 14), "short\n  one two\n    three four\n    five\n\u{1b}[31mred and long\u{1b}[0m\nend");
        assert_eq!(fit("a/path/that/has/no/blank/in/it", 14), "a/path/that/has/no/blank/in/it");
    }

    #[test]
    fn wrapped_data_is_indented() {
        assert_eq!(fold("  log {a: 1, b: 2}", 12, 6), "  log {a: 1,\n      b: 2}");
        assert_eq!(fold("short", 12, 6), "short");
    }
}
