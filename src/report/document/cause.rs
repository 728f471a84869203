//! A likely cause in the sentences of a document.

use std::collections::BTreeSet;

use crate::oracle::cause::Cause;
use crate::oracle::findings::Findings;
use crate::report::document::edge;
use crate::report::document::telling::code;
use crate::report::terminal::cause_share;
use crate::report::wording::count;

/// Kind and share, what it explains, what mending it unblocks, and where to begin.
pub(crate) fn cause_text(cause: &Cause, findings: &Findings<'_>) -> String {
    let scenarios: BTreeSet<&str> = cause.explains.iter().map(|claim| claim.scenario.as_str()).collect();
    let mut text = format!("It is likely {}: {}.", cause.kind.name(), cause_share(cause));
    if !cause.explains.is_empty() {
        let scenarios = scenarios.iter().filter_map(|id| findings.suite.scenario(id));
        let (claims, of) = (count(cause.explains.len(), "failing claim"), edge::scenarios_and_runs(scenarios));
        text.push_str(&format!(" This explains {claims} in {of}."));
    }
    if !cause.obscures.is_empty() {
        text.push_str(&format!(" Once it is mended, {} can be judged.", count(cause.obscures.len(), "more clause")));
    }
    text.push_str(&format!(" Begin with {}", code(&cause.scenario)));
    match &cause.holds_in {
        Some(holds) => text + &format!("; it holds in {}.", code(holds)),
        None => text + ".",
    }
}
