//! The kill matrix for machines: by scenario, what fails without each switch that it was played without.

use serde_json::json;

use crate::oracle::matrix::Cell;
use crate::oracle::matrix::Matrix;
use crate::oracle::verdict::Deviation;
use crate::protocol::Data;

/// One entry for every scenario that was played without a switch. `fails` names expectations as claim.expectation,
/// counted from 1; a switch without which everything holds stands under `holds`.
pub(super) fn data(matrix: &Matrix<'_>) -> Vec<Data> {
    let mut rows = Vec::new();
    for (at, scenario) in matrix.scenarios.iter().enumerate() {
        let (mut holds, mut fails, mut unjudged) = (Vec::new(), Vec::new(), Vec::new());
        for (number, switch) in matrix.switches.iter().enumerate() {
            match matrix.get((number, at)) {
                None => {}
                Some(Cell::Played(played)) if played.deviations.is_empty() => holds.push(&switch.name),
                Some(Cell::Played(played)) => {
                    fails.push(json!({"without": switch.name, "fails": expectations(&played.deviations)}));
                }
                Some(cell) => unjudged.push(json!({"without": switch.name, "why": cell.why_unjudged()})),
            }
        }
        if !holds.is_empty() || !fails.is_empty() || !unjudged.is_empty() {
            rows.push(json!({"scenario": scenario.id, "holds": holds, "fails": fails, "unjudged": unjudged}));
        }
    }
    rows
}

/// What fails, each once. What no claim speaks of is told as 0.
fn expectations(deviations: &[Deviation]) -> Vec<String> {
    let name = |it: &Deviation| match (it.claim, it.expectation) {
        (Some(claim), Some(expectation)) => format!("{}.{}", claim + 1, expectation + 1),
        _ => "0".to_owned(),
    };
    let mut names: Vec<String> = deviations.iter().map(name).collect();
    names.dedup();
    names
}
