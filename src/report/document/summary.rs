//! The summary of a rule: how it stands, and one row for each of its clauses.

use std::collections::BTreeSet;

use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::standing::Mark;
use crate::oracle::standing::RuleStanding;
use crate::report::document::telling::code;
use crate::report::document::telling::escape;
use crate::report::document::telling::row;
use crate::report::document::tried;
use crate::report::wording;
use crate::report::wording::count;

pub(super) fn section(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let mut text = format!("## Summary\n\n**Status: {}**\n\n{}\n\n", status(standing.mark), one_line(standing));
    text.push_str("| Component | Status | Notes |\n|---|---|---|\n");
    for entry in &standing.entries {
        let words = escape(findings.suite.book.clause_text(&entry.id));
        let clause = format!("{}.{} {words}", entry.id.line, entry.id.clause);
        let grade = format!("{} {}", entry.grade.mark(), entry.grade.name());
        text.push_str(&row([clause, grade, table_note(entry)]));
    }
    text
}

pub(super) fn status(mark: Mark) -> String {
    let words = match mark {
        Mark::Verified => "VERIFIED",
        Mark::Holds => "HOLDS",
        Mark::Broken => "NOT AS THE RULE SAYS",
        Mark::Incomplete => "NOT FULLY VERIFIED",
        Mark::Excluded => "NOT VERIFIED HERE",
    };
    format!("{} {words}", mark.sign())
}

/// One sentence that says how the rule stands.
pub(super) fn one_line(standing: &RuleStanding<'_>) -> String {
    let number = |grade: Grade| standing.entries.iter().filter(|entry| entry.grade == grade).count();
    let (all, proven, excluded) = (standing.entries.len(), number(Grade::Proven), number(Grade::Excluded));
    let is = |number: usize| if number == 1 { "is" } else { "are" };
    match standing.mark {
        Mark::Verified if excluded == 0 && all == 1 => "Its one clause is proven.".to_owned(),
        Mark::Verified if excluded == 0 && all == 2 => "Both clauses are proven.".to_owned(),
        Mark::Verified if excluded == 0 => format!("All {} are proven.", count(all, "clause")),
        Mark::Verified => format!(
            "Of {}, {proven} {} proven and {excluded} {} excluded for a stated reason.",
            count(all, "clause"),
            is(proven),
            is(excluded)
        ),
        Mark::Holds if all == 1 => "What is claimed about its one clause holds.".to_owned(),
        Mark::Holds if excluded == 0 && all == 2 => "What is claimed about both clauses holds.".to_owned(),
        Mark::Holds if excluded == 0 => format!("What is claimed about all {} holds.", count(all, "clause")),
        Mark::Holds => format!(
            "Of {}, {} hold and {excluded} {} excluded for a stated reason.",
            count(all, "clause"),
            all - excluded,
            is(excluded)
        ),
        Mark::Excluded => "It need not be verified; the reason is given with each clause.".to_owned(),
        Mark::Broken if all == 1 => "Its one clause is violated: played, the engine does something else.".to_owned(),
        Mark::Incomplete if all == 1 => "Its one clause is not shown to hold.".to_owned(),
        Mark::Broken => {
            let broken = number(Grade::Violated);
            format!(
                "Of {}, {broken} {} violated: played, the engine does something else.",
                count(all, "clause"),
                is(broken)
            )
        }
        Mark::Incomplete => {
            let held = proven + number(Grade::Holds) + number(Grade::Sharp) + excluded;
            let lacking = all - held;
            format!("Of {}, {lacking} {} not shown to hold.", count(all, "clause"), is(lacking))
        }
    }
}

/// What the table says about a clause: the note, and why a clause that holds is not proven.
fn table_note(entry: &LedgerEntry) -> String {
    let unproven = if entry.grade == Grade::Holds { tried::unproven(entry) } else { String::new() };
    note(entry) + &unproven
}

/// What the grade of a clause rests on.
pub(super) fn note(entry: &LedgerEntry) -> String {
    let under = (!entry.readings.is_empty())
        .then(|| format!("graded under the reading {}", code(&wording::readings(&entry.readings))));
    [Some(of_grade(entry)), wording::observed(entry), under].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn of_grade(entry: &LedgerEntry) -> String {
    let holding = entry.claims.iter().filter(|(_, holds)| *holds == Some(true)).count();
    let failing = entry.claims.iter().filter(|(_, holds)| *holds == Some(false)).count();
    match entry.grade {
        Grade::Excluded => escape(entry.reason.as_deref().unwrap_or_default()),
        Grade::Uncited => "no scenario cites it".to_owned(),
        Grade::Violated => format!(
            "{} of {} on it {}",
            failing,
            count(entry.claims.len(), "claim"),
            if failing == 1 { "fails" } else { "fail" }
        ),
        Grade::Obscured => {
            "could not be judged: what fails on it likely fails because another clause is violated".to_owned()
        }
        Grade::Gap => entry.gap.as_ref().map_or(String::new(), |gap| escape(&gap.sentence())),
        Grade::Stale => match &entry.rewording {
            Some(rewording) => {
                format!("its words changed since they were reviewed: it said “{}”", escape(&rewording.was))
            }
            None => String::new(),
        },
        Grade::Cited => cited(entry),
        Grade::Sharp => {
            let foil = entry.sharpness.as_ref().map_or("", |sharpness| sharpness.foil.as_str());
            let hold = if holding == 1 { "holds" } else { "hold" };
            format!("{} on it {hold}, and one deviates on {}, which lacks it", count(holding, "claim"), code(foil))
        }
        Grade::Holds => {
            let hold = if holding == 1 { "holds" } else { "hold" };
            format!("{} on it {hold}", count(holding, "claim"))
        }
        Grade::Proven => {
            let failing: BTreeSet<&ClaimRef> = entry.switches.iter().flat_map(|switch| &switch.witnesses).collect();
            let noticed = failing.len();
            let hold = if holding == 1 { "holds" } else { "hold" };
            let fail = if noticed == 1 { "fails" } else { "fail" };
            let off = if entry.switches.len() == 1 { "the clause" } else { "one of its switches" };
            format!("{} {hold}; with {off} turned off, {noticed} {fail}", count(holding, "claim"))
        }
    }
}

/// Why a clause that scenarios cite is not shown to hold, although no claim on it fails.
fn cited(entry: &LedgerEntry) -> String {
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
        return "its claims hold under other readings only".to_owned();
    }
    match entry.observed.is_whole() {
        true => "no claim on it says what happens".to_owned(),
        false => "the engine shows nothing that says what happens".to_owned(),
    }
}
