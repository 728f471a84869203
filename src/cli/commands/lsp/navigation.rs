//! Go to definition and find references.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;

use super::citation_at;
use super::file_uri;
use super::position;
use super::workspace;
use super::workspace::Workspace;
use super::yaml_cursor::YamlCursor;
use truthsayer_oracle::base::source::Place;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::rule_file::RuleFile;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_oracle::suite::Suite;
use truthsayer_protocol::Data;

/// The rule of a citation, or the file of a fixture.
pub(super) fn definition(workspace: &Workspace<'_>, path: &str, cursor: &YamlCursor<'_>) -> Vec<Data> {
    let Some(suite) = workspace.suite() else { return Vec::new() };
    let root = &suite.project.root;
    if cursor.path().iter().any(|key| key == "use") {
        return fixture(suite, path, &cursor_word(cursor)).into_iter().collect();
    }
    citation_at::rules(suite, cursor).iter().map(|(file, line)| location(root, &file.place(line))).collect()
}

/// The claims that cite the rule of a citation.
pub(super) fn references_of_citation(workspace: &Workspace<'_>, cursor: &YamlCursor<'_>) -> Vec<Data> {
    let Some(suite) = workspace.suite() else { return Vec::new() };
    references(suite, &citation_at::rules(suite, cursor))
}

/// The claims that cite the rule on a line of a rulebook.
pub(super) fn references_of_rule(workspace: &Workspace<'_>, path: &str, line: usize) -> Vec<Data> {
    let (Some(suite), Some(rule)) = (workspace.suite(), workspace.rule_at(path, line)) else { return Vec::new() };
    references(suite, &[rule])
}

fn references(suite: &Suite, rules: &[(&RuleFile, &RuleLine)]) -> Vec<Data> {
    let cited: BTreeSet<ClauseId> =
        rules.iter().flat_map(|(file, line)| workspace::clauses(file, line)).map(|(id, _)| id).collect();
    let scenarios = suite.scenarios.iter().chain(&suite.drafts);
    let claims = scenarios.flat_map(|scenario| &scenario.claims);
    let citing = claims.filter(|claim| claim.clauses.iter().any(|clause| cited.contains(clause)));
    // The rows of a table share their places.
    let mut seen = BTreeSet::new();
    let places = citing.filter_map(|claim| claim.citation.cite_place.as_ref());
    let places = places.filter(|place| seen.insert((place.file.path.clone(), place.start)));
    places.map(|place| location(&suite.project.root, place)).collect()
}

/// The file of a fixture of the scenario's game.
fn fixture(suite: &Suite, path: &str, name: &str) -> Option<Data> {
    let game = game_of(suite, path)?;
    suite.fixtures.get(game)?.all().find(|(known, _)| *known == name)?;
    let uri = file_uri::of(&suite.project.root, &format!("{}/{game}/fixtures/{name}.yaml", suite.project.scenarios));
    Some(json!({"uri": uri, "range": position::range("", 0, 0)}))
}

/// The game of a scenario or fixture file.
pub(super) fn game_of<'p>(suite: &Suite, path: &'p str) -> Option<&'p str> {
    path.strip_prefix(suite.project.scenarios.as_str())?.trim_start_matches('/').split('/').next()
}

fn cursor_word(cursor: &YamlCursor<'_>) -> String {
    cursor.text_of(cursor.word()).trim_matches(['"', '\'']).to_owned()
}

fn location(root: &Path, place: &Place) -> Data {
    json!({"uri": file_uri::of(root, &place.file.path), "range": position::range_of(place)})
}
