//! The rulebook: Markdown files in which every line or every block is a rule.

pub mod abbreviations;
pub mod address;
pub mod catalog;
pub mod citation;
pub mod clause_split;
pub mod corrected_rows;
pub mod default_catalog;
pub mod enumerator;
pub mod exclusion;
pub mod format;
pub mod history;
pub mod inline_items;
pub mod markdown;
pub mod modality;
pub mod normalized_text;
pub mod rule_file;
pub mod rule_line;
pub mod rule_number;
pub mod rule_selector;
pub mod section;
pub mod switch_clauses;
pub mod text_map;
pub mod word_index;

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::hash::Hasher;
use std::path::Path;
use std::sync::Arc;
use std::sync::OnceLock;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::hash;
use crate::base::project_files;
use crate::base::project_files::Listing;
use crate::base::safe_read;
use crate::base::source::SourceFile;
use crate::rulebook::address::Address;
use crate::rulebook::format::RulebookFormat;
use crate::rulebook::format::RulebookLayout;
use crate::rulebook::history::reviewed_rulebook::ReviewedRulebook;
use crate::rulebook::history::word_diff;
use crate::rulebook::modality::NormativeWords;
use crate::rulebook::normalized_text::Wording;
use crate::rulebook::rule_file::RuleFile;
use crate::rulebook::rule_line::RuleLine;
use crate::rulebook::word_index::WordIndex;

/// All rule files of a project, by the name they are cited under (`dune/battle.md`).
#[derive(Debug, Default)]
pub struct Rulebook {
    files: BTreeMap<Arc<str>, RuleFile>,
    /// The format of each game's rulebook, if it is not the default.
    formats: Arc<BTreeMap<String, RulebookFormat>>,
    /// Number of clauses in all files.
    clause_count: usize,
    line_count: usize,
    length: usize,
    /// Built when a quote is not found.
    word_index: OnceLock<WordIndex>,
    /// The reviewed text, if it differs from the current text.
    past: Option<Box<ReviewedRulebook>>,
}

/// Maximum number of clauses in all rulebooks. A short clause takes as much memory as a long one.
pub(crate) const MOST_CLAUSES: usize = 50_000;
/// Maximum number of lines, including blank lines and headings.
pub(crate) const MOST_LINES: usize = 500_000;
/// Maximum size of all texts in bytes.
pub(crate) const MOST_TEXT: usize = 8 << 20;
/// The limits, for messages.
pub(crate) const TOO_MUCH: &str = "more than 50000 clauses, 500000 lines or 8 MiB";

/// The address of a clause, `dune/battle.md:23.2`.
#[derive(Debug, Clone, Eq, PartialOrd, Ord)]
pub struct ClauseId {
    pub file: Arc<str>,
    pub line: usize,
    pub clause: usize,
}

/// Compares the numbers first: a proof compares millions of clauses, and most of them are in one of a few files.
impl PartialEq for ClauseId {
    fn eq(&self, other: &ClauseId) -> bool {
        self.line == other.line && self.clause == other.clause && self.file == other.file
    }
}

impl Hash for ClauseId {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.line, self.clause, &self.file).hash(hasher);
    }
}

impl ClauseId {
    /// Returns the game whose rulebook contains the clause.
    pub fn game(&self) -> &str {
        self.file.split('/').next().unwrap_or_default()
    }
}

impl Rulebook {
    /// An empty rulebook with the format of each game, if it is not the default.
    pub fn with_formats(formats: Arc<BTreeMap<String, RulebookFormat>>) -> Rulebook {
        Rulebook { formats, ..Rulebook::default() }
    }

    /// Reads `<folder>/<game>/*.md`.
    pub fn load(
        root: &Path,
        folder: &str,
        formats: &Arc<BTreeMap<String, RulebookFormat>>,
    ) -> (Rulebook, Vec<Problem>) {
        let mut book = Rulebook::with_formats(Arc::clone(formats));
        let Listing { paths, mut problems } = project_files::list(root, folder, &["md"]);
        for path in paths {
            let source = match safe_read::read(root, &path) {
                Ok(source) => source,
                Err(problem) => {
                    problems.push(problem);
                    continue;
                }
            };
            let name = source.path.strip_prefix(folder).unwrap_or(&source.path).trim_start_matches('/').to_owned();
            if !book.add(&name, source) {
                let message = format!("the rulebooks including `{path}` have {TOO_MUCH}");
                problems.push(Problem::new(Kind::TooMany, message).help("this file is ignored; split the project"));
            }
        }
        if book.files.is_empty() && problems.is_empty() {
            let problem = Problem::new(Kind::Unreadable, format!("`{folder}/` has no rulebook (no .md file)"));
            problems.push(problem.help("write the rules into <game>/<name>.md below it, one rule per line"));
        }
        (book, problems)
    }

    /// Adds or replaces a file. Returns false if the rulebook would exceed its limits.
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
        let formats = Arc::clone(&self.formats);
        let usual = RulebookFormat::default();
        let format = formats.get(name.split('/').next().unwrap_or_default()).unwrap_or(&usual);
        let Some(file) = RuleFile::read(&name, source, format, MOST_CLAUSES - self.clause_count) else { return false };
        (self.line_count, self.length) = (line_count, length);
        self.clause_count += file.clause_count();
        self.files.insert(name, file);
        self.word_index = OnceLock::new();
        true
    }

    /// Returns the rulebook with the given words for some clauses. The new words are not split into clauses again.
    pub(crate) fn in_words_of(&self, words: &HashMap<ClauseId, &str>) -> Rulebook {
        let files = self.files.iter().map(|(name, file)| (Arc::clone(name), file.in_words_of(words))).collect();
        let (clause_count, line_count, length) = (self.clause_count, self.line_count, self.length);
        let formats = Arc::clone(&self.formats);
        Rulebook { files, formats, clause_count, line_count, length, ..Rulebook::default() }
    }

    /// Returns the reviewed text, if it differs from the current text.
    pub fn past(&self) -> Option<&ReviewedRulebook> {
        self.past.as_deref()
    }

    /// Sets the reviewed text.
    pub fn remember(&mut self, past: ReviewedRulebook) {
        self.past = Some(Box::new(past));
    }

    /// Returns whether both rulebooks have the same files with the same text.
    pub(crate) fn says_the_same(&self, other: &Rulebook) -> bool {
        let files = |book: &Rulebook| book.files.values().map(|file| Arc::clone(&file.source)).collect::<Vec<_>>();
        files(self) == files(other)
    }

    pub(crate) fn word_index(&self) -> &WordIndex {
        self.word_index.get_or_init(|| WordIndex::of(self, word_diff::comparable))
    }

    pub fn file(&self, name: &str) -> Option<&RuleFile> {
        self.files.get(name)
    }

    /// Returns the address in another game, if the game's folder was renamed: the named game has no rule file, and
    /// exactly one other game has a file of this name.
    pub(crate) fn renamed(&self, address: &Address) -> Option<Address> {
        if self.files().any(|file| address.is_of(file.game())) {
            return None;
        }
        let own = address.file.split_once('/')?.1;
        let mut others = self.files().filter(|file| file.name.split_once('/').is_some_and(|(_, name)| name == own));
        match (others.next(), others.next()) {
            (Some(file), None) => Some(Address { file: file.name.to_string(), spot: address.spot.clone() }),
            _ => None,
        }
    }

    /// Returns the words of a quote. A quote from Markdown that does not occur as written is rendered.
    pub(crate) fn quoted(&self, game: &str, quote: &str) -> Wording {
        let plain = Wording::of(quote);
        let mut files = self.files().filter(|file| file.game() == game).peekable();
        let is_markdown = files.peek().is_some_and(|file| file.is_markdown());
        let occurs = |file: &RuleFile| !file.lines_with(&plain).is_empty() || !file.lines_across(&plain).is_empty();
        match is_markdown && !files.any(occurs) {
            true => {
                let is_defined = |label: &str| {
                    self.files().any(|file| file.game() == game && markdown::defines(&file.source.text, label))
                };
                Wording::of(&markdown::rendered(quote, is_defined))
            }
            false => plain,
        }
    }

    pub(crate) fn formats(&self) -> &Arc<BTreeMap<String, RulebookFormat>> {
        &self.formats
    }

    pub fn files(&self) -> impl Iterator<Item = &RuleFile> {
        self.files.values()
    }

    pub fn line(&self, file: &str, number: usize) -> Option<&RuleLine> {
        self.files.get(file)?.line(number)
    }

    /// Returns every clause in document order.
    pub fn clauses(&self) -> impl Iterator<Item = ClauseId> {
        self.files().flat_map(|file| file.lines().flat_map(|line| line.clause_ids(&file.name)))
    }

    /// Returns a hash of the names and texts of a game's rule files. It is the same on every machine.
    pub fn hash(&self, game: &str) -> String {
        let own = self.files().filter(|file| file.game() == game);
        let parts: Vec<&str> = own.flat_map(|file| [&*file.name, file.source.text.as_str()]).collect();
        hash::of(&parts)
    }

    /// Returns the normative words of a clause, such as MUST NOT. Rulebooks of the format `lines` have them only if the
    /// project lists them.
    pub fn modality(&self, id: &ClauseId) -> Vec<String> {
        let Some(format) = self.formats.get(id.game()) else { return Vec::new() };
        let usual = NormativeWords::default();
        let words = match (&format.normative, format.layout) {
            (Some(words), _) => words,
            (None, RulebookLayout::Markdown) => &usual,
            (None, RulebookLayout::Lines) => return Vec::new(),
        };
        words.of(self.clause_text(id)).into_iter().map(str::to_owned).collect()
    }

    /// Returns the number of the section of a clause.
    pub fn section(&self, id: &ClauseId) -> Option<&str> {
        Some(self.line(&id.file, id.line)?.section.as_ref()?.number.as_str())
    }

    /// Returns whether the project lists normative words and the clause has none of them.
    pub fn is_informative(&self, id: &ClauseId) -> bool {
        let words = self.formats.get(id.game()).and_then(|format| format.normative.as_ref());
        words.is_some_and(|words| words.of(self.clause_text(id)).is_empty())
    }

    /// Returns the words of a clause without its lead-in.
    pub fn own_words(&self, id: &ClauseId) -> &str {
        self.line(&id.file, id.line).and_then(|line| line.own_words(id.clause)).unwrap_or("")
    }

    /// Returns the words of a clause, without the rule's name and with its lead-in.
    pub fn clause_text(&self, id: &ClauseId) -> &str {
        self.line(&id.file, id.line).and_then(|line| line.clause(id.clause)).unwrap_or("")
    }
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
