//! The order in which scenarios are tried as witnesses. Test (e) of a witness runs its scenario without many other
//! switches, and all witnesses in one scenario share these runs. So a few scenarios should serve many switches.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::State;
use crate::evidence::specificity::ENOUGH_OTHERS;

/// Cost of a set-up, in steps.
const SET_UP: usize = 3;
/// Position of a scenario that is tried only if no other one serves.
const LAST: usize = usize::MAX;

impl State<'_, '_, '_> {
    /// Returns the position of each scenario. It follows from firings and citations alone, so that every shard tries
    /// the same witnesses. A scenario comes early if its further runs cost little for each switch that no earlier
    /// scenario serves (greedy set cover).
    pub(super) fn witness_order(&self) -> Vec<usize> {
        let own = 0..self.prover.to_prove.min(self.fired_in.len());
        let serves: Vec<Vec<usize>> = own
            .map(|scenario| {
                self.fired_in[scenario].iter().copied().filter(|switch| self.cites(*switch, scenario)).collect()
            })
            .collect();
        let mut is_served = vec![false; self.fired.len()];
        let mut order = vec![LAST; self.fired_in.len()];
        let mut position = 0;
        let key = |scenario: usize, is_served: &[bool]| {
            let new = serves[scenario].iter().filter(|switch| !is_served[**switch]).count();
            let fired = self.fired_in[scenario].len();
            let runs = extra_runs(fired.saturating_sub(1), serves[scenario].len().saturating_sub(1));
            let steps = self.matrix.scenarios[scenario].step_count();
            (new > 0).then(|| Reverse((runs * (steps + SET_UP) * 1000 / new, fired, steps, scenario)))
        };
        let mut queue: BinaryHeap<_> = (0..serves.len()).filter_map(|scenario| key(scenario, &is_served)).collect();
        // Costs only grow, so the first entry whose cost is still true is the cheapest.
        while let Some(Reverse(first)) = queue.pop() {
            let scenario = first.3;
            match key(scenario, &is_served) {
                Some(Reverse(now)) if now == first => {
                    order[scenario] = position;
                    position += 1;
                    serves[scenario].iter().for_each(|switch| is_served[*switch] = true);
                }
                Some(later) => queue.push(later),
                None => {}
            }
        }
        order
    }
}

/// Returns how many runs test (e) needs if the claim passes in all of them, besides those without switches whose clauses
/// the scenario cites, which run in any case.
fn extra_runs(others: usize, cited: usize) -> usize {
    if others < ENOUGH_OTHERS { 0 } else { others.div_ceil(2).saturating_sub(cited) }
}
