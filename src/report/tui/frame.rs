//! Screen lines: coloured pieces of text, cut and padded by display width.

use colored::Colorize;
use unicode_width::UnicodeWidthChar;

use truthsayer_protocol::text;

/// The style of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Plain,
    Faint,
    Bold,
    Gone,
    New,
    /// Quoted words.
    Quoted,
    Address,
    /// The first line of the screen.
    Title,
}

/// A piece of text in one style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Span {
    text: String,
    ink: Ink,
}

/// A line of any length, before or after it is cut to the screen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ScreenLine(Vec<Span>);

impl ScreenLine {
    pub(crate) fn new(text: &str, ink: Ink) -> ScreenLine {
        ScreenLine::default().then(text, ink)
    }

    /// Appends text, without control characters.
    pub(crate) fn then(mut self, text: &str, ink: Ink) -> ScreenLine {
        if !text.is_empty() {
            self.0.push(Span { text: text::one_line(text), ink });
        }
        self
    }

    pub(crate) fn width(&self) -> usize {
        self.0.iter().flat_map(|span| span.text.chars()).map(columns).sum()
    }

    /// Cuts or pads the line to a width.
    pub(crate) fn fitted(&self, width: usize) -> ScreenLine {
        let mut line = ScreenLine::default();
        let mut left = width;
        for (letter, ink) in self.letters() {
            if columns(letter) > left {
                break;
            }
            left -= columns(letter);
            line.push(letter, ink);
        }
        line.then(&" ".repeat(left), Ink::Plain)
    }

    /// Cuts the line to a width, with `…` at the cut.
    pub(crate) fn cut(&self, width: usize) -> ScreenLine {
        if self.width() <= width { self.clone() } else { self.fitted(width.saturating_sub(1)).then("…", Ink::Faint) }
    }

    /// Wraps the line, at spaces if possible. All lines but the first begin with a margin.
    pub(crate) fn folded(&self, width: usize, margin: usize) -> Vec<ScreenLine> {
        let mut lines = vec![ScreenLine::default()];
        let mut used = 0;
        for word in self.words() {
            let long: usize = word.iter().map(|(letter, _)| columns(*letter)).sum();
            let blank = word.iter().all(|(letter, _)| *letter == ' ');
            if used + long > width && used > margin && !blank {
                lines.push(ScreenLine::new(&" ".repeat(margin), Ink::Plain));
                used = margin;
            }
            for (letter, ink) in word {
                if used + columns(letter) > width {
                    // Drops a space at the end of a line.
                    if blank {
                        continue;
                    }
                    lines.push(ScreenLine::new(&" ".repeat(margin), Ink::Plain));
                    used = margin;
                }
                if let Some(line) = lines.last_mut() {
                    line.push(letter, ink);
                }
                used += columns(letter);
            }
        }
        lines
    }

    /// Appends another line.
    pub(crate) fn followed_by(mut self, other: ScreenLine) -> ScreenLine {
        self.0.extend(other.0);
        self
    }

    /// The text to print, with colour codes if `coloured`.
    pub(crate) fn painted(&self, coloured: bool) -> String {
        let paint = |span: &Span| match span.ink {
            _ if !coloured => span.text.clone(),
            Ink::Plain => span.text.clone(),
            Ink::Faint => span.text.dimmed().to_string(),
            Ink::Bold => span.text.bold().to_string(),
            Ink::Gone => span.text.red().to_string(),
            Ink::New => span.text.green().to_string(),
            Ink::Quoted => span.text.yellow().bold().to_string(),
            Ink::Address => span.text.cyan().to_string(),
            Ink::Title => span.text.reversed().to_string(),
        };
        self.0.iter().map(paint).collect()
    }

    fn letters(&self) -> impl Iterator<Item = (char, Ink)> {
        self.0.iter().flat_map(|span| span.text.chars().map(|letter| (letter, span.ink)))
    }

    /// Splits the line into words and spaces.
    fn words(&self) -> Vec<Vec<(char, Ink)>> {
        let mut words: Vec<Vec<(char, Ink)>> = Vec::new();
        for (letter, ink) in self.letters() {
            match words.last_mut().filter(|word| word.first().is_some_and(|it| (it.0 == ' ') == (letter == ' '))) {
                Some(word) => word.push((letter, ink)),
                None => words.push(vec![(letter, ink)]),
            }
        }
        words
    }

    fn push(&mut self, letter: char, ink: Ink) {
        match self.0.last_mut().filter(|span| span.ink == ink) {
            Some(span) => span.text.push(letter),
            None => self.0.push(Span { text: letter.to_string(), ink }),
        }
    }
}

fn columns(letter: char) -> usize {
    letter.width().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(lines: &[ScreenLine]) -> Vec<String> {
        lines.iter().map(|line| line.painted(false)).collect()
    }

    #[test]
    fn a_line_is_cut_and_filled_by_what_letters_take() {
        assert_eq!(ScreenLine::new("abc", Ink::Bold).fitted(5).painted(false), "abc  ");
        assert_eq!(ScreenLine::new("abcdef", Ink::Bold).fitted(5).painted(false), "abcde");
        assert_eq!(ScreenLine::new("abcdef", Ink::Bold).cut(5).painted(false), "abcd…");
        assert_eq!(ScreenLine::new("abcde", Ink::Bold).cut(5).painted(false), "abcde");
        // A letter that takes two columns is not cut in half.
        assert_eq!(ScreenLine::new("將軍x", Ink::Plain).fitted(3).painted(false), "將 ");
        assert_eq!(ScreenLine::new("將軍x", Ink::Plain).width(), 5);
    }

    #[test]
    fn lines_fold_at_spaces_and_long_words_anywhere() {
        assert_eq!(plain(&ScreenLine::new("one two three", Ink::Plain).folded(8, 0)), ["one two ", "three"]);
        assert_eq!(plain(&ScreenLine::new("one two three", Ink::Plain).folded(9, 2)), ["one two ", "  three"]);
        assert_eq!(plain(&ScreenLine::new("abcdefgh", Ink::Plain).folded(3, 0)), ["abc", "def", "gh"]);
        assert_eq!(plain(&ScreenLine::new("a abcdefgh", Ink::Plain).folded(4, 1)), ["a ", " abc", " def", " gh"]);
        assert_eq!(plain(&ScreenLine::default().folded(4, 0)), [""]);
        for width in 3..20 {
            let line = ScreenLine::new("the quick brown fox", Ink::Plain).then(" jumps: {over: 12}", Ink::New);
            assert!(line.folded(width, 2).iter().all(|part| part.width() <= width), "{width}");
        }
    }

    #[test]
    fn user_text_never_controls_the_terminal() {
        let line = ScreenLine::new("a\u{1b}[2Jb\nc\u{7}", Ink::Plain);
        let shown = line.painted(true);
        assert!(!shown.contains(['\u{1b}', '\n', '\u{7}']), "{shown:?}");
    }

    #[test]
    fn without_colour_nothing_but_text_is_written() {
        let line = ScreenLine::new("gone", Ink::Gone).then(" new", Ink::New);
        assert_eq!(line.painted(false), "gone new");
    }
}
