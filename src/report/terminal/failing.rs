//! What fails, as much of it as a person reads: the simplest cases whole, then a list with one line for each cause.

use colored::Colorize;

use crate::oracle::cause::Cause;
use crate::oracle::findings::Findings;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::suggestion::this_call;
use crate::oracle::trial::Judged;
use crate::report::screen;
use crate::report::screen::filled;
use crate::report::terminal::causes;
use crate::report::terminal::verdicts;
use crate::report::wording::count;

/// So many lines of single cases come before the list.
const CASES: usize = 36;
/// And so many lines are in the list.
const LISTED: usize = 20;

/// Single cases. With `verbose` all of them, after the causes at length; otherwise the simplest of each cause, as many as
/// fit.
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
    let mut told = 0;
    for (_, block) in &blocks {
        if told > 0 && text.lines().count() + block.lines().count() > CASES {
            break;
        }
        text.push_str(block);
        told += 1;
    }
    if told < blocks.len() {
        let rest = blocks.len() - told;
        let are = if rest == 1 { "1 scenario more is" } else { &format!("{rest} scenarios more are") };
        let next = one_scenario(&blocks[told].0.scenario.id, findings);
        text.push_str(&filled(&format!("{are} not as claimed; `-v` shows all of them, `{next}` the next one"), 0));
        text.push('\n');
    }
    text + &verdicts::many_at_once_block(findings, false)
}

/// The command that shows one failing scenario under the conditions of this run.
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

/// The scenarios to begin with first, those of the gravest causes before others.
fn in_order<'f, 'a>(findings: &'f Findings<'a>) -> Vec<&'f Judged<'a>> {
    let rank = |judged: &&Judged<'_>| {
        let id = judged.scenario.id.as_str();
        findings.diagnosis.causes.iter().position(|cause| cause.scenario == id).unwrap_or(usize::MAX)
    };
    let mut all: Vec<&Judged<'a>> = findings.judged.iter().collect();
    all.sort_by_key(rank);
    all
}

/// The list at the end: one line for each cause, with the scenario to begin with.
pub(super) fn list(findings: &Findings<'_>) -> String {
    let diagnosis = &findings.diagnosis;
    let mut text = String::new();
    if !diagnosis.causes.is_empty() {
        text.push_str(&format!("{}\n", "likely causes; mend the first, and run again".red().bold()));
        text.push_str(&table(&diagnosis.causes.iter().map(cause).collect::<Vec<_>>()));
    }
    for (head, groups) in causes::unexplained(findings) {
        text.push_str(&format!("{}\n", head.yellow().bold()));
        text.push_str(&table(&groups.iter().map(|(what, claims)| group(what, claims)).collect::<Vec<_>>()));
    }
    if text.is_empty() { text } else { text + "\n" }
}

/// A line of the list.
struct FailureRow {
    what: String,
    scenario: String,
    /// What else is worth saying, the least important last.
    more: Vec<String>,
}

fn cause(cause: &Cause) -> FailureRow {
    let clauses: Vec<String> = cause.clauses.iter().map(ToString::to_string).collect();
    let more = vec![count(cause.explains.len(), "claim"), cause.kind.name().to_owned()];
    FailureRow { what: clauses.join(" or "), scenario: cause.scenario.clone(), more }
}

fn group(what: &str, claims: &[ClaimRef]) -> FailureRow {
    let scenario = claims.first().map_or(String::new(), |claim| claim.scenario.clone());
    FailureRow { what: what.to_owned(), scenario, more: vec![count(claims.len(), "claim")] }
}

/// One line for each, in two columns; behind them as much as the screen has room for.
fn table(rows: &[FailureRow]) -> String {
    let shown = &rows[..rows.len().min(LISTED)];
    let widest = shown.iter().map(|row| row.what.chars().count()).max().unwrap_or(0).min(screen::width() / 2);
    let mut text = String::new();
    for FailureRow { what, scenario, more } in shown {
        let length = 2 + what.chars().count().max(widest) + 2 + scenario.chars().count();
        let behind = (1..=more.len()).rev().map(|most| format!(" ({})", more[..most].join(", ")));
        let behind = behind.into_iter().find(|behind| length + behind.chars().count() <= screen::width());
        let what = format!("{what:widest$}").cyan();
        text.push_str(&format!("  {what}  {scenario}{}\n", behind.unwrap_or_default().dimmed()));
    }
    if rows.len() > shown.len() {
        text.push_str(&format!("  and {} more; `-v` tells all of them\n", rows.len() - shown.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(length: usize) -> FailureRow {
        let more = ["12 claims", "played on some paths only"].map(str::to_owned).to_vec();
        FailureRow { what: "a/b.md:1.1".to_owned(), scenario: "s".repeat(length), more }
    }

    #[test]
    fn a_line_says_as_much_as_fits() {
        colored::control::set_override(false);
        for (length, end) in [(10, " (12 claims, played on some paths only)"), (40, " (12 claims)"), (60, "s")] {
            let text = table(&[row(length)]);
            assert!(text.trim_end().ends_with(end) && text.trim_end().chars().count() <= 80, "{text}");
        }
        let many: Vec<FailureRow> = (0..30).map(|_| row(20)).collect();
        assert_eq!(table(&many).lines().count(), LISTED + 1);
    }
}
