//! One rulebook file, whose rules can be found by number, by name and by words.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::OnceLock;

use memchr::memmem;

use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::rulebook::ClauseId;
use crate::rulebook::address;
use crate::rulebook::format::RulebookFormat;
use crate::rulebook::format::RulebookLayout;
use crate::rulebook::markdown;
use crate::rulebook::normalized_text::Wording;
use crate::rulebook::rule_line;
use crate::rulebook::rule_line::RuleLine;
use crate::rulebook::section;

/// One rulebook file.
#[derive(Debug)]
pub struct RuleFile {
    pub name: Arc<str>,
    pub source: Arc<SourceFile>,
    layout: RulebookLayout,
    /// In document order.
    lines: Vec<RuleLine>,
    pub headings: Vec<Heading>,
    /// Everything that the text shows, in document order.
    pub items: Vec<LayoutItem>,
    /// Maps each normalized name to the indices of its lines.
    names: HashMap<String, Vec<usize>>,
    /// Normalized words of all lines. Built when a quote is first searched in the whole file.
    words: OnceLock<FileWords>,
}

/// The rules of a file and what is between them.
#[derive(Debug, Default)]
pub(super) struct FileLayout {
    pub rules: Vec<RuleLine>,
    pub headings: Vec<Heading>,
    pub items: Vec<LayoutItem>,
}

/// A heading of a rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    pub line: usize,
    pub level: usize,
    pub text: String,
}

/// A part of the text as the author laid it out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LayoutItem {
    /// Index of a heading.
    Heading(usize),
    /// Index of a rule.
    Rule(usize),
    /// The cells of a table header.
    TableHead(Vec<String>),
    /// A code block.
    Code(String),
    /// A horizontal line.
    Ruler,
}

/// The normalized words of a file, and the start of each rule line in them.
#[derive(Debug)]
struct FileWords {
    text: String,
    starts: Vec<usize>,
}

impl RuleFile {
    /// Reads the rules of a file. Returns `None` if there are more than `room` clauses.
    pub(super) fn read(
        name: &Arc<str>,
        source: Arc<SourceFile>,
        format: &RulebookFormat,
        room: usize,
    ) -> Option<RuleFile> {
        let FileLayout { rules: lines, headings, items } = match format.layout {
            RulebookLayout::Lines => rule_line::read(&source, format, room)?,
            RulebookLayout::Markdown => markdown::read(&source, format, room)?,
        };
        let mut names: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, line) in lines.iter().enumerate() {
            if let Some(name) = &line.name {
                names.entry(address::folded_name(name)).or_default().push(at);
            }
        }
        let (name, layout) = (Arc::clone(name), format.layout);
        Some(RuleFile { name, source, layout, lines, headings, items, names, words: OnceLock::new() })
    }

    /// Returns the file with the given words for some clauses. The source stays as it is.
    pub(super) fn in_words_of(&self, words: &HashMap<ClauseId, &str>) -> RuleFile {
        let mut lines = self.lines.clone();
        for line in &mut lines {
            let id = |clause| ClauseId { file: Arc::clone(&self.name), line: line.number, clause };
            let own: Vec<Option<&str>> =
                (1..=line.clause_count()).map(|clause| words.get(&id(clause)).copied()).collect();
            line.reword(|clause| own.get(clause - 1).copied().flatten());
        }
        RuleFile {
            name: Arc::clone(&self.name),
            source: Arc::clone(&self.source),
            layout: self.layout,
            lines,
            headings: self.headings.clone(),
            items: self.items.clone(),
            names: self.names.clone(),
            words: OnceLock::new(),
        }
    }

    pub(super) fn clause_count(&self) -> usize {
        self.lines.iter().map(RuleLine::clause_count).sum()
    }

    pub fn lines(&self) -> impl Iterator<Item = &RuleLine> {
        self.lines.iter()
    }

    /// Returns the rule at a line: any line of its block.
    pub fn line(&self, number: usize) -> Option<&RuleLine> {
        self.lines_between(number, number).first()
    }

    /// Returns the rules that have one of these lines.
    pub fn lines_between(&self, first: usize, last: usize) -> &[RuleLine] {
        let from = self.lines.partition_point(|line| line.last < first);
        let to = self.lines.partition_point(|line| line.number <= last);
        self.lines.get(from..to).unwrap_or_default()
    }

    /// Returns the rules that the rules at these lines lead to.
    pub(super) fn led_by(&self, first: usize, last: usize) -> impl Iterator<Item = &RuleLine> {
        let to = self.lines_between(first, last).iter().filter_map(|line| line.leads_to).max().unwrap_or(0);
        self.lines_between(last.saturating_add(1), to).iter().filter(|line| line.own > 0)
    }

    /// Returns the rules of a section: its own, and all with those of the sections inside it.
    pub(super) fn in_section(&self, number: &[String]) -> (Vec<&RuleLine>, Vec<&RuleLine>) {
        let is = |line: &&RuleLine| line.section.as_ref().is_some_and(|section| section.is(number));
        let is_within = |line: &&RuleLine| line.section.as_ref().is_some_and(|section| section.is_within(number));
        (self.lines.iter().filter(is).collect(), self.lines.iter().filter(is_within).collect())
    }

    /// Returns the rules below the headings with this text, with or without its number.
    pub(super) fn below_heading(&self, name: &str) -> Vec<&RuleLine> {
        let name = address::folded_name(name);
        let mut found = Vec::new();
        for (at, heading) in self.headings.iter().enumerate() {
            let is_named = [heading.text.as_str(), section::without_number(&heading.text)]
                .iter()
                .any(|text| address::folded_name(text) == name);
            if is_named {
                let end = self.headings[at + 1..].iter().find(|other| other.level <= heading.level);
                let last = end.map_or(usize::MAX, |end| end.line - 1);
                found.extend(self.lines_between(heading.line, last));
            }
        }
        found
    }

    pub fn is_markdown(&self) -> bool {
        self.layout == RulebookLayout::Markdown
    }

    /// Returns the rule of a layout item.
    pub fn rule(&self, index: usize) -> Option<&RuleLine> {
        self.lines.get(index)
    }

    /// Returns the rules of this name.
    pub fn named(&self, name: &str) -> Vec<&RuleLine> {
        let places = self.names.get(&address::folded_name(name)).into_iter().flatten();
        places.filter_map(|at| self.lines.get(*at)).collect()
    }

    /// Returns the rules that contain a quote.
    pub fn lines_with(&self, quote: &Wording) -> Vec<&RuleLine> {
        if quote.is_empty() {
            return Vec::new();
        }
        let words = self.words.get_or_init(|| FileWords::of(&self.lines));
        let mut found: Vec<usize> = words.places(quote).map(|(first, _)| first).collect();
        // The text of the file has a lead-in only once, before the first of its rules.
        found.extend((0..).zip(&self.lines).filter(|(_, line)| line.own > 0).map(|(at, _)| at));
        found.sort_unstable();
        found.dedup();
        let lines = found.into_iter().filter_map(|at| self.lines.get(at));
        lines.filter(|line| !line.wording.occurrences(quote).is_empty()).collect()
    }

    /// Returns the rules that a quote spans, for each of its places.
    pub(crate) fn lines_across(&self, quote: &Wording) -> Vec<&[RuleLine]> {
        if quote.is_empty() {
            return Vec::new();
        }
        let words = self.words.get_or_init(|| FileWords::of(&self.lines));
        let places = words.places(quote).filter(|(first, last)| first < last);
        places.filter_map(|(first, last)| self.lines.get(first..=last)).collect()
    }

    /// Returns the game of the file: the first folder of its name.
    pub fn game(&self) -> &str {
        self.name.split('/').next().unwrap_or(&self.name)
    }

    pub fn place(&self, line: &RuleLine) -> Place {
        let end = line.text.len();
        Place::new(&self.source, line.source.offset(line.own), line.source.end(end))
    }

    /// The place of a clause, without the name of its rule.
    pub(crate) fn clause_place(&self, line: &RuleLine, number: usize) -> Option<Place> {
        let range = line.clause_range(number)?;
        Some(Place::new(&self.source, line.source.offset(range.start), line.source.end(range.end)))
    }
}

impl FileWords {
    fn of(lines: &[RuleLine]) -> FileWords {
        let mut words = FileWords { text: String::new(), starts: Vec::with_capacity(lines.len()) };
        for line in lines {
            words.starts.push(words.text.len());
            match line.own {
                0 => words.text.push_str(line.wording.as_str()),
                _ => words.text.push_str(Wording::of(line.own_text()).as_str()),
            }
            words.text.push(' ');
        }
        words
    }

    /// Returns the indices of the first and last line of a quote, for each of its places.
    fn places<'a>(&'a self, quote: &'a Wording) -> impl Iterator<Item = (usize, usize)> + 'a {
        let line = |at: usize| self.starts.partition_point(|start| *start <= at) - 1;
        let length = quote.as_str().len();
        memmem::find_iter(self.text.as_bytes(), quote.as_str()).map(move |at| (line(at), line(at + length - 1)))
    }
}
