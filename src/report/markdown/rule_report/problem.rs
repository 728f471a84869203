//! The problems of a rule: the rule text, expected and actual, and the likely cause.

use std::collections::BTreeSet;

use crate::report::markdown::rule_report::cause;
use crate::report::markdown::rule_report::clause_table;
use crate::report::markdown::rule_report::example;
use crate::report::markdown::rule_report::link::ReportContext;
use crate::report::markdown::rule_report::mismatch;
use crate::report::markdown::rule_report::rule_command;
use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::escape::row;
use crate::report::text::grammar;
use crate::report::text::grammar::count;
use truthsayer_oracle::base::suggestion::Call;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::cause::Diagnosis;
use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status::RuleStatus;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Mismatch;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::suite::grade::Grade;

/// Maximum number of lines that violated clauses take.
const MOST_LINES: usize = 110;
/// Maximum number of other problems.
const MOST_OTHERS: usize = 30;
/// Maximum number of failing claims in a table.
const MOST_CLAIMS: usize = 5;

/// Empty if the rule has no problem.
pub(super) fn section(status: &RuleStatus<'_>, context: &ReportContext<'_, '_>) -> String {
    let is_fine = |grade: Grade| matches!(grade, Grade::Proven | Grade::Sharp | Grade::Holds | Grade::Excluded);
    let problems = status.entries.iter().filter(|entry| !is_fine(entry.grade));
    let (violated, others): (Vec<&CoverageEntry>, Vec<&CoverageEntry>) =
        problems.copied().partition(|entry| entry.grade == Grade::Violated);
    if violated.is_empty() && others.is_empty() {
        return String::new();
    }
    let mut parts = violations(&violated, status, context);
    let mut items: String = others.iter().take(MOST_OTHERS).map(|entry| other(entry, status, context)).collect();
    if others.len() > MOST_OTHERS {
        let command = rule_command("coverage --missing", status);
        items.push_str(&format!("- {} more: {command}\n", others.len() - MOST_OTHERS));
    }
    if !items.is_empty() {
        parts.push(items);
    }
    format!("## Problems\n\n{}", parts.join("\n"))
}

/// The violated clauses in sentences, as many as fit.
fn violations(violated: &[&CoverageEntry], status: &RuleStatus<'_>, context: &ReportContext<'_, '_>) -> Vec<String> {
    let mut room = MOST_LINES;
    let mut parts: Vec<String> = Vec::new();
    for entry in violated {
        let text = violation(entry, status, context);
        let Some(rest) = room.checked_sub(text.lines().count() + 1) else { break };
        room = rest;
        parts.push(text);
    }
    match violated.len() - parts.len() {
        0 => {}
        left => parts.push(format!("{} violated: {}\n", left_out(left), rule_command("verify -v", status))),
    }
    parts
}

fn left_out(number: usize) -> String {
    format!("{} {}", count(number, "more clause"), if number == 1 { "is" } else { "are" })
}

/// A clause with another problem, as a list item.
fn other(entry: &CoverageEntry, status: &RuleStatus<'_>, context: &ReportContext<'_, '_>) -> String {
    let shown = escape(&clause_table::address(entry, status));
    let address = context.rule_line(&entry.id.file, entry.id.line, &shown);
    let (mark, grade) = (entry.grade.mark(), grammar::grade_phrase(entry.grade));
    format!("- {mark} {address} {grade}: {}.\n", reason(entry, context.findings))
}

/// Why a clause is not shown to hold.
fn reason(entry: &CoverageEntry, findings: &Findings<'_>) -> String {
    match entry.grade {
        Grade::Uncited => "no scenario cites it".to_owned(),
        Grade::Blocked => blocked(entry, findings),
        Grade::Gap => entry.gap.as_ref().map_or(String::new(), |gap| escape(&gap.sentence())),
        Grade::Stale => entry.rewording.as_ref().map_or(String::new(), |rewording| {
            format!("its words changed since the last review; they were “{}”", escape(&rewording.was))
        }),
        _ => cited(entry),
    }
}

/// The clauses that block this one.
fn blocked(entry: &CoverageEntry, findings: &Findings<'_>) -> String {
    let causes = entry.causes.iter().filter_map(|at| findings.diagnosis.causes.get(*at));
    let clauses: Vec<String> =
        causes.flat_map(|cause| &cause.clauses).map(|clause| code(&clause.to_string())).collect();
    format!("its claims likely fail because of {}", clauses.join(", "))
}

/// Why a cited clause is not shown to hold, although no claim on it fails.
fn cited(entry: &CoverageEntry) -> String {
    if let Some(why) = &entry.unsupported {
        return format!("the engine does not support a scenario that cites it: {}", escape(why));
    }
    if let Some(why) = &entry.failed {
        return format!("a scenario that cites it could not be judged: {}", escape(why));
    }
    let unjudged = entry.claims.iter().filter(|(_, holds)| holds.is_none()).count();
    let unjudged = unjudged.saturating_sub(entry.unobserved);
    if unjudged > 0 {
        let was = if unjudged == 1 { "was" } else { "were" };
        return format!("{unjudged} of {} on it {was} not judged", count(entry.claims.len(), "claim"));
    }
    if entry.holds_only_elsewhere() {
        return "its claims pass under other readings only".to_owned();
    }
    match entry.observed.is_whole() {
        true => "no claim on it says what happens".to_owned(),
        false => "the engine shows nothing that says what happens".to_owned(),
    }
}

/// A violated clause, in sentences.
fn violation(entry: &CoverageEntry, status: &RuleStatus<'_>, context: &ReportContext<'_, '_>) -> String {
    let findings = context.findings;
    let words = escape(findings.suite.book.clause_text(&entry.id));
    let address = escape(&clause_table::address(entry, status));
    let failing: Vec<&ClaimRef> = failing(entry);
    let scenarios: BTreeSet<&str> = failing.iter().map(|claim| claim.scenario.as_str()).collect();
    let mut text = format!("### ❌ {address} is violated\n\n");
    text.push_str(&format!(
        "The rule says ({}): “{words}” The engine does something else in {}.\n",
        context.rule_line(&entry.id.file, entry.id.line, &format!("line {}", entry.id.line)),
        grammar::scenarios_and_runs(scenarios.iter().filter_map(|id| findings.suite.scenario(id)))
    ));
    if let Some(case) = example::shown_claim(entry, findings).and_then(|(judged, claim)| case(judged, claim, context)) {
        text.push_str(&format!("\n{case}\n"));
    }
    text.push_str(&format!("\n{}\n", cause_paragraph(entry, findings)));
    // A single failing claim is shown above.
    if failing.len() > 1 { format!("{text}\n{}", table(&failing, entry, context)) } else { text }
}

/// The failing claims on a clause.
fn failing(entry: &CoverageEntry) -> Vec<&ClaimRef> {
    entry.claims.iter().filter(|(_, holds)| *holds == Some(false)).map(|(claim, _)| claim).collect()
}

/// One failing claim: the scenario, expected and actual.
fn case(judged: &Judged<'_>, claim: usize, context: &ReportContext<'_, '_>) -> Option<String> {
    let mismatch = judged.verdict.mismatches().iter().find(|mismatch| mismatch.claim == Some(claim))?;
    let title = escape(judged.scenario.title.trim_end_matches('.'));
    Some(format!("In {} ({title}), {}.", context.scenario(judged.scenario), mismatch::expected_and_actual(mismatch)))
}

fn mismatches<'f>(claim: &ClaimRef, findings: &'f Findings<'_>) -> Vec<&'f Mismatch> {
    match findings.judged(&claim.scenario).map(|judged| &judged.verdict) {
        Some(Verdict::Fail(mismatches)) => {
            mismatches.iter().filter(|mismatch| mismatch.claim == Some(claim.claim)).collect()
        }
        _ => Vec::new(),
    }
}

/// How many claims on the clause fail, and the likely cause.
fn cause_paragraph(entry: &CoverageEntry, findings: &Findings<'_>) -> String {
    let diagnosis = &findings.diagnosis;
    if let Some(cause) = diagnosis.cause_of(&entry.id).and_then(|at| diagnosis.causes.get(at)) {
        // Clauses that fail the same expectations are all named.
        let clauses: Vec<String> = cause.clauses.iter().map(|clause| code(&clause.to_string())).collect();
        let either = if clauses.len() > 1 { format!("{}: ", clauses.join(" or ")) } else { String::new() };
        return format!("Likely cause: {either}{}", grammar::with_small_letter(&cause::cause_text(cause, findings)));
    }
    let failing = failing(entry);
    let (number, all) = (failing.len(), count(entry.claims.len(), "claim"));
    let fails = if number == 1 { "fails" } else { "fail" };
    let why = match diagnosis.unsearched.contains(entry.id.game()) {
        true => "No cause was searched: this run has no other engine with switches to compare with.".to_owned(),
        false => explanation(&failing, diagnosis),
    };
    format!("{number} of {all} on it {fails}. {why}")
}

/// Which causes in other clauses explain the failing claims, and how many of them.
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

/// The failing claims, one row each.
fn table(failing: &[&ClaimRef], entry: &CoverageEntry, context: &ReportContext<'_, '_>) -> String {
    let mut text = "| Fails in | Expected and actual |\n|---|---|\n".to_owned();
    for claim in failing.iter().take(MOST_CLAIMS) {
        let failures: Vec<String> =
            mismatches(claim, context.findings).into_iter().map(mismatch::expected_and_actual).collect();
        text.push_str(&row([context.scenario_by_id(&claim.scenario), failures.join("; ")]));
    }
    if failing.len() > MOST_CLAIMS {
        let command = Call::default().reads(&["verify", "-v", "--rule", &entry.id.to_string()]);
        text.push_str(&format!("\n{}: {}\n", count(failing.len() - MOST_CLAIMS, "more failing claim"), code(&command)));
    }
    text
}
