//! Claims that no switch can break: whatever they say, nothing shows that it hangs on a clause.

use colored::Colorize;

use crate::oracle::findings::Findings;
use crate::oracle::proof::Proof;
use crate::report::terminal::closing_of_run;
use crate::report::wording::count;

/// Every claim of a conforming scenario that holds whichever switch is off.
pub(crate) fn unbroken(findings: &Findings<'_>, quiet: bool) -> String {
    let mut text = String::new();
    let (mut number, mut all) = (0, 0);
    for proof in findings.proofs.iter().flatten() {
        for (id, claims, total) in of_proof(proof) {
            all += total;
            number += claims.len();
            for claim in claims {
                text.push_str(&format!("{} {id} claim {}\n", "unbroken".yellow(), claim + 1));
            }
        }
    }
    if !quiet {
        let told = match (number, all) {
            (_, 0) => "no claim was tried: nothing that conforms could be played without a switch".to_owned(),
            (0, all) => format!("each of {} fails without some switch", count(all, "claim")),
            (number, all) => format!("{number} of {} hold whichever switch is off", count(all, "claim")),
        };
        text.push_str(&format!("{told}\n{}", closing_of_run(findings)));
    }
    text
}

/// By scenario: its id, the claims that nothing breaks, and how many claims it has.
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
