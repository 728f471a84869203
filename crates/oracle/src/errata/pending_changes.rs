//! Reports a rulebook that has changed since its review, in as few problems as possible.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::suggestion::this_call;
use crate::errata::address_uses;
use crate::errata::address_uses::Fate;
use crate::errata::changes;
use crate::errata::changes::Change;
use crate::errata::journal;
use crate::rulebook::rule_file::RuleFile;
use crate::suite::Extent;
use crate::suite::Suite;
use crate::suite::project::Project;

/// Adds the commands that show and follow the changes.
fn with_next_steps(problem: Problem) -> Problem {
    let call = this_call();
    let problem = problem.suggest(Some(call.reads(&["errata"])), "shows what changed");
    problem.suggest(call.writes(&["errata", "--fix"]), "rewrites moved addresses and records the changes in the lock")
}

/// Loads a suite. Addresses that moved are among the problems.
pub fn load_suite(project: Project, jobs: usize) -> (Suite, Vec<Problem>) {
    load_extent(Extent::Whole, project, jobs)
}

/// Loads the rulebook and the scenario files of an extent. Addresses that moved are among the problems.
pub fn load_extent(extent: Extent<'_>, project: Project, jobs: usize) -> (Suite, Vec<Problem>) {
    let (suite, mut problems) = Suite::load_extent(extent, project, jobs);
    problems.extend(moved(&suite));
    diagnostic::sort(&mut problems);
    (suite, problems)
}

/// Returns one problem for each rule file with addresses to rewrite, or a problem for an unfinished repair.
pub fn moved(suite: &Suite) -> Vec<Problem> {
    let project = &suite.project;
    if journal::is_open(&project.root, &project.rules) {
        let problem = Problem::new(Kind::Lock, "`errata --fix` was interrupted: only some addresses are rewritten");
        return vec![problem.suggest(this_call().writes(&["errata", "--fix"]), "finishes it")];
    }
    let Some(past) = suite.book.past() else { return Vec::new() };
    let counts = followed(suite);
    if counts.is_empty() {
        return Vec::new();
    }
    let changes = changes::changes(past, &suite.book);
    let problem = |(file, count): (String, usize)| {
        let addresses = if suite.read.partial { "addresses have".to_owned() } else { addresses(count) };
        let message = format!("{}: {addresses} to be rewritten", about(&file, &changes));
        with_next_steps(Problem::new(Kind::RulebookChanged, message)).about(format!("{}/{file}", project.rules))
    };
    counts.into_iter().map(problem).collect()
}

fn addresses(count: usize) -> String {
    if count == 1 { "1 address has".to_owned() } else { format!("{count} addresses have") }
}

/// Returns the number of moved addresses, by the file that they name.
fn followed(suite: &Suite) -> BTreeMap<String, usize> {
    let mut places: BTreeMap<String, BTreeSet<(String, u32)>> = BTreeMap::new();
    let Some(past) = suite.book.past() else { return BTreeMap::new() };
    for site in address_uses::all(suite) {
        let known = site.reviewed_clauses(past).is_some();
        if known && matches!(site.fate(&suite.book), Fate::Moves(_)) {
            places.entry(site.address.file.clone()).or_default().insert(site.written_at());
        }
    }
    places.into_iter().map(|(file, places)| (file, places.len())).collect()
}

/// Returns a summary of the changes of a file.
fn about(file: &str, changes: &[Change]) -> String {
    let blocks: Vec<&Change> = changes.iter().filter(|change| moves_from(change, file)).collect();
    if let [Change { kind: changes::ChangeKind::Moved { from, to }, .. }] = blocks.as_slice()
        && from.file == to.file
    {
        let (by, way) = (from.first.abs_diff(to.first), if to.first > from.first { "down" } else { "up" });
        let lines = if by == 1 { "one line".to_owned() } else { format!("{by} lines") };
        let last = if from.last > from.first {
            format!("lines {}-{}", from.first, from.last)
        } else {
            format!("line {}", from.first)
        };
        return format!("`{file}` has changed since it was reviewed, and {last} moved {way} by {lines}");
    }
    let kinds: BTreeSet<&str> =
        changes.iter().filter(|change| concerns(change, file)).map(|it| it.kind.name()).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    format!("`{file}` has changed since it was reviewed ({})", kinds.join(", "))
}

fn moves_from(change: &Change, file: &str) -> bool {
    matches!(&change.kind, changes::ChangeKind::Moved { from, .. } if from.file == file)
}

fn concerns(change: &Change, file: &str) -> bool {
    let renamed = matches!(&change.kind, changes::ChangeKind::FileRenamed { from, .. } if from == file);
    renamed || moves_from(change, file) || change.kind.file() == file
}

/// Returns the additional problems of `lint`: changed clauses that are not accepted, and changes that moved no address
/// and are not in the lock.
pub fn unrecorded(suite: &Suite) -> Vec<Problem> {
    let Some(past) = suite.book.past() else { return Vec::new() };
    let changes = changes::changes(past, &suite.book);
    // If only words changed, no address can have moved.
    let only_words = changes.iter().all(|change| matches!(change.kind, changes::ChangeKind::Reworded(_)));
    let moved = if only_words { BTreeMap::new() } else { followed(suite) };
    let mut problems: Vec<Problem> = Vec::new();
    let mut files: BTreeSet<&str> = BTreeSet::new();
    for change in &changes {
        match &change.kind {
            changes::ChangeKind::Reworded(erratum) => {
                let (clause, class) = (&erratum.clause, erratum.class.name());
                let message = format!("`{clause}` has changed since its review: a change of {class}");
                let problem = Problem::new(Kind::RulebookChanged, message);
                let problem = problem.help(format!("reviewed → rule: {}", erratum.marked()));
                let accept = this_call().writes(&["errata", "--accept", &clause.to_string(), "--reason", "WHY"]);
                problems.push(problem.suggest(accept, "accepts the change, after you have checked its claims"));
            }
            kind if is_only_layout(kind, &changes, suite) => {}
            changes::ChangeKind::Moved { from, .. } if moved.contains_key(&from.file) => {}
            changes::ChangeKind::FileRenamed { from, .. } if moved.contains_key(from) => {}
            other => {
                files.insert(other.file());
            }
        }
    }
    for file in files.into_iter().filter(|file| !moved.contains_key(*file)) {
        let message = format!("{}, and the lock does not have this change", about(file, &changes));
        problems.push(with_next_steps(Problem::new(Kind::RulebookChanged, message)));
    }
    problems
}

/// Returns whether a text as published is only wrapped or spaced in another way: its blocks keep their words and their order.
fn is_only_layout(kind: &changes::ChangeKind, changes: &[Change], suite: &Suite) -> bool {
    let is_markdown = |file: &str| suite.book.file(file).is_some_and(RuleFile::is_markdown);
    match kind {
        changes::ChangeKind::Layout { file } => is_markdown(file),
        changes::ChangeKind::Moved { from, to } => {
            from.file == to.file && is_markdown(&to.file) && keeps_order(&to.file, changes)
        }
        _ => false,
    }
}

/// Returns whether the blocks that moved inside a file are still in the same order.
fn keeps_order(file: &str, changes: &[Change]) -> bool {
    let inside = changes.iter().filter_map(|change| match &change.kind {
        changes::ChangeKind::Moved { from, to } if from.file == file && to.file == file => Some((from.first, to.first)),
        _ => None,
    });
    let mut places: Vec<(usize, usize)> = inside.collect();
    places.sort_unstable();
    places.is_sorted_by_key(|(_, new)| *new)
}

/// Returns the games without a lock.
pub fn without_lock(suite: &Suite) -> Vec<&str> {
    let locked: BTreeSet<&str> = suite.locks.iter().map(|lock| lock.game.as_str()).collect();
    let games = suite.project.games.keys().map(String::as_str);
    games.filter(|game| !locked.contains(game)).collect()
}
