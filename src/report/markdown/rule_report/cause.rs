//! A likely cause as sentences of a report.

use crate::report::text::cause::cause_share;
use crate::report::text::cause::explained_claims;
use crate::report::text::escape::code;
use crate::report::text::grammar::count;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::findings::Findings;

/// The kind of the cause, the claims that it explains, the clauses that it blocks, and the scenario to start with.
pub(crate) fn cause_text(cause: &Cause, findings: &Findings<'_>) -> String {
    let mut text = format!("The clause is {}: {}.", cause.kind.name(), cause_share(cause));
    if !cause.explains.is_empty() {
        text.push_str(&format!(" This explains {}.", explained_claims(cause, findings)));
    }
    if !cause.blocks.is_empty() {
        text.push_str(&format!(" Once it is fixed, {} can be judged.", count(cause.blocks.len(), "more clause")));
    }
    text.push_str(&format!(" Start with {}", code(&cause.scenario)));
    match &cause.holds_in {
        Some(holds) => text + &format!("; it holds in {}.", code(holds)),
        None => text + ".",
    }
}
