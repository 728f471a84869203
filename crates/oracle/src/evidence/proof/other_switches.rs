//! Test (e) of a mutant: the claim passes without most of the other switches.

use super::State;
use crate::evidence::kill_matrix::Pair;
use crate::evidence::specificity;
use crate::evidence::specificity::ENOUGH_OTHERS;
use crate::evidence::specificity::Test;

impl State<'_, '_, '_> {
    pub(super) fn others(&self, switch: usize, scenario: usize) -> Vec<usize> {
        self.fired_in[scenario].iter().copied().filter(|other| *other != switch).collect()
    }

    /// Test (e). Returns the runs that it still needs; empty if it passes or decides nothing. The first half of the
    /// other switches may decide; otherwise all run. Other known results are ignored, so that the runs of one question
    /// do not depend on other questions of the same run.
    pub(super) fn specific(&self, switch: usize, scenario: usize, claim: usize) -> Result<Vec<Pair>, (Test, String)> {
        let others = self.others(switch, scenario);
        if others.len() < ENOUGH_OTHERS {
            return Ok(Vec::new());
        }
        for asked in [&others[..others.len().div_ceil(2)], &others] {
            let (holds, tried) = specificity::without_others(&self.matrix, scenario, claim, asked);
            if tried < asked.len() {
                return Ok(asked.iter().map(|other| (*other, scenario)).collect());
            }
            if 2 * holds >= others.len() {
                return Ok(Vec::new());
            }
        }
        let (holds, _) = specificity::without_others(&self.matrix, scenario, claim, &others);
        let fails = others.len() - holds;
        let why = format!("the claim also fails without {fails} of {} other switches", others.len());
        Err((Test::Specific, why))
    }
}
