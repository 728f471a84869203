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

    /// (e): what has to be played for it, nothing if it is passed or decides nothing.
    pub(super) fn specific(&self, switch: usize, scenario: usize, claim: usize) -> Result<Vec<Pair>, (Test, String)> {
        let others = self.others(switch, scenario);
        if others.len() < ENOUGH_OTHERS {
            return Ok(Vec::new());
        }
        let (holds, tried) = isolation::without_others(&self.matrix, scenario, claim, &others);
        if 2 * holds >= others.len() {
            return Ok(Vec::new());
        }
        let wanted = if tried * 2 < others.len() { others.len().div_ceil(2) } else { others.len() };
        let missing: Vec<Pair> = others.iter().take(wanted).map(|other| (*other, scenario)).collect();
        let missing: Vec<Pair> = missing.into_iter().filter(|pair| self.matrix.get(*pair).is_none()).collect();
        if missing.is_empty() && tried == others.len() {
            let fails = others.len() - holds;
            let why = format!("the claim does not hold without {fails} of {} other switches either", others.len());
            return Err((Test::Specific, why));
        }
        match missing.is_empty() {
            // Half of them are known, and they do not settle it.
            true => Ok(others
                .iter()
                .map(|other| (*other, scenario))
                .filter(|pair| self.matrix.get(*pair).is_none())
                .collect()),
            false => Ok(missing),
        }
    }
}
