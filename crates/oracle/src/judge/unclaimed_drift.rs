//! The part of a drift that no failing claim reports.

use crate::judge::verdict::Verdict;
use crate::suite::golden_diff::Drift;
use crate::suite::golden_diff::LogLine;
use crate::suite::scenario::Scenario;

/// Returns the drift without everything that failing claims report, and without refusals that are shown as failures.
pub fn unclaimed(drift: &Drift, scenario: &Scenario, verdict: &Verdict) -> Drift {
    let failing = scenario.claims.iter().enumerate().filter(|(index, _)| verdict.fails(*index));
    let mut shown: Vec<Drift> = failing.map(|(_, claim)| drift.touching(claim)).collect();
    let unclaimed = verdict.mismatches().iter().filter(|mismatch| mismatch.claim.is_none());
    let refusals: Vec<&str> = unclaimed.map(|mismatch| mismatch.actual.as_str()).collect();
    let is_shown = |line: &&LogLine| line.differs() && refusals.contains(&line.shown().as_str());
    shown.push(Drift { changes: Vec::new(), log: drift.log.iter().filter(is_shown).cloned().collect() });
    drift.without(&shown)
}
