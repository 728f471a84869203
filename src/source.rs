//! A place in a text file and how to show it.

use std::fmt;
use std::sync::Arc;
use std::sync::OnceLock;

use colored::Colorize;
use unicode_width::UnicodeWidthStr;

use crate::protocol::text;

/// A text file as it was read. `path` is relative to the project, with forward slashes.
#[derive(Debug)]
pub struct SourceFile {
    pub path: String,
    pub text: String,
    /// The file begins with a byte order mark, which is no part of the text.
    pub has_mark: bool,
    /// Where each line begins; worked out when somebody asks for a line.
    starts: OnceLock<Vec<u32>>,
}

impl PartialEq for SourceFile {
    fn eq(&self, other: &SourceFile) -> bool {
        (&self.path, &self.text) == (&other.path, &other.text)
    }
}

impl Eq for SourceFile {}

/// What some editors write before the first character.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A stretch of a text file, in bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Place {
    pub file: Arc<SourceFile>,
    pub start: u32,
    pub end: u32,
}

impl SourceFile {
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Arc<SourceFile> {
        let text: String = text.into();
        let (has_mark, text) = match text.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) => (true, rest.to_owned()),
            None => (false, text),
        };
        Arc::new(SourceFile { path: path.into(), text, has_mark, starts: OnceLock::new() })
    }

    /// The whole file with another text, as it has to be written so that nothing else changes.
    pub(crate) fn with_text(&self, text: &str) -> String {
        if self.has_mark { format!("{BYTE_ORDER_MARK}{text}") } else { text.to_owned() }
    }

    pub(crate) fn line_count(&self) -> usize {
        // A line end at the end begins no new line.
        self.starts().len() - usize::from(self.text.is_empty() || self.text.ends_with('\n'))
    }

    fn starts(&self) -> &[u32] {
        self.starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            [0].into_iter().chain(ends.map(|(at, _)| at as u32 + 1)).collect()
        })
    }

    /// The lines of the file without their line ends.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines()
    }
}

impl Place {
    /// Clamped to the file and to character borders, so that no span can be wrong enough to panic.
    pub fn new(file: &Arc<SourceFile>, start: usize, end: usize) -> Place {
        let start = file.text.floor_char_boundary(start.min(file.text.len()));
        let end = file.text.ceil_char_boundary(end.clamp(start, file.text.len()));
        Place { file: Arc::clone(file), start: start as u32, end: end as u32 }
    }

    /// The first byte of a line, counted from 1.
    pub(crate) fn line_start(file: &Arc<SourceFile>, line: usize) -> Place {
        let at = file.starts().get(line.saturating_sub(1)).map_or(file.text.len(), |at| *at as usize);
        Place::new(file, at, at)
    }

    /// Line and column, both counted from 1, the column in characters.
    pub fn line_and_column(&self) -> (usize, usize) {
        let line = self.file.starts().partition_point(|start| *start <= self.start);
        let column = self.file.text[self.line_begin()..self.start as usize].chars().count() + 1;
        (line, column)
    }

    /// Where the line begins that the place begins on.
    fn line_begin(&self) -> usize {
        let starts = self.file.starts();
        let line = starts.partition_point(|start| *start <= self.start);
        starts[line.saturating_sub(1)] as usize
    }

    /// The nearest place before this one at which these words stand: the key of a value.
    pub(crate) fn key_before(&self, words: &str) -> Option<Place> {
        let at = self.file.text[..self.start as usize].rfind(words)?;
        Some(Place::new(&self.file, at, at + words.len()))
    }

    /// The characters that the place covers.
    pub fn text(&self) -> &str {
        &self.file.text[self.start as usize..self.end as usize]
    }

    /// The line that the place begins on, with a caret under the stretch, in the manner of a compiler.
    pub fn excerpt(&self) -> String {
        let (line, _) = self.line_and_column();
        let begin = self.line_begin();
        let rest = &self.file.text[begin..];
        let shown = rest.lines().next().unwrap_or("");
        let from = (self.start as usize - begin).min(shown.len());
        let to = (self.end as usize - begin).clamp(from, shown.len());
        let (shown, from, to) = shorten(shown, from, to);
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let carets = "^".repeat(shown[from..to].width().max(1));
        let indent = " ".repeat(shown[..from].width());
        let bar = "|".blue();
        // A tab is as wide as the terminal likes, and other hidden characters do worse; a blank keeps the caret under
        // its place.
        let shown: String = shown.chars().map(|c| if text::is_hidden(c) { ' ' } else { c }).collect();
        format!("{} {bar} {shown}\n{margin} {bar} {indent}{}", number.blue(), carets.red().bold())
    }
}

/// Cuts an over-long line to a window around the stretch, so that one huge line cannot flood a terminal.
fn shorten(line: &str, from: usize, to: usize) -> (&str, usize, usize) {
    const WIDEST: usize = 160;
    if line.len() <= WIDEST {
        return (line, from, to);
    }
    let begin = line.floor_char_boundary(from.saturating_sub(WIDEST / 2));
    let end = line.floor_char_boundary((begin + WIDEST).min(line.len())).max(from);
    (&line[begin..end], from - begin, to.min(end) - begin)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.line_and_column();
        write!(f, "{}:{line}:{column}", self.file.path)
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_lines_and_characters_from_one() {
        let file = SourceFile::new("a.yaml", "eins\nzwölf: drei\n");
        let at = file.text.find("drei").unwrap();
        let place = Place::new(&file, at, at + 4);
        assert_eq!(place.to_string(), "a.yaml:2:8");
        assert_eq!(place.text(), "drei");
    }

    #[test]
    fn a_place_outside_the_file_is_clamped() {
        let file = SourceFile::new("a.yaml", "ö");
        let place = Place::new(&file, 1, 99);
        assert_eq!((place.start, place.end), (0, 2));
        let _ = place.excerpt();
    }

    #[test]
    fn a_huge_line_is_shown_as_a_window() {
        let file = SourceFile::new("a.yaml", format!("{}needle{}", "x".repeat(9000), "y".repeat(9000)));
        let excerpt = Place::new(&file, 9000, 9006).excerpt();
        assert!(excerpt.contains("needle"));
        assert!(excerpt.len() < 1000, "{} bytes", excerpt.len());
    }
}
