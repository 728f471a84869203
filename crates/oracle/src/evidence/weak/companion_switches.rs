//! Switches that take others along: with switch A off, turning off B changes nothing more, in every scenario that B
//! changes. A may turn off more than its own clause, or A's rule is the precondition of B's.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use super::WeakEntry;
use crate::evidence::kill_matrix::Player;
use crate::evidence::proof::Proof;
use crate::judge::play_and_judge::Judged;
use crate::suite::weak_kind::WeakKind;

/// Numbers of scenarios that run at once. Most pairs differ in the first.
const ROUNDS: [usize; 3] = [1, 4, usize::MAX];

/// Two switches, with the scenarios in which they are not compared yet.
struct OpenPair {
    taker: usize,
    taken: usize,
    scenarios: Vec<usize>,
}

/// Returns an entry for every switch that takes others along. The matrix must contain every scenario without every
/// switch.
pub(crate) fn find(game: &str, proof: &Proof<'_>, judged: &[Judged<'_>], player: &Player<'_>) -> Vec<WeakEntry> {
    let mut open = candidates(proof, judged);
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for most in ROUNDS {
        let runs: Vec<(usize, [usize; 2])> = open
            .iter()
            .flat_map(|pair| pair.scenarios.iter().take(most).map(|scenario| (*scenario, [pair.taker, pair.taken])))
            .collect();
        let mut prints = proof.matrix.hashes_without(&runs, player).into_iter();
        open.retain_mut(|pair| {
            let left = pair.scenarios.split_off(pair.scenarios.len().min(most));
            let compared = std::mem::replace(&mut pair.scenarios, left);
            let is_same = |scenario: usize, both: Option<u64>| {
                let alone = proof.matrix.get((pair.taker, scenario)).and_then(|cell| cell.played()?.hash);
                both.is_some() && both == alone
            };
            let both: Vec<Option<u64>> = prints.by_ref().take(compared.len()).collect();
            compared.into_iter().zip(both).all(|(scenario, both)| is_same(scenario, both))
        });
    }
    for pair in open {
        found.entry(pair.taker).or_default().push(pair.taken);
    }
    found.into_iter().map(|(taker, taken)| entry(game, taker, &taken, proof)).collect()
}

/// Returns the pairs in which the first switch changes every scenario that the second changes.
fn candidates(proof: &Proof<'_>, judged: &[Judged<'_>]) -> Vec<OpenPair> {
    let changes = |switch: usize| -> BTreeSet<usize> {
        let cells = proof.matrix.of_switch(switch).filter(|(scenario, _)| *scenario < judged.len());
        let changed =
            cells.filter(|(scenario, cell)| cell.played().is_some_and(|played| played.hash != judged[*scenario].hash));
        changed.map(|(scenario, _)| scenario).collect()
    };
    let changed: Vec<BTreeSet<usize>> = (0..proof.clauses.len()).map(changes).collect();
    let mut open = Vec::new();
    for (taken, own) in changed.iter().enumerate().filter(|(_, own)| !own.is_empty()) {
        let takers = (0..changed.len()).filter(|taker| *taker != taken && own.is_subset(&changed[*taker]));
        open.extend(takers.map(|taker| OpenPair { taker, taken, scenarios: own.iter().copied().collect() }));
    }
    open
}

fn entry(game: &str, taker: usize, taken: &[usize], proof: &Proof<'_>) -> WeakEntry {
    let names = [taker].iter().chain(taken).map(|switch| proof.matrix.switches[*switch].name.clone()).collect();
    WeakEntry {
        kind: WeakKind::TakesOthersAlong,
        game: game.to_owned(),
        clauses: proof.clauses[taker].clone(),
        scenario: None,
        claim: None,
        depends_on: Vec::new(),
        what: names,
        explained: None,
    }
}
