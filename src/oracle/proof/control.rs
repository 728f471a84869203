//! Test (c) of a knock-out: what the switch has nothing to do with stays as it is.

use super::State;
use crate::oracle::claim::Claim;
use crate::oracle::isolation;
use crate::oracle::isolation::Test;
use crate::oracle::matrix::Pair;

/// How many scenarios in which a switch did not fire are played without it.
const CONTROLS: usize = 3;
/// Where a switch fires everywhere, so many scenarios at a time are searched for a claim that it leaves alone.
const SEARCHED_AT_ONCE: usize = 8;

impl State<'_, '_, '_> {
    /// (c): what has to be played for it, nothing if it is passed.
    pub(super) fn control(&self, switch: usize) -> Result<Vec<Pair>, (Test, String)> {
        let fired = |scenario: &usize| self.fired[switch].binary_search(scenario).is_ok();
        let untouched: Vec<usize> = self.conforming.iter().copied().filter(|scenario| !fired(scenario)).collect();
        if untouched.is_empty() {
            return self.leaves_something(switch);
        }
        // From everywhere. Where there are fewer, one is chosen twice, and played once.
        let chosen = (0..CONTROLS).map(|number| untouched[(2 * number + 1) * untouched.len() / (2 * CONTROLS)]);
        let pairs: Vec<Pair> = chosen.map(|scenario| (switch, scenario)).collect();
        for pair in pairs.iter().filter(|pair| self.matrix.get(**pair).is_some()) {
            if !self.is_unchanged(*pair) {
                let id = &self.matrix.scenarios[pair.1].id;
                return Err((Test::Control, format!("{id} changes, although the switch did not take effect in it")));
            }
        }
        Ok(pairs.into_iter().filter(|pair| self.matrix.get(*pair).is_none()).collect())
    }

    /// A switch that fires everywhere has to leave some claim on another clause alone.
    fn leaves_something(&self, switch: usize) -> Result<Vec<Pair>, (Test, String)> {
        let is_own = |claim: &Claim| claim.clauses.iter().any(|clause| self.clauses[switch].contains(clause));
        let spared = |scenario: &usize| {
            let played = self.played((switch, *scenario));
            played.is_some_and(|it| isolation::leaves_a_claim_alone(&self.prover.judged[*scenario], it, is_own))
        };
        // They are looked at in their order, a few at a time, whatever else happens to be known: what a question asks for
        // does not depend on which other questions are asked in the same run.
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
        let why = "it takes effect everywhere, and no claim on another clause holds without it";
        Err((Test::Control, why.to_owned()))
    }
}
