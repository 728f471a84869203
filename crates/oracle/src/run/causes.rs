//! The part of a run that searches for causes.

use super::GameResults;
use super::Run;
use crate::diagnosis;
use crate::diagnosis::Distinct;
use crate::evidence::cause::Diagnosis;
use crate::judge::verdict::Verdict;

impl<'s> Run<'s, '_> {
    /// Searches for the clauses whose absence explains the failures in one game.
    pub(super) fn diagnose(&self, results: &GameResults<'s, '_>) -> Diagnosis {
        let (game, judged) = (results.game, &results.judged);
        if !judged.iter().any(|judged| matches!(judged.verdict, Verdict::Fail(_))) {
            return Diagnosis::default();
        }
        let mut found = self.search(game, results);
        results.never_shown.iter().for_each(|it| found.leave_out(&it.settled));
        found
    }

    /// Searches with the reference engine, or with switches off, with the same engine with all switches on. A failing
    /// reference engine cannot be searched.
    fn search(&self, game: &str, results: &GameResults<'s, '_>) -> Diagnosis {
        let baseline = results.seat.baseline(&self.without);
        let Some(maker) = baseline.filter(|maker| !maker.profile().switches.is_empty()) else {
            let unsearched = [game.to_owned()].into();
            return Diagnosis { unsearched, ..diagnosis::group(&results.judged) };
        };
        self.progress.begin(0, "searching for causes");
        let distinct = Distinct::of(&results.judged);
        let reference = self.reference_for(&distinct.judged, maker);
        let found = diagnosis::diagnose(game, &distinct.judged, &reference, maker.profile(), &self.suite.book);
        self.progress.end();
        distinct.with_copies(found)
    }
}
