//! The key and the value under the cursor in a YAML text. The text may be incomplete, because it is being typed: broken
//! parts are skipped, and every offset has a position.

use std::ops::Range;

/// Maximum depth of `{…}` and `[…]` in each other.
const DEEPEST: usize = 64;

/// A key with its value.
#[derive(Debug)]
pub(super) struct YamlEntry {
    pub key: String,
    /// Byte range of the value in the whole text, without white space and comments. Empty if a map or list follows on
    /// the next lines.
    pub value: Range<usize>,
    /// The map that it belongs to.
    map: usize,
}

/// The position of the cursor in the structure of the text.
#[derive(Debug)]
pub(super) struct YamlCursor<'t> {
    text: &'t str,
    pub offset: usize,
    entries: Vec<YamlEntry>,
    /// The entry whose value each map is, or is in as an item of a list; `None` for the whole text.
    maps: Vec<Option<usize>>,
    here: Here,
}

/// The place of the cursor.
#[derive(Debug, Clone, Copy, Default)]
struct Here {
    /// The entry under the cursor.
    entry: Option<usize>,
    /// Whether the cursor is behind the colon of the entry.
    is_in_value: bool,
    /// The entry around the cursor, if there is none under it.
    around: Option<usize>,
}

impl<'t> YamlCursor<'t> {
    pub(super) fn new(text: &'t str, offset: usize) -> YamlCursor<'t> {
        let mut scan = YamlScan { text, offset, entries: Vec::new(), maps: Vec::new(), levels: Vec::new(), here: None };
        scan.blocks();
        let YamlScan { entries, maps, here, .. } = scan;
        YamlCursor { text, offset, entries, maps, here: here.unwrap_or_default() }
    }

    /// The entry under the cursor.
    pub(super) fn entry(&self) -> Option<&YamlEntry> {
        Some(&self.entries[self.here.entry?])
    }

    /// Returns whether the cursor is behind the colon of a key.
    pub(super) fn is_in_value(&self) -> bool {
        self.here.is_in_value
    }

    /// The value of a key beside the entry of the cursor, in the same map.
    pub(super) fn sibling(&self, key: &str) -> Option<String> {
        let map = self.entry()?.map;
        let found = self.entries.iter().find(|entry| entry.map == map && entry.key == key)?;
        Some(scalar(&self.text[found.value.clone()]))
    }

    /// The value of a key in one of the maps around the cursor, nearest first.
    pub(super) fn inherited(&self, key: &str) -> Option<String> {
        let mut at = self.here.entry;
        while let Some(entry) = at {
            let map = self.entries[entry].map;
            if let Some(found) = self.entries.iter().find(|it| it.map == map && it.key == key) {
                return Some(scalar(&self.text[found.value.clone()]));
            }
            at = self.maps[map];
        }
        None
    }

    /// The keys from the top of the text to the cursor. Includes the key under the cursor only if it is in its value.
    pub(super) fn path(&self) -> Vec<String> {
        let mut at = match self.here.entry {
            Some(entry) if self.here.is_in_value => Some(entry),
            Some(entry) => self.maps[self.entries[entry].map],
            None => self.here.around,
        };
        let mut path = Vec::new();
        while let Some(entry) = at {
            path.push(self.entries[entry].key.clone());
            at = self.maps[self.entries[entry].map];
        }
        path.reverse();
        path
    }

    pub(super) fn text_of(&self, range: Range<usize>) -> &'t str {
        &self.text[range]
    }

    /// The word under the cursor: the text between blanks, commas and brackets.
    pub(super) fn word(&self) -> Range<usize> {
        let is_edge = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}');
        let (before, after) = self.text.split_at(self.offset);
        let from = before.char_indices().rev().find(|(_, c)| is_edge(*c)).map_or(0, |(at, c)| at + c.len_utf8());
        let to = after.find(is_edge).unwrap_or(after.len());
        from..self.offset + to
    }
}

/// An open map of the block style.
#[derive(Debug)]
struct OpenMap {
    indent: usize,
    map: usize,
    /// Its last entry.
    entry: Option<usize>,
}

/// Reads the text from the top to the end.
struct YamlScan<'t> {
    text: &'t str,
    offset: usize,
    entries: Vec<YamlEntry>,
    maps: Vec<Option<usize>>,
    levels: Vec<OpenMap>,
    here: Option<Here>,
}

impl YamlScan<'_> {
    fn blocks(&mut self) {
        let mut at = 0;
        while at < self.text.len() {
            at = self.block_line(at);
        }
        if self.text.is_empty() || self.text.ends_with('\n') {
            self.meet(self.text.len()..self.text.len(), Here::default());
        }
    }

    /// Reads a line and everything that its value needs. Returns the start of the next line.
    fn block_line(&mut self, start: usize) -> usize {
        let end = self.line_end(start);
        let mut at = start + indent(&self.text[start..end]);
        let rest = &self.text[at..end];
        if rest.is_empty() || rest.starts_with('#') {
            // An empty line belongs to the maps that are indented less than the cursor.
            let column = if rest.is_empty() { self.offset.saturating_sub(start) } else { at - start };
            let around = self.owner(column);
            self.meet(start..end, Here { around, ..Here::default() });
            return self.next_line(end);
        }
        let mut owner = None;
        while self.text[at..end].starts_with("- ") || &self.text[at..end] == "-" {
            self.close(at - start);
            owner = Some(self.levels.last().and_then(|level| level.entry));
            at += 1;
            at += indent(&self.text[at..end]);
        }
        let column = at - start;
        let Some((key, colon)) = block_key(&self.text[at..end]) else {
            let around = owner.unwrap_or_else(|| self.owner(column));
            // Later lines of an item of a list may start below its first letter.
            let bound = if owner.is_some() { column.saturating_sub(1) } else { column };
            let last = self.value_end(at, bound, around);
            self.meet(start..self.line_end(last), Here { around, ..Here::default() });
            return self.next_line(self.line_end(last));
        };
        self.close(column);
        let is_same = owner.is_none() && self.levels.last().is_some_and(|level| level.indent == column);
        if !is_same {
            let owner = owner.unwrap_or_else(|| self.levels.last().and_then(|level| level.entry));
            let map = self.add_map(owner);
            self.levels.push(OpenMap { indent: column, map, entry: None });
        }
        let map = self.levels.last().map_or(0, |level| level.map);
        let entry = self.enter(map, key);
        if let Some(level) = self.levels.last_mut() {
            level.entry = Some(entry);
        }
        let colon = at + colon;
        let last = self.value(entry, colon, column);
        let end = self.line_end(last);
        self.meet(start..end, Here { entry: Some(entry), is_in_value: self.offset > colon, around: None });
        self.next_line(end)
    }

    /// Reads the value behind a colon and returns its end.
    fn value(&mut self, entry: usize, colon: usize, column: usize) -> usize {
        let end = self.line_end(colon);
        let from = colon + 1 + indent(&self.text[colon + 1..end]);
        let last = self.value_end(from, column, Some(entry));
        self.entries[entry].value = from..from + self.text[from..last].trim_end().len();
        last
    }

    /// Returns the end of a value that starts on a line of the block style. Its later lines are indented by more than
    /// `column`.
    fn value_end(&mut self, from: usize, column: usize, owner: Option<usize>) -> usize {
        let end = self.line_end(from);
        let line = &self.text[from..end];
        match line.chars().next() {
            Some('{' | '[') => self.flow(from, self.flow_limit(end, column), owner, 0),
            Some(mark @ ('"' | '\'')) => self.quoted(from, mark, self.lines_below(end, column, |_| true)),
            Some('|' | '>') => self.lines_below(end, column, |_| true),
            None | Some('#') => from,
            Some(_) => match line.find(" #") {
                Some(length) => from + length,
                None => self.lines_below(end, column, goes_on),
            },
        }
    }

    /// The end of the lines of `{…}` or `[…]`. A closing bracket may stand alone on the line below.
    fn flow_limit(&self, end: usize, column: usize) -> usize {
        let limit = self.lines_below(end, column, |_| true);
        let below = self.text[limit..].trim_start();
        if below.starts_with(['}', ']']) { self.line_end(self.text.len() - below.len()) } else { limit }
    }

    /// Returns the end of the lines that belong to a value above: indented by more than `column`.
    fn lines_below(&self, end: usize, column: usize, goes_on: impl Fn(&str) -> bool) -> usize {
        let mut last = end;
        let mut start = self.next_line(end);
        while start < self.text.len() {
            let end = self.line_end(start);
            let line = &self.text[start..end];
            let own = indent(line);
            if own < line.len() {
                if own <= column || !goes_on(&line[own..]) {
                    break;
                }
                last = end;
            }
            start = self.next_line(end);
        }
        last
    }

    /// Returns the end of a quoted text. One without an end stops at the end of its line.
    fn quoted(&self, from: usize, mark: char, limit: usize) -> usize {
        let mut letters = self.text[from + 1..limit].char_indices().peekable();
        while let Some((at, c)) = letters.next() {
            if c == '\\' && mark == '"' {
                letters.next();
            } else if c == mark {
                match letters.peek() {
                    Some((_, next)) if *next == mark && mark == '\'' => drop(letters.next()),
                    _ => return from + 1 + at + 1,
                }
            }
        }
        self.line_end(from).min(limit)
    }

    /// Reads `{…}` or `[…]`, up to a limit, and returns its end.
    fn flow(&mut self, open: usize, limit: usize, owner: Option<usize>, depth: usize) -> usize {
        let is_map = self.text[open..].starts_with('{');
        let close = if is_map { '}' } else { ']' };
        let map = is_map.then(|| self.add_map(owner));
        let mut at = open + 1;
        let mut is_closed = false;
        while at < limit && !is_closed {
            let c = self.text[at..].chars().next().unwrap_or(close);
            match c {
                _ if c == close => is_closed = true,
                _ if c.is_whitespace() => at += c.len_utf8(),
                ',' | '}' | ']' => at += 1,
                '#' => at = self.line_end(at).min(limit),
                _ => at = self.flow_item(at, limit, map, owner, depth),
            }
        }
        self.meet(open + 1..at, Here { around: owner, ..Here::default() });
        if is_closed { at + 1 } else { at }
    }

    /// Reads an item of `{…}` or `[…]`: a value, or a key with its value.
    fn flow_item(&mut self, at: usize, limit: usize, map: Option<usize>, owner: Option<usize>, depth: usize) -> usize {
        let Some((key, colon)) = flow_key(&self.text[at..limit]) else {
            return self.flow_value(at, limit, owner, depth);
        };
        let map = map.unwrap_or_else(|| self.add_map(owner));
        let entry = self.enter(map, key);
        let colon = at + colon;
        let from = colon + 1 + indent(&self.text[colon + 1..limit]);
        let end = self.flow_value(from, limit, Some(entry), depth);
        self.entries[entry].value = from..from + self.text[from..end].trim_end().len();
        self.meet(at..end, Here { entry: Some(entry), is_in_value: self.offset > colon, around: None });
        end
    }

    fn flow_value(&mut self, from: usize, limit: usize, owner: Option<usize>, depth: usize) -> usize {
        let rest = &self.text[from..limit];
        match rest.chars().next() {
            Some('{' | '[') if depth < DEEPEST => self.flow(from, limit, owner, depth + 1),
            Some('{' | '[') => limit,
            Some(mark @ ('"' | '\'')) => self.quoted(from, mark, limit),
            _ => {
                let line = rest.find([',', '}', ']', '\n']).map_or(rest, |end| &rest[..end]);
                from + line.find(" #").unwrap_or(line.len())
            }
        }
    }

    fn add_map(&mut self, owner: Option<usize>) -> usize {
        self.maps.push(owner);
        self.maps.len() - 1
    }

    fn enter(&mut self, map: usize, key: String) -> usize {
        self.entries.push(YamlEntry { key, value: 0..0, map });
        self.entries.len() - 1
    }

    /// Closes the maps that are indented by more than a column.
    fn close(&mut self, column: usize) {
        self.levels.retain(|level| level.indent <= column);
    }

    /// The entry that something at a column belongs to.
    fn owner(&self, column: usize) -> Option<usize> {
        self.levels.iter().rev().find(|level| level.indent < column)?.entry
    }

    /// Takes the place if the cursor is in it. The innermost place is read first.
    fn meet(&mut self, range: Range<usize>, here: Here) {
        if self.here.is_none() && range.start <= self.offset && self.offset <= range.end {
            self.here = Some(here);
        }
    }

    /// The end of a line, without its line break.
    fn line_end(&self, at: usize) -> usize {
        let end = self.text[at..].find('\n').map_or(self.text.len(), |length| at + length);
        if self.text[at..end].ends_with('\r') { end - 1 } else { end }
    }

    fn next_line(&self, end: usize) -> usize {
        self.text[end..].find('\n').map_or(self.text.len(), |length| end + length + 1)
    }
}

/// Returns whether a line continues a text without quotes.
fn goes_on(line: &str) -> bool {
    block_key(line).is_none() && !line.starts_with("- ") && line != "-" && !line.starts_with('#')
}

/// The number of blanks at the start.
fn indent(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}

/// The key at the start of a line of the block style, and the offset of its colon.
fn block_key(line: &str) -> Option<(String, usize)> {
    if line.starts_with(['"', '\'']) {
        return quoted_key(line);
    }
    let is_end = |at: &usize| matches!(line.as_bytes().get(at + 1), None | Some(b' ' | b'\r' | b'\n'));
    let colon = line.match_indices(':').map(|(at, _)| at).find(is_end)?;
    let key = line[..colon].trim_end();
    (!key.is_empty() && !key.starts_with(['{', '[', '#', '|', '>', '-']) && !key.contains(" #"))
        .then(|| (key.to_owned(), colon))
}

/// The key at the start of an item of the flow style, and the offset of its colon.
fn flow_key(item: &str) -> Option<(String, usize)> {
    if item.starts_with(['"', '\'']) {
        return quoted_key(item);
    }
    // An index is part of a path: `forces[arrakeen]: 5`.
    let end = item.find([',', '{', '}', '\n']).unwrap_or(item.len());
    block_key(&item[..end])
}

fn quoted_key(text: &str) -> Option<(String, usize)> {
    let mark = text.chars().next()?;
    let length = text[1..].find(mark)?;
    let colon = length + 2 + indent(&text[length + 2..]);
    text[colon..].starts_with(':').then(|| (text[1..=length].to_owned(), colon))
}

/// The text of a scalar. White space is kept as it is, because quotes are compared without it.
fn scalar(raw: &str) -> String {
    let inner = |mark| raw.strip_prefix(mark).map(|rest: &str| rest.strip_suffix(mark).unwrap_or(rest));
    if let Some(text) = inner('"') {
        return text.replace("\\\"", "\"").replace("\\\\", "\\");
    }
    if let Some(text) = inner('\'') {
        return text.replace("''", "'");
    }
    match raw.starts_with(['|', '>']) {
        true => raw.split_once('\n').map_or(String::new(), |(_, text)| text.trim().to_owned()),
        false => raw.to_owned(),
    }
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
        assert_eq!(cursor.text_of(cursor.entry().expect("an entry").value.clone()), "dune/battle.md:19");
        assert_eq!(at("the: Agg").sibling("cite").as_deref(), Some("dune/battle.md:19"));
        assert_eq!(at("quote: sec").sibling("cite").as_deref(), Some("a.md#NAME"));
        assert_eq!(at("cite: a.md").sibling("quote").as_deref(), Some("second"));
        assert_eq!(at("scenario: A").sibling("cite"), None);
    }

    #[test]
    fn any_offset_of_any_text_is_fine() {
        for text in [
            "",
            "\n",
            "a",
            "- ",
            "- - x: y",
            "ä: ö\n  - :",
            "\r\n:\r\n",
            "{[{",
            "a: [ö: {\"",
            "- {a: 'ö\n",
            "a: |\n  ö\n",
            "[}]: {",
            "a: \"\\",
        ] {
            for offset in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                let cursor = YamlCursor::new(text, offset);
                let _ = (cursor.path(), cursor.word(), cursor.sibling("cite"), cursor.is_in_value());
            }
        }
    }

    /// The cursor at a `¦` of a text.
    fn marked(text: &'static str) -> YamlCursor<'static> {
        let (before, after) = text.split_once('¦').expect("a mark");
        let text = String::leak(format!("{before}{after}"));
        YamlCursor::new(text, before.len())
    }

    #[test]
    fn maps_and_lists_in_brackets_have_keys_like_those_on_lines() {
        for (text, path) in [
            ("then: {events: [won: {by¦: x}]}", "then events won"),
            ("then: {events: [won: {by: ¦}]}", "then events won by"),
            ("then: {events: [won: {¦", "then events won"),
            ("then: {events: [¦\nwhen:\n  - x: 1\n", "then events"),
            ("- {a: 1, b: {c: 2}, d: ¦}", "d"),
            ("given: {\n  heap: 1,\n  tu¦\n}\nwhen: []\n", "given"),
            ("when:\n  - take: 3\n  - ¦\nclaims:\n", "when"),
            ("claims:\n- cite: a\n  then:\n    ¦\n", "claims then"),
            ("claims:\n- cite: a\n  ¦\n", "claims"),
            ("a: \"x\n  y ¦\"\nb: 1\n", "a"),
            ("a: >-\n  x: y\n  z¦\nb: 1\n", "a"),
            ("a: x\n  y¦\nb: 1\n", "a"),
            ("a: [\nb: {c: ¦\nd: 1\n", "b c"),
            ("a: {\"k: l\": ¦}", "a k: l"),
        ] {
            assert_eq!(marked(text).path().join(" "), path, "{text}");
        }
    }

    #[test]
    fn a_value_may_have_several_lines_and_any_style() {
        let quote = |text| marked(text).sibling("quote").map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
        for text in [
            "- cite: ¦x\n  quote: it is\n    so\n  then: {}\n",
            "- cite: ¦x\n  quote: >-\n    it is\n    so\n  then: {}\n",
            "- cite: ¦x\n  quote: \"it\n    is so\"\n  then: {}\n",
            "- {cite: ¦x, quote: 'it is so', then: {}}\n",
            "- {quote: it is so, then: {cite: y}, cite: ¦x}\n",
            "- {cite: a, quote: b}\n- cite: x¦\n  quote: it is so  # yes\n",
        ] {
            assert_eq!(quote(text).as_deref(), Some("it is so"), "{text}");
        }
        assert_eq!(marked("cite: a\nx:\n  - quote: ¦b\n").inherited("cite").as_deref(), Some("a"));
        assert_eq!(marked("x: {y: '¦it''s', z: 1}").sibling("y").as_deref(), Some("it's"));
    }
}
