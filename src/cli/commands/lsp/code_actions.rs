//! Code actions: replace a wrong name or a moved address, and add a claim for a clause.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::json;

use super::citation_at;
use super::file_uri;
use super::position;
use super::workspace;
use super::workspace::Workspace;
use super::yaml_cursor::YamlCursor;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::Place;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::suite::Suite;
use truthsayer_protocol::Data;

/// The actions for a range of a scenario.
pub(super) fn all(workspace: &Workspace<'_>, path: &str, text: &str, range: &Range<usize>) -> Vec<Data> {
    let Some(suite) = workspace.suite() else { return Vec::new() };
    let uri = file_uri::of(&suite.project.root, path);
    let here = workspace.problems.iter().filter(|problem| problem.path() == Some(path));
    let mut actions: Vec<Data> = here.filter_map(|problem| replacement(&uri, problem, range)).collect();
    actions.extend(claims(suite, &uri, path, text, range.start));
    actions
}

/// Replaces the text at a problem by the correct text.
fn replacement(uri: &str, problem: &Problem, range: &Range<usize>) -> Option<Data> {
    let (place, text) = (problem.place.as_ref()?, problem.replacement.as_ref()?);
    let is_here = place.start as usize <= range.end && range.start <= place.end as usize;
    let is_name = !place.text().contains('\n');
    if !is_here || !is_name {
        return None;
    }
    let title = match problem.kind {
        Kind::CitationMoved => format!("Follow the rule to {text}"),
        _ => format!("Change to {text}"),
    };
    Some(action(&title, uri, &position::range_of(place), text))
}

/// Adds a claim for each clause of the cited rule that the scenario does not claim.
fn claims(suite: &Suite, uri: &str, path: &str, text: &str, offset: usize) -> Vec<Data> {
    let cursor = YamlCursor::new(text, offset);
    let scenarios = suite.scenarios.iter().chain(&suite.drafts);
    let own = scenarios.filter(|scenario| scenario.place.file.path == path).flat_map(|scenario| &scenario.claims);
    let claimed: BTreeSet<&ClauseId> = own.clone().flat_map(|claim| &claim.clauses).collect();
    let Some(end) = own.map(|claim| &claim.place).max_by_key(|place| place.end).map(|place| end_of(place, text)) else {
        return Vec::new();
    };
    let mut actions = Vec::new();
    for (file, line) in citation_at::rules(suite, &cursor) {
        let address = yaml_flow::address_text(&Address::stable(file, line).to_string());
        for (id, words) in workspace::clauses(file, line).filter(|(id, _)| !claimed.contains(id)) {
            let title = format!("Add a claim for clause {}.{}", id.line, id.clause);
            let claim = format!("  - cite: {address}\n    quote: {}\n    then: {{}}\n", Data::from(words));
            actions.push(action(&title, uri, &position::range(text, end, end), &claim));
        }
    }
    actions
}

/// The start of the line after a claim.
fn end_of(place: &Place, text: &str) -> usize {
    let end = text.floor_char_boundary((place.end as usize).min(text.len()));
    if text[..end].ends_with('\n') { end } else { text[end..].find('\n').map_or(text.len(), |at| end + at + 1) }
}

fn action(title: &str, uri: &str, range: &Data, text: &str) -> Data {
    json!({
        "title": title,
        "kind": "quickfix",
        "edit": {"changes": {uri: [{"range": range, "newText": text}]}},
    })
}
