//! Why a run goes wrong, told before what goes wrong.

use std::collections::BTreeSet;

use colored::Colorize;

use crate::oracle::cause::Cause;
use crate::oracle::cause::CauseKind;
use crate::oracle::cause::Share;
use crate::oracle::findings::Findings;
use crate::oracle::ledger::ClaimRef;
use crate::report::document::edge;
use crate::report::screen;
use crate::report::terminal::indent;
use crate::report::wording::count;
use crate::report::wording::first_words;
use crate::report::wording::wrap;

/// A few lines for each cause, and what nothing explains.
pub(super) fn list(findings: &Findings<'_>) -> String {
    let diagnosis = &findings.diagnosis;
    let mut text: String = diagnosis.causes.iter().map(|cause| block(cause, findings)).collect();
    for (head, groups) in unexplained(findings) {
        text.push_str(&format!("{}\n", head.yellow().bold()));
        for (what, claims) in &groups {
            let first = claims.first().map_or("", |claim| claim.scenario.as_str());
            text.push_str(&format!("  {} {}, e.g. {first}\n", what.cyan(), count(claims.len(), "failing claim")));
        }
        text.push('\n');
    }
    text
}

/// Failing claims by what they have in common: a clause, a path or an event.
type FailingGroups<'f> = Vec<(String, &'f Vec<ClaimRef>)>;

/// Failing claims that no cause explains, each group under its heading. Where causes were looked for they are grouped by
/// clause, elsewhere by what they have in common.
pub(super) fn unexplained<'f>(findings: &'f Findings<'_>) -> Vec<(&'static str, FailingGroups<'f>)> {
    let diagnosis = &findings.diagnosis;
    let searched = diagnosis.unexplained.iter().filter(|(clause, _)| !diagnosis.unsearched.contains(clause.game()));
    let by_clause = searched.map(|(clause, claims)| (clause.to_string(), claims)).collect();
    let alike = diagnosis.alike.iter().map(|(what, claims)| (what.clone(), claims)).collect();
    let head = match diagnosis.causes.is_empty() {
        true => "no missing clause explains what fails",
        false => "nothing explains",
    };
    let sections: [(_, FailingGroups<'f>); 2] = [(head, by_clause), ("what the failures have in common", alike)];
    sections.into_iter().filter(|(_, groups)| !groups.is_empty()).collect()
}

fn block(cause: &Cause, findings: &Findings<'_>) -> String {
    let addresses: Vec<String> = cause.clauses.iter().map(ToString::to_string).collect();
    let either = if cause.switches.len() > 1 { "either of " } else { "" };
    let head = format!(
        "{} {either}{} {}\n",
        "cause".red().bold(),
        addresses.join(", ").cyan(),
        cause.switches.join(", ").bold()
    );
    let mut body: String = cause
        .clauses
        .iter()
        .map(|clause| format!("“{}”\n", first_words(findings.suite.book.clause_text(clause), screen::width() - 6)))
        .collect();
    body.push_str(&format!("{}\n", wrap(&sentence(cause, findings), screen::width() - 2)));
    format!("{head}{}\n", indent(&body, 2))
}

/// Kind and share, what it explains, where to begin, what mending it unblocks.
pub(crate) fn sentence(cause: &Cause, findings: &Findings<'_>) -> String {
    let mut text = format!("likely {}: {}", cause.kind.name(), share(cause));
    if !cause.explains.is_empty() {
        text.push_str(&format!("; explains {}", explained_claims(cause, findings)));
    }
    text.push_str(&format!("; begin with {}", cause.scenario));
    if let Some(holds) = &cause.holds_in {
        text.push_str(&format!("; it holds in {holds}"));
    }
    if !cause.obscures.is_empty() {
        text.push_str(&format!("; once it is mended, {} can be judged", count(cause.obscures.len(), "clause")));
    }
    text
}

/// The failing claims that a cause explains. Of some it may explain only a part of what fails in them.
pub(crate) fn explained_claims(cause: &Cause, findings: &Findings<'_>) -> String {
    let ids: BTreeSet<&str> = cause.explains.iter().map(|claim| claim.scenario.as_str()).collect();
    let scenarios = edge::scenarios_and_runs(ids.into_iter().filter_map(|id| findings.suite.scenario(id)));
    let text = format!("{} in {scenarios}", count(cause.explains.len(), "failing claim"));
    let is_partial = |claim: &&ClaimRef| !findings.diagnosis.explained.contains_key(claim);
    match cause.explains.iter().filter(is_partial).count() {
        0 => text,
        partly => format!("{text}, {partly} only in part"),
    }
}

/// How much of what hangs on it fails.
pub(crate) fn share(cause: &Cause) -> String {
    let Share { decides, fails, alike } = cause.share;
    let part = if fails == decides { format!("all {decides}") } else { format!("{fails} of {decides}") };
    let what = if decides == 1 { "expectation that hangs on it fails" } else { "expectations that hang on it fail" };
    let part = if decides == 1 { "the 1".to_owned() } else { part };
    match cause.kind == CauseKind::NotPlayed && alike == fails {
        true => format!("{part} {what}, as if it were not there"),
        false => format!("{part} {what}, {alike} of them as if it were not there"),
    }
}
