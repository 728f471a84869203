//! The kill matrix as JSON: for each scenario, the expectations that fail with each switch off.

use truthsayer_oracle::compare::result_model as model;
use truthsayer_oracle::evidence::failure::Failure;
use truthsayer_oracle::evidence::kill_matrix::Cell;
use truthsayer_oracle::evidence::kill_matrix::Matrix;

/// One entry for every scenario that ran with a switch off. `fails` names expectations as `claim.expectation`, counted
/// from 1; `holds` lists the switches with which everything holds.
pub(super) fn rows(matrix: &Matrix<'_>) -> Vec<model::MatrixRow> {
    let mut rows = Vec::new();
    for (at, scenario) in matrix.scenarios.iter().enumerate() {
        let (mut holds, mut fails, mut unjudged) = (Vec::new(), Vec::new(), Vec::new());
        for (number, switch) in matrix.switches.iter().enumerate() {
            let without = switch.name.clone();
            match matrix.get((number, at)) {
                None => {}
                Some(Cell::Played(played)) if played.mismatches.is_empty() => holds.push(without),
                Some(Cell::Played(played)) => {
                    fails.push(model::MatrixFailure { fails: expectations(&played.mismatches), without });
                }
                Some(cell) => unjudged.push(model::UnjudgedMutant { why: cell.why_unjudged(), without }),
            }
        }
        if !holds.is_empty() || !fails.is_empty() || !unjudged.is_empty() {
            rows.push(model::MatrixRow { fails, holds, scenario: scenario.id.clone(), unjudged });
        }
    }
    rows
}

/// The failing expectations, each once; `0` for a mismatch that belongs to no claim.
fn expectations(failures: &[Failure]) -> Vec<String> {
    let name = |it: &Failure| match (it.claim(), it.expectation()) {
        (Some(claim), Some(expectation)) => format!("{}.{}", claim + 1, expectation + 1),
        _ => "0".to_owned(),
    };
    let mut names: Vec<String> = failures.iter().map(name).collect();
    names.dedup();
    names
}
