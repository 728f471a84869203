//! One line of a rulebook that is a rule, split into clauses.

use std::ops::Range;
use std::sync::Arc;

use crate::base::source::SourceFile;
use crate::rulebook::ClauseId;
use crate::rulebook::clause_split;
use crate::rulebook::normalized_text::Wording;

/// One line of a rulebook that is a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleLine {
    pub number: usize,
    pub text: String,
    pub name: Option<String>,
    pub wording: Wording,
    clauses: Vec<Range<usize>>,
    body: usize,
    /// Byte offset of the line in its file.
    pub(super) offset: usize,
}

impl RuleLine {
    fn new(number: usize, offset: usize, text: &str) -> RuleLine {
        let named = clause_split::name(text);
        RuleLine {
            number,
            text: text.to_owned(),
            wording: Wording::of(text),
            clauses: clause_split::split(text),
            body: named.as_ref().map_or(0, |(end, _)| *end),
            name: named.map(|(_, name)| name),
            offset,
        }
    }

    /// Replaces the words of the clauses for which `words` returns any.
    pub(super) fn reword<'w>(&mut self, words: impl Fn(usize) -> Option<&'w str>) {
        if (1..=self.clauses.len()).all(|number| words(number).is_none()) {
            return;
        }
        let mut text = String::with_capacity(self.text.len());
        let mut clauses = Vec::with_capacity(self.clauses.len());
        for (number, clause) in (1..).zip(&self.clauses) {
            let start = text.len();
            match (words(number), self.clause_range(number)) {
                (Some(words), Some(own)) => {
                    text.extend([&self.text[clause.start..own.start], words, &self.text[own.end..clause.end]]);
                }
                _ => text.push_str(&self.text[clause.clone()]),
            }
            clauses.push(start..text.len());
        }
        (self.wording, self.text, self.clauses) = (Wording::of(&text), text, clauses);
    }

    pub fn clause_count(&self) -> usize {
        self.clauses.len()
    }

    /// Returns the words of clause `number`, counted from 1, without the rule's name.
    pub fn clause(&self, number: usize) -> Option<&str> {
        Some(&self.text[self.clause_range(number)?])
    }

    /// Returns the range of a clause in the line, without the rule's name and surrounding white space.
    pub(crate) fn clause_range(&self, number: usize) -> Option<Range<usize>> {
        let range = self.clauses.get(number.checked_sub(1)?)?;
        let from = range.start.max(self.body).min(range.end);
        let text = &self.text[from..range.end];
        let start = from + (text.len() - text.trim_start().len());
        Some(start..start + text.trim().len())
    }

    /// Returns the numbers of the clauses that a range of the line overlaps.
    pub fn affected(&self, stretch: &Range<usize>) -> Vec<usize> {
        let meets = |range: &Range<usize>| range.start < stretch.end && stretch.start < range.end;
        (1..).zip(&self.clauses).filter(|(_, range)| meets(range)).map(|(number, _)| number).collect()
    }

    pub(crate) fn clause_ids(&self, file: &Arc<str>) -> Vec<ClauseId> {
        let id = |clause| ClauseId { file: Arc::clone(file), line: self.number, clause };
        (1..=self.clauses.len()).map(id).collect()
    }
}

/// Returns the rules of a file, or `None` if they have more than `room` clauses.
pub(super) fn read(source: &SourceFile, mut room: usize) -> Option<Vec<RuleLine>> {
    let mut lines = Vec::new();
    let mut in_comment = false;
    let mut offset = 0;
    for (index, raw) in source.text.split_inclusive('\n').enumerate() {
        let text = raw.trim_end_matches(['\n', '\r']);
        let rule = is_rule(text, &mut in_comment);
        if rule {
            let line = RuleLine::new(index + 1, offset, text);
            room = room.checked_sub(line.clause_count())?;
            lines.push(line);
        }
        offset += raw.len();
    }
    Some(lines)
}

/// Returns whether a line is a rule. `in_comment` tracks comments that span lines.
fn is_rule(text: &str, in_comment: &mut bool) -> bool {
    let mut rest = text;
    let mut outside = String::new();
    loop {
        if *in_comment {
            let Some(end) = rest.find("-->") else { break };
            rest = &rest[end + "-->".len()..];
            *in_comment = false;
        } else {
            let Some(start) = rest.find("<!--") else {
                outside.push_str(rest);
                break;
            };
            outside.push_str(&rest[..start]);
            rest = &rest[start + "<!--".len()..];
            *in_comment = true;
        }
    }
    !outside.trim().is_empty() && !is_heading(&outside)
}

fn is_heading(text: &str) -> bool {
    let text = text.trim_start();
    let level = text.chars().take_while(|c| *c == '#').count();
    (1..=6).contains(&level) && text[level..].chars().next().is_none_or(char::is_whitespace)
}
