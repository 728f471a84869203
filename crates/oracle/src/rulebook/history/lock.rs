//! The lock: a game's rulebook as last reviewed, word for word, in one file in the same folder.
//!
//! Each line of a rule file follows a bar, without its number, so that the lock merges like the rulebook. If a clause
//! has changed and the change is not accepted, its reviewed words precede the line.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::safe_read;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::rulebook::ClauseId;
use crate::rulebook::MOST_CLAUSES;
use crate::rulebook::MOST_LINES;
use crate::rulebook::MOST_TEXT;
use crate::rulebook::Rulebook;
use crate::rulebook::TOO_MUCH;
use crate::rulebook::format::RulebookFormat;
use crate::rulebook::normalized_text::Wording;
use crate::rulebook::rule_file::RuleFile;

/// The files of one game.
#[derive(Debug, Clone, Default)]
pub struct Lock {
    pub game: String,
    pub files: Vec<LockedFile>,
    /// The text of the lock file.
    pub written: String,
    /// The lock's files name another game, because the game's folder was renamed.
    pub is_renamed: bool,
}

impl PartialEq for Lock {
    fn eq(&self, other: &Lock) -> bool {
        (&self.game, &self.files) == (&other.game, &other.files)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LockedFile {
    /// The cited name: `dune/battle.md`.
    pub name: String,
    /// Reasons given for accepted changes.
    pub notes: Vec<String>,
    pub lines: Vec<LockedLine>,
}

/// A line of the rulebook at the last update of addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LockedLine {
    pub text: String,
    /// The reviewed words of clauses, by clause number, if they differ from `text`.
    pub reviewed: BTreeMap<usize, String>,
}

impl From<&str> for LockedLine {
    fn from(text: &str) -> LockedLine {
        LockedLine { text: text.to_owned(), reviewed: BTreeMap::new() }
    }
}

const HEADER: &str = "==> ";
const FIRST_LINE: &str = "# The rulebook as it was last reviewed. `truthsayer errata` reads and writes this file.";

const MERGE: &str =
    "merge it like the rulebook; if that fails, remove it and run `truthsayer errata --fix` to write a new one";

/// Returns the path of a game's lock.
pub fn path(rules: &str, game: &str) -> String {
    format!("{rules}/{game}/rules.lock")
}

impl Lock {
    /// Reads the lock of a game. Returns `None` if there is no lock.
    pub(crate) fn load(
        root: &Path,
        rules: &str,
        game: &str,
        formats: &Arc<BTreeMap<String, RulebookFormat>>,
    ) -> Result<Option<Lock>, Box<Problem>> {
        let path = path(rules, game);
        if std::fs::symlink_metadata(root.join(&path)).is_err() {
            return Ok(None);
        }
        let source = safe_read::read_written(root, &path).map_err(Box::new)?;
        // Twice the limits of a rulebook, because a lock also holds reviewed words and reasons.
        if source.text.len() > 2 * MOST_TEXT || source.lines().count() > 2 * MOST_LINES {
            return Err(too_much(&path));
        }
        let lock = Lock::read(&source, game)?;
        // Most locks have too few marks to exceed the clause limit, and no reviewed words; they need no check.
        let marks = source.text.bytes().filter(|byte| matches!(byte, b'\n' | b'.' | b';' | b'!' | b'?' | b':')).count();
        if marks >= MOST_CLAUSES || source.text.len() > MOST_TEXT || lock.reviewed().next().is_some() {
            lock.check(&path, Rulebook::with_formats(Arc::clone(formats)))?;
        }
        Ok(Some(lock))
    }

    /// Checks the number of clauses by reading them into an empty rulebook, and that all reviewed words belong to a clause.
    fn check(&self, path: &str, mut book: Rulebook) -> Result<(), Box<Problem>> {
        if !self.enter(&mut book, path) {
            return Err(too_much(path));
        }
        let is_there =
            |id: &ClauseId| book.line(&id.file, id.line).is_some_and(|line| line.clause(id.clause).is_some());
        match self.reviewed().find(|(id, _)| !is_there(id)) {
            Some((id, _)) => {
                let message =
                    format!("`{path}` has reviewed words of `{id}`, but the line after them has no such clause");
                Err(Box::new(Problem::new(Kind::Lock, message).help(MERGE)))
            }
            None => Ok(()),
        }
    }

    fn read(source: &Arc<SourceFile>, game: &str) -> Result<Lock, Box<Problem>> {
        let lock = Lock { game: game.to_owned(), written: source.with_text(&source.text), ..Lock::default() };
        let mut reader = LockReader { lock, folder: None, reviewed: BTreeMap::new(), names: BTreeSet::new() };
        for (number, line) in (1..).zip(source.lines()) {
            reader.line(line).map_err(|message| wrong(source, number, message))?;
        }
        match reader.reviewed.is_empty() {
            true => Ok(reader.lock),
            false => Err(wrong(source, source.lines().count(), "reviewed words must be followed by a rule line")),
        }
    }

    /// Returns the current rulebook of a game as a lock.
    pub fn of(book: &Rulebook, game: &str) -> Lock {
        let files = book.files().filter(|file| file.game() == game).map(|file| LockedFile {
            name: file.name.to_string(),
            notes: Vec::new(),
            lines: file.source.lines().map(LockedLine::from).collect(),
        });
        Lock { game: game.to_owned(), files: files.collect(), ..Lock::default() }
    }

    /// The text of the file.
    pub fn render(&self) -> String {
        let mut text = format!("{FIRST_LINE}\n");
        for file in &self.files {
            text.push_str(&format!("{HEADER}{}\n", file.name));
            for note in &file.notes {
                text.push_str(&format!("# {note}\n"));
            }
            for line in &file.lines {
                for (clause, words) in &line.reviewed {
                    text.push_str(&format!("- {clause} {words}\n"));
                }
                text.push_str(if line.text.is_empty() { "|" } else { "| " });
                text.push_str(&line.text);
                text.push('\n');
            }
        }
        text
    }

    pub(crate) fn file(&self, name: &str) -> Option<&LockedFile> {
        self.files.iter().find(|file| file.name == name)
    }

    /// Returns whether the rulebook is the reviewed one, line by line.
    pub fn agrees(&self, book: &Rulebook) -> bool {
        let files: Vec<&RuleFile> = book.files().filter(|file| file.game() == self.game).collect();
        files.len() == self.files.len()
            && files.iter().all(|file| self.file(&file.name).is_some_and(|locked| locked.agrees(file)))
    }

    /// Adds the locked files to a rulebook. Returns false if the rulebook would exceed its limits.
    pub(crate) fn enter(&self, book: &mut Rulebook, path: &str) -> bool {
        self.files.iter().all(|file| {
            let text: String = file.lines.iter().map(|line| format!("{}\n", line.text)).collect();
            book.add(&file.name, SourceFile::new(path, text))
        })
    }

    /// Returns the reviewed words that differ from the locked lines, with their clauses.
    pub(crate) fn reviewed(&self) -> impl Iterator<Item = (ClauseId, &str)> {
        self.files.iter().flat_map(|file| {
            let name: Arc<str> = file.name.as_str().into();
            let lines = (1..).zip(&file.lines);
            lines.flat_map(move |(line, locked)| {
                let name = Arc::clone(&name);
                let id = move |clause| ClauseId { file: Arc::clone(&name), line, clause };
                locked.reviewed.iter().map(move |(clause, words)| (id(*clause), words.as_str()))
            })
        })
    }
}

/// Reads a lock line by line.
struct LockReader {
    lock: Lock,
    /// The game of the first file. It differs from the lock's game if the folder was renamed.
    folder: Option<String>,
    /// Reviewed words of clauses of the next line.
    reviewed: BTreeMap<usize, String>,
    /// Names of the files read so far.
    names: BTreeSet<String>,
}

impl LockReader {
    /// Starts a file. All files belong to one game, and each occurs once.
    fn file(&mut self, name: &str) -> Result<(), &'static str> {
        let (game, rest) = name.split_once('/').unwrap_or_default();
        let folder = self.folder.get_or_insert_with(|| game.to_owned());
        if game != folder || rest.is_empty() {
            return Err("a lock contains only the rule files of its own game");
        }
        self.lock.is_renamed = game != self.lock.game;
        let name = format!("{}/{rest}", self.lock.game);
        if !self.names.insert(name.clone()) {
            return Err("duplicate file in the lock");
        }
        self.lock.files.push(LockedFile { name, ..LockedFile::default() });
        Ok(())
    }

    /// Reads a line, or returns what is wrong with it.
    fn line(&mut self, line: &str) -> Result<(), &'static str> {
        if !self.reviewed.is_empty() && !line.starts_with(['-', '|']) {
            return Err("reviewed words must be followed by a rule line");
        }
        if let Some(name) = line.strip_prefix(HEADER) {
            return self.file(name.trim());
        }
        match (self.lock.files.last_mut(), line.chars().next()) {
            (_, None) | (None, Some('#')) => {}
            (Some(file), Some('#')) => file.notes.push(line[1..].trim().to_owned()),
            (Some(file), Some('|')) => {
                let text = line[1..].strip_prefix(' ').unwrap_or(&line[1..]).to_owned();
                file.lines.push(LockedLine { text, reviewed: std::mem::take(&mut self.reviewed) });
            }
            (Some(_), Some('-')) => {
                let known =
                    old_words(&line[1..]).ok_or("reviewed words follow a dash and the number of their clause")?;
                if self.reviewed.insert(known.0, known.1.to_owned()).is_some() {
                    return Err("duplicate reviewed words of this clause");
                }
            }
            _ => {
                return Err(
                    "this line is not a rule line (`|`), reviewed words (`-`), a note (`#`) or a file name (`==>`)",
                );
            }
        }
        Ok(())
    }
}

fn too_much(path: &str) -> Box<Problem> {
    Box::new(Problem::new(Kind::Lock, format!("`{path}` has {TOO_MUCH}")).help("this exceeds the limits of a rulebook"))
}

/// Returns the number of a clause and its reviewed words.
fn old_words(text: &str) -> Option<(usize, &str)> {
    let text = text.trim_start();
    let (clause, words) = text.split_once(' ').unwrap_or((text, ""));
    Some((clause.parse().ok()?, words))
}

fn wrong(source: &Arc<SourceFile>, line: usize, message: &str) -> Box<Problem> {
    let problem = Problem::at(Kind::Lock, &Place::line_start(source, line), message);
    Box::new(problem.help(MERGE))
}

impl LockedFile {
    fn agrees(&self, file: &RuleFile) -> bool {
        let same = |(old, new): (&LockedLine, &str)| {
            old.reviewed.is_empty() && (old.text == new || Wording::of(&old.text).as_str() == Wording::of(new).as_str())
        };
        self.lines.len() == file.source.lines().count() && self.lines.iter().zip(file.source.lines()).all(same)
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
    fn a_lock_holds_every_line_and_is_read_back_as_it_was_written() {
        let text = "# Rules\n\n| a table |\n==> no header\nA rule.\n  Indented.\n# \n";
        let mut lock = Lock::of(&book(text), "g");
        lock.files[0].notes.push("accepted g/r.md:5: seen".to_owned());
        let read = Lock::read(&SourceFile::new("rules.lock", lock.render()), "g").unwrap();
        assert_eq!(read, lock);
        let lines: String = read.files[0].lines.iter().map(|line| format!("{}\n", line.text)).collect();
        assert_eq!(lines, text);
        assert!(read.agrees(&book(text)));
    }

    #[test]
    fn space_case_and_line_ends_change_nothing_and_a_word_does() {
        let lock = Lock::of(&book("A rule.\n\nTwo rules.\n"), "g");
        assert!(lock.agrees(&book("A  RULE.\r\n\r\nTwo *rules*.")));
        for other in ["A rule.\n\nThree rules.\n", "A rule.\nTwo rules.\n", "A rule.\n\nTwo rules.\n\n"] {
            assert!(!lock.agrees(&book(other)), "{other}");
        }
    }

    #[test]
    fn a_lock_moves_with_the_folder_of_its_game() {
        let lock = |text: &str| Lock::read(&SourceFile::new("rules.lock", text), "g");
        let renamed = lock("==> h/r.md\n| One.\n==> h/s.md\n| Two.\n").unwrap();
        let names: Vec<&str> = renamed.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!((names, renamed.is_renamed), (vec!["g/r.md", "g/s.md"], true));
        assert!(renamed.render().contains("==> g/s.md\n"));
        for wrong in ["==> h/r.md\n==> g/s.md\n", "==> g/r.md\n==> h/s.md\n", "==> r.md\n", "==> g/\n"] {
            assert!(lock(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_merge_that_was_left_open_is_a_problem() {
        let text = "==> g/r.md\n| One.\n<<<<<<< ours\n| Two.\n=======\n| Three.\n>>>>>>> theirs\n";
        let problem = Lock::read(&SourceFile::new("rules.lock", text), "g").unwrap_err();
        assert_eq!(problem.place.map(|place| place.line_and_column().0), Some(3));
    }
}
