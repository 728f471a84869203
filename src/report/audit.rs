//! An audited document: what it says, row by row, and what playing shows.

use std::collections::BTreeSet;

use crate::oracle::audit;
use crate::oracle::audit::AuditLine;
use crate::oracle::audit::RowPlay;
use crate::oracle::claim::Claim;
use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::report::document::code;
use crate::report::document::escape;
use crate::report::document::row;
use crate::report::wording::count;

/// What marks a file as written here.
pub(crate) const SIGNATURE: &str = "Written by `truthsayer audit`.";

const NOTHING_SHOWN: &str = "the engine shows nothing of what the claims speak of";

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
                    body.push_str("\n| what it says | what playing shows |\n|---|---|\n");
                    in_table = true;
                }
                let (mark, shown) = row_standing(plays, findings);
                rows += 1;
                broken += usize::from(mark == Stands::No);
                unjudged += usize::from(mark == Stands::Unjudged);
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
        "# Audit of {}\n\n{SIGNATURE} The scenarios named on that page were played on {engine}.\n\n\
         Of {}, {broken} {} not stand when played{}.\n{body}",
        escape(source),
        count(rows, "row"),
        if broken == 1 { "does" } else { "do" },
        if unjudged == 0 { String::new() } else { format!(", and {unjudged} could not be judged") },
    )
}

/// Whether what a row says is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stands {
    Yes,
    No,
    /// What fails, fails because of another clause.
    Unjudged,
    /// The engine gave no answer that could be judged.
    Unanswered,
}

/// Whether a row stands, and what its scenarios show about it: only the claims that it is about count.
fn row_standing(plays: &[RowPlay], findings: &Findings<'_>) -> (Stands, String) {
    let mut played = 0;
    let (mut failing, mut obscured, mut unanswered) = (Vec::new(), Vec::new(), Vec::new());
    for play in plays {
        for scenario in audit::matching(findings.suite, &play.id) {
            let Some(judged) = findings.judged(&scenario.id) else { continue };
            played += 1;
            match standing(judged, play, findings) {
                Stands::Yes => {}
                Stands::No => failing.push((judged, play)),
                Stands::Unjudged => obscured.push((judged, play)),
                Stands::Unanswered => unanswered.push((judged, play)),
            }
        }
    }
    let broken: Vec<&RowPlay> = plays.iter().filter(|play| play.broken(findings.suite).is_some()).collect();
    let more = |number: usize| if number > 1 { format!(" (and {} more)", number - 1) } else { String::new() };
    match (failing.first(), obscured.first()) {
        (Some((first, play)), _) => {
            let line = format!("❌ {}{}: {}", code(&first.scenario.id), more(failing.len()), why(first, play));
            (Stands::No, line)
        }
        (None, Some((first, play))) => {
            let line = format!(
                "🌫 could not be judged in {}{}, because of {}",
                code(&first.scenario.id),
                more(obscured.len()),
                obscuring_clauses(first, play, findings)
            );
            (Stands::Unjudged, line)
        }
        (None, None) if !unanswered.is_empty() => {
            let (first, play) = unanswered[0];
            let line = format!(
                "⚠️ could not be judged in `{}`{}: {}",
                first.scenario.id,
                more(unanswered.len()),
                if first.verdict.is_judged() { NOTHING_SHOWN.to_owned() } else { why(first, play) }
            );
            (Stands::Unjudged, line)
        }
        (None, None) if !broken.is_empty() || played == 0 => {
            let first = broken.first().copied().or(plays.first()).map_or("", |play| play.id.as_str());
            let line =
                format!("⚠️ could not be judged: {}{} cannot be played as it is", code(first), more(broken.len()));
            (Stands::Unjudged, line)
        }
        (None, None) => (Stands::Yes, format!("✅ holds in {}", count(played, "scenario"))),
    }
}

/// How a scenario stands to a row: its claims fail because of their own clauses, or only because of others.
fn standing(judged: &Judged<'_>, play: &RowPlay, findings: &Findings<'_>) -> Stands {
    match judged.verdict {
        Verdict::Failed(_) | Verdict::Rejected(_) => return Stands::No,
        Verdict::Misposed(_) | Verdict::Unanswered(_) | Verdict::Unsupported(_) | Verdict::Unobserved => {
            return Stands::Unanswered;
        }
        Verdict::Conforms | Verdict::Deviates(_) => {}
    }
    let is_shown = |index: usize| play.is_about(index) && judged.holds(index).is_some();
    if !(0..judged.scenario.claims.len()).any(is_shown) {
        return Stands::Unanswered;
    }
    let claims = judged.scenario.claims.iter().enumerate();
    let failing: Vec<&Claim> = claims
        .filter(|(index, _)| play.is_about(*index) && judged.verdict.fails(*index))
        .map(|(_, claim)| claim)
        .collect();
    let unclaimed = play.claims.is_none() && is_refused_unclaimed(judged);
    let is_obscured = |claim: &&Claim| {
        claim.clauses.iter().all(|id| findings.ledger.entries.get(id).is_some_and(|it| it.grade == Grade::Obscured))
    };
    match (failing.is_empty(), failing.iter().all(is_obscured)) {
        (true, _) if unclaimed => Stands::No,
        (true, _) => Stands::Yes,
        (false, true) => Stands::Unjudged,
        (false, false) => Stands::No,
    }
}

/// Whether something fails that no claim speaks of.
fn is_refused_unclaimed(judged: &Judged<'_>) -> bool {
    matches!(&judged.verdict, Verdict::Deviates(deviations) if deviations.iter().any(|it| it.claim.is_none()))
}

/// The clauses whose lack keeps the row from being judged.
fn obscuring_clauses(judged: &Judged<'_>, play: &RowPlay, findings: &Findings<'_>) -> String {
    let claims = judged.scenario.claims.iter().enumerate().filter(|(index, _)| play.is_about(*index));
    let entries = claims.flat_map(|(_, claim)| &claim.clauses).filter_map(|id| findings.ledger.entries.get(id));
    let causes: BTreeSet<usize> = entries.flat_map(|entry| entry.causes.iter().copied()).collect();
    let clauses = causes.iter().filter_map(|at| findings.diagnosis.causes.get(*at)).flat_map(|cause| &cause.clauses);
    clauses.map(|clause| code(&clause.to_string())).collect::<Vec<_>>().join(", ")
}

fn why(judged: &Judged<'_>, play: &RowPlay) -> String {
    match &judged.verdict {
        Verdict::Conforms => String::new(),
        Verdict::Deviates(deviations) => first_of_row(deviations, play).map_or(String::new(), |first| {
            let (expected, actual) = (code(&first.expected), code(&first.actual));
            format!("{}: expected {expected}, actual {actual}", escape(&first.subject))
        }),
        Verdict::Misposed(problems) => problems.first().map_or(String::new(), |first| escape(&first.message)),
        Verdict::Unanswered(fault) => escape(&fault.to_string()),
        Verdict::Unsupported(why) => format!("the engine does not play it: {}", escape(why)),
        Verdict::Failed(crash) => escape(&crash.deviation.actual),
        Verdict::Rejected(deviation) => escape(&deviation.actual),
        Verdict::Unobserved => NOTHING_SHOWN.to_owned(),
    }
}

/// The first thing that is not as a claim of the row says.
fn first_of_row<'d>(deviations: &'d [Deviation], play: &RowPlay) -> Option<&'d Deviation> {
    deviations.iter().find(|deviation| deviation.claim.is_some_and(|claim| play.is_about(claim))).or(deviations.first())
}
