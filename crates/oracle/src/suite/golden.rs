//! Goldens: the accepted outcomes of scenarios.
//!
//! A golden detects changes; it never proves that a rule is kept.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::base::atomic_write;
use crate::base::datapath;
use crate::base::datapath::ChangedLeaf;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::safe_read;
use crate::base::safe_read::Unread;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::base::strict_map::Fields;
use crate::base::suggestion::this_call;
use crate::base::yaml;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use crate::base::yaml_flow;
use crate::suite::expectation_reader;
use crate::suite::golden_diff::Drift;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Data;
use truthsayer_protocol::Event;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::decimal;
use truthsayer_protocol::text;

const EXTENSION: &str = ".yaml";
/// Extension of a file with a proposed outcome.
pub(crate) const PENDING: &str = ".pending.yaml";
/// The first line of a golden or a proposed outcome ends with these words.
const ACCEPTED: &str = "the accepted outcome, written by `truthsayer bless`";
const PROPOSED: &str = "a proposed outcome, written by `truthsayer verify`";

/// Result of comparing an outcome with its golden.
#[derive(Debug, Clone, PartialEq)]
pub enum GoldenStatus {
    Accepted,
    /// The scenario has no golden.
    Missing,
    Drifted(Box<Drift>),
    /// The golden cannot be read.
    Unreadable(Vec<Problem>),
}

/// A folder of goldens: the project's, or an engine's own.
#[derive(Debug, Clone, Copy)]
pub struct Goldens<'a> {
    pub root: &'a Path,
    /// Relative to the root.
    pub folder: &'a str,
}

/// Returns the text of a golden: the log and the changed values. Values that are not listed did not change.
pub fn render(id: &str, outcome: &Outcome) -> String {
    render_changes(id, &outcome.log, &datapath::differences(&outcome.before, &outcome.after))
}

/// Like [`render`], from the changes of the outcome.
pub(crate) fn render_changes(id: &str, log: &[Event], changes: &[ChangedLeaf<'_>]) -> String {
    let mut text = String::with_capacity(2048);
    text.push_str(&format!("# {id}: {ACCEPTED}\n"));
    if log.is_empty() {
        text.push_str("log: []\n");
    } else {
        text.push_str("log:\n");
    }
    for event in log {
        text.push_str("  - ");
        yaml_flow::write_text(&event.name, &mut text);
        text.push_str(": ");
        yaml_flow::write(&event.data, &mut text);
        text.push('\n');
    }
    text.push_str(if changes.is_empty() { "changes: {}\n" } else { "changes:\n" });
    for (path, before, after) in changes {
        text.push_str("  ");
        yaml_flow::write_text(path, &mut text);
        text.push_str(": ");
        yaml_flow::write_change(before, after, &mut text);
        text.push('\n');
    }
    text
}

/// Returns the name and the data of each log entry, in the text of its golden.
pub(crate) fn logged<'t>(rendered: &'t str, log: &'t [Event]) -> impl Iterator<Item = (&'t str, &'t str)> {
    let entries = rendered.split_once("log:\n").map_or("", |(_, entries)| entries);
    entries.lines().zip(log).map(|(line, event)| {
        let start = "  - : ".len() + yaml_flow::key_text(&event.name).len();
        (&*event.name, line.get(start..).unwrap_or_default())
    })
}

/// Returns the problems of a golden file.
pub fn check(file: &Arc<SourceFile>) -> Vec<Problem> {
    yaml::read(file).and_then(|node| GoldenParts::read(&node).map(|_| ())).err().unwrap_or_default()
}

/// Returns a problem if the first line names another scenario: the file was copied or renamed by hand.
pub(crate) fn named_after_another(file: &Arc<SourceFile>, id: &str) -> Option<Problem> {
    let line = file.text.lines().next()?;
    let named = line.strip_prefix("# ")?.strip_suffix(ACCEPTED)?.strip_suffix(": ")?;
    if named == id {
        return None;
    }
    let message = format!("this is the golden of `{id}`, but its first line names another scenario");
    let problem = Problem::at(Kind::Golden, &Place::new(file, 0, line.len()), message);
    let problem = problem.help("remove it, then accept the outcome of this scenario");
    Some(problem.suggest(Some(this_call().reads(&["explain", id])), "shows that outcome"))
}

/// The content of a golden file, line by line.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordedOutcome {
    pub log: Vec<String>,
    pub changes: Vec<(String, String)>,
}

impl RecordedOutcome {
    /// Returns an outcome in the form of its golden.
    fn of(outcome: &Outcome) -> RecordedOutcome {
        let log = outcome.log.iter().map(|event| format!("{}: {}", event.name, yaml_flow::line(&event.data))).collect();
        let change = |(path, before, after): ChangedLeaf<'_>| (path, change_text(before, after));
        let changes = datapath::differences(&outcome.before, &outcome.after).into_iter().map(change).collect();
        RecordedOutcome { log, changes }
    }

    fn read(node: &Node) -> Result<RecordedOutcome, Vec<Problem>> {
        let parts = GoldenParts::read(node)?;
        let log = parts.log.iter().map(|event| format!("{}: {}", event.key, plain_line(event.value.to_data())));
        let changes = parts.changes.iter().map(|change| (change.key.clone(), recorded(&change.value.to_data())));
        Ok(RecordedOutcome { log: log.collect(), changes: changes.collect() })
    }
}

/// The nodes of a golden file.
struct GoldenParts<'n> {
    log: Vec<&'n MapEntry>,
    changes: &'n [MapEntry],
}

impl<'n> GoldenParts<'n> {
    fn read(node: &'n Node) -> Result<GoldenParts<'n>, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut parts = GoldenParts { log: Vec::new(), changes: &[] };
        if let Some(mut keys) = Fields::of("a golden", node, &mut problems) {
            for event in keys.list("log") {
                match event.entries() {
                    Some([only]) => parts.log.push(only),
                    _ => keys.problem(Problem::at(
                        Kind::Golden,
                        &event.place,
                        "an entry of the log must be a map with one key",
                    )),
                }
            }
            match keys.required("changes").map(|changes| (changes, changes.entries())) {
                Some((_, Some(entries))) => parts.changes = entries,
                Some((node, None)) => {
                    keys.problem(Problem::at(Kind::Golden, &node.place, "`changes` must be a map of paths"))
                }
                None => {}
            }
            keys.finish();
        }
        if problems.is_empty() { Ok(parts) } else { Err(problems) }
    }
}

/// Returns a change in the form of a golden. Numbers are normalized, so their notation in the file does not matter.
fn recorded(data: &Data) -> String {
    let Data::String(text) = data else { return plain_line(data.clone()) };
    expectation_reader::change_of(text).map_or_else(
        || text::one_line(text),
        |(before, after)| format!("{} -> {}", plain_line(before), plain_line(after)),
    )
}

/// Returns data of a file as one line, with numbers as an outcome has them: `-0.0` is 0.
fn plain_line(mut data: Data) -> String {
    // A number beyond the limits stays as it is and equals no number of an outcome.
    let _ = decimal::normalise(&mut data);
    yaml_flow::line(&data)
}

fn change_text(before: &Data, after: &Data) -> String {
    format!("{} -> {}", yaml_flow::line(before), yaml_flow::line(after))
}

impl<'a> Goldens<'a> {
    /// Returns the path of a scenario's golden, relative to the root.
    pub fn path(self, id: &str) -> String {
        format!("{}/{id}{EXTENSION}", self.folder)
    }

    /// Returns the id of the scenario of a golden.
    pub(crate) fn id_of(self, path: &str) -> &str {
        let below = path[self.folder.len()..].trim_start_matches('/');
        below.strip_suffix(EXTENSION).unwrap_or(below)
    }

    /// Returns the content of a scenario's golden, if it can be read.
    pub(crate) fn data(self, id: &str) -> Option<Data> {
        let node = yaml::read(&safe_read::read(self.root, &self.path(id)).ok()?).ok()?;
        Some(node.to_data())
    }

    fn pending_path(self, id: &str) -> String {
        format!("{}/{id}{PENDING}", self.folder)
    }

    /// Compares an outcome with its golden. Equal bytes are not parsed.
    pub(crate) fn compare(self, scenario: &Scenario, outcome: &Outcome, rendered: &str) -> GoldenStatus {
        let path = self.path(&scenario.id);
        let accepted = match safe_read::read_unless(self.root, &path, rendered) {
            Ok(None) => return GoldenStatus::Accepted,
            Ok(Some(file)) => file,
            Err(Unread::Missing) => return GoldenStatus::Missing,
            Err(Unread::Bad(problem)) => return GoldenStatus::Unreadable(vec![*problem]),
        };
        match yaml::read(&accepted).and_then(|node| RecordedOutcome::read(&node)) {
            Ok(accepted) => match Drift::between(accepted, RecordedOutcome::of(outcome), &scenario.tolerance) {
                None => GoldenStatus::Accepted,
                Some(drift) => GoldenStatus::Drifted(Box::new(drift)),
            },
            Err(problems) => GoldenStatus::Unreadable(problems),
        }
    }

    /// Returns why an outcome cannot become a golden, as a predicate: it could not be read again.
    pub fn unacceptable(self, id: &str, rendered: &str) -> Option<String> {
        if rendered.len() as u64 > safe_read::LONGEST_FILE {
            return Some(format!("has an outcome of more than {} KiB", safe_read::LONGEST_FILE / 1024));
        }
        let path = self.path(id);
        if self.is_something_else(&path) {
            return Some(format!("would replace `{path}`, which is not a golden: remove that file first"));
        }
        let problems = check(&SourceFile::new(path, rendered));
        problems.first().map(|problem| format!("has an outcome that could not be read again: {}", problem.message))
    }

    /// Returns whether a file has content that is not a golden. A folder of goldens may be a link to another folder.
    fn is_something_else(self, path: &str) -> bool {
        let says_something = |file: &Arc<SourceFile>| yaml::read(file).is_ok_and(|node| node.entries() != Some(&[]));
        safe_read::read(self.root, path).is_ok_and(|file| says_something(&file) && !check(&file).is_empty())
    }

    /// Accepts an outcome: writes the golden and removes the proposal.
    pub fn accept(self, id: &str, rendered: &str) -> io::Result<()> {
        atomic_write::write(self.root, &self.path(id), rendered)?;
        self.withdraw(id)
    }

    /// Writes a proposed outcome next to the golden.
    pub fn propose(self, id: &str, rendered: &str) -> io::Result<()> {
        let path = self.pending_path(id);
        if self.is_there(&path) && !self.is_signed(&path, &[PROPOSED, ACCEPTED]) {
            return Err(io::Error::other(format!("`{path}` exists, and Truthsayer did not write it")));
        }
        atomic_write::write(self.root, &path, &rendered.replacen(ACCEPTED, PROPOSED, 1))
    }

    /// Removes an outdated proposal.
    pub fn withdraw(self, id: &str) -> io::Result<()> {
        let path = self.pending_path(id);
        if self.is_there(&path) && self.is_signed(&path, &[PROPOSED, ACCEPTED]) {
            return atomic_write::remove(self.root, &path);
        }
        Ok(())
    }

    /// Returns whether a file is a golden: its first line is that of `bless`, or its content is valid.
    pub fn is_golden(self, path: &str) -> bool {
        self.is_signed(path, &[ACCEPTED]) || safe_read::read(self.root, path).is_ok_and(|file| check(&file).is_empty())
    }

    fn is_there(self, path: &str) -> bool {
        fs::symlink_metadata(self.root.join(path)).is_ok()
    }

    fn is_signed(self, path: &str, signatures: &[&str]) -> bool {
        let start = safe_read::beginning(self.root, path).unwrap_or_default();
        let line = start.lines().next().unwrap_or_default();
        line.starts_with('#') && signatures.iter().any(|words| line.ends_with(words))
    }

    /// Returns the paths of goldens without a scenario. Proposals are not goldens.
    pub(crate) fn orphans<'i>(self, goldens: Vec<String>, ids: impl Iterator<Item = &'i str>) -> Vec<String> {
        let owners: HashSet<&str> = ids.collect();
        let orphaned = |path: &String| !path.ends_with(PENDING) && !owners.contains(self.id_of(path));
        goldens.into_iter().filter(orphaned).collect()
    }
}
