//! The part of a run that seeks causes for what fails.

use std::collections::BTreeSet;

use super::Run;
use crate::oracle::cause::Diagnosis;
use crate::oracle::diagnosis;
use crate::oracle::diagnosis::Distinct;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;

impl<'s> Run<'s, '_> {
    /// Seeks the clauses whose lack explains what fails.
    pub(super) fn diagnose(&self, judged: &[Judged<'s>]) -> Diagnosis {
        let mut diagnosis = Diagnosis::default();
        let games: BTreeSet<&str> = judged.iter().map(|judged| judged.scenario.game.as_str()).collect();
        for game in games {
            let first = judged.iter().position(|judged| judged.scenario.game == game).unwrap_or(0);
            let own = &judged[first..first + judged.iter().filter(|judged| judged.scenario.game == game).count()];
            if own.iter().any(|judged| matches!(judged.verdict, Verdict::Deviates(_))) {
                diagnosis.extend(self.diagnose_game(game, own));
            }
        }
        diagnosis
    }

    /// The reference is the engine that the project names for the game. One that fails by itself says nothing about
    /// what it lacks; with switches off it is compared with itself as it is.
    fn diagnose_game(&self, game: &str, judged: &[Judged<'s>]) -> Diagnosis {
        let Some(maker) = self.yardstick(game).filter(|maker| !maker.profile().switches.is_empty()) else {
            let unsearched = [game.to_owned()].into();
            return Diagnosis { unsearched, ..diagnosis::group(judged) };
        };
        self.progress.begin(0, "looking for causes");
        let distinct = Distinct::of(judged);
        let reference = self.reference_for(&distinct.judged, maker);
        let found = diagnosis::diagnose(game, &distinct.judged, &reference, maker.profile(), &self.suite.book);
        self.progress.end();
        distinct.with_copies(found)
    }
}
