//! A rulebook that has changed since it was reviewed, told in as few problems as there are accidents.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::errata;
use crate::oracle::errata::Change;
use crate::oracle::journal;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::site;
use crate::oracle::site::Fate;
use crate::oracle::suggestion::this_call;
use crate::oracle::suite::Suite;

/// Adds the commands that show what changed and follow it.
fn with_next_steps(problem: Problem) -> Problem {
    let call = this_call();
    let problem = problem.suggest(Some(call.reads(&["errata"])), "shows what changed");
    problem.suggest(call.writes(&["errata", "--fix"]), "follows what only moved and records the rest in the lock")
}

/// Addresses that have to follow, one problem for each rule file, and a repair that was not finished.
pub fn moved(suite: &Suite) -> Vec<Problem> {
    let project = &suite.project;
    if journal::is_open(&project.root, &project.rules) {
        let problem = Problem::new(Kind::Lock, "`errata --fix` was interrupted: some addresses are new, some old");
        return vec![problem.suggest(this_call().writes(&["errata", "--fix"]), "finishes what it began")];
    }
    let Some(past) = suite.book.past() else { return Vec::new() };
    let counts = followed(suite);
    if counts.is_empty() {
        return Vec::new();
    }
    let changes = errata::changes(past, &suite.book);
    let told = |(file, count): (String, usize)| {
        let message = format!("{}: {} to follow", about(&file, &changes), addresses(count));
        with_next_steps(Problem::new(Kind::RulebookChanged, message)).about(format!("{}/{file}", project.rules))
    };
    counts.into_iter().map(told).collect()
}

fn addresses(count: usize) -> String {
    if count == 1 { "1 address has".to_owned() } else { format!("{count} addresses have") }
}

/// How many addresses move, by the file that they name.
fn followed(suite: &Suite) -> BTreeMap<String, usize> {
    let mut places: BTreeMap<String, BTreeSet<(String, u32)>> = BTreeMap::new();
    let Some(past) = suite.book.past() else { return BTreeMap::new() };
    for site in site::all(suite) {
        let known = site.stood_on(past).is_some();
        if known && matches!(site.fate(&suite.book), Fate::Moves(_)) {
            places.entry(site.address.file.clone()).or_default().insert(site.written_at());
        }
    }
    places.into_iter().map(|(file, places)| (file, places.len())).collect()
}

/// What happened to a file, in a few words.
fn about(file: &str, changes: &[Change]) -> String {
    let blocks: Vec<&Change> = changes.iter().filter(|change| moves_from(change, file)).collect();
    if let [Change { kind: errata::ChangeKind::Moved { from, to }, .. }] = blocks.as_slice()
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
    matches!(&change.kind, errata::ChangeKind::Moved { from, .. } if from.file == file)
}

fn concerns(change: &Change, file: &str) -> bool {
    let renamed = matches!(&change.kind, errata::ChangeKind::FileRenamed { from, .. } if from == file);
    renamed || moves_from(change, file) || change.kind.file() == file
}

/// What `lint` tells besides: clauses that nobody has looked at since their words changed, and changes that moved no
/// address and are not in the lock yet.
pub fn unrecorded(suite: &Suite) -> Vec<Problem> {
    let Some(past) = suite.book.past() else { return Vec::new() };
    let changes = errata::changes(past, &suite.book);
    // Where words changed and nothing moved, nobody need look at every address.
    let only_words = changes.iter().all(|change| matches!(change.kind, errata::ChangeKind::Reworded(_)));
    let told = if only_words { BTreeMap::new() } else { followed(suite) };
    let mut problems: Vec<Problem> = Vec::new();
    let mut files: BTreeSet<&str> = BTreeSet::new();
    for change in &changes {
        match &change.kind {
            errata::ChangeKind::Reworded(erratum) => {
                let (clause, class) = (&erratum.clause, erratum.class.name());
                let message = format!("`{clause}` says something else since it was reviewed; a change of {class}");
                let problem = Problem::new(Kind::RulebookChanged, message);
                let problem = problem.help(format!("reviewed → rule: {}", erratum.marked()));
                let accept = this_call().writes(&["errata", "--accept", &clause.to_string(), "--reason", "WHY"]);
                problems.push(problem.suggest(accept, "accepts it, once you have read its claims again"));
            }
            errata::ChangeKind::Moved { from, .. } if told.contains_key(&from.file) => {}
            errata::ChangeKind::FileRenamed { from, .. } if told.contains_key(from) => {}
            other => {
                files.insert(other.file());
            }
        }
    }
    for file in files.into_iter().filter(|file| !told.contains_key(*file)) {
        let message = format!("{}, and the lock does not know it yet", about(file, &changes));
        problems.push(with_next_steps(Problem::new(Kind::RulebookChanged, message)));
    }
    problems
}

/// The games that have no lock.
pub fn without_lock(suite: &Suite) -> Vec<&str> {
    let locked: BTreeSet<&str> = suite.locks.iter().map(|lock| lock.game.as_str()).collect();
    let games = suite.project.games.keys().map(String::as_str);
    games.filter(|game| !locked.contains(game)).collect()
}
