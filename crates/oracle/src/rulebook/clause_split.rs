//! Splits a rule line into clauses: at sentence ends, at `;`, and around a sentence in parentheses.
//!
//! The split loses nothing: the clauses, joined, are the line, byte for byte.

use std::ops::Range;

/// A point, `!` or `?` after one of these does not end a sentence.
const TITLES: &[&str] =
    &["e.g", "i.e", "cf", "vs", "dr", "mr", "mrs", "ms", "prof", "capt", "st", "ca", "approx", "viz"];
/// A point after one of these does not end a sentence if a number follows.
const COUNTED: &[&str] = &["no", "nos", "p", "pp", "fig", "figs", "sec", "ch", "vol", "art", "par", "max", "min", "nr"];

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
    let start = name(line).map_or_else(|| marker(line), |(end, _)| end);
    let cuts = Splitter::new(line, start).cuts();
    let mut clauses: Vec<Range<usize>> = Vec::new();
    let (mut begin, mut seen) = (0, start);
    for cut in cuts.into_iter().chain([line.len()]) {
        let has_words = line[seen..cut].chars().any(char::is_alphanumeric);
        seen = cut;
        match clauses.last_mut() {
            // Punctuation without words belongs to the clause before it, or to the first clause if there is none
            // before.
            Some(last) if !has_words => last.end = cut,
            None if !has_words && cut < line.len() => continue,
            _ => clauses.push(begin..cut),
        }
        begin = cut;
    }
    clauses
}

/// Splits a line in linear time: it visits every character a fixed number of times.
struct Splitter<'a> {
    line: &'a str,
    chars: Vec<(usize, char)>,
    first: usize,
    /// For each opening parenthesis, the index of its closing one.
    partner: Vec<Option<usize>>,
    /// For each index, the next index that is not white space.
    solid: Vec<usize>,
    /// For each index, the next index that is not an opening character.
    unopened: Vec<usize>,
    /// For each index, the last character before it that is not a closing character.
    unclosed: Vec<Option<char>>,
    straight_quotes_pair_up: bool,
}

impl<'a> Splitter<'a> {
    fn new(line: &'a str, start: usize) -> Splitter<'a> {
        let chars: Vec<(usize, char)> = line.char_indices().collect();
        let first = chars.iter().position(|(at, _)| *at >= start).unwrap_or(chars.len());
        let straight = chars.iter().filter(|(_, c)| *c == '"').count();
        Splitter {
            line,
            first,
            partner: partners(&chars),
            solid: skipping(&chars, char::is_whitespace),
            unopened: skipping(&chars, is_opener),
            unclosed: last_kept(&chars),
            chars,
            straight_quotes_pair_up: straight.is_multiple_of(2),
        }
    }

    /// Returns the starts of the clauses, in order.
    fn cuts(&self) -> Vec<usize> {
        let mut cuts = Vec::new();
        // Ends of the parentheses inside which no sentence ends; the innermost is last.
        let mut holding: Vec<usize> = Vec::new();
        let mut quoted = false;
        let mut index = self.first;
        while index < self.chars.len() {
            while holding.pop_if(|close| *close < index).is_some() {}
            match self.chars[index].1 {
                '"' if self.straight_quotes_pair_up => quoted = !quoted,
                '“' => quoted = true,
                '”' => quoted = false,
                '(' => self.parenthesis(index, &mut holding, &mut cuts),
                ';' if holding.is_empty() && !quoted => cuts.push(self.offset(self.skip_space(index + 1))),
                '.' | '!' | '?' => {
                    let marks = self.marks(index);
                    let end = self.sentence_end(index, marks, quoted);
                    // The outermost parenthesis closes last.
                    if let Some(end) = end.filter(|end| holding.first().is_none_or(|close| close < end)) {
                        cuts.push(self.offset(self.skip_space(end)));
                        quoted = false;
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
        let opens_upper = self.next_word_is_upper(index);
        let goes_on = self.skip_space(close + 1);
        let free_after = goes_on == self.chars.len() || self.next_word_is_upper(goes_on);
        if opens_upper && free_after && matches!(self.unclosed[close], Some('.' | '!' | '?')) {
            cuts.push(self.offset(index));
            cuts.push(self.offset(goes_on));
        } else {
            holding.push(close);
        }
    }

    /// Returns the index after the consecutive punctuation marks that start here.
    fn marks(&self, index: usize) -> usize {
        let more = self.chars[index + 1..].iter().take_while(|(_, c)| matches!(c, '.' | '!' | '?' | '…'));
        index + 1 + more.count()
    }

    /// Returns the index after a sentence that ends with the marks from `index` to `end`, or `None` if the sentence
    /// goes on.
    fn sentence_end(&self, index: usize, end: usize, quoted: bool) -> Option<usize> {
        let points = self.chars[index..end].iter().filter(|(_, c)| *c == '.').count();
        if points >= 2 || (self.chars[index].1 == '.' && (self.is_abbreviation(index) || self.follows_ellipsis(index)))
        {
            return None;
        }
        let closers = self.chars[end..].iter().map(|(_, c)| *c).take_while(|c| is_closer(*c));
        let (number, closes_quote) =
            closers.fold((0, false), |(number, quote), c| (number + 1, quote | matches!(c, '"' | '”')));
        let end = end + number;
        // At the end of the line no further clause follows.
        let spaced = self.chars.get(end).is_some_and(|(_, c)| c.is_whitespace());
        let fresh = self.next_word_is_upper(self.skip_space(end));
        (spaced && fresh && (!quoted || closes_quote)).then_some(end)
    }

    fn follows_ellipsis(&self, index: usize) -> bool {
        self.chars[..index].last().is_some_and(|(_, c)| *c == '…')
    }

    fn is_abbreviation(&self, point: usize) -> bool {
        // One more than the longest abbreviation suffices to reject a longer word.
        const LONGEST: usize = 6;
        let letters = self.chars[self.first..point].iter().rev().take(LONGEST + 1);
        let length = letters.take_while(|(_, c)| c.is_alphanumeric() || *c == '.').count();
        let word: String = self.chars[point - length..point].iter().map(|(_, c)| *c).collect();
        let lower = word.to_lowercase();
        let next = self.chars.get(self.skip_space(point + 1)).map(|(_, c)| *c);
        let is_initial = length == 1 && self.chars[point - 1].1.is_uppercase();
        TITLES.contains(&lower.as_str())
            || is_initial
            || (COUNTED.contains(&lower.as_str()) && next.is_some_and(char::is_numeric))
    }

    fn next_word_is_upper(&self, from: usize) -> bool {
        let word = self.unopened.get(from).and_then(|at| self.chars.get(*at));
        word.is_some_and(|(_, c)| !c.is_lowercase() && !matches!(c, ',' | ';' | ':' | '.' | ')'))
    }

    fn skip_space(&self, from: usize) -> usize {
        self.solid.get(from).copied().unwrap_or(self.chars.len())
    }

    fn offset(&self, index: usize) -> usize {
        self.chars.get(index).map_or(self.line.len(), |(at, _)| *at)
    }
}

fn partners(chars: &[(usize, char)]) -> Vec<Option<usize>> {
    let mut partner = vec![None; chars.len()];
    let mut open = Vec::new();
    for (index, (_, c)) in chars.iter().enumerate() {
        match c {
            '(' => open.push(index),
            ')' => {
                if let Some(begin) = open.pop() {
                    partner[begin] = Some(index);
                }
            }
            _ => {}
        }
    }
    partner
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
    matches!(c, '"' | '”' | '\'' | '’' | ')' | ']' | '*' | '_')
}

fn is_opener(c: char) -> bool {
    matches!(c, '"' | '“' | '\'' | '‘' | '(' | '[' | '*' | '_')
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
        fn so_do_the_clauses_of_rule_like_lines(line in "([A-Z ]{0,9}:)?([a-zA-Z0-9 .;:!?()\"'“”…*_,½\\[\\]-]|\\. [A-Z]|e\\.g\\. |\\(A b\\.\\) ){0,60}") {
            let ranges = split(&line);
            let joined: String = ranges.iter().cloned().map(|range| line[range].to_owned()).collect();
            prop_assert_eq!(&joined, &line);
            prop_assert!(ranges.iter().all(|range| line.is_empty() || !range.is_empty()));
        }
    }
}
