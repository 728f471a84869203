//! The lock: the rulebook of a game as it was last reviewed, word for word, in one file beside it.
//!
//! Each line of a rule file stands there after a bar, without its number, so that the lock merges as the rulebook does.

use std::path::Path;
use std::sync::Arc;

use crate::oracle::disk;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rulebook::MOST_CLAUSES;
use crate::oracle::rulebook::RuleFile;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::wording::Wording;
use crate::source::Place;
use crate::source::SourceFile;

/// The files of one game.
#[derive(Debug, Clone, Default)]
pub struct Lock {
    pub game: String,
    pub files: Vec<LockedFile>,
    /// The file as it was read.
    pub written: String,
}

impl PartialEq for Lock {
    fn eq(&self, other: &Lock) -> bool {
        (&self.game, &self.files) == (&other.game, &other.files)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LockedFile {
    /// As it is cited: `dune/battle.md`.
    pub name: String,
    /// What people said when they accepted a change.
    pub notes: Vec<String>,
    pub lines: Vec<String>,
}

const HEADER: &str = "==> ";
const FIRST_LINE: &str = "# The rulebook as it was last reviewed. `truthsayer errata` reads and writes this file.";

/// Where the lock of a game stands.
pub fn path(rules: &str, game: &str) -> String {
    format!("{rules}/{game}/rules.lock")
}

impl Lock {
    /// Reads the lock of a game. One that is not there is none.
    pub fn load(root: &Path, rules: &str, game: &str) -> Result<Option<Lock>, Box<Problem>> {
        let path = path(rules, game);
        if std::fs::symlink_metadata(root.join(&path)).is_err() {
            return Ok(None);
        }
        let source = disk::read_written(root, &path).map_err(Box::new)?;
        let lock = Lock::read(&source, game)?;
        // Most locks have so few marks that nobody need count their clauses.
        let marks = source.text.bytes().filter(|byte| matches!(byte, b'\n' | b'.' | b';' | b'!' | b'?' | b':')).count();
        if marks >= MOST_CLAUSES && !lock.enter(&mut Rulebook::default(), &path) {
            let message = format!("`{path}` holds more than {MOST_CLAUSES} clauses");
            return Err(Box::new(Problem::new(Kind::Lock, message).help("no rulebook has as many")));
        }
        Ok(Some(lock))
    }

    fn read(source: &Arc<SourceFile>, game: &str) -> Result<Lock, Box<Problem>> {
        let mut lock = Lock { game: game.to_owned(), files: Vec::new(), written: source.with_text(&source.text) };
        for (number, line) in (1..).zip(source.lines()) {
            let wrong = |message: &str| {
                let problem = Problem::at(Kind::Lock, &Place::line_start(source, number), message);
                Box::new(problem.help("merge it as the rulebook was merged; what cannot be saved, `truthsayer errata` can write anew once this file is removed"))
            };
            if let Some(name) = line.strip_prefix(HEADER) {
                lock.files.push(LockedFile { name: name.trim().to_owned(), ..LockedFile::default() });
                continue;
            }
            match (lock.files.last_mut(), line.chars().next()) {
                (_, None) | (None, Some('#')) => {}
                (Some(file), Some('#')) => file.notes.push(line[1..].trim().to_owned()),
                (Some(file), Some('|')) => {
                    file.lines.push(line[1..].strip_prefix(' ').unwrap_or(&line[1..]).to_owned());
                }
                _ => return Err(wrong("this line of the lock is neither a rule line, a note nor the name of a file")),
            }
        }
        Ok(lock)
    }

    /// A game's rulebook as it stands, all of it reviewed.
    pub fn of(book: &Rulebook, game: &str) -> Lock {
        let files = book.files().filter(|file| file.game() == game).map(|file| LockedFile {
            name: file.name.to_string(),
            notes: Vec::new(),
            lines: file.source.lines().map(str::to_owned).collect(),
        });
        Lock { game: game.to_owned(), files: files.collect(), written: String::new() }
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
                text.push_str(if line.is_empty() { "|" } else { "| " });
                text.push_str(line);
                text.push('\n');
            }
        }
        text
    }

    pub fn file(&self, name: &str) -> Option<&LockedFile> {
        self.files.iter().find(|file| file.name == name)
    }

    /// Whether the rulebook says, line by line, what it said when it was reviewed.
    pub fn agrees(&self, book: &Rulebook) -> bool {
        let files: Vec<&RuleFile> = book.files().filter(|file| file.game() == self.game).collect();
        files.len() == self.files.len()
            && files.iter().all(|file| self.file(&file.name).is_some_and(|locked| locked.agrees(file)))
    }

    /// Puts the files into a rulebook of what was. Says whether there was room for all of them.
    pub fn enter(&self, book: &mut Rulebook, path: &str) -> bool {
        self.files.iter().all(|file| {
            let text: String = file.lines.iter().map(|line| format!("{line}\n")).collect();
            book.add(&file.name, SourceFile::new(path, text))
        })
    }
}

impl LockedFile {
    fn agrees(&self, file: &RuleFile) -> bool {
        let same = |(old, new): (&String, &str)| old == new || Wording::of(old).as_str() == Wording::of(new).as_str();
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
        assert_eq!(read.files[0].lines.join("\n") + "\n", text);
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
    fn a_merge_that_was_left_open_is_a_problem() {
        let text = "==> g/r.md\n| One.\n<<<<<<< ours\n| Two.\n=======\n| Three.\n>>>>>>> theirs\n";
        let problem = Lock::read(&SourceFile::new("rules.lock", text), "g").unwrap_err();
        assert_eq!(problem.place.map(|place| place.line_and_column().0), Some(3));
    }
}
