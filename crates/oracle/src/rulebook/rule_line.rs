//! One rule of a rulebook, split into clauses, and the format in which every line is a rule.

use std::ops::Range;
use std::sync::Arc;

use crate::base::source::SourceFile;
use crate::rulebook::ClauseId;
use crate::rulebook::clause_split;
use crate::rulebook::format::RulebookFormat;
use crate::rulebook::normalized_text::Wording;
use crate::rulebook::rule_file::FileLayout;
use crate::rulebook::rule_file::Heading;
use crate::rulebook::rule_file::LayoutItem;
use crate::rulebook::section::Section;
use crate::rulebook::text_map::TextMap;

/// One unit of a rulebook: a line, or a block of Markdown over one or more lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleLine {
    /// The first line of the rule, which its clauses are addressed by.
    pub number: usize,
    /// The last line of the rule.
    pub last: usize,
    /// The text of the rule. In Markdown it is rendered, and starts with the lead-in of a list item.
    pub text: String,
    pub name: Option<String>,
    pub wording: Wording,
    pub(super) clauses: Vec<ClauseSpan>,
    /// Offset of the text after the name.
    pub(super) body: usize,
    pub(super) source: TextMap,
    /// Offset of the text after the lead-in.
    pub(super) own: usize,
    /// First line of the outermost lead-in, or of the rule itself.
    pub(super) led_from: usize,
    /// The section with a printed number.
    pub section: Option<Section>,
    /// Last line of the items that the rule leads to, if it is incomplete without them.
    pub(super) leads_to: Option<usize>,
    /// Number of lists around the rule.
    pub depth: usize,
    /// The printed marker of a list item.
    pub marker: Option<String>,
    /// The cells of a table row.
    pub cells: Vec<Range<usize>>,
}

/// One clause of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ClauseSpan {
    /// The lead-in, which the clause shares with others. Empty if the clause has none.
    pub lead: Range<usize>,
    pub own: Range<usize>,
    /// The words of the clause, if they are not those of `own`.
    words: Option<String>,
}

impl ClauseSpan {
    pub(super) fn new(lead: Range<usize>, own: Range<usize>) -> ClauseSpan {
        ClauseSpan { lead, own, words: None }
    }

    /// Sets the words of clauses with a lead-in: the lead-in and their own text.
    pub(super) fn with_words(mut clauses: Vec<ClauseSpan>, text: &str) -> Vec<ClauseSpan> {
        for clause in clauses.iter_mut().filter(|clause| !clause.lead.is_empty()) {
            let (lead, own) = (text[clause.lead.clone()].trim(), text[clause.own.clone()].trim());
            clause.words = Some(format!("{lead} {own}"));
        }
        clauses
    }

    fn meets(range: &Range<usize>, stretch: &Range<usize>) -> bool {
        range.start < stretch.end && stretch.start < range.end
    }
}

impl RuleLine {
    fn new(number: usize, offset: usize, text: &str, format: &RulebookFormat) -> RuleLine {
        let named = clause_split::name(text);
        let clauses = clause_split::split_line(text, format.abbreviations());
        RuleLine {
            number,
            last: number,
            text: text.to_owned(),
            wording: Wording::of(text),
            clauses: clauses.into_iter().map(|own| ClauseSpan::new(0..0, own)).collect(),
            body: named.as_ref().map_or(0, |(end, _)| *end),
            name: named.map(|(_, name)| name),
            source: TextMap::at(offset),
            own: 0,
            led_from: number,
            section: None,
            leads_to: None,
            depth: 0,
            marker: None,
            cells: Vec::new(),
        }
    }

    /// Replaces the words of the clauses for which `words` returns any.
    pub(super) fn reword<'w>(&mut self, words: impl Fn(usize) -> Option<&'w str>) {
        if (1..=self.clauses.len()).all(|number| words(number).is_none()) {
            return;
        }
        let mut text = self.text[..self.clauses.first().map_or(0, |first| first.own.start)].to_owned();
        let mut clauses = Vec::with_capacity(self.clauses.len());
        for (number, clause) in (1..).zip(&self.clauses) {
            let start = text.len();
            let mut span = ClauseSpan { lead: 0..0, ..clause.clone() };
            match (words(number), self.clause_range(number)) {
                (Some(words), Some(own)) => {
                    text.extend([&self.text[clause.own.start..own.start], words, &self.text[own.end..clause.own.end]]);
                    span.words = Some(words.to_owned()).filter(|_| clause.words.is_some());
                }
                _ => text.push_str(&self.text[clause.own.clone()]),
            }
            span.own = start..text.len();
            clauses.push(span);
        }
        (self.wording, self.text, self.clauses) = (Wording::of(&text), text, clauses);
    }

    pub fn clause_count(&self) -> usize {
        self.clauses.len()
    }

    /// Returns the words of clause `number`, counted from 1, without the rule's name and with its lead-in.
    pub fn clause(&self, number: usize) -> Option<&str> {
        let range = self.clause_range(number)?;
        let clause = self.clauses.get(number.checked_sub(1)?)?;
        Some(clause.words.as_deref().unwrap_or(&self.text[range]))
    }

    /// Returns the range of a clause in the text, without the rule's name, a lead-in and surrounding white space.
    pub(crate) fn clause_range(&self, number: usize) -> Option<Range<usize>> {
        let range = &self.clauses.get(number.checked_sub(1)?)?.own;
        let from = range.start.max(self.body).min(range.end);
        let text = &self.text[from..range.end];
        let start = from + (text.len() - text.trim_start().len());
        Some(start..start + text.trim().len())
    }

    /// Returns the numbers of the clauses that a range of the text overlaps. Words of a lead-in alone belong to all
    /// clauses that share it.
    pub fn affected(&self, stretch: &Range<usize>) -> Vec<usize> {
        let lead = |clause: &&ClauseSpan| ClauseSpan::meets(&clause.lead, stretch) && stretch.end <= clause.lead.end;
        let numbered = || (1..).zip(&self.clauses);
        let led: Vec<usize> = numbered().filter(|(_, clause)| lead(clause)).map(|(number, _)| number).collect();
        let owns = |clause: &ClauseSpan| ClauseSpan::meets(&clause.own, stretch);
        let mut own: Vec<usize> = numbered().filter(|(_, clause)| owns(clause)).map(|(number, _)| number).collect();
        own.extend(led);
        own.sort_unstable();
        own.dedup();
        own
    }

    /// Returns whether a range of the text is part of the lead-in alone.
    pub(super) fn is_lead(&self, stretch: &Range<usize>) -> bool {
        stretch.end <= self.own
    }

    pub(super) fn lead_length(&self) -> usize {
        self.own
    }

    /// Returns the lead-in up to an offset, with its place in the file. Rules that share a lead-in share its start.
    pub(super) fn lead_until(&self, end: usize) -> (usize, &str) {
        (self.led_from, &self.text[..self.text.floor_char_boundary(end.min(self.own))])
    }

    /// Returns the text without the lead-in.
    pub fn own_text(&self) -> &str {
        &self.text[self.own..]
    }

    /// Returns the words of a clause without the lead-in.
    pub fn own_words(&self, number: usize) -> Option<&str> {
        Some(&self.text[self.clause_range(number)?])
    }

    /// Returns the words after the last clause: the lead-in of the items that follow.
    pub fn words_after_clauses(&self) -> Option<&str> {
        let end = self.clauses.last().map_or(self.own, |clause| clause.own.end);
        Some(self.text[end..].trim()).filter(|words| !words.is_empty())
    }

    pub(crate) fn clause_ids(&self, file: &Arc<str>) -> Vec<ClauseId> {
        let id = |clause| ClauseId { file: Arc::clone(file), line: self.number, clause };
        (1..=self.clauses.len()).map(id).collect()
    }
}

/// Returns the rules and headings of a file in the format `lines`, or `None` if there are more than `room` clauses.
pub(super) fn read(source: &SourceFile, format: &RulebookFormat, mut room: usize) -> Option<FileLayout> {
    let mut layout = FileLayout::default();
    let mut in_comment = false;
    let mut offset = 0;
    for (index, raw) in source.text.split_inclusive('\n').enumerate() {
        let text = raw.trim_end_matches(['\n', '\r']);
        let outside = outside_comments(text, &mut in_comment);
        match heading_level(&outside) {
            Some(level) => {
                layout.items.push(LayoutItem::Heading(layout.headings.len()));
                let text = outside.trim_matches(|c: char| c == '#' || c.is_whitespace()).to_owned();
                layout.headings.push(Heading { line: index + 1, level, text });
            }
            None if outside.trim().is_empty() => {}
            None => {
                let line = RuleLine::new(index + 1, offset, text, format);
                room = room.checked_sub(line.clause_count())?;
                layout.items.push(LayoutItem::Rule(layout.rules.len()));
                layout.rules.push(line);
            }
        }
        offset += raw.len();
    }
    Some(layout)
}

/// Returns a line without its comments. `in_comment` tracks comments that span lines.
fn outside_comments(text: &str, in_comment: &mut bool) -> String {
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
    outside
}

fn heading_level(text: &str) -> Option<usize> {
    let text = text.trim_start();
    let level = text.chars().take_while(|c| *c == '#').count();
    let is_heading = (1..=6).contains(&level) && text[level..].chars().next().is_none_or(char::is_whitespace);
    is_heading.then_some(level)
}
