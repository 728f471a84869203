//! One run that shows a clause, folded away: what was decided, what changed, and the moment in the log.

use crate::oracle::claim::Claim;
use crate::oracle::datapath;
use crate::oracle::expectation::Expectation;
use crate::oracle::findings::Findings;
use crate::oracle::flow_style;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::ledger::Showing;
use crate::oracle::sight::ExpectationLine;
use crate::oracle::trial::Judged;
use crate::protocol::Outcome;
use crate::report::board;
use crate::report::document::clause;
use crate::report::document::link::Sheet;
use crate::report::document::telling;
use crate::report::document::telling::code;
use crate::report::document::telling::escape;
use crate::report::document::telling::html;
use crate::report::expectation;

/// The run that shows the clause best, or nothing where none was played.
pub(super) fn details(entry: &LedgerEntry, sheet: &Sheet<'_, '_>, with_board: bool) -> String {
    let Some((judged, index)) = shown_claim(entry, sheet.findings) else { return String::new() };
    let scenario = judged.scenario;
    let Some(claim) = scenario.claims.get(index) else { return String::new() };
    let holds = judged.holds(index) == Some(true);
    let title = scenario.title.trim_end_matches('.');
    let mut text = format!(
        "\n<details><summary>{} <code>{}</code>: {}</summary>\n\n{}",
        if holds { "Shown by" } else { "Example:" },
        html(&scenario.id),
        html(title),
        telling::steps(scenario)
    );
    if let Some(outcome) = &judged.outcome {
        // A line of its own, not the rest of the line above.
        text.push_str(&format!("\\\n{}", then_line((judged, index), claim, outcome, holds)));
        for note in &judged.notes {
            text.push_str(&format!("\n**Remark of the engine**: {}\n", escape(&note.text)));
        }
        let board = sheet.findings.engines.get(&scenario.game).and_then(|engine| engine.board.as_ref());
        if let Some(note) = board.filter(|_| with_board) {
            text.push_str(&telling::fenced("text", &board::before_and_after(note, outcome, false)));
        }
        if !outcome.log.is_empty() {
            text.push_str(&telling::log(outcome, &moments(entry, judged)));
        }
    } else if judged.is_too_long {
        text.push_str("\n\nWhat the engine answered is too long to be shown here.\n");
    } else {
        text.push('\n');
    }
    text + "</details>\n"
}

/// Whether the run that shows the clause has a board.
pub(super) fn has_board(entry: &LedgerEntry, findings: &Findings<'_>) -> bool {
    shown_claim(entry, findings).is_some_and(|(judged, _)| {
        let engine = findings.engines.get(&judged.scenario.game);
        judged.outcome.is_some() && engine.is_some_and(|engine| engine.board.is_some())
    })
}

/// Where claims fail, the shortest that fails because of this clause, as far as that is known; otherwise the shortest of
/// those that fail with the clause turned off, under its own reading if there is one; otherwise the first that holds.
pub(crate) fn shown_claim<'f, 'a>(entry: &LedgerEntry, findings: &'f Findings<'a>) -> Option<(&'f Judged<'a>, usize)> {
    let length = |claim: &&ClaimRef| findings.suite.scenario(&claim.scenario).map_or(usize::MAX, |s| s.steps().len());
    let judged =
        |wanted: bool| entry.claims.iter().filter(move |(_, holds)| *holds == Some(wanted)).map(|(claim, _)| claim);
    let is_elsewhere =
        |claim: &&ClaimRef| findings.judged(&claim.scenario).is_some_and(|judged| judged.elsewhere.contains(&entry.id));
    // What another clause explains fails as a side effect.
    let is_side_effect = |claim: &&ClaimRef| {
        let causes = findings.diagnosis.explained.get(claim);
        causes.is_some_and(|causes| findings.diagnosis.cause_of(&entry.id).is_none_or(|own| !causes.contains(&own)))
    };
    let failing = judged(false).min_by_key(|claim| (is_side_effect(claim), length(claim)));
    let isolating = entry.switches.iter().filter_map(|switch| match &switch.showing {
        Showing::Isolates { witness, .. } => Some(witness),
        _ => None,
    });
    let witnesses = || entry.switches.iter().flat_map(|switch| &switch.witnesses);
    let witness = isolating.min_by_key(length);
    let witness = witness.or_else(|| witnesses().min_by_key(|claim| (is_elsewhere(claim), length(claim))));
    let ClaimRef { scenario, claim } = failing.or(witness).or_else(|| judged(true).next())?;
    Some((findings.judged(scenario)?, *claim))
}

/// What is claimed, with what the engine does not show marked; or what fails of it, and what is there instead.
fn then_line((judged, index): (&Judged<'_>, usize), claim: &Claim, outcome: &Outcome, holds: bool) -> String {
    let told = claim.then.iter().enumerate().map(|(at, then)| {
        let lines = (0..then.lines()).map(|line| ExpectationLine { claim: index, expectation: at, line });
        let hidden = match lines.filter(|line| judged.hidden.contains(*line)).count() {
            0 => "",
            number if number == then.lines() => " (not shown by the engine)",
            _ => " (not fully shown by the engine)",
        };
        let was = match then {
            Expectation::State { path, .. } => {
                let value = datapath::find(&outcome.before, path).map_or("nothing".to_owned(), flow_style::line);
                format!(" (it was {})", code(&value))
            }
            _ => String::new(),
        };
        format!("{}{was}{hidden}", expectation::words(then))
    });
    if holds {
        return format!("**Then** {}\n", told.collect::<Vec<_>>().join("; "));
    }
    let own = judged.verdict.deviations().iter().filter(|deviation| deviation.claim == Some(index));
    format!("**Fails**: {}\n", own.map(clause::should_be).collect::<Vec<_>>().join("; "))
}

/// The entries of the log that came next when a switch of the clause took effect.
fn moments(entry: &LedgerEntry, judged: &Judged<'_>) -> Vec<usize> {
    let own = |switch: &str| entry.switches.iter().any(|evidence| evidence.name == switch);
    let length = judged.outcome.as_ref().map_or(0, |outcome| outcome.log.len());
    let mut moments: Vec<usize> = judged
        .fired
        .iter()
        .filter(|firing| own(&firing.switch))
        .filter_map(|firing| Some(firing.event?.min(length.saturating_sub(1))))
        .collect();
    moments.sort_unstable();
    moments.dedup();
    moments
}
