//! The key and the value under the cursor in a YAML text that may be incomplete. Works line by line, because a text that
//! is being typed often does not parse.

use std::ops::Range;

/// One line of the form `- key: value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct YamlLine {
    /// Column of the key, after any dashes.
    pub indent: usize,
    pub starts_item: bool,
    pub key: String,
    /// Byte range of the value in the whole text, without white space and comments.
    pub value: Range<usize>,
}

/// The position of the cursor in the structure of the text.
#[derive(Debug)]
pub(super) struct YamlCursor<'t> {
    text: &'t str,
    lines: Vec<(usize, &'t str)>,
    /// Index of the line with the cursor.
    at: usize,
    pub offset: usize,
}

impl<'t> YamlCursor<'t> {
    pub(super) fn new(text: &'t str, offset: usize) -> YamlCursor<'t> {
        let mut start = 0;
        let mut lines = Vec::new();
        for line in text.split_inclusive('\n') {
            lines.push((start, line.trim_end_matches(['\n', '\r'])));
            start += line.len();
        }
        if text.is_empty() || text.ends_with('\n') {
            lines.push((text.len(), ""));
        }
        let at = lines.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
        YamlCursor { text, lines, at, offset }
    }

    /// The entry on the line of the cursor, if it has a key.
    pub(super) fn entry(&self) -> Option<YamlLine> {
        self.parse(self.at)
    }

    /// Returns whether the cursor is behind the colon of a key.
    pub(super) fn is_in_value(&self) -> bool {
        let (start, line) = self.lines[self.at];
        let before = &line[..(self.offset - start).min(line.len())];
        self.entry().is_some_and(|entry| before.trim_start_matches([' ', '-']).len() > entry.key.len())
    }

    /// The value of a key beside the entry of the cursor, in the same map.
    pub(super) fn sibling(&self, key: &str) -> Option<&'t str> {
        let own = self.entry()?;
        if own.key == key {
            return Some(self.value(&own));
        }
        let up = self.within_map(own.indent, (0..self.at).rev(), own.starts_item);
        let down = self.within_map(own.indent, self.at + 1..self.lines.len(), false);
        let down = down.into_iter().take_while(|line| !line.starts_item);
        up.into_iter().chain(down).find(|line| line.key == key).map(|line| self.value(&line))
    }

    /// The entries of one map in a direction, up to its end.
    fn within_map(&self, indent: usize, lines: impl Iterator<Item = usize>, starts: bool) -> Vec<YamlLine> {
        let mut found: Vec<YamlLine> = Vec::new();
        if starts {
            return found;
        }
        for line in lines.filter_map(|at| self.parse(at)) {
            if line.indent < indent {
                break;
            }
            if line.indent == indent {
                let is_first = line.starts_item;
                found.push(line);
                if is_first {
                    break;
                }
            }
        }
        found
    }

    /// The keys from the top of the text to the cursor. Includes the key on its line only if the cursor is in its value.
    pub(super) fn path(&self) -> Vec<String> {
        let mut indent = match self.entry() {
            Some(entry) => entry.indent,
            None => self.offset - self.lines[self.at].0,
        };
        let mut path = Vec::new();
        if let Some(entry) = self.entry().filter(|_| self.is_in_value()) {
            path.push(entry.key);
        }
        for line in (0..self.at).rev().filter_map(|at| self.parse(at)) {
            if line.indent < indent {
                indent = line.indent;
                path.push(line.key);
            }
        }
        path.reverse();
        path
    }

    pub(super) fn value(&self, line: &YamlLine) -> &'t str {
        unquoted(&self.text[line.value.clone()])
    }

    pub(super) fn text_of(&self, range: Range<usize>) -> &'t str {
        &self.text[range]
    }

    /// The word under the cursor: the text between blanks, commas and brackets.
    pub(super) fn word(&self) -> Range<usize> {
        let (start, line) = self.lines[self.at];
        let column = (self.offset - start).min(line.len());
        let is_edge = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}');
        let from = line[..column].rfind(is_edge).map_or(0, |at| at + 1);
        let to = line[column..].find(is_edge).map_or(line.len(), |at| column + at);
        start + from..start + to
    }

    fn parse(&self, at: usize) -> Option<YamlLine> {
        let (start, line) = *self.lines.get(at)?;
        let trimmed = line.trim_start_matches(' ');
        if trimmed.starts_with('#') {
            return None;
        }
        let mut indent = line.len() - trimmed.len();
        let mut rest = trimmed;
        let mut starts_item = false;
        while let Some(after) = rest.strip_prefix("- ") {
            let blanks = after.len() - after.trim_start_matches(' ').len();
            indent += 2 + blanks;
            rest = &after[blanks..];
            starts_item = true;
        }
        let colon = key_end(rest)?;
        let key = unquoted(&rest[..colon]).to_owned();
        let after = &rest[colon + 1..];
        let value = without_comment(after);
        let blanks = value.len() - value.trim_start().len();
        let from = start + indent + colon + 1 + blanks;
        Some(YamlLine { indent, starts_item, key, value: from..from + value.trim().len() })
    }
}

/// The offset of the colon that ends a key.
fn key_end(text: &str) -> Option<usize> {
    let colon = text
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|at| matches!(text.as_bytes().get(at + 1), None | Some(b' ')))?;
    let is_key =
        |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ' | '\'' | '"' | '/' | '[' | ']' | '*');
    (colon > 0 && text[..colon].chars().all(is_key)).then_some(colon)
}

/// The value without a comment behind it. A `#` inside quotes or without a blank before it is text.
fn without_comment(value: &str) -> &str {
    if value.trim_start().starts_with(['"', '\'']) {
        return value;
    }
    value.find(" #").map_or(value, |at| &value[..at])
}

fn unquoted(text: &str) -> &str {
    let inner = |mark| text.strip_prefix(mark).map(|rest: &str| rest.strip_suffix(mark).unwrap_or(rest));
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "scenario: A\ngiven:\n  use: duel\nclaims:\n  - cite: dune/battle.md:19   # equal\n    quote: \"the: Aggressor\"\n    then:\n      events:\n        - battle_won: {winner: x}\n  - quote: second\n    cite: a.md#NAME\n";

    fn at(words: &str) -> YamlCursor<'static> {
        YamlCursor::new(TEXT, TEXT.find(words).expect("in the text") + words.len())
    }

    #[test]
    fn the_path_leads_from_the_top_to_the_cursor() {
        assert_eq!(at("use: du").path(), ["given", "use"]);
        assert_eq!(at("    quo").path(), ["claims"]);
        assert_eq!(at("{winner").path(), ["claims", "then", "events", "battle_won"]);
    }

    #[test]
    fn values_and_siblings_are_found_in_the_same_claim() {
        let cursor = at("cite: dune");
        assert_eq!(cursor.value(&cursor.entry().expect("an entry")), "dune/battle.md:19");
        assert_eq!(at("the: Agg").sibling("cite"), Some("dune/battle.md:19"));
        assert_eq!(at("quote: sec").sibling("cite"), Some("a.md#NAME"));
        assert_eq!(at("cite: a.md").sibling("quote"), Some("second"));
        assert_eq!(at("scenario: A").sibling("cite"), None);
    }

    #[test]
    fn any_offset_of_any_text_is_fine() {
        for text in ["", "\n", "a", "- ", "- - x: y", "ä: ö\n  - :", "\r\n:\r\n"] {
            for offset in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                let cursor = YamlCursor::new(text, offset);
                let _ = (cursor.path(), cursor.word(), cursor.sibling("cite"), cursor.is_in_value());
            }
        }
    }
}
