//! The lock as it has to be written: the rulebook as it stands, but for words that nobody has looked at yet.

use std::collections::BTreeMap;

use crate::oracle::lock::Lock;
use crate::oracle::lock::LockedFile;
use crate::oracle::past::Past;
use crate::oracle::repair::Accepted;
use crate::oracle::rule_file::RuleFile;
use crate::oracle::rule_line::RuleLine;
use crate::oracle::suite::Suite;
use crate::protocol::text;

/// The lock of a game. A clause that was reworded keeps its old words until somebody accepts the new ones.
pub(crate) fn of(suite: &Suite, game: &str, old: Option<&Lock>, accepted: &Accepted) -> Lock {
    let mut lock = Lock::of(&suite.book, game);
    if let Some(old) = old.filter(|old| old.agrees(&suite.book)) {
        // What differs only in space or case is no change; nothing is written for its sake.
        return old.clone();
    }
    let past = suite.book.past().filter(|past| past.games.contains(game));
    let (Some(past), Some(old)) = (past, old) else { return lock };
    let notes = notes(past, old);
    for locked in &mut lock.files {
        let Some(file) = suite.book.file(&locked.name) else { continue };
        locked.notes = notes.get(locked.name.as_str()).cloned().unwrap_or_default();
        for line in file.lines() {
            if let Some(locked) = locked.lines.get_mut(line.number - 1) {
                locked.reviewed = reviewed(file, line, past, accepted);
            }
            locked.notes.extend(note(file, line, past, accepted));
        }
    }
    lock
}

/// What clauses of a line said when they were reviewed, but for those that are accepted now.
fn reviewed(file: &RuleFile, line: &RuleLine, past: &Past, accepted: &Accepted) -> BTreeMap<usize, String> {
    let ids = line.clause_ids(&file.name).into_iter().filter(|id| !accepted.clauses.contains(id));
    ids.filter_map(|id| Some((id.clause, past.reworded(&id)?))).collect()
}

/// What is said about the clauses of a line that are accepted now.
fn note(file: &RuleFile, line: &RuleLine, past: &Past, accepted: &Accepted) -> Option<String> {
    let reason = accepted.reason.as_ref()?;
    let ids = line.clause_ids(&file.name);
    let first = ids.iter().find(|id| accepted.clauses.contains(id) && past.reworded(id).is_some())?;
    let name = line.name.clone().unwrap_or_else(|| format!("“{}”", line.clause(first.clause).unwrap_or("")));
    Some(format!("accepted {}: {}", text::one_line(&name), text::one_line(reason)))
}

/// The notes of each file, under the name that it has now.
fn notes(past: &Past, old: &Lock) -> BTreeMap<String, Vec<String>> {
    let mut notes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for locked in &old.files {
        notes.entry(current_name(past, locked)).or_default().extend(locked.notes.iter().cloned());
    }
    notes
}

/// A file that is gone is where most of it went; its first clause tells.
fn current_name(past: &Past, locked: &LockedFile) -> String {
    let file = past.old.file(&locked.name).into_iter();
    let ids = file.flat_map(|file| file.lines().flat_map(|line| line.clause_ids(&file.name)));
    let mut targets: BTreeMap<String, usize> = BTreeMap::new();
    for link in ids.filter_map(|id| past.alignment.fate(&id).cloned()) {
        *targets.entry(link.ids[0].file.to_string()).or_default() += 1;
    }
    let most = targets.into_iter().max_by_key(|(_, count)| *count);
    most.map_or_else(|| locked.name.clone(), |(name, _)| name)
}
