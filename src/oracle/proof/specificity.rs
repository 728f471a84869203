//! Test (e) of a knock-out: the claim holds without most of the other switches.

use super::State;
use crate::oracle::isolation;
use crate::oracle::isolation::ENOUGH_OTHERS;
use crate::oracle::isolation::Test;
use crate::oracle::matrix::Pair;

impl State<'_, '_, '_> {
    pub(super) fn others(&self, switch: usize, scenario: usize) -> Vec<usize> {
        self.fired_in[scenario].iter().copied().filter(|other| *other != switch).collect()
    }

    /// (e): what has to be played for it, nothing if it is passed or decides nothing. The first half of the others may
    /// settle it; if not, all are asked. What else happens to be known is not looked at, so that what a question asks
    /// for does not depend on which other questions are asked in the same run.
    pub(super) fn specific(&self, switch: usize, scenario: usize, claim: usize) -> Result<Vec<Pair>, (Test, String)> {
        let others = self.others(switch, scenario);
        if others.len() < ENOUGH_OTHERS {
            return Ok(Vec::new());
        }
        for asked in [&others[..others.len().div_ceil(2)], &others] {
            let (holds, tried) = isolation::without_others(&self.matrix, scenario, claim, asked);
            if tried < asked.len() {
                return Ok(asked.iter().map(|other| (*other, scenario)).collect());
            }
            if 2 * holds >= others.len() {
                return Ok(Vec::new());
            }
        }
        let (holds, _) = isolation::without_others(&self.matrix, scenario, claim, &others);
        let fails = others.len() - holds;
        let why = format!("the claim does not hold without {fails} of {} other switches either", others.len());
        Err((Test::Specific, why))
    }
}
