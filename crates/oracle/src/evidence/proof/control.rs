//! Test (c) of a mutant: unrelated scenarios do not change.

use super::State;
use crate::evidence::kill_matrix::Pair;
use crate::evidence::specificity;
use crate::evidence::specificity::Test;
use crate::suite::claim::Claim;

/// Number of scenarios that run without a switch that did not fire in them.
const CONTROLS: usize = 3;
/// If a switch fires everywhere, this many scenarios at a time are searched for a claim that still passes.
const SEARCHED_AT_ONCE: usize = 8;

impl State<'_, '_, '_> {
    /// Chooses the control scenarios of each switch: a few in which it did not fire, spread over all passing ones. If
    /// there are fewer, one is chosen twice and runs once.
    pub(super) fn choose_controls(&mut self) {
        let of_switch = |fired: &Vec<usize>| {
            let is_untouched = |scenario: &usize| fired.binary_search(scenario).is_err();
            let untouched: Vec<usize> = self.passing.iter().copied().filter(is_untouched).collect();
            let numbers = 0..if untouched.is_empty() { 0 } else { CONTROLS };
            numbers.map(|number| untouched[(2 * number + 1) * untouched.len() / (2 * CONTROLS)]).collect()
        };
        self.controls = self.fired.iter().map(of_switch).collect();
    }

    /// Test (c). Returns the runs that it still needs; empty if it passes.
    pub(super) fn control(&self, switch: usize) -> Result<Vec<Pair>, (Test, String)> {
        let pairs: Vec<Pair> = self.controls[switch].iter().map(|scenario| (switch, *scenario)).collect();
        if pairs.is_empty() {
            return self.leaves_something(switch);
        }
        for pair in pairs.iter().filter(|pair| self.matrix.get(**pair).is_some()) {
            if !self.is_unchanged(*pair) {
                let id = &self.matrix.scenarios[pair.1].id;
                return Err((Test::Control, format!("{id} changes, although the switch did not fire in it")));
            }
        }
        Ok(pairs.into_iter().filter(|pair| self.matrix.get(*pair).is_none()).collect())
    }

    /// Checks that a switch that fires everywhere leaves some claim on another clause passing.
    fn leaves_something(&self, switch: usize) -> Result<Vec<Pair>, (Test, String)> {
        let is_own = |claim: &Claim| claim.clauses.iter().any(|clause| self.clauses[switch].contains(clause));
        let spared = |scenario: &usize| {
            let played = self.played((switch, *scenario));
            played.is_some_and(|it| specificity::leaves_a_claim_alone(&self.prover.judged[*scenario], it, is_own))
        };
        // Scenarios are searched in order, a few at a time, independently of known results: so the runs of one question
        // do not depend on other questions of the same run.
        for some in self.fired[switch].chunks(SEARCHED_AT_ONCE) {
            let pairs = some.iter().map(|scenario| (switch, *scenario));
            let unplayed: Vec<Pair> = pairs.filter(|pair| self.matrix.get(*pair).is_none()).collect();
            if !unplayed.is_empty() {
                return Ok(unplayed);
            }
            if some.iter().any(spared) {
                return Ok(Vec::new());
            }
        }
        let why = "it fires everywhere, and no claim on another clause passes without it";
        Err((Test::Control, why.to_owned()))
    }
}
