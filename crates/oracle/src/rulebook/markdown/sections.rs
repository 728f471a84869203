//! Section numbers of blocks: the numbers printed in headings, ordered lists and paragraphs.

use crate::rulebook::enumerator;
use crate::rulebook::enumerator::Label;
use crate::rulebook::enumerator::LabelStyle;
use crate::rulebook::markdown::blocks::Block;
use crate::rulebook::markdown::blocks::BlockKind;
use crate::rulebook::markdown::blocks::Blocks;
use crate::rulebook::markdown::blocks::ContainerKind;
use crate::rulebook::section::Section;
use crate::rulebook::section::heading_number;

/// The sections of all blocks.
#[derive(Debug)]
pub(in crate::rulebook) struct Sections {
    sections: Vec<Option<Section>>,
    /// The first paragraph of the enumeration to which a labelled paragraph belongs.
    firsts: Vec<Option<usize>>,
}

impl Sections {
    pub(in crate::rulebook) fn of(blocks: &Blocks) -> Sections {
        let mut reader = SectionReader::default();
        let mut found = Sections { sections: Vec::new(), firsts: Vec::new() };
        for (index, block) in blocks.all.iter().enumerate() {
            let first = match block.kind {
                BlockKind::Heading(level) => {
                    reader.heading(level, &block.rendered.text);
                    None
                }
                _ => reader.block(blocks, index, block),
            };
            found.sections.push(reader.section());
            found.firsts.push(first);
        }
        found
    }

    pub(in crate::rulebook) fn of_block(&self, index: usize) -> Option<Section> {
        self.sections[index].clone()
    }

    /// Returns the first paragraph of the enumeration `(a)`, `(b)`, `(c)` to which a paragraph belongs.
    pub(in crate::rulebook) fn first_of_enumeration(&self, index: usize) -> Option<usize> {
        self.firsts[index]
    }
}

#[derive(Default)]
struct SectionReader {
    /// The numbered headings above, with their levels.
    headings: Vec<(usize, Section)>,
    labels: Vec<OpenLabel>,
}

/// A label that applies to the current block.
struct OpenLabel {
    within: Vec<usize>,
    parts: Vec<String>,
    /// `None` for the number of a list item.
    series: Option<Series>,
    /// The first paragraph of the enumeration.
    first: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Series {
    style: LabelStyle,
    kind: SeriesKind,
    /// `(A)` is not in the series of `(a)`.
    is_upper: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SeriesKind {
    Number,
    Roman,
    Letter,
    /// `1.2`: the label is the whole section number.
    Whole,
}

impl SectionReader {
    fn heading(&mut self, level: usize, text: &str) {
        self.labels.clear();
        self.headings.retain(|(other, _)| *other < level);
        if let Some(number) = heading_number(text) {
            let above = self.headings.last().map(|(_, section)| section);
            let section = match text.trim_start().starts_with('(') {
                true => Section::below(above.cloned(), &number, true),
                false => Section::of_heading(number, above),
            };
            self.headings.push((level, section));
        }
    }

    /// Enters the labels of a block. Returns the first paragraph of its enumeration.
    fn block(&mut self, blocks: &Blocks, index: usize, block: &Block) -> Option<usize> {
        let labels = match block.kind {
            BlockKind::Paragraph => enumerator::labels(&block.rendered.text),
            _ => Vec::new(),
        };
        if !labels.is_empty() {
            self.keep_item_before(blocks, index);
        }
        self.labels.retain(|label| block.within.starts_with(&label.within));
        for (depth, at) in block.within.iter().enumerate() {
            let within = &block.within[..=depth];
            if let ContainerKind::Item(Some(number)) = blocks.containers[*at].kind
                && !self.labels.iter().any(|label| label.series.is_none() && label.within == within)
            {
                self.close_item_before(number, &block.within[..depth.saturating_sub(1)]);
                let parts = vec![number.to_string()];
                self.labels.push(OpenLabel { within: within.to_vec(), parts, series: None, first: index });
            }
        }
        labels.into_iter().map(|label| self.paragraph(index, block, label)).last()
    }

    /// Keeps the number of the list item that announces a paragraph.
    fn keep_item_before(&mut self, blocks: &Blocks, index: usize) {
        let Some(item) = blocks.item_before(index) else { return };
        let within = &blocks.all[item].within;
        if let Some(label) = self.labels.iter_mut().find(|label| label.series.is_none() && label.within == *within) {
            label.within = blocks.all[index].within.clone();
            label.series = Some(Series { style: LabelStyle::Pointed, kind: SeriesKind::Number, is_upper: false });
        }
    }

    /// Closes the label that the number of a list item follows: `4.—(1)` before an item `5.`
    fn close_item_before(&mut self, number: u64, within: &[usize]) {
        let is_before = |label: &OpenLabel| {
            let is_number =
                label.series.is_some_and(|it| (it.style, it.kind) == (LabelStyle::Pointed, SeriesKind::Number));
            let last = number.checked_sub(1).map(|number| number.to_string());
            is_number && label.within == within && label.parts.first() == last.as_ref()
        };
        if let Some(at) = self.labels.iter().position(is_before) {
            self.labels.truncate(at);
        }
    }

    fn paragraph(&mut self, index: usize, block: &Block, label: Label) -> usize {
        let series = self.series(block, &label);
        let own = |open: &OpenLabel| open.within == block.within && open.series == Some(series);
        // Items of a list each have a container of their own, so their labels cannot be in one series.
        let first = match self.labels.iter().position(own) {
            Some(at) => {
                let first = self.labels[at].first;
                self.labels.truncate(at);
                first
            }
            None => index,
        };
        if series.kind == SeriesKind::Whole {
            self.labels.retain(|open| open.within.len() < block.within.len());
        }
        self.labels.push(OpenLabel { within: block.within.clone(), parts: label.parts, series: Some(series), first });
        first
    }

    /// Returns the series of a label. A letter that follows another letter is not a Roman number: `(i)` after `(h)`.
    fn series(&self, block: &Block, label: &Label) -> Series {
        let style = label.style;
        let text = label.parts.first().map(|part| part.to_lowercase()).unwrap_or_default();
        let is_upper = label.parts.first().is_some_and(|part| part.starts_with(char::is_uppercase));
        let kind = |kind| Series { style, kind, is_upper };
        if label.parts.len() > 1 {
            return kind(SeriesKind::Whole);
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return kind(SeriesKind::Number);
        }
        if !enumerator::is_roman(&text) {
            return kind(SeriesKind::Letter);
        }
        let open = |series: Series| {
            let own = |open: &&OpenLabel| open.within == block.within && open.series == Some(series);
            self.labels.iter().rev().find(own)
        };
        let follows_letter = open(kind(SeriesKind::Letter)).is_some_and(|last| follows(&last.parts[0], &text));
        let is_alone = text != "i" && open(kind(SeriesKind::Roman)).is_none();
        match (follows_letter && open(kind(SeriesKind::Roman)).is_none()) || (is_alone && text.len() == 1) {
            true => kind(SeriesKind::Letter),
            false => kind(SeriesKind::Roman),
        }
    }

    fn section(&self) -> Option<Section> {
        let whole = self.labels.iter().rposition(|label| label.series.is_some_and(|it| it.kind == SeriesKind::Whole));
        let mut section = match whole {
            Some(_) => None,
            None => self.headings.last().map(|(_, section)| section.clone()),
        };
        for label in &self.labels[whole.unwrap_or(0)..] {
            let is_enclosed = label.series.is_some_and(|series| series.style != LabelStyle::Pointed);
            section = Some(Section::below(section, &label.parts, is_enclosed));
        }
        section
    }
}

/// Returns whether one letter follows another.
fn follows(before: &str, text: &str) -> bool {
    let next = |c: char| char::from_u32(c as u32 + 1);
    let (mut one, mut two) = (before.chars().flat_map(char::to_lowercase), text.chars());
    matches!((one.next(), one.next(), two.next(), two.next()), (Some(a), None, Some(b), None) if next(a) == Some(b))
}
