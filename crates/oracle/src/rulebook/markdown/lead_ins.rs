//! Lead-ins: "A person is eligible if" belongs to each item of the list after it.

use crate::rulebook::enumerator;
use crate::rulebook::markdown::blocks;
use crate::rulebook::markdown::blocks::BlockKind;
use crate::rulebook::markdown::blocks::Blocks;
use crate::rulebook::markdown::blocks::ContainerKind;
use crate::rulebook::markdown::sections::Sections;

/// For each block, the block that leads to it and the header of its table.
#[derive(Debug)]
pub(in crate::rulebook) struct LeadIns {
    parents: Vec<Option<usize>>,
    headers: Vec<Option<usize>>,
    /// Last line of what each block leads to.
    last_lines: Vec<Option<usize>>,
}

impl LeadIns {
    pub(in crate::rulebook) fn of(blocks: &Blocks, sections: &Sections) -> LeadIns {
        let count = blocks.all.len();
        let mut found =
            LeadIns { parents: vec![None; count], headers: vec![None; count], last_lines: vec![None; count] };
        // The first block of the table that the current row belongs to, and its header.
        let mut table: Option<usize> = None;
        for (index, block) in blocks.all.iter().enumerate() {
            match block.kind {
                BlockKind::TableHead => table = Some(index),
                BlockKind::TableRow => {
                    found.headers[index] = table;
                    found.parents[index] = table.and_then(|head| before(blocks, head, &block.within));
                }
                BlockKind::Paragraph => found.parents[index] = found.parent_of_paragraph(blocks, sections, index),
                _ => {}
            }
        }
        found.find_last_lines(blocks);
        found
    }

    /// Returns the block whose last words the block continues.
    pub(in crate::rulebook) fn parent(&self, index: usize) -> Option<usize> {
        self.parents[index]
    }

    /// Returns the first block of the chain of lead-ins before a block, or the block itself.
    pub(in crate::rulebook) fn root(&self, index: usize) -> usize {
        let parent = |at: &usize| self.parents[*at];
        std::iter::successors(Some(index), parent).last().unwrap_or(index)
    }

    pub(in crate::rulebook) fn header(&self, index: usize) -> Option<usize> {
        self.headers[index]
    }

    /// Returns the last line of the items that a block leads to. `None` if the block is complete in itself.
    pub(in crate::rulebook) fn last_line(&self, index: usize) -> Option<usize> {
        self.last_lines[index]
    }

    fn parent_of_paragraph(&self, blocks: &Blocks, sections: &Sections, index: usize) -> Option<usize> {
        let block = &blocks.all[index];
        if let Some((_, container)) = blocks.innermost(block)
            && container.kind != ContainerKind::Footnote
            && container.first == index
        {
            return before_container(blocks, &block.within);
        }
        if let Some(first) = sections.first_of_enumeration(index) {
            let item = blocks.item_before(first).filter(|at| is_incomplete(&blocks.all[*at].rendered.text));
            return before(blocks, first, &block.within).or(item);
        }
        self.closing(blocks, index).or_else(|| self.unlabelled(blocks, index))
    }

    /// Paragraphs without labels are items if they end with semicolons: the definitions after "In this section—".
    fn unlabelled(&self, blocks: &Blocks, index: usize) -> Option<usize> {
        let block = &blocks.all[index];
        let previous = index.checked_sub(1)?;
        let own = &blocks.all[previous];
        let is_beside = |at: usize| blocks.all[at].within == block.within && own.kind == BlockKind::Paragraph;
        if is_item_end(&own.rendered.text) {
            return self.parents[previous].filter(|leader| is_beside(previous) && is_beside(*leader));
        }
        let leads = is_beside(previous) && blocks::announces(&own.rendered.text) && is_item_end(&block.rendered.text);
        leads.then_some(previous)
    }

    /// The words after the items of a list can close the sentence of the lead-in: "… commits an offence."
    fn closing(&self, blocks: &Blocks, index: usize) -> Option<usize> {
        let block = &blocks.all[index];
        let is_lower = block.rendered.text.starts_with(char::is_lowercase);
        let previous =
            index.checked_sub(1).filter(|_| is_lower && enumerator::label(&block.rendered.text).is_none())?;
        let mut leader = self.parents[previous];
        while let Some(at) = leader {
            if blocks.all[at].within == block.within && blocks.all[at].kind == BlockKind::Paragraph {
                return Some(at);
            }
            leader = self.parents[at];
        }
        None
    }

    fn find_last_lines(&mut self, blocks: &Blocks) {
        for (index, block) in blocks.all.iter().enumerate().rev() {
            if let Some(parent) = self.parents[index] {
                let own = self.last_lines[index].unwrap_or(block.last);
                let last = &mut self.last_lines[parent];
                *last = Some(last.unwrap_or(0).max(own));
            }
        }
    }
}

/// Returns the paragraph directly before the innermost of the given containers, or before the outermost container that
/// starts with it. For a list item, that is the paragraph before its list.
fn before_container(blocks: &Blocks, mut within: &[usize]) -> Option<usize> {
    while let Some((at, outer)) = within.split_last() {
        let container = &blocks.containers[*at];
        let (first, outer) = match (&container.kind, outer.split_last()) {
            (ContainerKind::Footnote, _) => return None,
            (ContainerKind::Item(_), Some((list, outer))) => (blocks.containers[*list].first, outer),
            _ => (container.first, outer),
        };
        if let Some(found) = before(blocks, first, outer) {
            return Some(found);
        }
        within = outer.last().filter(|at| blocks.containers[**at].first == first).map(|_| outer)?;
    }
    None
}

/// Returns the paragraph directly before a block, in the given containers, if it is incomplete without the block.
fn before(blocks: &Blocks, index: usize, within: &[usize]) -> Option<usize> {
    let previous = index.checked_sub(1)?;
    let block = &blocks.all[previous];
    let is_beside = matches!(block.kind, BlockKind::Paragraph | BlockKind::Term) && block.within == within;
    (is_beside && is_incomplete(&block.rendered.text)).then_some(previous)
}

/// Returns whether a text ends with a semicolon, with or without a conjunction.
fn is_item_end(text: &str) -> bool {
    let text = text.trim_end();
    let last = text.rsplit(char::is_whitespace).next().unwrap_or("");
    let end = if enumerator::is_conjunction(last) { text[..text.len() - last.len()].trim_end() } else { text };
    end.ends_with(';')
}

/// Returns whether a text does not end with the end of a sentence.
fn is_incomplete(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| matches!(c, '"' | '”' | '\'' | '’' | ')' | ']') || c.is_whitespace());
    !text.ends_with(['.', '!', '?', '…', ';'])
}
