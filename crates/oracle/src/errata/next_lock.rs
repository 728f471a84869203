//! The next lock: the current rulebook, with the reviewed words of changes that are not accepted.

use std::collections::BTreeMap;

use crate::errata::repair::Accepted;
use crate::rulebook::history::lock::Lock;
use crate::rulebook::history::lock::LockedFile;
use crate::rulebook::history::reviewed_rulebook::ReviewedRulebook;
use crate::rulebook::rule_file::RuleFile;
use crate::rulebook::rule_line::RuleLine;
use crate::suite::Suite;
use truthsayer_protocol::text;

/// Returns the lock of a game. A reworded clause keeps its reviewed words until the change is accepted.
pub(crate) fn of(suite: &Suite, game: &str, old: Option<&Lock>, accepted: &Accepted) -> Lock {
    let mut lock = Lock::of(&suite.book, game);
    if let Some(old) = old.filter(|old| old.agrees(&suite.book)) {
        // A difference in white space or case is not a change, so the lock stays the same.
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

/// Returns the reviewed words of the clauses of a line, except those that are accepted now.
fn reviewed(file: &RuleFile, line: &RuleLine, past: &ReviewedRulebook, accepted: &Accepted) -> BTreeMap<usize, String> {
    let ids = line.clause_ids(&file.name).into_iter().filter(|id| !accepted.clauses.contains(id));
    ids.filter_map(|id| Some((id.clause, past.reworded(&id)?))).collect()
}

/// Returns the note on the clauses of a line that are accepted now.
fn note(file: &RuleFile, line: &RuleLine, past: &ReviewedRulebook, accepted: &Accepted) -> Option<String> {
    let reason = accepted.reason.as_ref()?;
    let ids = line.clause_ids(&file.name);
    let first = ids.iter().find(|id| accepted.clauses.contains(id) && past.reworded(id).is_some())?;
    let name = line.name.clone().unwrap_or_else(|| format!("“{}”", line.clause(first.clause).unwrap_or("")));
    Some(format!("accepted {}: {}", text::one_line(&name), text::one_line(reason)))
}

/// Returns the notes of each file, by its current name.
fn notes(past: &ReviewedRulebook, old: &Lock) -> BTreeMap<String, Vec<String>> {
    let mut notes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for locked in &old.files {
        notes.entry(current_name(past, locked)).or_default().extend(locked.notes.iter().cloned());
    }
    notes
}

/// Returns the current name of a file: the file of the successor of its first clause.
fn current_name(past: &ReviewedRulebook, locked: &LockedFile) -> String {
    let file = past.old.file(&locked.name).into_iter();
    let ids = file.flat_map(|file| file.lines().flat_map(|line| line.clause_ids(&file.name)));
    let mut targets: BTreeMap<String, usize> = BTreeMap::new();
    for link in ids.filter_map(|id| past.alignment.fate(&id).cloned()) {
        *targets.entry(link.ids[0].file.to_string()).or_default() += 1;
    }
    let most = targets.into_iter().max_by_key(|(_, count)| *count);
    most.map_or_else(|| locked.name.clone(), |(name, _)| name)
}
