//! The first screen of a failing run: the suspects, one line per failing scenario, and the simplest one in full.

use colored::Colorize;

use crate::report::terminal::causes;
use crate::report::terminal::clause_label;
use crate::report::terminal::never_shown;
use crate::report::terminal::other_spelling;
use crate::report::terminal::verdicts;
use crate::report::text::cause::cause_words;
use crate::report::text::grammar::first_words;
use crate::report::text::grammar::thousands;
use crate::report::text::suspect::share;
use crate::report::text::wrapping;
use crate::report::text::wrapping::filled;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::suspect::Suspect;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Mismatch;
use truthsayer_oracle::judge::verdict::Verdict;

/// Maximum number of suspects on the first screen.
const SUSPECTS: usize = 5;
/// Maximum number of lines of drifts, gaps and invalid scenarios.
const CASES: usize = 36;
/// Lines of a small terminal.
const SCREEN: usize = 24;

/// Suspects, failing scenarios and other cases. With `verbose`, everything in full.
pub(super) fn cases(findings: &Findings<'_>, verbose: bool) -> String {
    let suspects = suspects(findings, verbose);
    if verbose {
        let causes = causes::list(findings);
        return suspects + &shown_otherwise(findings) + &causes + &verdicts::blocks(findings, true);
    }
    let failing = failing(findings);
    let mut text = suspects + &verdicts::crash_blocks(findings, false) + &shown_otherwise(findings);
    text.push_str(&failing_lines(&failing, findings));
    text.push_str(&failing.first().map_or(String::new(), |judged| verdicts::block(judged, findings)));
    text + &other_cases(findings) + &verdicts::many_at_once_block(findings)
}

/// Facts that the engine never shows or spells differently.
fn shown_otherwise(findings: &Findings<'_>) -> String {
    never_shown::list(findings) + &other_spelling::list(findings)
}

/// The first suspect once more, for a reader who sees only the end of a long output. `above` is that output.
pub(super) fn reminder(findings: &Findings<'_>, above: &str) -> String {
    match findings.diagnosis.suspects.first() {
        Some(first) if above.lines().count() > SCREEN => {
            let label = labels(first, findings);
            filled(&format!("Most likely broken: {label}; see {}", first.scenario), 0)
        }
        _ => String::new(),
    }
}

/// The suspects: the first ones, or with `verbose` all.
pub(super) fn suspects(findings: &Findings<'_>, verbose: bool) -> String {
    let all = &findings.diagnosis.suspects;
    if all.is_empty() {
        return String::new();
    }
    let shown = if verbose { all.len() } else { all.len().min(SUSPECTS) };
    let head = "Suspects (fix the first, then run again):";
    let mut text = format!("{}\n", head.red().bold());
    for (number, suspect) in (1..).zip(&all[..shown]) {
        text.push_str(&suspect_lines(number, suspect, findings));
    }
    if shown < all.len() {
        text.push_str(&format!("  {} more; use -v to list them\n", all.len() - shown));
    }
    text + "\n"
}

fn labels(suspect: &Suspect, findings: &Findings<'_>) -> String {
    let labels = suspect.clauses.iter().map(|clause| clause_label(clause, &findings.suite.book));
    labels.collect::<Vec<_>>().join(" or ")
}

/// The clause and its share of failing claims, its words, and the scenario to look at.
pub(super) fn suspect_lines(number: usize, suspect: &Suspect, findings: &Findings<'_>) -> String {
    let width = wrapping::width();
    let (label, share) = (labels(suspect, findings), share(suspect));
    let words = suspect.clauses.first().map_or("", |clause| findings.suite.book.clause_text(clause));
    let words = first_words(words, width - 7);
    let kind = findings.diagnosis.confirmed(suspect).map(|cause| format!("{}; ", cause_words(cause.kind)));
    let see = format!("{}see {}", kind.unwrap_or_default(), suspect.scenario);
    let head = format!("{number:>2}. {}: {share}", label.cyan());
    let length = 4 + label.chars().count() + 2 + share.chars().count() + 2 + see.chars().count();
    match length <= width {
        true => format!("{head}  {}\n    “{words}”\n", see.dimmed()),
        false => {
            let see: String = filled(&see, 4).lines().map(|line| format!("{}\n", line.dimmed())).collect();
            format!("{head}\n    “{words}”\n{see}")
        }
    }
}

/// The failing scenarios in the order of the suspects that explain them. The first is the simplest of the first suspect.
fn failing<'f, 'a>(findings: &'f Findings<'a>) -> Vec<&'f Judged<'a>> {
    let suspects = &findings.diagnosis.suspects;
    let rank = |judged: &&Judged<'_>| {
        let id = judged.scenario.id.as_str();
        let explains = |suspect: &Suspect| suspect.explains.iter().any(|claim: &ClaimRef| claim.scenario == id);
        let rank = suspects.iter().position(explains).unwrap_or(usize::MAX);
        (rank, suspects.get(rank).is_none_or(|suspect| suspect.scenario != id))
    };
    let fails = |judged: &&Judged<'_>| {
        matches!(judged.verdict, Verdict::Fail(_) | Verdict::Rejected(_)) && findings.excuse(judged).is_none()
    };
    let mut all: Vec<&Judged<'a>> = findings.judged.iter().filter(fails).collect();
    all.sort_by_cached_key(rank);
    all
}

/// Each failing scenario with its first failing expectation. Nothing for a single one: it follows in full.
fn failing_lines(failing: &[&Judged<'_>], findings: &Findings<'_>) -> String {
    let (Some(first), true) = (failing.first(), failing.len() > 1) else { return String::new() };
    let head = format!("{} scenarios fail:", thousands(failing.len()));
    let mut text = format!("{}\n", head.red().bold());
    for judged in failing {
        text.push_str(&line(&judged.scenario.id, first_mismatch(judged)));
    }
    let next = one_scenario(&first.scenario.id, findings);
    text.push_str(&filled(&format!("`{next}` shows one in full, -v all of them"), 2));
    text + "\n"
}

/// The first failing expectation of a claim; without one, the first failure.
fn first_mismatch<'f>(judged: &'f Judged<'_>) -> Option<&'f Mismatch> {
    let failures = judged.verdict.mismatches();
    failures.iter().find(|mismatch| mismatch.claim.is_some()).or(failures.first())
}

/// The first failing expectation of a scenario, on lines of its own.
pub(super) fn first_failure(id: &str, findings: &Findings<'_>) -> String {
    let judged = findings.judged.iter().find(|judged| judged.scenario.id == id);
    let mismatch = judged.and_then(first_mismatch);
    mismatch.map_or(String::new(), |mismatch| filled(&failure(mismatch), 4))
}

/// The expected and the actual values.
fn failure(mismatch: &Mismatch) -> String {
    let Mismatch { subject, expected, actual, .. } = mismatch;
    format!("{subject}: expected {}; got {}", first_words(expected, VALUE), first_words(actual, VALUE))
}

/// The id and the first failure: on one line if they fit, otherwise the failure follows on lines of its own.
fn line(id: &str, mismatch: Option<&Mismatch>) -> String {
    let Some(failure) = mismatch.map(failure) else { return format!("  {id}\n") };
    match 4 + id.chars().count() + failure.chars().count() <= wrapping::width() {
        true => format!("  {}  {failure}\n", id.bold()),
        false => format!("  {}\n{}", id.bold(), filled(&failure, 4)),
    }
}

/// Maximum length of a value in the list of failing scenarios.
const VALUE: usize = 60;

/// Drifts, known gaps and invalid scenarios, as many as fit.
fn other_cases(findings: &Findings<'_>) -> String {
    let is_other = |judged: &&Judged<'_>| {
        !matches!(judged.verdict, Verdict::Fail(_) | Verdict::Rejected(_)) || findings.excuse(judged).is_some()
    };
    let blocks: Vec<(&Judged<'_>, String)> = findings
        .judged
        .iter()
        .filter(is_other)
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
        text.push_str(&filled(&format!("{rest} more; use -v to list them, or `{next}` to see the next one"), 0));
        text.push('\n');
    }
    text
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
