//! Normalized rule text for comparison: ignores case, white space, soft hyphens, Markdown emphasis, backticks, the bars of a table and
//! curly quotes.

use std::ops::Range;

/// A normalized text with offsets into the original.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    folded: String,
    /// For each byte of `folded`, the offset of its source in the original.
    origin: Vec<u32>,
}

impl Wording {
    pub fn of(text: &str) -> Wording {
        let mut wording = Wording { folded: String::with_capacity(text.len()), origin: Vec::with_capacity(text.len()) };
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let at = text.len() - rest.len();
            if c == '<' && rest.starts_with("<!--") {
                let end = rest.find("-->").map_or(rest.len(), |end| end + "-->".len());
                rest = &rest[end..];
                continue;
            }
            rest = &rest[c.len_utf8()..];
            // Backticks, and characters without width: the soft hyphen, the zero-width space, the word joiner.
            if matches!(c, '`' | '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}') {
                continue;
            }
            // A bar between spaces separates the cells of a table.
            let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
            if c == '|' && is_space(text[..at].chars().next_back()) && is_space(rest.chars().next()) {
                wording.push(' ', at);
                continue;
            }
            let is_mark = matches!(c, '*' | '_');
            if !is_mark || !is_emphasis(text[..at].chars().next_back(), c, rest.chars().next()) {
                wording.push(c, at);
            }
        }
        wording.trim_end();
        wording
    }

    fn push(&mut self, c: char, at: usize) {
        if c.is_ascii_alphanumeric() {
            return self.append(c.to_ascii_lowercase(), at);
        }
        if c.is_whitespace() {
            if !self.folded.is_empty() && !self.folded.ends_with(' ') {
                self.append(' ', at);
            }
            return;
        }
        let c = match c {
            '“' | '”' | '„' | '‟' => '"',
            '‘' | '’' | '‚' | '‛' => '\'',
            other => other,
        };
        for lower in c.to_lowercase() {
            self.append(lower, at);
        }
    }

    fn append(&mut self, c: char, at: usize) {
        self.folded.push(c);
        self.origin.resize(self.folded.len(), at as u32);
    }

    fn trim_end(&mut self) {
        let length = self.folded.trim_end().len();
        self.folded.truncate(length);
        self.origin.truncate(length);
    }

    pub fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.folded
    }

    /// Returns the ranges of the quote in the original text. A quote starts and ends at word boundaries: "2 spice" does
    /// not occur in "12 spice".
    pub fn occurrences(&self, quote: &Wording) -> Vec<Range<usize>> {
        // Most lines are shorter than the quote.
        if quote.is_empty() || quote.folded.len() > self.folded.len() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut from = 0;
        // A match that is not at word boundaries may overlap one that is.
        while let Some(at) = self.folded[from..].find(quote.as_str()).map(|at| from + at) {
            let range = at..at + quote.as_str().len();
            let counts = self.is_bounded(&range);
            let first = self.folded[at..].chars().next().map_or(1, char::len_utf8);
            from = if counts { range.end } else { at + first };
            if counts {
                found.push(self.original(&range));
            }
        }
        found
    }

    fn is_bounded(&self, range: &Range<usize>) -> bool {
        let inside = &self.folded[range.clone()];
        let glued = |outer: Option<char>, second: Option<char>, edge: Option<char>| match (outer, edge) {
            (Some(outer), Some(edge)) if edge.is_alphanumeric() => {
                // A point or comma belongs to a number only between digits: "2" does not occur in "2.5".
                let point = matches!(outer, '.' | ',') && edge.is_numeric();
                outer.is_alphanumeric() || (point && second.is_some_and(char::is_numeric))
            }
            _ => false,
        };
        let mut before = self.folded[..range.start].chars().rev();
        let mut after = self.folded[range.end..].chars();
        !glued(before.next(), before.next(), inside.chars().next())
            && !glued(after.next(), after.next(), inside.chars().next_back())
    }

    fn original(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.origin.get(range.start).copied().unwrap_or(0) as usize;
        let last = self.origin.get(range.end.saturating_sub(1)).copied().unwrap_or(0) as usize;
        start..last + 1
    }
}

/// `*` always marks emphasis here; `_` only at the edge of a word, so that `leader_pool` stays one word.
fn is_emphasis(before: Option<char>, c: char, after: Option<char>) -> bool {
    let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    c == '*' || (c == '_' && !(in_word(before) && in_word(after)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(quote: &str, text: &str) -> usize {
        Wording::of(text).occurrences(&Wording::of(quote)).len()
    }

    #[test]
    fn case_space_emphasis_and_curly_quotes_do_not_count() {
        assert_eq!(count("say \"discard after use\"", "cards  that **Say** “Discard\n after use”."), 1);
        assert_eq!(count("may not", "you _may_ *not* do it"), 1);
        assert_eq!(count("soft hyphen", "a soft\u{a0}hy\u{ad}phen"), 1);
        assert_eq!(count("leaderpool", "the leader_pool is"), 0);
    }

    #[test]
    fn other_differences_do_not_match() {
        assert_eq!(count("gain 2 spice", "gain 3 spice"), 0);
        assert_eq!(count("2 spice", "gain 12 spice"), 0);
        assert_eq!(count("gain 2", "gain 2.5 spice"), 0);
        assert_eq!(count("gain 2", "gain 2½ spice"), 0);
        assert_eq!(count("kill", "skills and killers"), 0);
        assert_eq!(count("gain 2", "they gain 2."), 1);
        assert_eq!(count("a a", "ba a a"), 1);
    }

    #[test]
    fn a_comment_is_not_part_of_the_rule() {
        assert_eq!(count("must fight", "They must <!-- always --> fight."), 1);
        assert_eq!(count("always", "They must <!-- always --> fight."), 0);
    }

    #[test]
    fn an_occurrence_leads_back_to_the_original_text() {
        let text = "A “Lasgun” **kills** it";
        let found = Wording::of(text).occurrences(&Wording::of("\"lasgun\" kills"));
        assert_eq!(&text[found[0].clone()].chars().next(), &Some('“'));
        assert!(text[found[0].start..].starts_with("“Lasgun” **kill"));
    }
}
