//! What is wrong with a rule: what it says, what happened, and the likely cause. It comes before everything else.

use std::collections::BTreeSet;

use crate::oracle::cause::Cause;
use crate::oracle::cause::Diagnosis;
use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::standing::RuleStanding;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::report::document::cause;
use crate::report::document::clause;
use crate::report::document::edge;
use crate::report::document::evidence;
use crate::report::document::link::Sheet;
use crate::report::document::summary;
use crate::report::document::telling::code;
use crate::report::document::telling::escape;
use crate::report::document::telling::row;
use crate::report::wording;
use crate::report::wording::count;

/// Nothing where nothing is wrong.
pub(super) fn section(standing: &RuleStanding<'_>, sheet: &Sheet<'_, '_>) -> String {
    let wrong =
        |entry: &&&LedgerEntry| !matches!(entry.grade, Grade::Proven | Grade::Sharp | Grade::Holds | Grade::Excluded);
    let problems: Vec<&&LedgerEntry> = standing.entries.iter().filter(wrong).collect();
    if problems.is_empty() {
        return String::new();
    }
    let mut text = "## Problems\n\n".to_owned();
    for entry in problems.iter().filter(|entry| entry.grade == Grade::Violated) {
        text.push_str(&format!("{}\n", violation(entry, sheet)));
    }
    let mut rest = String::new();
    for entry in problems.iter().filter(|entry| entry.grade != Grade::Violated) {
        let address = sheet.rule_line(&entry.id.file, entry.id.line, &format!("{}.{}", entry.id.line, entry.id.clause));
        let mark = entry.grade.mark();
        let told = match entry.grade {
            Grade::Obscured => clause::obscured(entry, sheet.findings),
            grade => format!("{}: {}", wording::grade_phrase(grade), summary::note(entry)),
        };
        rest.push_str(&format!("- {mark} {address} {told}.\n"));
    }
    if rest.is_empty() { text.trim_end().to_owned() + "\n" } else { text + &rest }
}

/// A violated clause, in sentences.
fn violation(entry: &LedgerEntry, sheet: &Sheet<'_, '_>) -> String {
    let findings = sheet.findings;
    let words = escape(findings.suite.book.clause_text(&entry.id));
    let address = format!("{}.{}", entry.id.line, entry.id.clause);
    let failing: Vec<&ClaimRef> = failing(entry);
    let scenarios: BTreeSet<&str> = failing.iter().map(|claim| claim.scenario.as_str()).collect();
    let mut text = format!("### ❌ {address} is violated\n\n");
    text.push_str(&format!(
        "The rule says ({}): “{words}” The engine does something else in {}.\n",
        sheet.rule_line(&entry.id.file, entry.id.line, &format!("line {}", entry.id.line)),
        edge::scenarios_and_runs(scenarios.iter().filter_map(|id| findings.suite.scenario(id)))
    ));
    if let Some(case) = evidence::shown_claim(entry, findings).and_then(|(judged, claim)| case(judged, claim, sheet)) {
        text.push_str(&format!("\n{case}\n"));
    }
    text.push_str(&format!("\n{}\n", cause_paragraph(entry, findings)));
    // One failing claim is shown already.
    if failing.len() > 1 { format!("{text}\n{}", table(&failing, sheet)) } else { text }
}

/// The claims on a clause that fail.
fn failing(entry: &LedgerEntry) -> Vec<&ClaimRef> {
    entry.claims.iter().filter(|(_, holds)| *holds == Some(false)).map(|(claim, _)| claim).collect()
}

/// One failing claim: where, what must hold, and what is there instead.
fn case(judged: &Judged<'_>, claim: usize, sheet: &Sheet<'_, '_>) -> Option<String> {
    let deviation = judged.verdict.deviations().iter().find(|deviation| deviation.claim == Some(claim))?;
    let title = escape(judged.scenario.title.trim_end_matches('.'));
    Some(format!("In {} ({title}), {}.", sheet.scenario(judged.scenario), clause::should_be(deviation)))
}

fn deviations<'f>(claim: &ClaimRef, findings: &'f Findings<'_>) -> Vec<&'f Deviation> {
    match findings.judged(&claim.scenario).map(|judged| &judged.verdict) {
        Some(Verdict::Deviates(deviations)) => {
            deviations.iter().filter(|deviation| deviation.claim == Some(claim.claim)).collect()
        }
        _ => Vec::new(),
    }
}

/// How many claims on the clause fail, and why, as far as that was looked for.
fn cause_paragraph(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    let diagnosis = &findings.diagnosis;
    if let Some(cause) = diagnosis.cause_of(&entry.id).and_then(|at| diagnosis.causes.get(at)) {
        // Where the clauses cannot be told apart, all of them are named.
        let clauses: Vec<String> = cause.clauses.iter().map(|clause| code(&clause.to_string())).collect();
        let either = if clauses.len() > 1 { format!("{}: ", clauses.join(" or ")) } else { String::new() };
        return format!("Likely cause: {either}{}", wording::with_small_letter(&cause::cause_text(cause, findings)));
    }
    let failing = failing(entry);
    let (number, all) = (failing.len(), count(entry.claims.len(), "claim"));
    let fails = if number == 1 { "fails" } else { "fail" };
    let why = match diagnosis.unsearched.contains(entry.id.game()) {
        true => "Causes were not looked for: this run has no other engine with switches to compare with.".to_owned(),
        false => explanation(&failing, diagnosis),
    };
    format!("{number} of {all} on it {fails}. {why}")
}

/// Which causes elsewhere explain failing claims on a clause, and how many of them.
fn explanation(failing: &[&ClaimRef], diagnosis: &Diagnosis) -> String {
    let is_explained = |claim: &&&ClaimRef| diagnosis.explained.contains_key(**claim);
    let is_touched = |claim: &&&ClaimRef| diagnosis.causes.iter().any(|cause| cause.explains.contains(claim));
    let explained = failing.iter().filter(is_explained).count();
    let partly = failing.iter().filter(|claim| !is_explained(claim) && is_touched(claim)).count();
    let explains = |cause: &&Cause| failing.iter().any(|claim| cause.explains.contains(claim));
    let clauses = diagnosis.causes.iter().filter(explains).flat_map(|cause| &cause.clauses);
    let clauses = clauses.map(|clause| code(&clause.to_string())).collect::<Vec<_>>().join(", ");
    let text = match (explained, partly) {
        (0, 0) => return "No switch of the reference engine explains it.".to_owned(),
        (0, partly) => format!("{clauses} likely explains {partly} only in part"),
        (explained, 0) => format!("{clauses} likely explains {explained}"),
        (explained, partly) => format!("{clauses} likely explains {explained}, and {partly} only in part"),
    };
    match failing.len() - explained - partly {
        0 => format!("{text}."),
        rest => format!("{text}; no switch explains {rest}."),
    }
}

/// Every failing claim, one row each.
fn table(failing: &[&ClaimRef], sheet: &Sheet<'_, '_>) -> String {
    const MOST: usize = 40;
    let mut text = "| Fails in | Expected and found |\n|---|---|\n".to_owned();
    for claim in failing.iter().take(MOST) {
        let told: Vec<String> = deviations(claim, sheet.findings).into_iter().map(clause::should_be).collect();
        text.push_str(&row([sheet.scenario_by_id(&claim.scenario), told.join("; ")]));
    }
    if failing.len() > MOST {
        text.push_str(&format!("| and {} more | |\n", failing.len() - MOST));
    }
    text
}
