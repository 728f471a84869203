//! Finds the scenarios whose result a saved file can change.

use std::collections::BTreeSet;
use std::path::Path;

use crate::rulebook::Rulebook;
use crate::rulebook::rule_file::RuleFile;
use crate::suite::Suite;
use crate::suite::golden;
use crate::suite::project;
use crate::suite::project::Project;
use crate::suite::scenario::Scenario;

/// Kind of a saved file.
#[derive(Debug, PartialEq, Eq)]
enum SavedFile<'p> {
    /// The project file, or a whole folder.
    Everything,
    /// A rulebook file, by its cited name.
    Rules(&'p str),
    /// The catalog, exclusions, lock or engine of these games.
    Games(BTreeSet<String>),
    Fixture {
        game: String,
        name: String,
    },
    /// A scenario file or its golden, by id. A golden may belong to one row.
    Scenario(String),
    /// No result depends on the file.
    Other,
}

/// Returns the scenarios to run again after a file below the project was saved, moved or removed, including drafts and
/// broken ones. The path of a folder ends with a slash. In a rulebook, only changed lines matter.
pub fn affected<'s>(suite: &'s Suite, before: &Rulebook, path: &str) -> Vec<&'s Scenario> {
    let saved = kind(&suite.project, path);
    let lines = match saved {
        SavedFile::Rules(file) => changed_lines(before, &suite.book, file),
        _ => BTreeSet::new(),
    };
    let broken = suite.broken.iter().flat_map(|broken| &broken.scenarios);
    let all = suite.scenarios.iter().chain(&suite.drafts).chain(broken);
    all.filter(|scenario| is_touched(scenario, &saved, &lines)).collect()
}

/// Returns whether a result could depend on a file at this path. The file need not exist.
pub fn matters(project: &Project, path: &str) -> bool {
    kind(project, path) != SavedFile::Other
}

/// Returns the numbers of the changed lines of a rulebook file.
fn changed_lines(before: &Rulebook, now: &Rulebook, file: &str) -> BTreeSet<usize> {
    let of = |book: &'_ Rulebook| -> Vec<(usize, String)> {
        let lines = book.file(file).into_iter().flat_map(RuleFile::lines);
        lines.map(|line| (line.number, line.text.clone())).collect()
    };
    let (before, now) = (BTreeSet::from_iter(of(before)), BTreeSet::from_iter(of(now)));
    before.symmetric_difference(&now).map(|(number, _)| *number).collect()
}

fn is_touched(scenario: &Scenario, saved: &SavedFile<'_>, lines: &BTreeSet<usize>) -> bool {
    match saved {
        SavedFile::Everything => true,
        // If the quote was not found, the claim can mean any line of the file.
        SavedFile::Rules(file) => scenario.claims.iter().any(|claim| match claim.clauses.is_empty() {
            true => claim.citation.address.file == *file,
            false => claim.clauses.iter().any(|clause| *clause.file == **file && lines.contains(&clause.line)),
        }),
        SavedFile::Games(games) => games.contains(&scenario.game),
        // The bases of a fixture with problems are unknown.
        SavedFile::Fixture { game, name } => {
            scenario.game == *game && (scenario.lacks_base || scenario.fixture_names().contains(name))
        }
        SavedFile::Scenario(id) => scenario.is_named(id),
        SavedFile::Other => false,
    }
}

fn kind<'p>(project: &Project, path: &'p str) -> SavedFile<'p> {
    let below = |folder: &str| path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
    let folders = [project.rules.as_str(), &project.scenarios, &project.golden];
    if path == project::FILE_NAME || (path.ends_with('/') && folders.iter().any(|folder| below(folder).is_some())) {
        return SavedFile::Everything;
    }
    if let Some(file) = below(&project.rules) {
        let game = file.split('/').next().unwrap_or_default();
        return match file.ends_with(".md") {
            true => SavedFile::Rules(file),
            false => SavedFile::Games(BTreeSet::from([game.to_owned()])),
        };
    }
    if let Some(id) = below(&project.scenarios).and_then(|rest| rest.strip_suffix(".yaml")) {
        return match id.split_once("/fixtures/") {
            Some((game, name)) if !game.contains('/') => {
                SavedFile::Fixture { game: game.to_owned(), name: name.to_owned() }
            }
            _ => SavedFile::Scenario(id.to_owned()),
        };
    }
    let own = project.engines.values().filter_map(|entry| entry.golden.as_deref());
    let golden = own.chain([project.golden.as_str()]).find_map(below).filter(|rest| !rest.ends_with(golden::PENDING));
    if let Some(id) = golden.and_then(|rest| rest.strip_suffix(".yaml")) {
        return SavedFile::Scenario(id.to_owned());
    }
    let games = games_played_by(project, path);
    if games.is_empty() { SavedFile::Other } else { SavedFile::Games(games) }
}

/// Returns the games whose engine is started from a file, or whose source contains it. A built-in engine cannot change
/// while it runs.
fn games_played_by(project: &Project, path: &str) -> BTreeSet<String> {
    let is_source = project.sources.iter().any(|source| Path::new(path).starts_with(source));
    let external = project.engines.values().filter(|entry| !entry.command.is_empty());
    let starts = external.filter(|entry| is_source || entry.files().any(|file| file == path));
    starts.filter_map(|entry| entry.game.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn project(text: &str) -> Project {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(project::FILE_NAME), text).expect("a file");
        Project::load(folder.path()).expect("a project")
    }

    #[test]
    fn every_kind_of_file_is_known_by_its_path() {
        let project = project(
            "games: {pig: {engine: mine}}\nengines: {mine: {game: pig, command: [python3, ./pig.py], dir: src, golden: mine}}\n",
        );
        let pig = || SavedFile::Games(BTreeSet::from(["pig".to_owned()]));
        let id = |id: &str| SavedFile::Scenario(id.to_owned());
        let fixture = SavedFile::Fixture { game: "pig".to_owned(), name: "deep/er".to_owned() };
        for (path, expected) in [
            ("truthsayer.yaml", SavedFile::Everything),
            ("scenarios/pig/", SavedFile::Everything),
            ("golden/", SavedFile::Everything),
            ("rules/pig/pig.md", SavedFile::Rules("pig/pig.md")),
            ("rules/pig/catalog.yaml", pig()),
            ("rules/pig/rules.lock", pig()),
            ("scenarios/pig/roll/one.yaml", id("pig/roll/one")),
            ("scenarios/pig/fixtures/deep/er.yaml", fixture),
            ("golden/pig/roll/one.yaml", id("pig/roll/one")),
            ("golden/pig/roll/one[2].yaml", id("pig/roll/one[2]")),
            ("mine/pig/roll/one.yaml", id("pig/roll/one")),
            ("golden/pig/roll/one.pending.yaml", SavedFile::Other),
            ("scenarios/pig/roll/one.yaml~", SavedFile::Other),
            ("scenariosx/pig/one.yaml", SavedFile::Other),
            ("src/pig.py", pig()),
            ("pig.py", SavedFile::Other),
            ("README.md", SavedFile::Other),
            ("src/", SavedFile::Other),
        ] {
            assert_eq!(kind(&project, path), expected, "{path}");
        }
    }

    #[test]
    fn the_source_of_a_built_in_engine_does_not_change_while_it_runs() {
        let built_in = project("games: {dune: {engine: dune}}\nsources: [crates]\n");
        assert!(!matters(&built_in, "crates/dune/src/lib.rs"));
        let own = project(
            "games: {pig: {engine: mine}}\nengines: {mine: {game: pig, command: [cargo, run]}}\nsources: [crates]\n",
        );
        assert!(matters(&own, "crates/pig/src/lib.rs") && !matters(&own, "cratesx/lib.rs"));
    }
}
