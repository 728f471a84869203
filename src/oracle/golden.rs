//! Goldens: the whole outcome of a scenario as a person accepted it.
//!
//! A golden proves that nothing changed, never that anything is right.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use crate::oracle::datapath;
use crate::oracle::disk;
use crate::oracle::drift::Drift;
use crate::oracle::fields::Fields;
use crate::oracle::flow;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project::Project;
use crate::oracle::yaml;
use crate::oracle::yaml::Node;
use crate::protocol::Data;
use crate::protocol::Outcome;
use crate::source::SourceFile;

const EXTENSION: &str = ".yaml";
const PENDING: &str = ".pending.yaml";

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

pub fn path(project: &Project, id: &str) -> String {
    format!("{}/{id}{EXTENSION}", project.golden)
}

/// The id of the scenario that a golden belongs to.
pub fn id_of<'a>(project: &Project, path: &'a str) -> &'a str {
    let below = path[project.golden.len()..].trim_start_matches('/');
    below.strip_suffix(EXTENSION).unwrap_or(below)
}

fn pending_path(project: &Project, id: &str) -> String {
    format!("{}/{id}{PENDING}", project.golden)
}

/// The outcome as it is recorded: the log, and what changed. What is not listed did not change.
pub fn render(id: &str, outcome: &Outcome) -> String {
    let mut text = String::with_capacity(2048);
    text.push_str(&format!("# {id}: the accepted outcome, written by `truthsayer bless`\n"));
    if outcome.log.is_empty() {
        text.push_str("log: []\n");
    } else {
        text.push_str("log:\n");
    }
    for event in &outcome.log {
        text.push_str("  - ");
        flow::write_text(&event.name, &mut text);
        text.push_str(": ");
        flow::write(&event.data, &mut text);
        text.push('\n');
    }
    let changes = datapath::differences(&outcome.before, &outcome.after);
    text.push_str(if changes.is_empty() { "changes: {}\n" } else { "changes:\n" });
    for (path, before, after) in &changes {
        text.push_str("  ");
        flow::write_text(path, &mut text);
        text.push_str(": ");
        flow::write_change(before, after, &mut text);
        text.push('\n');
    }
    text
}

/// Compares a rendered outcome with the accepted one. Equal bytes need no reading.
pub fn compare(project: &Project, id: &str, rendered: &str) -> Standing {
    let path = path(project, id);
    match read_expecting(&project.root.join(&path), rendered.len()) {
        Ok(bytes) if bytes == rendered.as_bytes() => return Standing::Accepted,
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Standing::Missing,
        Err(_) => {}
    }
    let file = match disk::read(&project.root, &path) {
        Ok(file) => file,
        Err(problem) => return Standing::Unreadable(vec![problem]),
    };
    let accepted = yaml::read(&file).and_then(|node| Record::read(&node));
    let now = yaml::read(&SourceFile::new(path, rendered)).and_then(|node| Record::read(&node));
    match (accepted, now) {
        (Ok(accepted), Ok(now)) => match Drift::between(accepted, now) {
            None => Standing::Accepted,
            Some(drift) => Standing::Drifted(Box::new(drift)),
        },
        (Err(problems), _) | (_, Err(problems)) => Standing::Unreadable(problems),
    }
}

/// The bytes of a file that is most likely this long, which spares asking the system. Of a longer one only enough to
/// tell that it is.
fn read_expecting(path: &Path, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length + 64);
    fs::File::open(path)?.take(length as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What is wrong with a golden file as a file.
pub fn check(file: &Arc<SourceFile>) -> Vec<Problem> {
    yaml::read(file).and_then(|node| Record::read(&node)).err().unwrap_or_default()
}

/// What a golden file says, line by line.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record {
    pub log: Vec<String>,
    pub changes: Vec<(String, String)>,
}

impl Record {
    fn read(node: &Node) -> Result<Record, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut record = Record::default();
        if let Some(mut keys) = Fields::of("a golden", node, &mut problems) {
            for event in keys.list("log") {
                match event.entries() {
                    Some([only]) => record.log.push(format!("{}: {}", only.key, flow::line(&only.value.to_data()))),
                    _ => keys.problem(Problem::at(
                        Kind::Golden,
                        &event.place,
                        "an entry of the log is a map with one key",
                    )),
                }
            }
            match keys.required("changes").map(|changes| (changes, changes.entries())) {
                Some((_, Some(entries))) => {
                    let line = |data: &Data| data.as_str().map_or_else(|| flow::line(data), str::to_owned);
                    record.changes = entries.iter().map(|e| (e.key.clone(), line(&e.value.to_data()))).collect();
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

/// Accepts an outcome: writes the golden and drops the proposal.
pub fn accept(project: &Project, id: &str, rendered: &str) -> io::Result<()> {
    disk::write(&project.root, &path(project, id), rendered)?;
    withdraw(project, id)
}

/// Lays an outcome beside the golden for a person to look at. The golden itself is not touched.
pub fn propose(project: &Project, id: &str, rendered: &str) -> io::Result<()> {
    disk::write(&project.root, &pending_path(project, id), rendered)
}

/// Drops a proposal that no longer stands.
pub fn withdraw(project: &Project, id: &str) -> io::Result<()> {
    match fs::remove_file(project.root.join(pending_path(project, id))) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Goldens that no scenario owns, by path. Proposals are not goldens.
pub fn orphans<'a>(project: &Project, goldens: Vec<String>, ids: impl Iterator<Item = &'a str>) -> Vec<String> {
    let owners: HashSet<&str> = ids.collect();
    let orphaned = |path: &String| !path.ends_with(PENDING) && !owners.contains(id_of(project, path));
    goldens.into_iter().filter(orphaned).collect()
}
