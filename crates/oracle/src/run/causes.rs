//! The part of a run that searches for suspects and causes.

use std::collections::BTreeSet;

use super::GameResults;
use super::Run;
use crate::diagnosis;
use crate::diagnosis::Distinct;
use crate::evidence::cause::Diagnosis;
use crate::evidence::coverage::ClaimRef;
use crate::evidence::known_gaps;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Verdict;

impl<'s> Run<'s, '_> {
    /// Searches for the clauses that explain the failures in one game.
    pub(super) fn diagnose(&self, results: &GameResults<'s, '_>) -> Diagnosis {
        if !results.judged.iter().any(|judged| matches!(judged.verdict, Verdict::Fail(_) | Verdict::Rejected(_))) {
            return Diagnosis::default();
        }
        let never_shown = results.never_shown.iter().flat_map(|it| it.settled.iter().cloned());
        let spelled = results.spelling.iter().flat_map(|it| it.settled.iter().cloned());
        let settled: BTreeSet<ClaimRef> = never_shown.chain(spelled).collect();
        let mut found = self.search(results, &settled);
        found.leave_out(&settled);
        found
    }

    /// Searches with the reference engine, or with switches off, with the same engine with all switches on. The
    /// reference engine itself, and an engine without a reference, get suspects by citation.
    fn search(&self, results: &GameResults<'s, '_>, settled: &BTreeSet<ClaimRef>) -> Diagnosis {
        let game = results.game;
        let distinct = Distinct::of(&results.judged);
        let mut known = settled.clone();
        known.extend(excused(results));
        let baseline = results.seat.baseline(&self.without);
        let Some(maker) = baseline.filter(|maker| !maker.profile().switches.is_empty()) else {
            let unsearched = [game.to_owned()].into();
            let found = diagnosis::by_citation(game, &distinct.judged, &known, &self.suite.book);
            return distinct.with_copies(Diagnosis { unsearched, ..found });
        };
        self.progress.begin(0, "searching for causes");
        let reference = self.reference_for(&distinct.judged, maker);
        let found = diagnosis::diagnose(game, &distinct.judged, &known, &reference, maker.profile(), &self.suite.book);
        self.progress.end();
        distinct.with_copies(found)
    }
}

/// Returns the failing claims of scenarios whose failures are known gaps.
fn excused(results: &GameResults<'_, '_>) -> BTreeSet<ClaimRef> {
    let is_known = |judged: &&Judged<'_>| known_gaps::excuse(&results.seat.gaps, judged).is_some();
    let claims = |judged: &Judged<'_>| {
        let scenario = judged.scenario.id.clone();
        (0..judged.scenario.claims.len()).map(move |claim| ClaimRef { scenario: scenario.clone(), claim })
    };
    results.judged.iter().filter(is_known).flat_map(claims).collect()
}
