//! Positions in text files, and excerpts to show them.

use std::fmt;
use std::sync::Arc;
use std::sync::OnceLock;

use unicode_width::UnicodeWidthStr;

use truthsayer_protocol::text;

/// A text file. `path` is relative to the project, with forward slashes.
#[derive(Debug)]
pub struct SourceFile {
    pub path: String,
    pub text: String,
    /// The file starts with a byte order mark, which is not part of `text`.
    pub has_mark: bool,
    /// Offsets of the lines, computed on first use.
    starts: OnceLock<Vec<u32>>,
}

impl PartialEq for SourceFile {
    fn eq(&self, other: &SourceFile) -> bool {
        (&self.path, &self.text) == (&other.path, &other.text)
    }
}

impl Eq for SourceFile {}

/// Some editors write this before the first character.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A range of a text file, in bytes.
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

    /// Returns the content of the file with another text and the same byte order mark.
    pub fn with_text(&self, text: &str) -> String {
        if self.has_mark { format!("{BYTE_ORDER_MARK}{text}") } else { text.to_owned() }
    }

    pub(crate) fn line_count(&self) -> usize {
        // A line break at the end does not start a new line.
        self.starts().len() - usize::from(self.text.is_empty() || self.text.ends_with('\n'))
    }

    fn starts(&self) -> &[u32] {
        self.starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            [0].into_iter().chain(ends.map(|(at, _)| at as u32 + 1)).collect()
        })
    }

    /// Returns the lines without their line breaks.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines()
    }
}

impl Place {
    /// Creates a range. Clamps it to the file and to character boundaries, so that it cannot panic.
    pub fn new(file: &Arc<SourceFile>, start: usize, end: usize) -> Place {
        let start = file.text.floor_char_boundary(start.min(file.text.len()));
        let end = file.text.ceil_char_boundary(end.clamp(start, file.text.len()));
        Place { file: Arc::clone(file), start: start as u32, end: end as u32 }
    }

    /// Returns the position of the first byte of a line, counted from 1.
    pub fn line_start(file: &Arc<SourceFile>, line: usize) -> Place {
        let at = file.starts().get(line.saturating_sub(1)).map_or(file.text.len(), |at| *at as usize);
        Place::new(file, at, at)
    }

    /// Returns line and column, both counted from 1, the column in characters.
    pub fn line_and_column(&self) -> (usize, usize) {
        let line = self.file.starts().partition_point(|start| *start <= self.start);
        let column = self.file.text[self.line_begin()..self.start as usize].chars().count() + 1;
        (line, column)
    }

    /// Returns the offset of the line on which the range starts.
    fn line_begin(&self) -> usize {
        let starts = self.file.starts();
        let line = starts.partition_point(|start| *start <= self.start);
        starts[line.saturating_sub(1)] as usize
    }

    /// Returns the nearest position of these words before this one: the key of a value.
    pub(crate) fn key_before(&self, words: &str) -> Option<Place> {
        let at = self.file.text[..self.start as usize].rfind(words)?;
        Some(Place::new(&self.file, at, at + words.len()))
    }

    /// Returns the text in the range.
    pub fn text(&self) -> &str {
        &self.file.text[self.start as usize..self.end as usize]
    }

    /// Returns the line on which the range starts, with the range marked.
    pub fn excerpt(&self) -> Excerpt {
        let (line, _) = self.line_and_column();
        let begin = self.line_begin();
        let rest = &self.file.text[begin..];
        let shown = rest.lines().next().unwrap_or("");
        let from = (self.start as usize - begin).min(shown.len());
        let to = (self.end as usize - begin).clamp(from, shown.len());
        let (shown, from, to) = shorten(shown, from, to);
        let (indent, width) = (shown[..from].width(), shown[from..to].width().max(1));
        // The width of a tab depends on the terminal; a space keeps the caret aligned.
        let text = shown.chars().map(|c| if text::is_hidden(c) { ' ' } else { c }).collect();
        Excerpt { line, text, indent, width }
    }
}

/// One line of a file with a marked range, in the style of a compiler message.
#[derive(Debug)]
pub struct Excerpt {
    /// The line number, from 1.
    pub line: usize,
    pub text: String,
    /// Columns before the marked range.
    pub indent: usize,
    /// Columns of the marked range, at least one.
    pub width: usize,
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let (indent, carets) = (" ".repeat(self.indent), "^".repeat(self.width));
        write!(f, "{number} | {}\n{margin} | {indent}{carets}", self.text)
    }
}

/// Cuts a long line to a window around the range, so that it cannot flood a terminal.
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
        let excerpt = Place::new(&file, 9000, 9006).excerpt().to_string();
        assert!(excerpt.contains("needle"));
        assert!(excerpt.len() < 1000, "{} bytes", excerpt.len());
    }
}
