//! The verdict on everything in one line, which the summary and the page open with.

use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::standing;
use crate::oracle::standing::Mark;
use crate::report::wording::count;

/// `63 of 63 rules verified, 0 violated, 81 clauses excluded`, and what else there is of other grades below proof.
pub(crate) fn headline(findings: &Findings<'_>) -> String {
    let rules = standing::rules(&findings.suite.catalog, &findings.ledger);
    let number = |mark: Mark| rules.iter().filter(|standing| standing.mark == mark).count();
    let all = rules.len() - number(Mark::Excluded);
    let (verified, holding) = (number(Mark::Verified), number(Mark::Holds));
    let kept = match findings.can_prove(None) {
        true => format!("{verified} of {} verified", count(all, "rule")),
        false if verified + holding == 1 => format!("1 of {} holds", count(all, "rule")),
        false => format!("{} of {} hold", verified + holding, count(all, "rule")),
    };
    let (broken, excluded) = (number(Mark::Broken), findings.ledger.count(Grade::Excluded));
    let mut text = format!("{kept}, {broken} violated");
    let outside = |entry: &&LedgerEntry| entry.grade == Grade::Violated && findings.suite.rule_of(&entry.id).is_none();
    let outside = findings.ledger.entries.values().filter(outside).count();
    if outside > 0 {
        text.push_str(&format!(", {} outside the catalog violated", count(outside, "clause")));
    }
    text.push_str(&format!(", {} excluded", count(excluded, "clause")));
    for (grade, words) in [
        (Grade::Obscured, "obscured"),
        (Grade::Gap, "with a known gap"),
        (Grade::Stale, "stale"),
        (Grade::Cited, "only cited"),
        (Grade::Uncited, "uncited"),
    ] {
        let number = findings.ledger.count(grade);
        if number > 0 {
            text.push_str(&format!(", {number} {words}"));
        }
    }
    let tally = findings.tally();
    let others = [
        (tally.failed, "crashed run"),
        (tally.misposed, "invalid run"),
        (tally.unanswered, "unanswered run"),
        (tally.drifted, "drifting outcome"),
        (tally.without_golden, "missing golden"),
        (tally.unreadable_goldens, "unreadable golden"),
    ];
    for (number, noun) in others.into_iter().filter(|(number, _)| *number > 0) {
        text.push_str(&format!(", {}", count(number, noun)));
    }
    text
}
