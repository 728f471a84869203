//! The rulebook: markdown files in which every line that is no heading, blank or comment is a rule.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::OnceLock;

use memchr::memmem;

use crate::oracle::address;
use crate::oracle::clause;
use crate::oracle::concordance::Concordance;
use crate::oracle::disk;
use crate::oracle::erratum;
use crate::oracle::listing;
use crate::oracle::listing::Listing;
use crate::oracle::past::Past;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::wording::Wording;
use crate::source::Place;
use crate::source::SourceFile;

/// All rule files of a project, by the name they are cited under (`dune/battle.md`).
#[derive(Debug, Default)]
pub struct Rulebook {
    files: BTreeMap<Arc<str>, RuleFile>,
    /// How many clauses all of them have, lines and bytes.
    clause_count: usize,
    line_count: usize,
    length: usize,
    /// Made when the first quote stands nowhere.
    concordance: OnceLock<Concordance>,
    /// What the locks say, where they do not say the same.
    past: Option<Box<Past>>,
}

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

/// More clauses than any rulebook has. A clause of three letters takes as much room as one of a hundred words.
pub const MOST_CLAUSES: usize = 50_000;
/// As many lines, blank ones and headings too.
pub const MOST_LINES: usize = 500_000;
/// As much text, in bytes.
pub const MOST_TEXT: usize = 8 << 20;
/// What is told where there is more.
pub const TOO_MUCH: &str = "more than 50000 clauses, 500000 lines or 8 MiB";

/// One physical line of a rulebook that is a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleLine {
    pub number: usize,
    pub text: String,
    pub name: Option<String>,
    pub wording: Wording,
    clauses: Vec<Range<usize>>,
    body: usize,
    offset: usize,
}

/// The address of a clause, `dune/battle.md:23.2`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClauseId {
    pub file: Arc<str>,
    pub line: usize,
    pub clause: usize,
}

impl ClauseId {
    /// The game whose rulebook it stands in.
    pub fn game(&self) -> &str {
        self.file.split('/').next().unwrap_or_default()
    }
}

impl Rulebook {
    /// Reads `<folder>/<game>/*.md`.
    pub fn load(root: &Path, folder: &str) -> (Rulebook, Vec<Problem>) {
        let mut book = Rulebook::default();
        let Listing { paths, mut problems } = listing::list(root, folder, &["md"]);
        for path in paths {
            let source = match disk::read(root, &path) {
                Ok(source) => source,
                Err(problem) => {
                    problems.push(problem);
                    continue;
                }
            };
            let name = source.path.strip_prefix(folder).unwrap_or(&source.path).trim_start_matches('/').to_owned();
            if !book.add(&name, source) {
                let message = format!("with `{path}` the rulebooks hold {TOO_MUCH}");
                problems.push(Problem::new(Kind::TooMany, message).help("it is left out; split the project"));
            }
        }
        if book.files.is_empty() && problems.is_empty() {
            let problem = Problem::new(Kind::Unreadable, format!("no rulebook: `{folder}/` holds no .md file"));
            problems.push(problem.help("rules stand in <game>/<name>.md below it, one rule per line"));
        }
        (book, problems)
    }

    /// Adds a file; not where there would then be more clauses than anybody can work with.
    pub fn add(&mut self, name: &str, source: Arc<SourceFile>) -> bool {
        let name: Arc<str> = name.into();
        if let Some(before) = self.files.remove(&name) {
            self.clause_count -= before.clause_count();
            self.line_count -= before.source.lines().count();
            self.length -= before.source.text.len();
        }
        let (line_count, length) = (self.line_count + source.lines().count(), self.length + source.text.len());
        if line_count > MOST_LINES || length > MOST_TEXT {
            return false;
        }
        let Some(lines) = rule_lines(&source, MOST_CLAUSES - self.clause_count) else { return false };
        (self.line_count, self.length) = (line_count, length);
        let mut names: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, line) in lines.iter().enumerate() {
            if let Some(name) = &line.name {
                names.entry(address::folded_name(name)).or_default().push(at);
            }
        }
        let file = RuleFile { name: Arc::clone(&name), lines, names, words: OnceLock::new(), source };
        self.clause_count += file.clause_count();
        self.files.insert(name, file);
        self.concordance = OnceLock::new();
        true
    }

    /// The same lines, names and clauses, some of them in other words, which are not cut anew.
    pub fn in_words_of(&self, words: &HashMap<ClauseId, &str>) -> Rulebook {
        let files = self.files.iter().map(|(name, file)| (Arc::clone(name), file.in_words_of(words))).collect();
        let (clause_count, line_count, length) = (self.clause_count, self.line_count, self.length);
        Rulebook { files, clause_count, line_count, length, ..Rulebook::default() }
    }

    /// What the rulebook said when it was last reviewed, if that is not what it says now.
    pub fn past(&self) -> Option<&Past> {
        self.past.as_deref()
    }

    /// Remembers what it said before.
    pub fn remember(&mut self, past: Past) {
        self.past = Some(Box::new(past));
    }

    /// Whether another one has the same files with the same words.
    pub fn says_the_same(&self, other: &Rulebook) -> bool {
        let files = |book: &Rulebook| book.files.values().map(|file| Arc::clone(&file.source)).collect::<Vec<_>>();
        files(self) == files(other)
    }

    pub fn concordance(&self) -> &Concordance {
        self.concordance.get_or_init(|| Concordance::of(self, erratum::comparable))
    }

    pub fn file(&self, name: &str) -> Option<&RuleFile> {
        self.files.get(name)
    }

    pub fn files(&self) -> impl Iterator<Item = &RuleFile> {
        self.files.values()
    }

    pub fn line(&self, file: &str, number: usize) -> Option<&RuleLine> {
        self.files.get(file)?.line(number)
    }

    /// Every clause, in the order of reading.
    pub fn clauses(&self) -> impl Iterator<Item = ClauseId> {
        self.files().flat_map(|file| file.lines().flat_map(|line| line.clause_ids(&file.name)))
    }

    /// The words of a clause, without the rule's name.
    pub fn clause_text(&self, id: &ClauseId) -> &str {
        self.line(&id.file, id.line).and_then(|line| line.clause(id.clause)).unwrap_or("")
    }
}

impl RuleFile {
    fn in_words_of(&self, words: &HashMap<ClauseId, &str>) -> RuleFile {
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

    fn clause_count(&self) -> usize {
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
    pub fn lines_across(&self, quote: &Wording) -> Vec<&[RuleLine]> {
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

impl RuleLine {
    fn new(number: usize, offset: usize, text: &str) -> RuleLine {
        let named = clause::name(text);
        RuleLine {
            number,
            text: text.to_owned(),
            wording: Wording::of(text),
            clauses: clause::split(text),
            body: named.as_ref().map_or(0, |(end, _)| *end),
            name: named.map(|(_, name)| name),
            offset,
        }
    }

    /// Gives clauses other words; the others stay what they are.
    fn reword<'w>(&mut self, words: impl Fn(usize) -> Option<&'w str>) {
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

    /// The words of clause `number`, counted from 1, without the rule's name.
    pub fn clause(&self, number: usize) -> Option<&str> {
        Some(&self.text[self.clause_range(number)?])
    }

    /// Where the words of a clause stand in the line, without the rule's name and the space around them.
    pub fn clause_range(&self, number: usize) -> Option<Range<usize>> {
        let range = self.clauses.get(number.checked_sub(1)?)?;
        let from = range.start.max(self.body).min(range.end);
        let text = &self.text[from..range.end];
        let start = from + (text.len() - text.trim_start().len());
        Some(start..start + text.trim().len())
    }

    /// The numbers of the clauses that a stretch of the line touches.
    pub fn touched(&self, stretch: &Range<usize>) -> Vec<usize> {
        let meets = |range: &Range<usize>| range.start < stretch.end && stretch.start < range.end;
        (1..).zip(&self.clauses).filter(|(_, range)| meets(range)).map(|(number, _)| number).collect()
    }

    pub fn clause_ids(&self, file: &Arc<str>) -> Vec<ClauseId> {
        let id = |clause| ClauseId { file: Arc::clone(file), line: self.number, clause };
        (1..=self.clauses.len()).map(id).collect()
    }
}

/// The rule lines of a file; none where they have more clauses than there is room for.
fn rule_lines(source: &SourceFile, mut room: usize) -> Option<Vec<RuleLine>> {
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

/// Whether a line is a rule, keeping track of comments that run over several lines.
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

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}.{}", self.file, self.line, self.clause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(text: &str) -> Rulebook {
        let mut book = Rulebook::default();
        book.add("g/r.md", SourceFile::new("rules/g/r.md", text));
        book
    }

    #[test]
    fn headings_blanks_and_comments_are_not_rules() {
        let book =
            book("# Title\n\nFirst rule.\n<!-- a\ncomment -->\n#hash tag rule\n  ## Sub\n<!-- x --> Second rule.\n");
        let numbers: Vec<_> = book.file("g/r.md").unwrap().lines().map(|l| l.number).collect();
        assert_eq!(numbers, [3, 6, 8]);
    }

    #[test]
    fn clauses_have_addresses_and_words_without_the_name() {
        let book = book("NO TIES: The Aggressor wins. Nobody draws.\n");
        let ids: Vec<_> = book.clauses().map(|id| id.to_string()).collect();
        assert_eq!(ids, ["g/r.md:1.1", "g/r.md:1.2"]);
        let first = book.clauses().next().unwrap();
        assert_eq!(book.clause_text(&first), "The Aggressor wins.");
    }

    #[test]
    fn a_file_with_too_many_clauses_is_left_out() {
        let many = |number: usize| SourceFile::new("rules/g/many.md", "a.\n".repeat(number));
        let mut book = book("One rule. Another.\n");
        assert!(!book.add("g/many.md", many(MOST_CLAUSES - 1)));
        assert_eq!(book.clauses().count(), 2);
        assert!(book.add("g/many.md", many(MOST_CLAUSES - 2)));
        assert!(book.add("g/many.md", many(1)) && book.add("g/more.md", many(MOST_CLAUSES - 3)));
    }

    #[test]
    fn line_ends_of_another_system_change_nothing() {
        let book = book("One rule.\r\nTwo rules.\r\n");
        assert_eq!(book.line("g/r.md", 2).unwrap().text, "Two rules.");
    }
}
