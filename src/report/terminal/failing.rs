//! Failures in short: the simplest cases in full, then a list of causes.

use colored::Colorize;

use crate::report::terminal::causes;
use crate::report::terminal::clause_label;
use crate::report::terminal::verdicts;
use crate::report::text::grammar::count;
use crate::report::text::grammar::thousands;
use crate::report::text::wrapping;
use crate::report::text::wrapping::filled;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge::Judged;

/// Maximum number of lines of single cases before the list.
const CASES: usize = 36;
/// Maximum number of entries in the list.
const LISTED: usize = 20;

/// Single cases: the simplest of each cause, as many as fit. With `verbose`, all causes and all cases.
pub(super) fn cases(findings: &Findings<'_>, verbose: bool) -> String {
    if verbose {
        return causes::list(findings) + &verdicts::blocks(findings, true);
    }
    let blocks: Vec<(&Judged<'_>, String)> = in_order(findings)
        .into_iter()
        .map(|judged| (judged, verdicts::block(judged, findings)))
        .filter(|(_, block)| !block.is_empty())
        .collect();
    let mut text = String::new();
    let mut shown = 0;
    for (_, block) in &blocks {
        if shown > 0 && text.lines().count() + block.lines().count() > CASES {
            break;
        }
        text.push_str(block);
        shown += 1;
    }
    if shown < blocks.len() {
        let rest = thousands(blocks.len() - shown);
        let next = one_scenario(&blocks[shown].0.scenario.id, findings);
        text.push_str(&filled(&format!("{rest} more failed; use -v to list them, or `{next}` to see the next one"), 0));
        text.push('\n');
    }
    text + &verdicts::many_at_once_block(findings, false)
}

/// The command that shows one failing scenario, with the switches of this run off.
fn one_scenario(id: &str, findings: &Findings<'_>) -> String {
    match findings.without.as_slice() {
        [] => this_call().plays(&["explain", id]),
        off => {
            let off: Vec<String> = off.iter().map(|switch| format!("--without={switch}")).collect();
            let off: Vec<&str> = off.iter().map(String::as_str).collect();
            this_call().plays(&[&["verify", id, "-v"], off.as_slice()].concat())
        }
    }
}

/// All scenarios, starting with the simplest scenario of each cause.
fn in_order<'f, 'a>(findings: &'f Findings<'a>) -> Vec<&'f Judged<'a>> {
    let rank = |judged: &&Judged<'_>| {
        let id = judged.scenario.id.as_str();
        findings.diagnosis.causes.iter().position(|cause| cause.scenario == id).unwrap_or(usize::MAX)
    };
    let mut all: Vec<&Judged<'a>> = findings.judged.iter().collect();
    all.sort_by_key(rank);
    all
}

/// The list at the end of a run: every cause with its simplest scenario.
pub(super) fn list(findings: &Findings<'_>) -> String {
    let diagnosis = &findings.diagnosis;
    let mut text = String::new();
    if !diagnosis.causes.is_empty() {
        text.push_str(&format!("{}\n", "Likely causes (fix the first, then run again):".red().bold()));
        text.push_str(&table(&diagnosis.causes.iter().map(|it| cause(it, findings)).collect::<Vec<_>>()));
    }
    for (head, groups) in causes::unexplained(findings) {
        text.push_str(&format!("{}\n", head.yellow().bold()));
        text.push_str(&table(&groups.iter().map(|(what, claims)| group(what, claims)).collect::<Vec<_>>()));
    }
    if text.is_empty() { text } else { text + "\n" }
}

/// An entry of the list.
struct FailureRow {
    /// The clauses of a cause, or what the failing claims have in common.
    what: String,
    scenario: String,
    /// Words of the clauses, and the number of failing claims.
    details: String,
}

fn cause(cause: &Cause, findings: &Findings<'_>) -> FailureRow {
    let book = &findings.suite.book;
    let clauses: Vec<String> = cause.clauses.iter().map(|clause| clause_label(clause, book)).collect();
    let words: Vec<String> = cause.clauses.iter().map(|clause| format!("“{}”", book.clause_text(clause))).collect();
    let details = format!("{} ({}, {})", words.join(" or "), count(cause.explains.len(), "claim"), cause.kind.name());
    FailureRow { what: clauses.join(" or "), scenario: cause.scenario.clone(), details }
}

fn group(what: &str, claims: &[ClaimRef]) -> FailureRow {
    let scenario = claims.first().map_or(String::new(), |claim| claim.scenario.clone());
    FailureRow { what: what.to_owned(), scenario, details: format!("({})", count(claims.len(), "claim")) }
}

/// Two columns, with the details on the same line if they fit, otherwise below.
fn table(rows: &[FailureRow]) -> String {
    let shown = &rows[..rows.len().min(LISTED)];
    let widest = shown.iter().map(|row| row.what.chars().count()).max().unwrap_or(0).min(wrapping::width() / 2);
    let mut text = String::new();
    for FailureRow { what, scenario, details } in shown {
        let length = 2 + what.chars().count().max(widest) + 2 + scenario.chars().count();
        let what = format!("{what:widest$}").cyan();
        let details = match length + 1 + details.chars().count() <= wrapping::width() {
            true => format!(" {details}\n"),
            false => format!("\n{}", filled(details, 4)),
        };
        text.push_str(&format!("  {what}  {scenario}{}", details.dimmed()));
    }
    if rows.len() > shown.len() {
        text.push_str(&format!("  {} more; use -v to list them\n", rows.len() - shown.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(length: usize) -> FailureRow {
        let details = "(12 claims, played on some paths only)".to_owned();
        FailureRow { what: "a/b.md:1.1".to_owned(), scenario: "s".repeat(length), details }
    }

    #[test]
    fn details_move_below_a_long_line() {
        colored::control::set_override(false);
        for (length, lines) in [(10, 1), (40, 2), (60, 2)] {
            let text = table(&[row(length)]);
            assert!(text.ends_with("(12 claims, played on some paths only)\n"), "{text}");
            assert!(text.lines().count() == lines && text.lines().all(|line| line.chars().count() <= 80), "{text}");
        }
        let many: Vec<FailureRow> = (0..30).map(|_| row(20)).collect();
        assert_eq!(table(&many).lines().count(), LISTED + 1);
    }
}
