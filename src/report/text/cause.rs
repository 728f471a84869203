//! Causes as sentences.

use std::collections::BTreeSet;

use crate::report::text::grammar::count;
use crate::report::text::grammar::scenarios_and_runs;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::cause::CauseKind;
use truthsayer_oracle::evidence::cause::Share;
use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::findings::Findings;

/// The confirmed kind of a cause, in a few words.
pub(crate) fn cause_words(kind: CauseKind) -> &'static str {
    match kind {
        CauseKind::Missing => "confirmed: the engine acts as if it were missing",
        CauseKind::Different => "confirmed: the engine does something else",
        CauseKind::MissingInPart => "confirmed: missing in some situations",
    }
}

/// The kind and share of a cause, the claims it explains, the scenario to start with, and the clauses it blocks.
pub(crate) fn cause_sentence(cause: &Cause, findings: &Findings<'_>) -> String {
    let mut text = format!("likely {}: {}", cause.kind.name(), cause_share(cause));
    if !cause.explains.is_empty() {
        text.push_str(&format!("; explains {}", explained_claims(cause, findings)));
    }
    text.push_str(&format!("; start with {}", cause.scenario));
    if let Some(holds) = &cause.holds_in {
        text.push_str(&format!("; it holds in {holds}"));
    }
    if !cause.blocks.is_empty() {
        text.push_str(&format!("; once it is fixed, {} can be judged", count(cause.blocks.len(), "clause")));
    }
    text
}

/// The number of failing claims that a cause explains, and how many of them only in part.
pub(crate) fn explained_claims(cause: &Cause, findings: &Findings<'_>) -> String {
    let ids: BTreeSet<&str> = cause.explains.iter().map(|claim| claim.scenario.as_str()).collect();
    let scenarios = scenarios_and_runs(ids.into_iter().filter_map(|id| findings.suite.scenario(id)));
    let text = format!("{} in {scenarios}", count(cause.explains.len(), "failing claim"));
    let is_partial = |claim: &&ClaimRef| !findings.diagnosis.explained.contains_key(claim);
    match cause.explains.iter().filter(is_partial).count() {
        0 => text,
        partly => format!("{text}, {partly} only in part"),
    }
}

/// How many of the expectations that depend on the cause fail.
pub(crate) fn cause_share(cause: &Cause) -> String {
    let Share { decides, fails, alike } = cause.share;
    let part = if fails == decides { format!("all {decides}") } else { format!("{fails} of {decides}") };
    let what =
        if decides == 1 { "expectation that depends on it fails" } else { "expectations that depend on it fail" };
    let part = if decides == 1 { "the 1".to_owned() } else { part };
    match cause.kind == CauseKind::Missing && alike == fails {
        true => format!("{part} {what}, as if the clause were missing"),
        false => format!("{part} {what}, {alike} of them as if the clause were missing"),
    }
}
