//! Test (a) of a mutant: its failing run is repeatable, and so is the run of that scenario with every switch on.

use super::State;
use crate::evidence::kill_matrix::RepeatedRun;
use crate::evidence::specificity::Specificity;
use crate::evidence::specificity::Test;
use crate::rulebook::ClauseId;
use std::collections::BTreeMap;

/// Number of repetitions for an external engine. A switch that is ignored in one of ten runs passes with a probability
/// of 0.9^88, less than 1 in 10,000.
const EXTERNAL: usize = 88;
/// Number of repetitions for a built-in engine, which has no clock, no randomness and no state between tasks.
const BUILT_IN: usize = 1;

impl<'s> State<'s, '_, '_> {
    fn is_external(&self) -> bool {
        self.prover.player.maker.profile().is_external
    }

    /// Returns the runs that must be repeatable before a scenario can prove anything about a switch.
    pub(super) fn repeated_runs(&self, switch: usize, scenario: usize) -> Vec<RepeatedRun> {
        let mutant = self.played((switch, scenario)).and_then(|played| Some((Some(switch), played.hash?)));
        let unmutated = self.prover.judged[scenario].hash.filter(|_| self.is_external()).map(|hash| (None, hash));
        let runs = mutant.into_iter().chain(unmutated);
        runs.map(|(switch, hash)| RepeatedRun { switch, scenario, hash }).collect()
    }

    /// Repeats the runs that have not been repeated yet.
    pub(super) fn repeat(&mut self, mut runs: Vec<RepeatedRun>) {
        runs.sort_unstable_by_key(|run| (run.scenario, run.switch));
        runs.dedup();
        runs.retain(|run| !self.repeats.contains_key(run));
        let times = if self.is_external() { EXTERNAL } else { BUILT_IN };
        let others = self.matrix.repeat(&runs, times, &self.prover.player);
        for (run, other) in runs.into_iter().zip(others) {
            let why = other.map(|(number, cell)| {
                let off = if run.switch.is_some() { "without it" } else { "with every switch on" };
                let end = cell
                    .why_unjudged()
                    .map_or("has another outcome".to_owned(), |why| format!("ends differently: {why}"));
                format!("repetition {number} of the run {off} {end}")
            });
            self.repeats.insert(run, why);
        }
    }

    /// Rejects the other proofs of a mutant that is not repeatable in one scenario.
    pub(super) fn drop_unrepeatable(&self, answers: &mut [BTreeMap<ClauseId, Specificity<'s>>]) {
        for (switch, answers) in answers.iter_mut().enumerate() {
            let mut whys: Vec<(&RepeatedRun, &String)> = self
                .repeats
                .iter()
                .filter(|(run, _)| run.switch == Some(switch))
                .filter_map(|(run, why)| Some((run, why.as_ref()?)))
                .collect();
            whys.sort_unstable_by_key(|(run, _)| run.scenario);
            let Some((_, why)) = whys.first() else { continue };
            for answer in answers.values_mut() {
                if let Specificity::Specific(witness) = answer {
                    let (witness, why) = (witness.clone(), (*why).clone());
                    *answer = Specificity::Unspecific { witness, test: Test::Repeatable, why };
                }
            }
        }
    }
}
