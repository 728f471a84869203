//! The audit of a document: each row as it is written, and what the run shows.

use std::collections::BTreeSet;

use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::escape::row;
use crate::report::text::grammar::count;
use truthsayer_oracle::compare::audit;
use truthsayer_oracle::compare::audit::AuditLine;
use truthsayer_oracle::compare::audit::RowPlay;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Mismatch;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::suite::claim::Claim;
use truthsayer_oracle::suite::grade::Grade;

/// Marks a file as written by `audit`, which may overwrite it.
pub(crate) const SIGNATURE: &str = "Written by `truthsayer audit`.";

const NOTHING_SHOWN: &str = "the engine shows nothing that the claims expect";

pub fn write(source: &str, title: &str, lines: &[AuditLine], findings: &Findings<'_>) -> String {
    let mut body = String::new();
    let (mut rows, mut broken, mut unjudged) = (0, 0, 0);
    let mut in_table = false;
    for line in lines {
        match line {
            AuditLine::Heading(text) => {
                body.push_str(&format!("\n{text}\n"));
                in_table = false;
            }
            AuditLine::Row { said, plays } => {
                if !in_table {
                    body.push_str("\n| Document | Run |\n|---|---|\n");
                    in_table = true;
                }
                let (mark, shown) = row_status(plays, findings);
                rows += 1;
                broken += usize::from(mark == RowVerdict::No);
                unjudged += usize::from(mark == RowVerdict::Unjudged);
                body.push_str(&row([said, &shown]));
            }
        }
    }
    let off: Vec<String> = findings.without.iter().map(|name| code(name)).collect();
    let engine = if off.is_empty() {
        "the engine as it is".to_owned()
    } else {
        format!("{}: the engine without {}", escape(title), off.join(", "))
    };
    format!(
        "# Audit of {}\n\n{SIGNATURE} The scenarios named in that document ran on {engine}.\n\n\
         Of {}, {broken} {} wrong{}.\n{body}",
        escape(source),
        count(rows, "row"),
        if broken == 1 { "is" } else { "are" },
        if unjudged == 0 { String::new() } else { format!(", and {unjudged} could not be judged") },
    )
}

/// Whether a row is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowVerdict {
    Yes,
    No,
    /// The claims fail because of another clause.
    Unjudged,
    /// The engine gave no answer to judge.
    NoAnswer,
}

impl RowVerdict {
    pub(crate) fn name(self) -> &'static str {
        match self {
            RowVerdict::Yes => "right",
            RowVerdict::No => "wrong",
            RowVerdict::Unjudged | RowVerdict::NoAnswer => "not judged",
        }
    }
}

/// The verdict on a row and the text of its second cell. Only the claims that the row names count.
pub(crate) fn row_status(plays: &[RowPlay], findings: &Findings<'_>) -> (RowVerdict, String) {
    let mut played = 0;
    let (mut failing, mut blocked, mut no_answer) = (Vec::new(), Vec::new(), Vec::new());
    for play in plays {
        for scenario in audit::matching(findings.suite, &play.id) {
            let Some(judged) = findings.judged(&scenario.id) else { continue };
            played += 1;
            match status(judged, play, findings) {
                RowVerdict::Yes => {}
                RowVerdict::No => failing.push((judged, play)),
                RowVerdict::Unjudged => blocked.push((judged, play)),
                RowVerdict::NoAnswer => no_answer.push((judged, play)),
            }
        }
    }
    let broken: Vec<&RowPlay> = plays.iter().filter(|play| play.broken(findings.suite).is_some()).collect();
    let more = |number: usize| if number > 1 { format!(" (and {} more)", number - 1) } else { String::new() };
    match (failing.first(), blocked.first()) {
        (Some((first, play)), _) => {
            let line = format!("❌ {}{}: {}", code(&first.scenario.id), more(failing.len()), why(first, play));
            (RowVerdict::No, line)
        }
        (None, Some((first, play))) => {
            let line = format!(
                "🌫 could not be judged in {}{}, because of {}",
                code(&first.scenario.id),
                more(blocked.len()),
                blocking_clauses(first, play, findings)
            );
            (RowVerdict::Unjudged, line)
        }
        (None, None) if !no_answer.is_empty() => {
            let (first, play) = no_answer[0];
            let line = format!(
                "⚠️ could not be judged in {}{}: {}",
                code(&first.scenario.id),
                more(no_answer.len()),
                if first.verdict.is_judged() { NOTHING_SHOWN.to_owned() } else { why(first, play) }
            );
            (RowVerdict::Unjudged, line)
        }
        (None, None) if !broken.is_empty() || played == 0 => {
            let first = broken.first().copied().or(plays.first()).map_or("", |play| play.id.as_str());
            let line = format!("⚠️ could not be judged: {}{} cannot run", code(first), more(broken.len()));
            (RowVerdict::Unjudged, line)
        }
        (None, None) => (RowVerdict::Yes, format!("☑️ holds in {}", count(played, "scenario"))),
    }
}

/// The verdict of one scenario on a row. Claims that fail only because of other clauses say nothing about the row.
fn status(judged: &Judged<'_>, play: &RowPlay, findings: &Findings<'_>) -> RowVerdict {
    match judged.verdict {
        Verdict::Crashed(_) | Verdict::Rejected(_) => return RowVerdict::No,
        Verdict::Invalid(_) | Verdict::NoAnswer(_) | Verdict::Unsupported(_) | Verdict::Unobserved => {
            return RowVerdict::NoAnswer;
        }
        Verdict::Pass | Verdict::Fail(_) => {}
    }
    let is_shown = |index: usize| play.is_about(index) && judged.holds(index).is_some();
    if !(0..judged.scenario.claims.len()).any(is_shown) {
        return RowVerdict::NoAnswer;
    }
    let claims = judged.scenario.claims.iter().enumerate();
    let failing: Vec<&Claim> = claims
        .filter(|(index, _)| play.is_about(*index) && judged.verdict.fails(*index))
        .map(|(_, claim)| claim)
        .collect();
    let unclaimed = play.claims.is_none() && is_refused_unclaimed(judged);
    let is_blocked = |claim: &&Claim| {
        claim.clauses.iter().all(|id| findings.coverage.entries.get(id).is_some_and(|it| it.grade == Grade::Blocked))
    };
    match (failing.is_empty(), failing.iter().all(is_blocked)) {
        (true, _) if unclaimed => RowVerdict::No,
        (true, _) => RowVerdict::Yes,
        (false, true) => RowVerdict::Unjudged,
        (false, false) => RowVerdict::No,
    }
}

/// Whether something fails that no claim expects.
fn is_refused_unclaimed(judged: &Judged<'_>) -> bool {
    matches!(&judged.verdict, Verdict::Fail(mismatches) if mismatches.iter().any(|it| it.claim.is_none()))
}

/// The violated clauses that block the claims of the row.
fn blocking_clauses(judged: &Judged<'_>, play: &RowPlay, findings: &Findings<'_>) -> String {
    let claims = judged.scenario.claims.iter().enumerate().filter(|(index, _)| play.is_about(*index));
    let entries = claims.flat_map(|(_, claim)| &claim.clauses).filter_map(|id| findings.coverage.entries.get(id));
    let causes: BTreeSet<usize> = entries.flat_map(|entry| entry.causes.iter().copied()).collect();
    let clauses = causes.iter().filter_map(|at| findings.diagnosis.causes.get(*at)).flat_map(|cause| &cause.clauses);
    clauses.map(|clause| code(&clause.to_string())).collect::<Vec<_>>().join(", ")
}

fn why(judged: &Judged<'_>, play: &RowPlay) -> String {
    match &judged.verdict {
        Verdict::Pass => String::new(),
        Verdict::Fail(mismatches) => first_of_row(mismatches, play).map_or(String::new(), |first| {
            let (expected, actual) = (code(&first.expected), code(&first.actual));
            format!("{}: expected {expected}, actual {actual}", escape(&first.subject))
        }),
        Verdict::Invalid(problems) => problems.first().map_or(String::new(), |first| escape(&first.message)),
        Verdict::NoAnswer(fault) => escape(&fault.to_string()),
        Verdict::Unsupported(why) => format!("the engine does not support it: {}", escape(why)),
        Verdict::Crashed(crash) => escape(&crash.mismatch.actual),
        Verdict::Rejected(mismatch) => escape(&mismatch.actual),
        Verdict::Unobserved => NOTHING_SHOWN.to_owned(),
    }
}

/// The first mismatch of a claim of the row, otherwise of any claim.
fn first_of_row<'d>(mismatches: &'d [Mismatch], play: &RowPlay) -> Option<&'d Mismatch> {
    mismatches.iter().find(|mismatch| mismatch.claim.is_some_and(|claim| play.is_about(claim))).or(mismatches.first())
}
