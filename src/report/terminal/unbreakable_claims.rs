//! Claims that hold whichever switch is off, so no run shows that they depend on a clause.

use colored::Colorize;

use crate::report::terminal::closing;
use crate::report::terminal::extent_of_run;
use crate::report::text::grammar::count;
use crate::report::text::grammar::thousands;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::proof::Proof;

/// Every claim of a passing scenario that holds whichever switch is off.
pub(crate) fn unbroken(findings: &Findings<'_>, quiet: bool, verbose: bool) -> String {
    let mut text = String::new();
    let (mut number, mut all) = (0, 0);
    for proof in findings.proofs.iter().flatten() {
        for (id, claims, total) in of_proof(proof) {
            all += total;
            number += claims.len();
            for claim in claims {
                text.push_str(&format!("{} claim {} of {id}\n", "unbroken".yellow(), claim + 1));
            }
        }
    }
    if !quiet {
        let summary = match (number, all) {
            (_, 0) => "no passing scenario ran with a switch off".to_owned(),
            (0, all) => format!("every claim of {} fails with some switch off", thousands(all)),
            (number, all) => format!("{} of {} hold whichever switch is off", thousands(number), count(all, "claim")),
        };
        text.push_str(&format!("{}{summary}\n{}", closing(findings.suite, verbose), extent_of_run(findings)));
    }
    text
}

/// For each scenario: its id, the claims that hold whichever switch is off, and the number of its claims.
fn of_proof<'p>(proof: &'p Proof<'_>) -> Vec<(&'p str, Vec<usize>, usize)> {
    let matrix = &proof.matrix;
    let mut found = Vec::new();
    for (at, scenario) in matrix.scenarios.iter().enumerate() {
        let cells: Vec<_> = (0..matrix.switches.len()).filter_map(|switch| matrix.get((switch, at))).collect();
        if cells.is_empty() {
            continue;
        }
        let breaks = |claim: usize| cells.iter().filter_map(|cell| cell.played()).any(|played| played.fails(claim));
        let claims = (0..scenario.claims.len()).filter(|claim| !breaks(*claim)).collect();
        found.push((scenario.id.as_str(), claims, scenario.claims.len()));
    }
    found
}
