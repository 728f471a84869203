//! One file of a rulebook: its rule lines, found by number, by name and by the words that stand in them.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::OnceLock;

use memchr::memmem;

use crate::oracle::address;
use crate::oracle::rule_line;
use crate::oracle::rule_line::RuleLine;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::wording::Wording;
use crate::source::Place;
use crate::source::SourceFile;

/// One file of a rulebook, by the name it is cited under.
#[derive(Debug)]
pub struct RuleFile {
    pub name: Arc<str>,
    pub source: Arc<SourceFile>,
    /// In the order of reading.
    lines: Vec<RuleLine>,
    /// For each name, folded as words are compared, the lines that bear it, by their place.
    names: HashMap<String, Vec<usize>>,
    /// The words of all lines, made when the first quote is looked for in the whole file.
    words: OnceLock<FileWords>,
}

/// The folded words of a file, and where those of each rule line begin.
#[derive(Debug)]
struct FileWords {
    text: String,
    starts: Vec<usize>,
}

impl RuleFile {
    /// Reads the rule lines of a file; none where they have more clauses than there is room for.
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

    /// The same lines, some of their clauses in other words.
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

    pub(crate) fn lines_between(&self, first: usize, last: usize) -> &[RuleLine] {
        let from = self.lines.partition_point(|line| line.number < first);
        let to = self.lines.partition_point(|line| line.number <= last);
        self.lines.get(from..to).unwrap_or_default()
    }

    /// The lines of this name.
    pub fn named(&self, name: &str) -> Vec<&RuleLine> {
        let places = self.names.get(&address::folded_name(name)).into_iter().flatten();
        places.filter_map(|at| self.lines.get(*at)).collect()
    }

    /// The lines in which a quote stands.
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

    /// The lines over whose ends a quote runs, for each place where it does.
    pub(crate) fn lines_across(&self, quote: &Wording) -> Vec<&[RuleLine]> {
        if quote.is_empty() {
            return Vec::new();
        }
        let words = self.words.get_or_init(|| FileWords::of(&self.lines));
        let places = words.places(quote).filter(|(first, last)| first < last);
        places.filter_map(|(first, last)| self.lines.get(first..=last)).collect()
    }

    /// The game whose rules these are: the first folder of the name.
    pub fn game(&self) -> &str {
        self.name.split('/').next().unwrap_or(&self.name)
    }

    pub fn place(&self, line: &RuleLine) -> Place {
        Place::new(&self.source, line.offset, line.offset + line.text.len())
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

    /// Where a quote stands: for each place the first line and the last one.
    fn places<'a>(&'a self, quote: &'a Wording) -> impl Iterator<Item = (usize, usize)> + 'a {
        let line = |at: usize| self.starts.partition_point(|start| *start <= at) - 1;
        let length = quote.as_str().len();
        memmem::find_iter(self.text.as_bytes(), quote.as_str()).map(move |at| (line(at), line(at + length - 1)))
    }
}
