//! Test (e) of a mutant: the claim passes without most of the other switches.

use super::State;
use crate::evidence::kill_matrix::Pair;
use crate::evidence::specificity::ENOUGH_OTHERS;
use crate::evidence::specificity::Test;

impl State<'_, '_, '_> {
    pub(super) fn others(&self, switch: usize, scenario: usize) -> Vec<usize> {
        self.fired_in[scenario].iter().copied().filter(|other| *other != switch).collect()
    }

    /// Test (e). Returns the runs that it still needs; empty if it passes or decides nothing. The other switches are
    /// tried until half of them leave the claim passing. Known results of later switches are ignored, so that the runs
    /// of one question do not depend on other questions of the same run.
    pub(super) fn specific(&self, switch: usize, scenario: usize, claim: usize) -> Result<Vec<Pair>, (Test, String)> {
        let mut others = self.others(switch, scenario);
        if others.len() < ENOUGH_OTHERS {
            return Ok(Vec::new());
        }
        // Switches of cited clauses come first: their mutants run in this scenario in any case.
        others.sort_by_key(|other| !self.cites(*other, scenario));
        let needed = others.len().div_ceil(2);
        let mut holds = 0;
        for (number, other) in others.iter().enumerate() {
            let Some(cell) = self.matrix.get((*other, scenario)) else {
                let next = others[number..].iter().take(needed - holds);
                return Ok(next.map(|other| (*other, scenario)).collect());
            };
            holds += usize::from(cell.played().is_some_and(|played| played.holds(claim)));
            if holds == needed {
                return Ok(Vec::new());
            }
        }
        let fails = others.len() - holds;
        let why = format!("the claim also fails without {fails} of {} other switches", others.len());
        Err((Test::Specific, why))
    }
}
