//! Weak evidence as JSON.

use serde_json::json;

use crate::report::machine::json;
use crate::report::machine::run_result;
use crate::report::text::weak;
use truthsayer_oracle::evidence::weak::WeakEntry;
use truthsayer_oracle::evidence::weak::WeakEvidence;
use truthsayer_oracle::suite::Suite;
use truthsayer_protocol::Data;

/// `weak`: the unexplained entries; `explained`: the others with their reasons; `outdated`: reasons that nothing needs.
pub(crate) fn document(evidence: &WeakEvidence, wanted: impl Fn(&WeakEntry) -> bool, suite: &Suite) -> String {
    let (explained, open): (Vec<&WeakEntry>, Vec<&WeakEntry>) =
        evidence.entries.iter().filter(|entry| wanted(entry)).partition(|entry| entry.explained.is_some());
    let all = |entries: Vec<&WeakEntry>| entries.into_iter().map(entry).collect::<Vec<Data>>();
    let outdated: Vec<_> = evidence.outdated.iter().map(run_result::problem).collect();
    json::parts("coverage", &json!({"weak": all(open), "explained": all(explained), "outdated": outdated}), suite)
}

/// Claims count from 1. Keys without a value are left out, except those that every entry has.
fn entry(entry: &WeakEntry) -> Data {
    let clauses: Vec<String> = entry.clauses.iter().map(ToString::to_string).collect();
    let depends_on: Vec<String> = entry.depends_on.iter().map(ToString::to_string).collect();
    let mut data = json!({
        "kind": entry.kind.name(),
        "game": entry.game,
        "clause": clauses.first(),
        "scenario": entry.scenario,
        "claim": entry.claim.map(|claim| claim + 1),
        "depends_on": depends_on,
    });
    if clauses.len() > 1 {
        data["clauses"] = clauses.into();
    }
    if !entry.what.is_empty() {
        data["what"] = entry.what.clone().into();
    }
    match &entry.explained {
        Some(explanation) => data["reason"] = weak::explanation(explanation).into(),
        None => data["advice"] = format!("{}.", weak::advice(entry).plain()).into(),
    }
    data
}
