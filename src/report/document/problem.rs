//! What is wrong with a rule, told before everything else: what it asks, what happened, and why that matters.

use std::collections::BTreeSet;

use crate::oracle::cause::Cause;
use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::standing::RuleStanding;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::report::document::cause;
use crate::report::document::clause;
use crate::report::document::evidence;
use crate::report::document::link::Sheet;
use crate::report::document::summary;
use crate::report::document::telling::code;
use crate::report::document::telling::escape;
use crate::report::document::telling::row;
use crate::report::expectation;
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
        text.push_str(&violation(entry, sheet));
    }
    for entry in problems.iter().filter(|entry| entry.grade != Grade::Violated) {
        let address = sheet.rule_line(&entry.id.file, entry.id.line, &format!("{}.{}", entry.id.line, entry.id.clause));
        let mark = entry.grade.mark();
        let told = match entry.grade {
            Grade::Obscured => clause::obscured(entry, sheet.findings),
            grade => format!("{}: {}", wording::grade_phrase(grade), summary::note(entry)),
        };
        text.push_str(&format!("- {mark} {address} {told}.\n"));
    }
    text
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
        "The rule asks ({}): “{words}” The engine does something else in {}.\n",
        sheet.rule_line(&entry.id.file, entry.id.line, &format!("line {}", entry.id.line)),
        count(scenarios.len(), "scenario")
    ));
    let shown = evidence::shown_claim(entry, findings)
        .map(|(judged, claim)| ClaimRef { scenario: judged.scenario.id.clone(), claim });
    if let Some((title, asked, happened)) = shown.and_then(|claim| case(&claim, sheet)) {
        text.push_str(&format!("\nIn {title}, {asked}. Instead, {happened}.\n"));
    }
    text.push_str(&format!("\n{}\n\n", why_it_matters(entry, findings)));
    text + &table(&failing, sheet)
}

/// The claims on a clause that fail.
fn failing(entry: &LedgerEntry) -> Vec<&ClaimRef> {
    entry.claims.iter().filter(|(_, holds)| *holds == Some(false)).map(|(claim, _)| claim).collect()
}

/// One failing claim: where, what must hold, and what happened.
fn case(claim: &ClaimRef, sheet: &Sheet<'_, '_>) -> Option<(String, String, String)> {
    let scenario = sheet.findings.suite.scenario(&claim.scenario)?;
    let deviation = *deviations(claim, sheet.findings).first()?;
    let wanted = deviation.expectation.and_then(|at| scenario.claims.get(claim.claim)?.then.get(at));
    let asked = wanted.map_or_else(|| code(&deviation.expected), expectation::words);
    let title = format!("{} ({})", sheet.scenario(scenario), escape(scenario.title.trim_end_matches('.')));
    Some((title, format!("it must be seen that {asked}"), actual_phrase(deviation)))
}

/// What was found, as the rest of a sentence.
fn actual_phrase(deviation: &Deviation) -> String {
    let actual = code(&deviation.actual);
    match deviation.subject.as_str() {
        "event" => format!("the log tells {actual}"),
        subject => format!("{} is {actual}", clause::subject(subject)),
    }
}

fn deviations<'f>(claim: &ClaimRef, findings: &'f Findings<'_>) -> Vec<&'f Deviation> {
    match findings.judged(&claim.scenario).map(|judged| &judged.verdict) {
        Some(Verdict::Deviates(deviations)) => {
            deviations.iter().filter(|deviation| deviation.claim == Some(claim.claim)).collect()
        }
        _ => Vec::new(),
    }
}

/// What hangs on it: as a cause, what it explains and obscures; otherwise that it stands alone.
fn why_it_matters(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    let cause: Option<&Cause> = findings.diagnosis.cause_of(&entry.id).and_then(|at| findings.diagnosis.causes.get(at));
    let Some(cause) = cause else {
        let why = match findings.diagnosis.alike.is_empty() {
            true => "no missing clause explains it, so it is a fault of its own",
            false => "no engine of this game has switches to seek a cause by",
        };
        let (failing, all) = (failing(entry).len(), count(entry.claims.len(), "claim"));
        return format!("Why it matters: {why}; {failing} of {all} on it fail.");
    };
    // Where nobody can tell which clause is missing, all of them are named.
    let clauses: Vec<String> = cause.clauses.iter().map(|clause| code(&clause.to_string())).collect();
    let either = if clauses.len() > 1 { format!("{}: ", clauses.join(" or ")) } else { String::new() };
    format!("Why it matters: {either}{}", wording::with_small_letter(&cause::cause_text(cause)))
}

/// Every failing claim, one row each.
fn table(failing: &[&ClaimRef], sheet: &Sheet<'_, '_>) -> String {
    const MOST: usize = 40;
    let mut text = "| Deviation in | What must hold, and what is there |\n|---|---|\n".to_owned();
    for claim in failing.iter().take(MOST) {
        let told: Vec<String> =
            deviations(claim, sheet.findings).into_iter().map(clause::expected_and_actual).collect();
        text.push_str(&row([sheet.scenario_by_id(&claim.scenario), told.join("; ")]));
    }
    if failing.len() > MOST {
        text.push_str(&format!("| and {} more | |\n", failing.len() - MOST));
    }
    text + "\n"
}
