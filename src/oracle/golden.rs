//! Goldens: the whole outcome of a scenario as a person accepted it.
//!
//! A golden proves that nothing changed, never that anything is right.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::oracle::datapath;
use crate::oracle::datapath::ChangedLeaf;
use crate::oracle::disk;
use crate::oracle::disk::Unread;
use crate::oracle::drift::Drift;
use crate::oracle::fields::Fields;
use crate::oracle::flow_style;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::suggestion::this_call;
use crate::oracle::then;
use crate::oracle::writer;
use crate::oracle::yaml;
use crate::oracle::yaml::Node;
use crate::protocol::Data;
use crate::protocol::Outcome;
use crate::protocol::text;
use crate::source::Place;
use crate::source::SourceFile;

const EXTENSION: &str = ".yaml";
/// How the file is called in which an outcome waits to be looked at.
pub(crate) const PENDING: &str = ".pending.yaml";
/// By these words in its first line a file is known to be a golden, or an outcome that waits.
const ACCEPTED: &str = "the accepted outcome, written by `truthsayer bless`";
const PROPOSED: &str = "an outcome that nobody has accepted yet, written by `truthsayer verify`";

/// How an outcome stands to the golden of its scenario.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    Accepted,
    /// Nobody has accepted an outcome of this scenario yet.
    Missing,
    Drifted(Box<Drift>),
    /// There is a golden, but it cannot be read.
    Unreadable(Vec<Problem>),
}

/// A folder of goldens: the project's own, or that of an engine which has its own.
#[derive(Debug, Clone, Copy)]
pub struct Goldens<'a> {
    pub root: &'a Path,
    /// Below the root.
    pub folder: &'a str,
}

/// The outcome as it is recorded: the log, and what changed. What is not listed did not change.
pub fn render(id: &str, outcome: &Outcome) -> String {
    let mut text = String::with_capacity(2048);
    text.push_str(&format!("# {id}: {ACCEPTED}\n"));
    if outcome.log.is_empty() {
        text.push_str("log: []\n");
    } else {
        text.push_str("log:\n");
    }
    for event in &outcome.log {
        text.push_str("  - ");
        flow_style::write_text(&event.name, &mut text);
        text.push_str(": ");
        flow_style::write(&event.data, &mut text);
        text.push('\n');
    }
    let changes = datapath::differences(&outcome.before, &outcome.after);
    text.push_str(if changes.is_empty() { "changes: {}\n" } else { "changes:\n" });
    for (path, before, after) in &changes {
        text.push_str("  ");
        flow_style::write_text(path, &mut text);
        text.push_str(": ");
        flow_style::write_change(before, after, &mut text);
        text.push('\n');
    }
    text
}

/// What is wrong with a golden file as a file.
pub fn check(file: &Arc<SourceFile>) -> Vec<Problem> {
    yaml::read(file).and_then(|node| RecordedOutcome::read(&node)).err().unwrap_or_default()
}

/// A golden that was copied or renamed by hand still names another scenario in its first line, which nobody compares.
pub(crate) fn named_after_another(file: &Arc<SourceFile>, id: &str) -> Option<Problem> {
    let line = file.text.lines().next()?;
    let named = line.strip_prefix("# ")?.strip_suffix(ACCEPTED)?.strip_suffix(": ")?;
    if named == id {
        return None;
    }
    let message = format!("this golden is of `{id}`, and its first line names another scenario");
    let problem = Problem::at(Kind::Golden, &Place::new(file, 0, line.len()), message);
    let problem = problem.help("remove it, and accept the outcome of this scenario instead");
    Some(problem.suggest(Some(this_call().reads(&["explain", id])), "shows that outcome"))
}

/// What a golden file says, line by line.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordedOutcome {
    pub log: Vec<String>,
    pub changes: Vec<(String, String)>,
}

impl RecordedOutcome {
    /// An outcome as its golden would say it.
    fn of(outcome: &Outcome) -> RecordedOutcome {
        let log =
            outcome.log.iter().map(|event| format!("{}: {}", event.name, flow_style::line(&event.data))).collect();
        let change = |(path, before, after): ChangedLeaf<'_>| (path, change_text(before, after));
        let changes = datapath::differences(&outcome.before, &outcome.after).into_iter().map(change).collect();
        RecordedOutcome { log, changes }
    }

    fn read(node: &Node) -> Result<RecordedOutcome, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut record = RecordedOutcome::default();
        if let Some(mut keys) = Fields::of("a golden", node, &mut problems) {
            for event in keys.list("log") {
                match event.entries() {
                    Some([only]) => {
                        record.log.push(format!("{}: {}", only.key, flow_style::line(&only.value.to_data())))
                    }
                    _ => keys.problem(Problem::at(
                        Kind::Golden,
                        &event.place,
                        "an entry of the log is a map with one key",
                    )),
                }
            }
            match keys.required("changes").map(|changes| (changes, changes.entries())) {
                Some((_, Some(entries))) => {
                    record.changes = entries.iter().map(|e| (e.key.clone(), recorded(&e.value.to_data()))).collect();
                }
                Some((node, None)) => {
                    keys.problem(Problem::at(Kind::Golden, &node.place, "`changes` must be a map of paths"))
                }
                None => {}
            }
            keys.finish();
        }
        if problems.is_empty() { Ok(record) } else { Err(problems) }
    }
}

/// A change as a golden lists it. Numbers are written in one way, so that it does not matter how the golden wrote them.
fn recorded(data: &Data) -> String {
    let Data::String(text) = data else { return flow_style::line(data) };
    then::change_of(text).map_or_else(|| text::one_line(text), |(before, after)| change_text(&before, &after))
}

fn change_text(before: &Data, after: &Data) -> String {
    format!("{} -> {}", flow_style::line(before), flow_style::line(after))
}

impl<'a> Goldens<'a> {
    /// Where the golden of a scenario lies, below the root.
    pub fn path(self, id: &str) -> String {
        format!("{}/{id}{EXTENSION}", self.folder)
    }

    /// The id of the scenario that a golden belongs to.
    pub(crate) fn id_of(self, path: &str) -> &str {
        let below = path[self.folder.len()..].trim_start_matches('/');
        below.strip_suffix(EXTENSION).unwrap_or(below)
    }

    fn pending_path(self, id: &str) -> String {
        format!("{}/{id}{PENDING}", self.folder)
    }

    /// Compares an outcome with the accepted one. Equal bytes need no reading.
    pub(crate) fn compare(self, id: &str, outcome: &Outcome, rendered: &str) -> Standing {
        let path = self.path(id);
        let accepted = match disk::read_unless(self.root, &path, rendered) {
            Ok(None) => return Standing::Accepted,
            Ok(Some(file)) => file,
            Err(Unread::Missing) => return Standing::Missing,
            Err(Unread::Bad(problem)) => return Standing::Unreadable(vec![*problem]),
        };
        match yaml::read(&accepted).and_then(|node| RecordedOutcome::read(&node)) {
            Ok(accepted) => match Drift::between(accepted, RecordedOutcome::of(outcome)) {
                None => Standing::Accepted,
                Some(drift) => Standing::Drifted(Box::new(drift)),
            },
            Err(problems) => Standing::Unreadable(problems),
        }
    }

    /// Why an outcome cannot be a golden: it could not be read again.
    pub(crate) fn unacceptable(self, id: &str, rendered: &str) -> Option<String> {
        if rendered.len() as u64 > disk::LONGEST_FILE {
            return Some(format!("has an outcome of more than {} KiB", disk::LONGEST_FILE / 1024));
        }
        let path = self.path(id);
        if self.is_something_else(&path) {
            return Some(format!("would be written over `{path}`, which is no golden: remove it by hand"));
        }
        let problems = check(&SourceFile::new(path, rendered));
        problems.first().map(|problem| format!("has an outcome that could not be read again: {}", problem.message))
    }

    /// Whether a file says something, and something else than a golden does: a folder of goldens may be a link to
    /// another one.
    fn is_something_else(self, path: &str) -> bool {
        let says_something = |file: &Arc<SourceFile>| yaml::read(file).is_ok_and(|node| node.entries() != Some(&[]));
        disk::read(self.root, path).is_ok_and(|file| says_something(&file) && !check(&file).is_empty())
    }

    /// Accepts an outcome: writes the golden and drops the proposal.
    pub(crate) fn accept(self, id: &str, rendered: &str) -> io::Result<()> {
        writer::write(self.root, &self.path(id), rendered)?;
        self.withdraw(id)
    }

    /// Lays an outcome beside the golden for a person to look at. The golden itself is not touched.
    pub(crate) fn propose(self, id: &str, rendered: &str) -> io::Result<()> {
        let path = self.pending_path(id);
        if self.is_there(&path) && !self.is_signed(&path, &[PROPOSED, ACCEPTED]) {
            return Err(io::Error::other(format!("`{path}` is there already, and Truthsayer did not write it")));
        }
        writer::write(self.root, &path, &rendered.replacen(ACCEPTED, PROPOSED, 1))
    }

    /// Drops a proposal that no longer stands.
    pub(crate) fn withdraw(self, id: &str) -> io::Result<()> {
        let path = self.pending_path(id);
        if self.is_there(&path) && self.is_signed(&path, &[PROPOSED, ACCEPTED]) {
            return writer::remove(self.root, &path);
        }
        Ok(())
    }

    /// Whether a file is a golden: `bless` says in its first line that it wrote it, or it reads like one.
    pub(crate) fn is_golden(self, path: &str) -> bool {
        self.is_signed(path, &[ACCEPTED]) || disk::read(self.root, path).is_ok_and(|file| check(&file).is_empty())
    }

    fn is_there(self, path: &str) -> bool {
        fs::symlink_metadata(self.root.join(path)).is_ok()
    }

    fn is_signed(self, path: &str, signatures: &[&str]) -> bool {
        let start = disk::beginning(self.root, path).unwrap_or_default();
        let line = start.lines().next().unwrap_or_default();
        line.starts_with('#') && signatures.iter().any(|words| line.ends_with(words))
    }

    /// Goldens that no scenario owns, by path. Proposals are not goldens.
    pub(crate) fn orphans<'i>(self, goldens: Vec<String>, ids: impl Iterator<Item = &'i str>) -> Vec<String> {
        let owners: HashSet<&str> = ids.collect();
        let orphaned = |path: &String| !path.ends_with(PENDING) && !owners.contains(self.id_of(path));
        goldens.into_iter().filter(orphaned).collect()
    }
}
