//! The verdict on all rules in one line, at the top of the summary and of the HTML report.

use crate::report::text::grammar::count;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status;
use truthsayer_oracle::evidence::rule_status::Mark;
use truthsayer_oracle::suite::grade::Grade;

/// `63 of 63 rules verified, 0 violated, 81 clauses excluded`, then the counts of other problems.
pub(crate) fn headline(findings: &Findings<'_>) -> String {
    let rules = rule_status::rules(&findings.suite.catalog, &findings.coverage);
    let number = |mark: Mark| rules.iter().filter(|status| status.mark == mark).count();
    let all = rules.len() - number(Mark::Excluded);
    let (verified, holding) = (number(Mark::Verified), number(Mark::Holds));
    let kept = match findings.can_prove(None) {
        true => format!("{verified} of {} verified", count(all, "rule")),
        false if verified + holding == 1 => format!("1 of {} holds", count(all, "rule")),
        false => format!("{} of {} hold", verified + holding, count(all, "rule")),
    };
    let (broken, excluded) = (number(Mark::Broken), findings.coverage.count(Grade::Excluded));
    let mut text = format!("{kept}, {broken} violated");
    let outside =
        |entry: &&CoverageEntry| entry.grade == Grade::Violated && findings.suite.rule_of(&entry.id).is_none();
    let outside = findings.coverage.entries.values().filter(outside).count();
    if outside > 0 {
        text.push_str(&format!(", {} outside the catalog violated", count(outside, "clause")));
    }
    text.push_str(&format!(", {} excluded", count(excluded, "clause")));
    for (grade, words) in [
        (Grade::Blocked, "blocked"),
        (Grade::Gap, "with a known gap"),
        (Grade::Stale, "stale"),
        (Grade::Cited, "only cited"),
        (Grade::Uncited, "uncited"),
    ] {
        let number = findings.coverage.count(grade);
        if number > 0 {
            text.push_str(&format!(", {number} {words}"));
        }
    }
    let tally = findings.tally();
    let others = [
        (tally.crashed, "crashed run"),
        (tally.invalid, "invalid run"),
        (tally.no_answer, "no-answer run"),
        (tally.drifted, "drifting outcome"),
        (tally.without_golden, "missing golden"),
        (tally.unreadable_goldens, "unreadable golden"),
    ];
    for (number, noun) in others.into_iter().filter(|(number, _)| *number > 0) {
        text.push_str(&format!(", {}", count(number, noun)));
    }
    text
}
