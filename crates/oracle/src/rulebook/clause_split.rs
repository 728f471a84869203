//! Splits the text of a rule into clauses: at sentence ends and around a sentence in parentheses; in the format `lines`
//! also at `;`.
//!
//! The split loses nothing: the clauses, joined, are the text, byte for byte.

use std::ops::Range;

use crate::rulebook::abbreviations;
use crate::rulebook::abbreviations::AbbreviationKind;
use crate::rulebook::enumerator;
use crate::rulebook::modality;

/// Returns the NAME of a rule line (`SURVIVING LEADERS:`) and the offset at which it ends.
pub fn name(line: &str) -> Option<(usize, String)> {
    let start = marker(line);
    let colon = start + line[start..].find(':')?;
    let name: String = line[start..colon].chars().filter(|c| !matches!(c, '*' | '_')).collect();
    let letters = name.chars().filter(|c| c.is_alphabetic());
    let named = letters.clone().count() >= 2 && letters.clone().all(char::is_uppercase);
    let after = line[colon + 1..].find(|c| c != '*').map_or(line.len(), |at| colon + 1 + at);
    named.then(|| (after, name.trim().to_owned()))
}

/// Returns the offset of the text after a list marker such as `- ` or `3. `.
fn marker(line: &str) -> usize {
    let indent = line.len() - line.trim_start().len();
    let rest = &line[indent..];
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = match rest[digits..].chars().next() {
        Some('.' | ')') if digits > 0 => digits + 1,
        Some('-' | '*' | '+') if digits == 0 => 1,
        _ => return indent,
    };
    let rest = &rest[length..];
    if rest.starts_with(' ') { indent + length } else { indent }
}

/// Returns the clauses of a line as consecutive ranges.
pub fn split(line: &str) -> Vec<Range<usize>> {
    split_line(line, &[])
}

/// Returns the clauses of a line of the format `lines`.
pub(super) fn split_line(line: &str, abbreviations: &[String]) -> Vec<Range<usize>> {
    let row = line.trim();
    if row.len() > 1 && row.starts_with('|') && row.ends_with('|') {
        // A table row is one clause.
        return std::iter::once(0..line.len()).collect();
    }
    let start = name(line).map_or_else(|| marker(line), |(end, _)| end);
    Sentences { text: line, start, code: &code_spans(line), semicolons: true, abbreviations }.ranges()
}

/// A text to split into clauses.
pub(super) struct Sentences<'a> {
    pub text: &'a str,
    /// Offset of the first sentence, after a name or list marker.
    pub start: usize,
    /// Ranges in which no sentence ends, in order.
    pub code: &'a [Range<usize>],
    /// A semicolon ends a clause.
    pub semicolons: bool,
    /// Normalized abbreviations besides the built-in ones.
    pub abbreviations: &'a [String],
}

impl Sentences<'_> {
    /// Returns the clauses as consecutive ranges.
    pub(super) fn ranges(&self) -> Vec<Range<usize>> {
        let cuts = Splitter::new(self).cuts();
        let mut clauses: Vec<Range<usize>> = Vec::new();
        let (mut begin, mut seen) = (0, self.start);
        for cut in cuts.into_iter().chain([self.text.len()]) {
            let has_words = self.text[seen..cut].chars().any(char::is_alphanumeric);
            seen = cut;
            match clauses.last_mut() {
                // Punctuation without words belongs to the clause before it, or to the first clause if there is none
                // before.
                Some(last) if !has_words => last.end = cut,
                None if !has_words && cut < self.text.len() => continue,
                _ => clauses.push(begin..cut),
            }
            begin = cut;
        }
        clauses
    }
}

/// Returns the code spans of a line: the text between two equal runs of backticks.
fn code_spans(line: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in line.match_indices('`') {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    let mut spans = Vec::new();
    let mut open: Option<Range<usize>> = None;
    for run in runs {
        match &open {
            Some(first) if first.len() == run.len() => {
                spans.push(first.start..run.end);
                open = None;
            }
            // A run of another length is part of the span.
            Some(_) => {}
            None => open = Some(run),
        }
    }
    spans
}

/// Splits a text in linear time: it visits every character a fixed number of times.
struct Splitter<'a> {
    text: &'a str,
    chars: Vec<(usize, char)>,
    first: usize,
    is_code: Vec<bool>,
    /// For each opening parenthesis or bracket, the index of its closing one.
    partner: Vec<Option<usize>>,
    /// For each index, the next index that is not white space.
    solid: Vec<usize>,
    /// For each index, the next index that is not an opening character.
    unopened: Vec<usize>,
    /// For each index, the last character before it that is not a closing character.
    unclosed: Vec<Option<char>>,
    /// For each opening quotation mark, the index of its closing one.
    quote_end: Vec<Option<usize>>,
    semicolons: bool,
    abbreviations: &'a [String],
}

impl<'a> Splitter<'a> {
    fn new(sentences: &Sentences<'a>) -> Splitter<'a> {
        let text = sentences.text;
        let chars: Vec<(usize, char)> = text.char_indices().collect();
        let first = chars.iter().position(|(at, _)| *at >= sentences.start).unwrap_or(chars.len());
        let is_code = inside(&chars, sentences.code);
        Splitter {
            text,
            first,
            partner: partners(&chars, &is_code),
            quote_end: quotations(&chars, &is_code),
            solid: skipping(&chars, char::is_whitespace),
            unopened: skipping(&chars, is_opener),
            unclosed: last_kept(&chars),
            is_code,
            chars,
            semicolons: sentences.semicolons,
            abbreviations: sentences.abbreviations,
        }
    }

    /// Returns the starts of the clauses, in order.
    fn cuts(&self) -> Vec<usize> {
        let mut cuts = Vec::new();
        // Ends of the parentheses inside which no sentence ends; the innermost is last.
        let mut holding: Vec<usize> = Vec::new();
        // End of the current quotation.
        let mut quoted_until = 0;
        let mut index = self.first;
        // Index of the first character of the current sentence.
        let mut begin = self.skip_space(self.first);
        while index < self.chars.len() {
            while holding.pop_if(|close| *close < index).is_some() {}
            if let Some(end) = self.quote_end[index].filter(|_| quoted_until <= index) {
                quoted_until = end;
            }
            match self.chars[index].1 {
                _ if self.is_code[index] => {}
                '(' | '[' => self.parenthesis(index, &mut holding, &mut cuts),
                ';' if holding.is_empty() && quoted_until <= index && self.ends_clause(index) => {
                    begin = self.skip_space(index + 1);
                    cuts.push(self.offset(begin));
                }
                '.' | '!' | '?' => {
                    let marks = self.marks(index);
                    let end = self.sentence_end(begin, index, marks, quoted_until);
                    // The outermost parenthesis closes last.
                    if let Some(end) = end.filter(|end| holding.first().is_none_or(|close| close < end)) {
                        begin = self.skip_space(end);
                        cuts.push(self.offset(begin));
                        index = end;
                        continue;
                    }
                    // Of several consecutive marks the first one decides, unless it only ends an abbreviation.
                    let only_point =
                        self.chars[index].1 == '.' && !self.chars[index + 1..marks].iter().any(|m| m.1 == '.');
                    index = if only_point { index + 1 } else { marks };
                    continue;
                }
                _ => {}
            }
            index += 1;
        }
        // A parenthesis adds its cut when it opens, before the cuts inside it are known.
        cuts.sort_unstable();
        cuts
    }

    /// A parenthesis that is a whole sentence becomes a clause; inside any other no sentence ends.
    fn parenthesis(&self, index: usize, holding: &mut Vec<usize>, cuts: &mut Vec<usize>) {
        let Some(close) = self.partner[index] else { return };
        let stands_alone = self.is_between_sentences(index) || !self.ends_in_number(close);
        let opens_upper = self.next_word_is_upper(index) && stands_alone;
        let goes_on = self.skip_space(close + 1);
        let free_after = goes_on == self.chars.len() || self.next_word_is_upper(goes_on);
        if opens_upper && free_after && matches!(self.unclosed[close], Some('.' | '!' | '?')) {
            cuts.push(self.offset(index));
            cuts.push(self.offset(goes_on));
        } else {
            holding.push(close);
        }
    }

    /// Returns whether a sentence, or the name of the rule, ends before an index.
    fn is_between_sentences(&self, index: usize) -> bool {
        let before = &self.chars[self.first.min(index)..index];
        let last = before.iter().rev().map(|(_, c)| *c).find(|c| !c.is_whitespace() && !is_closer(*c));
        last.is_none_or(|c| matches!(c, '.' | '!' | '?' | '…' | ':' | ';'))
    }

    /// Returns whether a parenthesis ends in a number, as a reference does: "(Section 8.6.)".
    fn ends_in_number(&self, close: usize) -> bool {
        // Few marks end a reference; a long search for each parenthesis would be quadratic.
        let mut inside = self.chars[..close].iter().rev().take(8).map(|(_, c)| *c);
        inside.find(|c| c.is_alphanumeric()).is_some_and(|c| c.is_numeric())
    }

    /// Returns whether a semicolon ends a clause. Between the items of an enumeration it does not.
    fn ends_clause(&self, index: usize) -> bool {
        let next = self.skip_space(index + 1);
        let word = self.word(next);
        let after = match enumerator::is_conjunction(&word) {
            true => self.skip_space(next + word.chars().count()),
            false => next,
        };
        self.semicolons && !self.is_enumerator(after)
    }

    /// Returns the index after the consecutive punctuation marks that start here.
    fn marks(&self, index: usize) -> usize {
        let more = self.chars[index + 1..].iter().take_while(|(_, c)| matches!(c, '.' | '!' | '?' | '…'));
        index + 1 + more.count()
    }

    /// Returns the index after a sentence that starts at `begin` and ends with the marks from `index` to `end`, or
    /// `None` if the sentence goes on.
    fn sentence_end(&self, begin: usize, index: usize, end: usize, quoted_until: usize) -> Option<usize> {
        let points = self.chars[index..end].iter().filter(|(_, c)| *c == '.').count();
        if points >= 2 || (self.chars[index].1 == '.' && self.goes_on_after(begin, index)) {
            return None;
        }
        // French quotations end with a space before the mark.
        let spaced_quote = index < quoted_until && self.skip_space(end) == quoted_until;
        let end = if spaced_quote { quoted_until } else { end };
        let end = end + self.chars[end..].iter().take_while(|(_, c)| is_closer(*c)).count();
        let is_quoted = index < quoted_until && end <= quoted_until;
        // At the end of the text no further clause follows.
        let spaced = self.chars.get(end).is_some_and(|(_, c)| c.is_whitespace());
        let next = self.skip_space(end);
        let fresh = (self.next_word_is_upper(next) && !self.is_modal(next)) || self.is_enumerator(next);
        (spaced && fresh && !is_quoted).then_some(end)
    }

    /// Returns whether the sentence goes on after a point, because the point belongs to the word before it.
    fn goes_on_after(&self, begin: usize, point: usize) -> bool {
        if self.chars[..point].last().is_some_and(|(_, c)| *c == '…') {
            return true;
        }
        let word = self.word_before(point);
        let start = point - word.chars().count();
        let lower = word.to_lowercase();
        let next = self.skip_space(point + 1);
        let opens =
            start <= self.unopened.get(begin).copied().unwrap_or(begin) || self.follows_list_mark(start, &lower);
        if opens && enumerator::is_label(&lower) {
            return true;
        }
        if !lower.is_empty() && lower.len() <= 3 && lower.chars().all(|c| c.is_ascii_digit()) {
            return self.is_ordinal(start, next) || self.is_date(start, next);
        }
        if self.is_lettered(start, &word) {
            return false;
        }
        // `org/a.` is not the abbreviation `a.`
        let is_whole = self.chars[..start].last().is_none_or(|(_, c)| c.is_whitespace() || is_opener(*c));
        match abbreviations::kind(&word, self.abbreviations).filter(|_| is_whole) {
            None => false,
            Some(AbbreviationKind::Inner) => true,
            Some(AbbreviationKind::Counted) => self.is_count(next),
            Some(AbbreviationKind::Open) => !self.opens_sentence(next),
        }
    }

    /// Returns whether a number is an ordinal or the day of a date: `dem 1. Januar`, `im 3. Quartal`.
    fn is_ordinal(&self, start: usize, next: usize) -> bool {
        let before = self.chars[..start].iter().rposition(|(_, c)| !c.is_whitespace()).map_or(0, |at| at + 1);
        let word = self.word(next);
        abbreviations::is_month(&word.to_lowercase())
            || (before < start && abbreviations::is_determiner(&self.word_before(before).to_lowercase()))
    }

    /// Returns whether the point after a number is inside a date: `31. 12. 2024`.
    fn is_date(&self, start: usize, next: usize) -> bool {
        let digits = |from: usize| self.chars[from..].iter().take(5).take_while(|(_, c)| c.is_ascii_digit()).count();
        let count = digits(next.min(self.chars.len()));
        let after = next + count;
        let is_point = |at: usize| self.chars.get(at).is_some_and(|(_, c)| *c == '.');
        if (1..=2).contains(&count) && is_point(after) && self.skip_space(after + 1) < self.chars.len() {
            return digits(self.skip_space(after + 1)) == 4;
        }
        let Some(point) = self.solid_before(start).filter(|at| is_point(*at)) else { return false };
        let day = self.word_before(point);
        count == 4 && (1..=2).contains(&day.len()) && day.chars().all(|c| c.is_ascii_digit())
    }

    /// Returns whether a letter names a form, a class or the like: `Form A`.
    fn is_lettered(&self, start: usize, word: &str) -> bool {
        let is_letter = word.chars().count() == 1 && word.starts_with(char::is_uppercase);
        let before = self.solid_before(start).filter(|_| is_letter);
        before.is_some_and(|at| abbreviations::is_lettered(&self.word_before(at + 1).to_lowercase()))
    }

    /// Returns whether a label at an index is that of an item inside a sentence: `as follows: 1. go; 2. wait`.
    fn follows_list_mark(&self, start: usize, label: &str) -> bool {
        match self.solid_before(start).map(|at| self.chars[at].1) {
            Some(':') => matches!(label, "1" | "a" | "i"),
            Some(';') => true,
            _ => false,
        }
    }

    /// Returns the index of the last character before another that is not white space.
    fn solid_before(&self, index: usize) -> Option<usize> {
        let before = &self.chars[self.first.min(index)..index];
        before.iter().rposition(|(_, c)| !c.is_whitespace()).map(|at| self.first.min(index) + at)
    }

    /// Returns whether a key word such as MUST starts here. No sentence starts with one.
    fn is_modal(&self, at: usize) -> bool {
        modality::is_key_word(&self.word(at))
    }

    /// Returns whether a number, a Roman number, a single letter or a parenthesis starts here.
    fn is_count(&self, at: usize) -> bool {
        let word = self.word(at);
        let is_letter = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
        let is_roman = word.chars().count() > 1 && word.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
        self.chars.get(at).is_some_and(|(_, c)| c.is_numeric() || matches!(c, '(' | '§')) || is_letter || is_roman
    }

    /// Returns whether a word that opens a sentence, or the number of a paragraph, starts here.
    fn opens_sentence(&self, at: usize) -> bool {
        let word = self.word(at);
        let end = at + word.chars().count();
        let is_whole = self.chars.get(end).is_some_and(|(_, c)| c.is_whitespace() || *c == ',');
        let is_upper = word.starts_with(char::is_uppercase);
        let is_numbered = self.chars.get(at).is_some_and(|(_, c)| *c == '(') && self.is_enumerator(at);
        (is_whole && is_upper && abbreviations::opens_sentence(&word.to_lowercase())) || is_numbered
    }

    /// Returns whether `(2) `, `b) ` or `ii. Word` starts here.
    fn is_enumerator(&self, at: usize) -> bool {
        enumerator::starts(&self.text[self.offset(at)..])
    }

    /// Returns the letters, digits and points directly before an index, if they are few.
    fn word_before(&self, end: usize) -> String {
        let letters = self.chars[self.first.min(end)..end].iter().rev().take(abbreviations::LONGEST + 1);
        let length = letters.take_while(|(_, c)| c.is_alphanumeric() || *c == '.').count();
        self.chars[end - length..end].iter().map(|(_, c)| *c).collect()
    }

    /// Returns the letters from an index on, if they are few.
    fn word(&self, start: usize) -> String {
        let letters = self.chars.get(start..).unwrap_or_default().iter().take(abbreviations::LONGEST);
        letters.map(|(_, c)| *c).take_while(|c| c.is_alphabetic()).collect()
    }

    fn next_word_is_upper(&self, from: usize) -> bool {
        let word = self.unopened.get(from).and_then(|at| Some((*at, self.chars.get(*at)?)));
        word.is_some_and(|(at, (_, c))| {
            self.is_code[at] || (!c.is_lowercase() && !matches!(c, ',' | ';' | ':' | '.' | ')'))
        })
    }

    fn skip_space(&self, from: usize) -> usize {
        self.solid.get(from).copied().unwrap_or(self.chars.len())
    }

    fn offset(&self, index: usize) -> usize {
        self.chars.get(index).map_or(self.text.len(), |(at, _)| *at)
    }
}

/// Returns, for each character, whether it is inside one of the ranges.
fn inside(chars: &[(usize, char)], ranges: &[Range<usize>]) -> Vec<bool> {
    let mut ranges = ranges.iter().peekable();
    let is_inside = |(at, _): &(usize, char)| {
        while ranges.next_if(|range| range.end <= *at).is_some() {}
        ranges.peek().is_some_and(|range| range.contains(at))
    };
    chars.iter().map(is_inside).collect()
}

fn partners(chars: &[(usize, char)], is_code: &[bool]) -> Vec<Option<usize>> {
    let mut partner = vec![None; chars.len()];
    let (mut round, mut square) = (Vec::new(), Vec::new());
    for (index, (_, c)) in chars.iter().enumerate().filter(|(index, _)| !is_code[*index]) {
        let closed = match c {
            '(' => {
                round.push(index);
                None
            }
            '[' => {
                square.push(index);
                None
            }
            ')' => round.pop(),
            ']' => square.pop(),
            _ => None,
        };
        if let Some(begin) = closed {
            partner[begin] = Some(index);
        }
    }
    partner
}

/// Returns, for each opening quotation mark, the index of its closing one. Marks without a partner open nothing.
fn quotations(chars: &[(usize, char)], is_code: &[bool]) -> Vec<Option<usize>> {
    let mut partner = vec![None; chars.len()];
    // Open marks of the kinds „…“, “…” and of those that look the same at both ends.
    let (mut curly, mut straight, mut angled): (Vec<usize>, Option<usize>, Option<usize>) = (Vec::new(), None, None);
    for (index, (_, c)) in chars.iter().enumerate().filter(|(index, _)| !is_code[*index]) {
        let closed = match c {
            '„' => {
                curly.push(index);
                None
            }
            '“' if curly.last().is_none_or(|open| chars[*open].1 == '“') => {
                curly.push(index);
                None
            }
            '“' | '”' => curly.pop(),
            '"' => toggled(&mut straight, index),
            '«' | '»' => toggled(&mut angled, index),
            _ => None,
        };
        if let Some(open) = closed {
            partner[open] = Some(index);
        }
    }
    // If their number is odd, any of them could be the odd one: an inch, or a quotation over several paragraphs.
    for (kind, odd) in [(['"'; 2], straight), (['«', '»'], angled)] {
        if odd.is_some() {
            let is_unsure = |index: &usize| kind.contains(&chars[*index].1);
            (0..chars.len()).filter(is_unsure).for_each(|index| partner[index] = None);
        }
    }
    partner
}

/// Opens a quotation at an index, or closes the open one and returns its start.
fn toggled(open: &mut Option<usize>, index: usize) -> Option<usize> {
    let start = open.take();
    if start.is_none() {
        *open = Some(index);
    }
    start
}

/// Returns, for each index, the next index whose character is not skipped.
fn skipping(chars: &[(usize, char)], skipped: impl Fn(char) -> bool) -> Vec<usize> {
    let mut next = chars.len();
    let mut found = vec![next; chars.len()];
    for (index, (_, c)) in chars.iter().enumerate().rev() {
        if !skipped(*c) {
            next = index;
        }
        found[index] = next;
    }
    found
}

/// Returns, for each index, the last character before it that is not a closing character.
fn last_kept(chars: &[(usize, char)]) -> Vec<Option<char>> {
    let mut last = None;
    let mut found = Vec::new();
    for (_, c) in chars {
        found.push(last);
        if !is_closer(*c) {
            last = Some(*c);
        }
    }
    found
}

fn is_closer(c: char) -> bool {
    matches!(c, '"' | '”' | '“' | '»' | '«' | '\'' | '’' | '‘' | ')' | ']' | '*' | '_')
}

fn is_opener(c: char) -> bool {
    matches!(c, '"' | '“' | '„' | '«' | '\'' | '‘' | '‚' | '(' | '[' | '*' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clauses(line: &str) -> Vec<&str> {
        split(line).into_iter().map(|range| line[range].trim()).collect()
    }

    #[test]
    fn sentences_and_semicolons_split_and_a_parenthesised_sentence_stands_alone() {
        let line = "SURVIVING LEADERS: They stay. (Effects cannot kill them.) They wait; then they return.";
        assert_eq!(
            clauses(line),
            ["SURVIVING LEADERS: They stay.", "(Effects cannot kill them.)", "They wait;", "then they return."]
        );
    }

    #[test]
    fn a_parenthesis_of_two_sentences_is_two_clauses() {
        assert_eq!(
            clauses("They stay. (Effects cannot kill them. Nor can poison.) They wait."),
            ["They stay.", "(Effects cannot kill them.", "Nor can poison.)", "They wait."]
        );
    }

    #[test]
    fn a_huge_line_takes_no_more_than_its_length() {
        // Each of these took minutes when every mark scanned the whole line.
        let nested = format!("{}{}", "(".repeat(200_000), ").".repeat(200_000));
        let runs = [".", "a.", "! ", "A. ", "(A.) ", "\" ", "e.g. ", ";", "( ", ".)"].map(|run| run.repeat(200_000));
        for line in runs.into_iter().chain([nested]) {
            let clauses = split(&line);
            assert_eq!(clauses.last().map(|last| last.end), Some(line.len()));
        }
    }

    #[test]
    fn a_parenthesis_inside_a_sentence_holds_it_together() {
        assert_eq!(
            clauses("A leader (e.g. Chani; or Jamis) dies. Then it is over."),
            ["A leader (e.g. Chani; or Jamis) dies.", "Then it is over."]
        );
        assert_eq!(clauses("Leaders stay (see line 3.) until the end."), ["Leaders stay (see line 3.) until the end."]);
    }

    #[test]
    fn abbreviations_numbers_quotes_and_ellipses_do_not_split() {
        for line in [
            "Dr. Yueh costs 1.5 spice, i.e. nothing at all, vs. Chani.",
            "Rule No. 5 counts 2½ as in section 1.07.04 of it.",
            "You may call \"Traitor! You fool. Leave\" at once.",
            "Dial 1, 2 ... Or dial more … Even ten.",
            "3. Every Force counts.",
            "Keep cards that do not say \"Discard after use.\" on them.",
            "Play J. Smith",
        ] {
            assert_eq!(clauses(line).len(), 1, "{line}: {:?}", clauses(line));
        }
    }

    /// Sentences of published texts; `|` marks the end of a clause.
    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        for marked in [
            // Sections, numbers and letters.
            "As § 5 Abs. 2 says, s. 42 applies.| It is final.",
            "See Sec. 4 and Sch. 2, para. 3(1).| The rest follows.",
            "Nach Art. 12 Abs. (2) Satz 1 Nr. 3 Buchst. a EStG i. V. m. § 7 gilt das.| Sonst nicht.",
            "Section 4.2 applies.| It is in 4.2.| Rule 7 is not.",
            "See Art. IV of it, Fig. A and Vol. 3.| Next.",
            "The rate of 1.5 s. is fixed.",
            "Version 1.10.0 follows 1.9.0.| Both are final.",
            "It needs 3.50 Euro, i.e. little.| Pay 3,50 Euro.",
            // Names, firms and places.
            "It applies in the U.S. Virgin Islands.| It ends.",
            "He lives in the U.S.| The law applies.",
            "Acme Inc. Ltd. pays.| Foo Co. does not.",
            "Ask J. R. Smith or Dr. A. Yueh.| Then wait.",
            "It is open until 5 p.m.| The door closes.",
            "Bring bread, milk etc. to it.| Pay.",
            // Dates and ordinals.
            "Paid before 5 Jan. 2017 only.| Later is late.",
            "Ab dem 1. Januar 2020 gilt das.| Es endet am 31. Dez. 2024.",
            "Im 3. Quartal und am 2. Tag.| Das 18. Lebensjahr zählt.",
            "It starts on 1. March 2020.| It ends in 2021.| Then stop.",
            "There were 12.| Then 13 came.",
            // German abbreviations.
            "Das gilt z. B. Ende Mai, d. h. Vereine usw. zahlen.| Die anderen nicht.",
            "Die Abgabe beträgt 14 v. H.| (2) Sie ist fällig.",
            "Vgl. Anl. 3 zu gem. Satz 2, ggf. Herrn X bzw. Frau Y.| Das gilt.",
            // Labels and enumerations.
            "A.1.2. Players draw.| Then they play.",
            "ii. Roman numbers count.",
            "a. Nederlanders betalen.",
            "(1) The tax is due.| (2) It is paid.",
            "a) The tax is due.| b) It is paid.",
            "Do two things: (1) go, (2) wait.| Then stop.",
            "A. The first.| B. The second.",
            // Brackets, ellipses and quotations.
            "It names [Perl. And Go], e.g. here.| Go on.",
            "Wait… Then go.",
            "He said “Stop. Now.” and left.| She stayed.",
            "No!| Why?| Because.",
            "„Kind“ ist jede Person unter 18.| „Eltern“ sind Vater und Mutter.| Er sagte: „Nein.“| Danach ging er.",
            "Er sagte „Halt. Jetzt.“ und ging.| Sie blieb.",
            "« Le juge statue. Il motive. »| Puis il décide.",
            "“A quotation over several paragraphs has no end.| It goes on.",
            // References and key words.
            "The field (Section 8.6.) MUST be a number.| It is read.",
            "A client that violates Section 3.2.1. MUST stop.| Others go on.",
            "It ends.| (See Section 8.6.)| It starts.",
            "The claim is in Form A.| Form B is for firms.",
            "Fällig am 31. 12. 2024 und am 1. 1. 2025.| Danach nicht.",
            "Das Urt. v. 12. 8. 2020 (BStBl. II S. 3) gilt.| Es steht in BStBl. II 2021.",
            "Frau Dr. med. Maier und Hr. Müller zahlen.| Die KG.| Nun gut.",
            "The order is: 1. Go; 2. Wait.| Then stop.",
            "It costs 5.| It costs 12.| 13 do not.",
        ] {
            let text = marked.replace('|', "");
            let sentences = Sentences { text: &text, start: 0, code: &[], semicolons: false, abbreviations: &[] };
            let found: Vec<&str> = sentences.ranges().into_iter().map(|range| text[range].trim()).collect();
            assert_eq!(found, marked.split('|').map(str::trim).collect::<Vec<_>>(), "{text}");
        }
    }

    #[test]
    fn code_and_enumerations_hold_a_line_together() {
        for line in [
            "Call `a; b. C` and wait.",
            "Call ``a`; B. c`` and wait.",
            "It ends if (a) it rains; (b) it snows; or (c) all leave.",
            "Choose: a) go; b) wait.",
            "| Higher | £37,701; to £150,000. More | 40% |",
        ] {
            assert_eq!(clauses(line).len(), 1, "{line}: {:?}", clauses(line));
        }
    }

    #[test]
    fn a_project_adds_abbreviations() {
        let line = "See Xyz. Four.";
        assert_eq!(split_line(line, &[]).len(), 2);
        assert_eq!(split_line(line, &["xyz".to_owned()]).len(), 1);
    }

    #[test]
    fn a_closing_quote_belongs_to_its_sentence() {
        assert_eq!(
            clauses("You may call \"Traitor!\". Nobody must. He said \"Stop.\" Then it ended."),
            ["You may call \"Traitor!\".", "Nobody must.", "He said \"Stop.\"", "Then it ended."]
        );
    }

    #[test]
    fn an_answer_of_no_ends_a_sentence() {
        assert_eq!(clauses("The answer is no. Then ask again.").len(), 2);
    }

    #[test]
    fn names_are_upper_case_and_may_be_emphasised() {
        assert_eq!(name("**NO TIES**: The Aggressor wins.").map(|n| n.1), Some("NO TIES".into()));
        assert_eq!(name("THERE'S A STORM COMING: x").map(|n| n.1), Some("THERE'S A STORM COMING".into()));
        assert_eq!(name("The rule: they fight."), None);
        assert_eq!(name("No name here"), None);
    }

    proptest! {
        #[test]
        fn the_clauses_put_together_give_the_line_back(line in "\\PC*") {
            let joined: String = split(&line).into_iter().map(|range| line[range].to_owned()).collect();
            prop_assert_eq!(joined, line);
        }

        #[test]
        fn generated_rule_lines_lose_no_text(line in "([A-Z ]{0,9}:)?([a-zA-Z0-9 .;:!?()\"'“”…*_,½\\[\\]-]|\\. [A-Z]|e\\.g\\. |\\(A b\\.\\) ){0,60}") {
            let ranges = split(&line);
            let joined: String = ranges.iter().cloned().map(|range| line[range].to_owned()).collect();
            prop_assert_eq!(&joined, &line);
            prop_assert!(ranges.iter().all(|range| line.is_empty() || !range.is_empty()));
        }
    }
}
