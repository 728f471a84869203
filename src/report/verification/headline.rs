//! The verdict on everything in one line, which the summary and the page open with.

use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::standing;
use crate::oracle::standing::Mark;
use crate::report::document::tried;
use crate::report::wording::count;

/// `63 of 63 rules verified, 0 violated, 81 clauses excluded`, and what else there is of other grades below proof.
pub(crate) fn headline(findings: &Findings<'_>) -> String {
    let rules = standing::rules(&findings.suite.catalog, &findings.ledger);
    let number = |mark: Mark| rules.iter().filter(|standing| standing.mark == mark).count();
    let all = rules.len() - number(Mark::Excluded);
    let (verified, holding) = (number(Mark::Verified), number(Mark::Holds));
    let kept = match tried::can_prove(findings) {
        true => format!("{verified} of {} verified", count(all, "rule")),
        false if verified + holding == 1 => format!("1 of {} holds", count(all, "rule")),
        false => format!("{} of {} hold", verified + holding, count(all, "rule")),
    };
    let (broken, excluded) = (number(Mark::Broken), findings.ledger.count(Grade::Excluded));
    let mut text = format!("{kept}, {broken} violated, {} excluded", count(excluded, "clause"));
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
    text
}
