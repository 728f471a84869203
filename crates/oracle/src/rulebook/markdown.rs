//! Reads a rulebook as its authors published it: every Markdown block of text is a rule.

pub mod blocks;
pub mod lead_ins;
pub mod sections;

use std::ops::Range;

use crate::base::source::SourceFile;
use crate::rulebook::clause_split;
use crate::rulebook::clause_split::Sentences;
use crate::rulebook::format::RulebookFormat;
use crate::rulebook::inline_items;
use crate::rulebook::markdown::blocks::Block;
use crate::rulebook::markdown::blocks::BlockKind;
use crate::rulebook::markdown::blocks::Blocks;
use crate::rulebook::markdown::blocks::ContainerKind;
use crate::rulebook::markdown::lead_ins::LeadIns;
use crate::rulebook::markdown::sections::Sections;
use crate::rulebook::normalized_text::Wording;
use crate::rulebook::rule_file::FileLayout;
use crate::rulebook::rule_file::Heading;
use crate::rulebook::rule_file::LayoutItem;
use crate::rulebook::rule_line::ClauseSpan;
use crate::rulebook::rule_line::RuleLine;

/// Maximum size of all rendered text of a file. A lead-in is repeated with each of its items.
const MOST_RENDERED: usize = 16 << 20;

/// Returns the rules and the layout of a file, or `None` if there are more than `room` clauses.
pub(super) fn read(source: &SourceFile, format: &RulebookFormat, mut room: usize) -> Option<FileLayout> {
    let blocks = Blocks::read(&source.text);
    let sections = Sections::of(&blocks);
    let lead_ins = LeadIns::of(&blocks, &sections);
    let mut reader = Reader { blocks: &blocks, lead_ins: &lead_ins, format, leads: vec![None; blocks.all.len()] };
    let mut layout = FileLayout::default();
    let mut rendered = 0;
    for (index, block) in blocks.all.iter().enumerate() {
        match &block.kind {
            BlockKind::Heading(level) => {
                layout.items.push(LayoutItem::Heading(layout.headings.len()));
                let text = block.rendered.text.clone();
                layout.headings.push(Heading { line: block.first, level: *level, text });
            }
            BlockKind::TableHead => layout.items.push(LayoutItem::TableHead(block.cell_texts())),
            BlockKind::Code => layout.items.push(LayoutItem::Code(block.rendered.text.clone())),
            BlockKind::Ruler => layout.items.push(LayoutItem::Ruler),
            BlockKind::Html => {}
            BlockKind::Paragraph | BlockKind::Term | BlockKind::TableRow => {
                let mut rule = reader.rule(index);
                rule.section = sections.of_block(index);
                room = room.checked_sub(rule.clause_count())?;
                rendered += rule.text.len();
                if rendered > MOST_RENDERED {
                    return None;
                }
                layout.items.push(LayoutItem::Rule(layout.rules.len()));
                layout.rules.push(rule);
            }
        }
    }
    Some(layout)
}

/// Returns the rendered text of a quote that was copied with its markup. `is_defined` returns whether a link or a
/// footnote has a definition.
pub(super) fn rendered(quote: &str, is_defined: impl Fn(&str) -> bool) -> String {
    let mut text = without_task(quote).to_owned();
    let labels = quote.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(label, _)| label);
    for label in labels.filter(|label| !label.trim().is_empty() && is_defined(label)) {
        text.push_str(&format!("\n\n[{label}]: x"));
    }
    let blocks = Blocks::read(&text);
    let is_own = |block: &&Block| {
        let mut around = block.within.iter().map(|at| &blocks.containers[*at].kind);
        !around.any(|kind| *kind == ContainerKind::Footnote)
    };
    let texts: Vec<&str> = blocks.all.iter().filter(is_own).map(|block| block.rendered.text.as_str()).collect();
    texts.join(" ")
}

/// Returns a quote without the box of a task.
fn without_task(quote: &str) -> &str {
    let boxes = ["[ ] ", "[x] ", "[X] "];
    boxes.iter().find_map(|mark| quote.trim_start().strip_prefix(mark)).unwrap_or(quote)
}

/// Returns whether a text defines a link or a footnote.
pub(super) fn defines(text: &str, label: &str) -> bool {
    let opens = |line: &str| {
        let rest = line.trim_start().strip_prefix('[')?;
        let (own, after) = rest.split_once(']')?;
        Some(after.starts_with(':') && own.trim().eq_ignore_ascii_case(label.trim()))
    };
    text.lines().any(|line| opens(line) == Some(true))
}

struct Reader<'b> {
    blocks: &'b Blocks,
    lead_ins: &'b LeadIns,
    format: &'b RulebookFormat,
    /// The words that each block so far gives to the items after it.
    leads: Vec<Option<String>>,
}

impl Reader<'_> {
    fn rule(&mut self, index: usize) -> RuleLine {
        let block = &self.blocks.all[index];
        let own = block.rendered.text.as_str();
        let lead = self.lead(index);
        let start = if lead.is_empty() { 0 } else { lead.len() + 1 };
        // A name without words after it is the text of the rule.
        let named = clause_split::name(own).filter(|(end, _)| own[*end..].chars().any(char::is_alphanumeric));
        let mut ranges = self.ranges(block, named.as_ref().map_or(0, |(end, _)| *end).max(block.rendered.title()));
        let leads_to = self.lead_ins.last_line(index);
        if leads_to.is_some() {
            self.leads[index] = ranges.pop().map(|tail| joined(if tail.start == 0 { &lead } else { "" }, &own[tail]));
        }
        let text = joined(&lead, own);
        let clauses = ranges.iter().flat_map(|range| clauses(block, range, lead.len(), start)).collect();
        RuleLine {
            number: block.first,
            last: block.last,
            wording: Wording::of(&text),
            clauses: ClauseSpan::with_words(clauses, &text),
            body: named.as_ref().map_or(0, |(end, _)| start + end),
            name: named.map(|(_, name)| name),
            source: block.rendered.map.shifted(start),
            own: start,
            led_from: self.blocks.all[self.lead_ins.root(index)].first,
            section: None,
            leads_to,
            depth: self.blocks.depth(block),
            marker: self.blocks.marker(index),
            cells: block.cells.iter().map(|cell| cell.start + start..cell.end + start).collect(),
            text,
        }
    }

    /// Returns the sentences of a block. A table row is one clause.
    fn ranges(&self, block: &Block, start: usize) -> Vec<Range<usize>> {
        let text = block.rendered.text.as_str();
        if block.kind == BlockKind::TableRow {
            return std::iter::once(0..text.len()).collect();
        }
        let abbreviations = self.format.abbreviations();
        Sentences { text, start, code: &block.rendered.code, semicolons: false, abbreviations }.ranges()
    }

    /// Returns the words before the items of a list, and the header of a table.
    fn lead(&self, index: usize) -> String {
        let lead = self.lead_ins.parent(index).and_then(|parent| self.leads[parent].as_deref()).unwrap_or("");
        match self.lead_ins.header(index).map(|at| self.blocks.all[at].rendered.text.as_str()) {
            Some(header) if !header.is_empty() => joined(lead, &format!("{header}:")),
            _ => lead.to_owned(),
        }
    }
}

/// Returns the clauses of a sentence: the sentence, or the items of an enumeration inside it. `start` is the offset of
/// the block's own text in the text of the rule.
fn clauses(block: &Block, sentence: &Range<usize>, lead: usize, start: usize) -> Vec<ClauseSpan> {
    let items = match block.kind {
        BlockKind::Paragraph => inline_items::split(&block.rendered.text[sentence.clone()]),
        _ => Vec::new(),
    };
    let (begin, end) = (start + sentence.start, start + sentence.end);
    // The lead-in of the block belongs to its first sentence.
    let outer = if sentence.start == 0 { 0..lead } else { 0..0 };
    let Some((first, others)) = items.split_first() else { return vec![ClauseSpan::new(outer, begin..end)] };
    let starts: Vec<usize> = others.iter().map(|at| begin + at).collect();
    let ends = starts.iter().skip(1).copied().chain([end]);
    let mut found = vec![ClauseSpan::new(outer.clone(), begin..starts.first().copied().unwrap_or(end))];
    let inner = if outer.is_empty() { begin..begin + first } else { 0..begin + first };
    found.extend(starts.iter().zip(ends).map(|(start, end)| ClauseSpan::new(inner.clone(), *start..end)));
    found
}

fn joined(lead: &str, text: &str) -> String {
    if lead.is_empty() { text.to_owned() } else { format!("{lead} {text}") }
}

#[cfg(test)]
mod tests;
