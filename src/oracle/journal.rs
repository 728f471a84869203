//! The journal of a repair: what is going to be written, whole, before any of it is. Whoever is killed in the middle finds
//! it there and finishes what was begun, so that no address moves twice.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;
use serde::Serialize;

use crate::oracle::disk;
use crate::oracle::fingerprint;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project::Project;
use crate::oracle::repairable;
use crate::oracle::writer;
use crate::protocol::text;

/// A file as it is to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Write {
    pub path: String,
    /// The fingerprint of the file as it was; none if it was not there.
    pub before: Option<String>,
    pub after: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Journal {
    about: String,
    writes: Vec<Write>,
}

/// Whoever writes and removes files. Tests put somebody in between who fails at will.
pub trait Hand {
    /// Whether a file may be written at all.
    fn check(&self, path: &str) -> io::Result<()>;
    fn write(&mut self, path: &str, text: &str) -> io::Result<()>;
    fn remove(&mut self, path: &str) -> io::Result<()>;
}

/// Writes into the project.
pub struct ProjectHand<'r> {
    pub root: &'r Path,
}

impl Hand for ProjectHand<'_> {
    fn check(&self, path: &str) -> io::Result<()> {
        writer::check(self.root, path)
    }

    fn write(&mut self, path: &str, text: &str) -> io::Result<()> {
        writer::write(self.root, path, text)
    }

    fn remove(&mut self, path: &str) -> io::Result<()> {
        writer::remove(self.root, path)
    }
}

/// What went wrong, and with which file.
#[derive(Debug)]
pub struct NotWritten {
    pub path: String,
    pub error: io::Error,
}

/// Where the journal stands while a repair is under way.
pub(crate) fn path(rules: &str) -> String {
    format!("{rules}/errata.journal")
}

/// Whether a repair was begun and not finished.
pub(crate) fn is_open(root: &Path, rules: &str) -> bool {
    fs::symlink_metadata(root.join(path(rules))).is_ok()
}

/// Writes the journal, then every file of it, then removes it.
pub fn carry_out(writes: Vec<Write>, rules: &str, hand: &mut dyn Hand) -> Result<(), NotWritten> {
    if writes.is_empty() {
        return Ok(());
    }
    // What can never be written must not be begun.
    for write in &writes {
        hand.check(&write.path).map_err(|error| NotWritten { path: write.path.clone(), error })?;
    }
    let about =
        "A repair of addresses that is under way. If it was interrupted, `truthsayer errata --fix` finishes it.";
    let journal = Journal { about: about.to_owned(), writes };
    let text = serde_json::to_string_pretty(&journal).unwrap_or_default();
    put(hand, &path(rules), &text)?;
    for write in &journal.writes {
        put(hand, &write.path, &write.after)?;
    }
    close(hand, rules)
}

fn put(hand: &mut dyn Hand, path: &str, text: &str) -> Result<(), NotWritten> {
    hand.write(path, text).map_err(|error| NotWritten { path: path.to_owned(), error })
}

fn close(hand: &mut dyn Hand, rules: &str) -> Result<(), NotWritten> {
    hand.remove(&path(rules)).map_err(|error| NotWritten { path: path(rules), error })
}

/// What a journal that was left behind still asks for.
#[derive(Debug)]
pub struct Unfinished {
    writes: Vec<Write>,
}

impl Unfinished {
    /// Reads the journal and sees how far it came. A file that is neither as it was nor as it was to be has been changed by
    /// somebody since, and is not written over.
    pub fn read(project: &Project) -> Result<Option<Unfinished>, Vec<Problem>> {
        let (root, rules) = (&project.root, &project.rules);
        if !is_open(root, rules) {
            return Ok(None);
        }
        let file = disk::read_written(root, &path(rules)).map_err(|problem| vec![problem])?;
        let journal: Journal = serde_json::from_str(&file.text).map_err(|error| {
            let message = format!("`{}` is no journal of a repair: {error}", path(rules));
            vec![Problem::new(Kind::Unreadable, message).help("if nobody needs it, remove it")]
        })?;
        let mut problems = Vec::new();
        let (mut writes, mut seen) = (Vec::new(), BTreeSet::new());
        for write in journal.writes {
            let now = current_text(root, &write.path);
            if !seen.insert(write.path.clone())
                || repairable::is_foreign(project, &write.path, now.as_deref(), &write.after)
            {
                return Err(vec![not_ours(&write.path, rules)]);
            }
            match now {
                Some(text) if text == write.after => {}
                text if text.as_ref().map(|text| fingerprint::of(&[text])) == write.before => writes.push(write),
                _ => problems.push(changed_since(&write.path, rules)),
            }
        }
        if problems.is_empty() { Ok(Some(Unfinished { writes })) } else { Err(problems) }
    }

    pub fn finish(self, rules: &str, hand: &mut dyn Hand) -> Result<(), NotWritten> {
        for write in &self.writes {
            put(hand, &write.path, &write.after)?;
        }
        close(hand, rules)
    }
}

/// The text of a file as it stands, with its byte order mark.
fn current_text(root: &Path, path: &str) -> Option<String> {
    let file = disk::read_written(root, path).ok()?;
    Some(file.with_text(&file.text))
}

/// No repair writes this, so nothing of the journal is carried out.
fn not_ours(path: &str, rules: &str) -> Problem {
    let journal = self::path(rules);
    let message = format!("`{journal}` would write `{}`, and no repair does that", text::spelled_out(path));
    Problem::new(Kind::Unreadable, message).help("nothing of it was written; find out who put it there, and remove it")
}

fn changed_since(path: &str, rules: &str) -> Problem {
    let message = format!("`{path}` was changed after `errata --fix` was interrupted");
    let problem = Problem::new(Kind::Unreadable, message);
    problem.help(format!("put it back, or remove `{}` and repair what is left by hand", self::path(rules)))
}
