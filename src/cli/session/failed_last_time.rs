//! The ids of the scenarios that failed last time, for `verify --failed`. No verdict is kept, so none can be stale.

use std::collections::BTreeSet;
use std::io;

use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::suite::project::Project;

const FILE: &str = ".truthsayer/failed.txt";
/// Ignores the whole folder, because it holds local state.
const IGNORE: &str = ".truthsayer/.gitignore";

/// Returns the ids; empty if there are none or the file is unreadable.
pub(crate) fn ids(project: &Project) -> BTreeSet<String> {
    let Ok(file) = safe_read::read(&project.root, FILE) else { return BTreeSet::new() };
    file.text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Writes the ids after a run. Scenarios that did not run keep their entry. Writes nothing if nothing fails or failed.
pub(crate) fn keep(findings: &Findings<'_>) -> io::Result<()> {
    let project = &findings.suite.project;
    let before = ids(project);
    let mut failed = before.clone();
    for judged in &findings.judged {
        match findings.scenario_status(judged).is_wrong() {
            true => failed.insert(judged.scenario.id.clone()),
            false => failed.remove(&judged.scenario.id),
        };
    }
    if failed == before {
        return Ok(());
    }
    if failed.is_empty() {
        return atomic_write::remove(&project.root, FILE);
    }
    if !project.root.join(IGNORE).exists() {
        atomic_write::write(&project.root, IGNORE, "*\n")?;
    }
    let text: String = failed.iter().map(|id| format!("{id}\n")).collect();
    atomic_write::write(&project.root, FILE, &text)
}
