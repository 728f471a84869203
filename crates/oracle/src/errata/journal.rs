//! The journal of a repair: all writes, saved before the first one. After an interruption the next repair finishes
//! them, so that no address moves twice.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;
use serde::Serialize;

use crate::base::atomic_write;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::hash;
use crate::base::safe_read;
use crate::errata::write_allowlist;
use crate::suite::project::Project;
use truthsayer_protocol::text;

/// The new text of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Write {
    pub path: String,
    /// Hash of the old text; `None` if the file did not exist.
    pub before: Option<String>,
    pub after: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Journal {
    about: String,
    writes: Vec<Write>,
}

/// Writes and removes files. Tests use an implementation that fails.
pub trait FileWriter {
    /// Checks whether a file may be written.
    fn check(&self, path: &str) -> io::Result<()>;
    fn write(&mut self, path: &str, text: &str) -> io::Result<()>;
    fn remove(&mut self, path: &str) -> io::Result<()>;
}

/// Writes into the project.
pub struct ProjectWriter<'r> {
    pub root: &'r Path,
}

impl FileWriter for ProjectWriter<'_> {
    fn check(&self, path: &str) -> io::Result<()> {
        atomic_write::check(self.root, path)
    }

    fn write(&mut self, path: &str, text: &str) -> io::Result<()> {
        atomic_write::write(self.root, path, text)
    }

    fn remove(&mut self, path: &str) -> io::Result<()> {
        atomic_write::remove(self.root, path)
    }
}

/// The error and its file.
#[derive(Debug)]
pub struct NotWritten {
    pub path: String,
    pub error: io::Error,
}

/// Returns the path of the journal.
pub(crate) fn path(rules: &str) -> String {
    format!("{rules}/errata.journal")
}

/// Returns whether a repair was started and not finished.
pub(crate) fn is_open(root: &Path, rules: &str) -> bool {
    fs::symlink_metadata(root.join(path(rules))).is_ok()
}

/// Writes the journal, then every file in it, then removes the journal.
pub fn carry_out(writes: Vec<Write>, rules: &str, writer: &mut dyn FileWriter) -> Result<(), NotWritten> {
    if writes.is_empty() {
        return Ok(());
    }
    // All files are checked first, so that the repair does not stop halfway.
    for write in &writes {
        writer.check(&write.path).map_err(|error| NotWritten { path: write.path.clone(), error })?;
    }
    let about =
        "A repair of addresses that is in progress. If it was interrupted, run `truthsayer errata --fix` to finish it.";
    let journal = Journal { about: about.to_owned(), writes };
    let text = serde_json::to_string_pretty(&journal).unwrap_or_default();
    put(writer, &path(rules), &text)?;
    for write in &journal.writes {
        put(writer, &write.path, &write.after)?;
    }
    close(writer, rules)
}

fn put(writer: &mut dyn FileWriter, path: &str, text: &str) -> Result<(), NotWritten> {
    writer.write(path, text).map_err(|error| NotWritten { path: path.to_owned(), error })
}

fn close(writer: &mut dyn FileWriter, rules: &str) -> Result<(), NotWritten> {
    writer.remove(&path(rules)).map_err(|error| NotWritten { path: path(rules), error })
}

/// The remaining writes of an interrupted repair.
#[derive(Debug)]
pub struct Unfinished {
    writes: Vec<Write>,
}

impl Unfinished {
    /// Reads the journal and finds the remaining writes. A file with neither the old nor the new text was changed
    /// since, and is not overwritten.
    pub fn read(project: &Project) -> Result<Option<Unfinished>, Vec<Problem>> {
        let (root, rules) = (&project.root, &project.rules);
        if !is_open(root, rules) {
            return Ok(None);
        }
        let file = safe_read::read_written(root, &path(rules)).map_err(|problem| vec![problem])?;
        let journal: Journal = serde_json::from_str(&file.text).map_err(|error| {
            let message = format!("`{}` is not a journal of a repair: {error}", path(rules));
            vec![Problem::new(Kind::Unreadable, message).help("remove it if you do not need it")]
        })?;
        let mut problems = Vec::new();
        let (mut writes, mut seen) = (Vec::new(), BTreeSet::new());
        for write in journal.writes {
            let now = current_text(root, &write.path);
            if !seen.insert(write.path.clone())
                || write_allowlist::is_foreign(project, &write.path, now.as_deref(), &write.after)
            {
                return Err(vec![not_ours(&write.path, rules)]);
            }
            match now {
                Some(text) if text == write.after => {}
                text if text.as_ref().map(|text| hash::of(&[text])) == write.before => writes.push(write),
                _ => problems.push(changed_since(&write.path, rules)),
            }
        }
        if problems.is_empty() { Ok(Some(Unfinished { writes })) } else { Err(problems) }
    }

    pub fn finish(self, rules: &str, writer: &mut dyn FileWriter) -> Result<(), NotWritten> {
        for write in &self.writes {
            put(writer, &write.path, &write.after)?;
        }
        close(writer, rules)
    }
}

/// Returns the current text of a file, with its byte order mark.
fn current_text(root: &Path, path: &str) -> Option<String> {
    let file = safe_read::read_written(root, path).ok()?;
    Some(file.with_text(&file.text))
}

/// Returns the problem of a journal with a write that no repair makes. None of its writes are applied.
fn not_ours(path: &str, rules: &str) -> Problem {
    let journal = self::path(rules);
    let message = format!("`{journal}` would write `{}`, which a repair never writes", text::spelled_out(path));
    Problem::new(Kind::Unreadable, message)
        .help("nothing was written; find out where this file comes from, then remove it")
}

fn changed_since(path: &str, rules: &str) -> Problem {
    let message = format!("`{path}` was changed after `errata --fix` was interrupted");
    let problem = Problem::new(Kind::Unreadable, message);
    problem.help(format!("restore it, or remove `{}` and fix the remaining addresses by writer", self::path(rules)))
}
