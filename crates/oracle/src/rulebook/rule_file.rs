//! One rulebook file, whose rules can be found by number, by name and by words.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::OnceLock;

use memchr::memmem;

use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::rulebook::ClauseId;
use crate::rulebook::address;
use crate::rulebook::normalized_text::Wording;
use crate::rulebook::rule_line;
use crate::rulebook::rule_line::RuleLine;

/// One rulebook file.
#[derive(Debug)]
pub struct RuleFile {
    pub name: Arc<str>,
    pub source: Arc<SourceFile>,
    /// In document order.
    lines: Vec<RuleLine>,
    /// Maps each normalized name to the indices of its lines.
    names: HashMap<String, Vec<usize>>,
    /// Normalized words of all lines. Built when a quote is first searched in the whole file.
    words: OnceLock<FileWords>,
}

/// The normalized words of a file, and the start of each rule line in them.
#[derive(Debug)]
struct FileWords {
    text: String,
    starts: Vec<usize>,
}

impl RuleFile {
    /// Reads the rules of a file. Returns `None` if there are more than `room` clauses.
    pub(super) fn read(name: &Arc<str>, source: Arc<SourceFile>, room: usize) -> Option<RuleFile> {
        let lines = rule_line::read(&source, room)?;
        let mut names: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, line) in lines.iter().enumerate() {
            if let Some(name) = &line.name {
                names.entry(address::folded_name(name)).or_default().push(at);
            }
        }
        Some(RuleFile { name: Arc::clone(name), lines, names, words: OnceLock::new(), source })
    }

    /// Returns the file with the given words for some clauses.
    pub(super) fn in_words_of(&self, words: &HashMap<ClauseId, &str>) -> RuleFile {
        let mut text = String::with_capacity(self.source.text.len());
        let mut lines = self.lines.clone();
        let mut rules = lines.iter_mut().peekable();
        for (number, raw) in (1..).zip(self.source.text.split_inclusive('\n')) {
            let Some(line) = rules.next_if(|line| line.number == number) else {
                text.push_str(raw);
                continue;
            };
            let end = &raw[line.text.len()..];
            let own =
                |clause: usize| words.get(&ClauseId { file: Arc::clone(&self.name), line: number, clause }).copied();
            line.reword(own);
            line.offset = text.len();
            text.extend([&line.text, end]);
        }
        let source = SourceFile::new(self.source.path.clone(), text);
        RuleFile { name: Arc::clone(&self.name), source, lines, names: self.names.clone(), words: OnceLock::new() }
    }

    pub(super) fn clause_count(&self) -> usize {
        self.lines.iter().map(RuleLine::clause_count).sum()
    }

    pub fn lines(&self) -> impl Iterator<Item = &RuleLine> {
        self.lines.iter()
    }

    pub fn line(&self, number: usize) -> Option<&RuleLine> {
        let at = self.lines.binary_search_by_key(&number, |line| line.number).ok()?;
        self.lines.get(at)
    }

    pub fn lines_between(&self, first: usize, last: usize) -> &[RuleLine] {
        let from = self.lines.partition_point(|line| line.number < first);
        let to = self.lines.partition_point(|line| line.number <= last);
        self.lines.get(from..to).unwrap_or_default()
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
        Place::new(&self.source, line.offset, line.offset + line.text.len())
    }

    /// The place of a clause, without the name of its rule.
    pub(crate) fn clause_place(&self, line: &RuleLine, number: usize) -> Option<Place> {
        let range = line.clause_range(number)?;
        Some(Place::new(&self.source, line.offset + range.start, line.offset + range.end))
    }
}

impl FileWords {
    fn of(lines: &[RuleLine]) -> FileWords {
        let mut words = FileWords { text: String::new(), starts: Vec::with_capacity(lines.len()) };
        for line in lines {
            words.starts.push(words.text.len());
            words.text.push_str(line.wording.as_str());
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
