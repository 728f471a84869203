//! The part of a run that plays foils.

use super::Run;
use crate::oracle::foil;
use crate::oracle::foil::Foil;
use crate::oracle::foil::Sharpened;
use crate::oracle::scenario::Scenario;
use crate::oracle::shard::parts;
use crate::oracle::trial::Judged;
use crate::oracle::trial::Keep;
use crate::oracle::trial::Trial;

impl<'s> Run<'s, '_> {
    /// Plays the foils, to see which claims can tell.
    pub(super) fn sharpen(&self, judged: &[Judged<'s>]) -> Sharpened {
        let mut sharpened = Sharpened::new();
        for game in self.makers.keys() {
            let own: Vec<usize> = (0..judged.len()).filter(|at| judged[*at].scenario.game == *game).collect();
            let (Some(first), Some(last)) = (own.first(), own.last()) else { continue };
            // The results of a game stand together, because they were played together.
            let own = &judged[*first..=*last];
            let scenarios: Vec<&'s Scenario> = own.iter().map(|judged| judged.scenario).collect();
            if let Some(shard) = self.shard {
                self.play_foils(game, &parts::scenarios(shard, scenarios));
                continue;
            }
            for foil in self.foils.iter().filter(|foil| foil.game == *game) {
                self.progress.begin(scenarios.len(), "playing a foil");
                foil::compare(foil, own, &self.play_foil(foil, &scenarios), &mut sharpened);
                self.progress.end();
            }
            let known = self.references.get(game).filter(|_| self.foiled_by_reference);
            if let Some(maker) = known.filter(|maker| !maker.profile().switches.is_empty()) {
                self.progress.begin(0, "playing the game's own engine without its clauses");
                let reference = self.reference_for(own, maker.as_ref());
                let (profile, book) = (maker.profile(), &self.suite.book);
                foil::compare_with_reference(own, &reference, profile, book, &mut sharpened);
                self.progress.end();
            }
        }
        sharpened
    }

    fn play_foil(&self, foil: &Foil, scenarios: &[&'s Scenario]) -> Vec<Judged<'s>> {
        let (reference, tick) = (self.reference(&foil.game), || self.progress.tick());
        let (without, keep, job_count) = (&foil.without, Keep::Verdicts, self.jobs);
        let (goldens, arbiter, readings) = (None, None, None);
        let trial = Trial { goldens, reference, arbiter, readings, without, job_count, keep, tick: &tick };
        trial.run(scenarios, foil.maker.as_ref())
    }

    /// Lets the foils play without judging by them: what a foil shows, only all parts of a run can say.
    fn play_foils(&self, game: &str, scenarios: &[&'s Scenario]) {
        for foil in self.foils.iter().filter(|foil| foil.game == game) {
            self.progress.begin(scenarios.len(), "playing a foil");
            self.play_foil(foil, scenarios);
            self.progress.end();
        }
    }
}
