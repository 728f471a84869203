//! The blocks of a Markdown text with their rendered text and their lines.

use std::ops::Range;

use pulldown_cmark::Event;
use pulldown_cmark::HeadingLevel;
use pulldown_cmark::Options;
use pulldown_cmark::Parser;
use pulldown_cmark::Tag;
use pulldown_cmark::TagEnd;

use crate::rulebook::text_map::TextMap;

/// The blocks of a text in document order, and the containers around them.
#[derive(Debug, Default)]
pub(in crate::rulebook) struct Blocks {
    pub all: Vec<Block>,
    pub containers: Vec<Container>,
}

/// A leaf block: text, or something that is not text.
#[derive(Debug)]
pub(in crate::rulebook) struct Block {
    pub kind: BlockKind,
    pub rendered: Rendered,
    /// The first and last line.
    pub first: usize,
    pub last: usize,
    /// The containers around the block, from the outermost to the innermost.
    pub within: Vec<usize>,
    /// The cells of a table row in the rendered text.
    pub cells: Vec<Range<usize>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rulebook) enum BlockKind {
    Heading(usize),
    Paragraph,
    /// A term that definitions follow.
    Term,
    TableHead,
    TableRow,
    Code,
    Ruler,
    Html,
}

/// A text without markup.
#[derive(Debug, Default)]
pub(in crate::rulebook) struct Rendered {
    pub text: String,
    pub map: TextMap,
    /// The code spans.
    pub code: Vec<Range<usize>>,
    /// End of emphasised text at the start, such as "**Loss.** The value is refunded."
    pub title: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(in crate::rulebook) struct Container {
    pub kind: ContainerKind,
    /// Index of the first block inside.
    pub first: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rulebook) enum ContainerKind {
    List,
    /// A list item with its number, if the list is ordered.
    Item(Option<u64>),
    Quote,
    Footnote,
}

impl Rendered {
    /// Returns the end of a title at the start of the text: a few emphasised words before other text.
    pub(in crate::rulebook) fn title(&self) -> usize {
        const LONGEST: usize = 80;
        let is_title = self.title <= LONGEST && !self.text[self.title.min(self.text.len())..].trim().is_empty();
        if is_title { self.title } else { 0 }
    }
}

impl Block {
    pub(in crate::rulebook) fn cell_texts(&self) -> Vec<String> {
        self.cells.iter().map(|cell| self.rendered.text[cell.clone()].to_owned()).collect()
    }
}

impl Blocks {
    pub(in crate::rulebook) fn read(text: &str) -> Blocks {
        let skipped = front_matter(text);
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_HEADING_ATTRIBUTES
            | Options::ENABLE_GFM
            | Options::ENABLE_DEFINITION_LIST;
        let starts = [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut reader = BlockReader { text, skipped, starts, ..BlockReader::default() };
        for (event, range) in Parser::new_ext(&text[skipped..], options).into_offset_iter() {
            reader.event(event, range.start + skipped..range.end + skipped);
        }
        reader.finish();
        reader.found
    }

    /// Returns the container directly around a block.
    pub(in crate::rulebook) fn innermost(&self, block: &Block) -> Option<(usize, &Container)> {
        let at = *block.within.last()?;
        Some((at, &self.containers[at]))
    }

    /// Returns the list item whose first text this block is.
    pub(in crate::rulebook) fn item(&self, index: usize) -> Option<(usize, &Container)> {
        let item = self.innermost(&self.all[index])?;
        (matches!(item.1.kind, ContainerKind::Item(_)) && item.1.first == index).then_some(item)
    }

    /// Returns the last paragraph of the list directly before a paragraph, if that list item announces more: in some
    /// texts the items below "1. It applies if:" are not indented.
    pub(in crate::rulebook) fn item_before(&self, index: usize) -> Option<usize> {
        let previous = index.checked_sub(1)?;
        let (block, item) = (&self.all[index], &self.all[previous]);
        let is_in_list = item.within.len() == block.within.len() + 2 && item.within.starts_with(&block.within);
        (is_in_list && item.kind == BlockKind::Paragraph && announces(&item.rendered.text)).then_some(previous)
    }

    /// Returns the number of list items around a block.
    pub(in crate::rulebook) fn depth(&self, block: &Block) -> usize {
        block.within.iter().filter(|at| matches!(self.containers[**at].kind, ContainerKind::Item(_))).count()
    }

    /// Returns the printed marker of a list item.
    pub(in crate::rulebook) fn marker(&self, index: usize) -> Option<String> {
        match self.item(index)?.1.kind {
            ContainerKind::Item(Some(number)) => Some(format!("{number}.")),
            _ => Some("•".to_owned()),
        }
    }
}

/// Returns whether a text ends with a colon or a dash.
pub(in crate::rulebook) fn announces(text: &str) -> bool {
    text.trim_end().ends_with([':', '—', '–'])
}

/// Returns the length of YAML or TOML front matter at the start of a text.
fn front_matter(text: &str) -> usize {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or("");
    let (fence, sign) = match first.trim_end() {
        "---" => ("---", ':'),
        "+++" => ("+++", '='),
        "%%%" => ("%%%", '='),
        _ => return 0,
    };
    let mut length = first.len();
    for (number, line) in (0..).zip(lines) {
        length += line.len();
        let line = line.trim_end();
        if line == fence || (fence == "---" && line == "...") {
            return if number > 0 { length } else { 0 };
        }
        // A text may also start with a ruler.
        if number == 0 && !line.starts_with('#') && !line.contains(sign) {
            return 0;
        }
    }
    0
}

#[derive(Default)]
struct BlockReader<'t> {
    text: &'t str,
    /// Length of the front matter.
    skipped: usize,
    /// Offsets of the lines.
    starts: Vec<usize>,
    found: Blocks,
    within: Vec<usize>,
    open: Option<OpenBlock>,
    /// Number of the next item of each open list.
    numbers: Vec<Option<u64>>,
    /// For each open definition list, whether definitions of its last term are open.
    definitions: Vec<bool>,
    /// Starts of the emphasised texts around the current event.
    emphases: Vec<usize>,
    /// Number of images around the current event. Their text is not shown.
    images: usize,
}

struct OpenBlock {
    kind: BlockKind,
    rendered: Rendered,
    source: Option<Range<usize>>,
    cells: Vec<Range<usize>>,
}

impl BlockReader<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(&tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.words(&text, range.start, &range),
            Event::Code(code) => {
                let inside = self.text[range.clone()].find(code.as_ref()).unwrap_or(0);
                let before = self.length();
                self.words(&code, range.start + inside, &range);
                let span = before..self.length();
                self.block().rendered.code.push(span);
            }
            Event::SoftBreak | Event::HardBreak => self.space(&range),
            Event::InlineHtml(tag) => {
                if tag.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("<br")) {
                    self.space(&range);
                }
            }
            Event::Rule => self.leaf(BlockKind::Ruler, &range),
            Event::Html(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph => self.begin(BlockKind::Paragraph),
            Tag::DefinitionListTitle => {
                self.close_definitions();
                self.begin(BlockKind::Term);
            }
            Tag::Heading { level, .. } => self.begin(BlockKind::Heading(depth(*level))),
            Tag::TableHead => self.begin(BlockKind::TableHead),
            Tag::TableRow => self.begin(BlockKind::TableRow),
            Tag::TableCell => {
                if !self.block().cells.is_empty() {
                    self.words(" | ", range.start, &range);
                }
                let start = self.length();
                self.block().cells.push(start..start);
            }
            Tag::CodeBlock(_) => self.begin(BlockKind::Code),
            Tag::HtmlBlock => self.leaf(BlockKind::Html, &range),
            Tag::List(number) => {
                self.enter(ContainerKind::List);
                self.numbers.push(*number);
            }
            Tag::Item => {
                let number = self.numbers.last_mut().and_then(|next| {
                    let own = *next;
                    *next = next.map(|number| number.saturating_add(1));
                    own
                });
                self.enter(ContainerKind::Item(number));
            }
            Tag::BlockQuote(_) => self.enter(ContainerKind::Quote),
            Tag::FootnoteDefinition(_) => self.enter(ContainerKind::Footnote),
            // Definitions are items that the term leads.
            Tag::DefinitionListDefinition => {
                if let Some(is_open @ false) = self.definitions.last_mut() {
                    *is_open = true;
                    self.enter(ContainerKind::List);
                }
                self.enter(ContainerKind::Item(None));
            }
            Tag::DefinitionList => self.definitions.push(false),
            Tag::Image { .. } => self.images += 1,
            Tag::Emphasis | Tag::Strong => {
                self.emphases.push(self.open.as_ref().map_or(0, |it| it.rendered.text.len()))
            }
            Tag::Table(_)
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph
            | TagEnd::DefinitionListTitle
            | TagEnd::Heading(_)
            | TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::CodeBlock => self.finish(),
            TagEnd::TableCell => {
                let end = self.length();
                if let Some(cell) = self.block().cells.last_mut() {
                    cell.end = end;
                }
            }
            TagEnd::List(_) => {
                self.leave();
                self.numbers.pop();
            }
            TagEnd::Item | TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition | TagEnd::DefinitionListDefinition => {
                self.leave()
            }
            TagEnd::DefinitionList => {
                self.close_definitions();
                self.definitions.pop();
            }
            TagEnd::Emphasis | TagEnd::Strong => {
                let end = self.length();
                if self.emphases.pop() == Some(0) {
                    self.block().rendered.title = end;
                }
            }
            TagEnd::Image => self.images = self.images.saturating_sub(1),
            _ => {}
        }
    }

    fn enter(&mut self, kind: ContainerKind) {
        self.finish();
        self.within.push(self.found.containers.len());
        self.found.containers.push(Container { kind, first: self.found.all.len() });
    }

    fn leave(&mut self) {
        self.finish();
        self.within.pop();
    }

    /// Leaves the definitions of the last term.
    fn close_definitions(&mut self) {
        if let Some(is_open @ true) = self.definitions.last_mut() {
            *is_open = false;
            self.leave();
        }
    }

    fn begin(&mut self, kind: BlockKind) {
        self.finish();
        self.open = Some(OpenBlock { kind, rendered: Rendered::default(), source: None, cells: Vec::new() });
    }

    /// Adds a block without text.
    fn leaf(&mut self, kind: BlockKind, range: &Range<usize>) {
        self.begin(kind);
        self.block().source = Some(range.clone());
        self.finish();
    }

    /// Returns the open block. The text of a tight list item has no paragraph around it.
    fn block(&mut self) -> &mut OpenBlock {
        self.open.get_or_insert_with(|| OpenBlock {
            kind: BlockKind::Paragraph,
            rendered: Rendered::default(),
            source: None,
            cells: Vec::new(),
        })
    }

    fn length(&mut self) -> usize {
        self.block().rendered.text.len()
    }

    fn words(&mut self, words: &str, offset: usize, range: &Range<usize>) {
        let is_shown = self.images == 0;
        let block = self.block();
        let source = block.source.get_or_insert_with(|| range.clone());
        *source = source.start.min(range.start)..source.end.max(range.end);
        if is_shown {
            block.rendered.map.push(block.rendered.text.len(), offset);
            block.rendered.text.push_str(words);
        }
    }

    fn space(&mut self, range: &Range<usize>) {
        if !self.block().rendered.text.ends_with(' ') {
            self.words(" ", range.start, range);
        }
    }

    /// Closes the open block. Text without letters and digits is not a block.
    fn finish(&mut self) {
        let Some(OpenBlock { kind, mut rendered, source, cells }) = self.open.take() else { return };
        let length = rendered.text.trim_end().len();
        if kind != BlockKind::Code {
            rendered.text.truncate(length);
        }
        let is_text = !matches!(kind, BlockKind::Code | BlockKind::Ruler | BlockKind::Html);
        if is_text && !rendered.text.chars().any(char::is_alphanumeric) {
            return;
        }
        let source = source.unwrap_or(self.skipped..self.skipped);
        let (first, last) = (self.line(source.start), self.line(source.end.saturating_sub(1).max(source.start)));
        let cells = cells.into_iter().map(|cell| cell.start.min(length)..cell.end.min(length)).collect();
        self.found.all.push(Block { kind, rendered, first, last, within: self.within.clone(), cells });
    }

    fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset)
    }
}

fn depth(level: HeadingLevel) -> usize {
    level as usize
}
