//! Compares known gaps with the failures of a run: excused failures and closed gaps.

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Verdict;
use crate::suite::Suite;
use crate::suite::gap::Gap;
use crate::suite::gap::Subject;

/// Returns the gap that explains a failing scenario. Every failing claim must be covered by some gap.
pub fn excuse<'g>(gaps: &'g [Gap], judged: &Judged<'_>) -> Option<&'g Gap> {
    let known = judged.verdict.mismatches().iter().map(|mismatch| match mismatch.claim {
        Some(claim) => gaps.iter().find(|gap| gap.covers(judged.scenario, claim)),
        // A failure without a claim can be explained only by a gap of the whole scenario.
        None => gaps.iter().find(|gap| matches!(gap.subject, Subject::Scenario(_)) && gap.names(judged.scenario)),
    });
    known.collect::<Option<Vec<&Gap>>>()?.first().copied()
}

/// Returns problems for gaps whose scenarios all ran and no longer fail.
pub fn closed(gaps: &[Gap], judged: &[Judged<'_>], suite: &Suite) -> Vec<Problem> {
    let mut problems = Vec::new();
    // Unread scenarios may still fail because of a clause.
    let is_known = |gap: &&Gap| !suite.read.partial || matches!(gap.subject, Subject::Scenario(_));
    for gap in gaps.iter().filter(is_known) {
        let named = suite.scenarios.iter().filter(|scenario| gap.names(scenario)).count();
        let was_played = |judged: &Judged<'_>| {
            judged.verdict.is_judged() || matches!(judged.verdict, Verdict::Crashed(_) | Verdict::Rejected(_))
        };
        let played: Vec<&Judged<'_>> =
            judged.iter().filter(|judged| gap.names(judged.scenario) && was_played(judged)).collect();
        let fails = |judged: &&Judged<'_>| {
            judged.verdict.mismatches().iter().any(|mismatch| match mismatch.claim {
                Some(claim) => gap.covers(judged.scenario, claim),
                None => matches!(gap.subject, Subject::Scenario(_)),
            })
        };
        if named > 0 && played.len() == named && !played.iter().any(fails) {
            let problem = Problem::at(Kind::Gap, &gap.place, "this known gap no longer fails");
            problems.push(problem.help("remove it from `gaps`"));
        }
    }
    problems
}
