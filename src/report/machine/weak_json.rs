//! Weak evidence as JSON.

use crate::report::machine::documents::coverage_rules::WeakItem;
use crate::report::machine::documents::coverage_rules::WeakParts;
use crate::report::machine::json;
use crate::report::machine::run_result;
use crate::report::text::weak;
use truthsayer_oracle::evidence::weak::WeakEntry;
use truthsayer_oracle::evidence::weak::WeakEvidence;
use truthsayer_oracle::suite::Suite;

/// `weak`: the unexplained entries; `explained`: the others with their reasons; `outdated`: reasons that nothing needs.
pub(crate) fn document(evidence: &WeakEvidence, wanted: impl Fn(&WeakEntry) -> bool, suite: &Suite) -> String {
    let (explained, open): (Vec<&WeakEntry>, Vec<&WeakEntry>) =
        evidence.entries.iter().filter(|entry| wanted(entry)).partition(|entry| entry.explained.is_some());
    let all = |entries: Vec<&WeakEntry>| entries.into_iter().map(entry).collect::<Vec<WeakItem>>();
    let outdated = evidence.outdated.iter().map(run_result::problem).collect();
    let parts = WeakParts { explained: all(explained), outdated, weak: all(open) };
    json::parts("coverage", &serde_json::to_value(&parts).unwrap_or_default(), suite)
}

/// Claims count from 1. Keys without a value are left out, except those that every entry has.
fn entry(entry: &WeakEntry) -> WeakItem {
    let clauses: Vec<String> = entry.clauses.iter().map(ToString::to_string).collect();
    let (advice, reason) = match &entry.explained {
        Some(explanation) => (None, Some(weak::explanation(explanation))),
        None => (Some(format!("{}.", weak::advice(entry).plain())), None),
    };
    WeakItem {
        advice,
        claim: entry.claim.map(|claim| claim + 1),
        clause: clauses.first().cloned(),
        clauses: Some(clauses).filter(|clauses| clauses.len() > 1),
        depends_on: entry.depends_on.iter().map(ToString::to_string).collect(),
        game: entry.game.clone(),
        kind: entry.kind.name().to_owned(),
        reason,
        scenario: entry.scenario.clone(),
        what: Some(entry.what.clone()).filter(|what| !what.is_empty()),
    }
}
