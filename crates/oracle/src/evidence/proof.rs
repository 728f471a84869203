//! Proof: turns off each switch in turn. A claim on its clause must fail, and unrelated claims must not.
//!
//! The scenarios that cite a clause of the switch run first. A switch survives only after all scenarios in which it
//! fired ran without it.

pub mod control;
pub mod other_switches;
pub mod question;
pub mod repetition;
mod witness_order;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Arc;

use crate::evidence::judged_mutants::JudgedMutants;
use crate::evidence::kill_matrix::Cell;
use crate::evidence::kill_matrix::Matrix;
use crate::evidence::kill_matrix::MutantPlay;
use crate::evidence::kill_matrix::Pair;
use crate::evidence::kill_matrix::Player;
use crate::evidence::kill_matrix::RepeatedRun;
use crate::evidence::mutant::Mutant;
use crate::evidence::specificity::Specificity;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Verdict;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::switch_clauses;

/// Results of the mutants of one engine.
pub struct Proof<'a> {
    pub mutants: Vec<Mutant<'a>>,
    pub matrix: Matrix<'a>,
    /// For each switch, its clauses.
    pub clauses: Vec<Vec<ClauseId>>,
    /// For each switch, the passing scenarios in which it fired.
    pub fired: Vec<Vec<usize>>,
    /// For each scenario, the switches that fired in it, if it passes.
    pub fired_in: Vec<Vec<usize>>,
}

/// Settings for running mutants.
pub struct Prover<'s, 'r> {
    /// Results with every switch on, in the order of the scenarios.
    pub judged: &'r [Judged<'s>],
    /// Number of scenarios to prove, from the first; the others are controls.
    pub to_prove: usize,
    pub book: &'r Rulebook,
    pub player: Player<'r>,
    /// Run every scenario without every switch.
    pub all: bool,
    /// The switches of this shard.
    pub only: Option<BTreeSet<usize>>,
    /// Runs to use if they are saved there, and to save there otherwise.
    pub saved: Option<Arc<JudgedMutants>>,
}

impl<'s> Prover<'s, '_> {
    pub fn prove(self) -> Proof<'s> {
        let mut state = State::new(&self);
        let primary = state.pairs(|state, switch, scenario| state.cites(switch, scenario));
        state.fill(primary);
        let unseen = state.unseen_switches();
        let rest = state.pairs(|_, switch, _| unseen.contains(&switch));
        state.fill(rest);
        if self.all {
            let everything = state.all_pairs();
            state.fill(everything);
        }
        if self.only.is_some() && self.player.maker.profile().hides_firings {
            state.fill_for_others();
        }
        let specificities = state.specificity_of();
        state.finish(specificities)
    }
}

/// State of the proof.
struct State<'s, 'r, 'p> {
    prover: &'p Prover<'s, 'r>,
    matrix: Matrix<'s>,
    /// For each switch, its clauses.
    clauses: Vec<Vec<ClauseId>>,
    /// For each switch, the passing scenarios in which it fired.
    fired: Vec<Vec<usize>>,
    /// For each scenario, the switches that fired in it.
    fired_in: Vec<Vec<usize>>,
    passing: Vec<usize>,
    /// For each switch, its control scenarios. They follow from the firings.
    controls: Vec<Vec<usize>>,
    /// The repeated runs, with the reason if a run is not repeatable.
    repeats: HashMap<RepeatedRun, Option<String>>,
}

impl<'s, 'r, 'p> State<'s, 'r, 'p> {
    fn new(prover: &'p Prover<'s, 'r>) -> State<'s, 'r, 'p> {
        let profile = prover.player.maker.profile();
        let (mut clauses, _) = switch_clauses::resolve(profile, prover.book);
        let clauses = profile.switches.iter().map(|switch| clauses.remove(&switch.name).unwrap_or_default()).collect();
        let numbers: HashMap<&str, usize> = (0..).zip(&profile.switches).map(|(at, s)| (s.name.as_str(), at)).collect();
        let mut fired = vec![Vec::new(); profile.switches.len()];
        let mut fired_in = vec![Vec::new(); prover.judged.len()];
        let mut passing = Vec::new();
        for (scenario, judged) in prover.judged.iter().enumerate() {
            if judged.verdict != Verdict::Pass {
                continue;
            }
            passing.push(scenario);
            let mut switches: Vec<usize> = match profile.hides_firings {
                // An engine that does not report firings is tried in every scenario.
                true => (0..profile.switches.len()).collect(),
                false => judged.fired.iter().filter_map(|firing| numbers.get(&*firing.switch).copied()).collect(),
            };
            switches.sort_unstable();
            switches.dedup();
            switches.shrink_to_fit();
            switches.iter().for_each(|switch| fired[*switch].push(scenario));
            fired_in[scenario] = switches;
        }
        fired.iter_mut().for_each(Vec::shrink_to_fit);
        let mut matrix = Matrix::new(&profile.switches, prover.judged);
        matrix.saved.clone_from(&prover.saved);
        matrix.shown_clauses.clone_from(&clauses);
        State { prover, matrix, clauses, fired, fired_in, passing, controls: Vec::new(), repeats: HashMap::new() }
    }

    fn fill(&mut self, pairs: Vec<Pair>) {
        self.matrix.fill(pairs, &self.prover.player);
        if self.prover.player.maker.profile().hides_firings {
            self.infer_firings();
            self.choose_controls();
        }
    }

    /// Runs pairs of which only the verdict matters. An engine that does not report firings needs the hashes.
    fn fill_verdicts(&mut self, pairs: Vec<Pair>) {
        match self.prover.player.maker.profile().hides_firings {
            true => self.fill(pairs),
            false => self.matrix.fill_verdicts(pairs, &self.prover.player),
        }
    }

    /// If the engine does not report firings, a switch counts as fired where its mutant changes the outcome.
    fn infer_firings(&mut self) {
        for switch in 0..self.fired.len() {
            let unchanged = |scenario: &usize| self.is_unchanged((switch, *scenario));
            let kept: Vec<usize> = self.fired[switch].iter().copied().filter(|scenario| !unchanged(scenario)).collect();
            self.fired[switch] = kept;
        }
        for (scenario, switches) in self.fired_in.iter_mut().enumerate() {
            switches.retain(|switch| self.fired[*switch].binary_search(&scenario).is_ok());
        }
    }

    fn is_unchanged(&self, pair: Pair) -> bool {
        let hash = self.prover.judged[pair.1].hash;
        self.played(pair).is_some_and(|played| played.hash.is_some() && played.hash == hash)
    }

    fn played(&self, pair: Pair) -> Option<&MutantPlay> {
        self.matrix.get(pair).and_then(Cell::played)
    }

    /// Returns whether a switch belongs to this run.
    fn is_selected(&self, switch: usize) -> bool {
        self.prover.only.as_ref().is_none_or(|only| only.contains(&switch))
    }

    /// If the engine does not report firings, firings are known only after all runs, and the relevant runs depend on
    /// all switches. So this runs all candidates, and failing ones again.
    fn fill_for_others(&mut self) {
        let everything = self.all_pairs();
        self.fill(everything);
        let mut failing = Vec::new();
        for switch in 0..self.fired.len() {
            for clause in &self.clauses[switch] {
                let candidates = self.candidates(switch, clause).into_iter();
                failing.extend(candidates.flat_map(|(scenario, _)| self.repeated_runs(switch, scenario)));
            }
        }
        self.repeat(failing);
    }

    /// Returns the pairs of a switch and a scenario to prove in which it fired.
    fn pairs(&self, wanted: impl Fn(&Self, usize, usize) -> bool) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for (switch, scenarios) in self.fired.iter().enumerate().filter(|(switch, _)| self.is_selected(*switch)) {
            let own = scenarios.iter().filter(|scenario| **scenario < self.prover.to_prove);
            pairs.extend(own.filter(|scenario| wanted(self, switch, **scenario)).map(|scenario| (switch, *scenario)));
        }
        pairs
    }

    /// Returns every switch with every passing scenario.
    fn all_pairs(&self) -> Vec<Pair> {
        (0..self.fired.len())
            .filter(|switch| self.is_selected(*switch))
            .flat_map(|switch| self.passing.iter().map(move |scenario| (switch, *scenario)))
            .collect()
    }

    fn cites(&self, switch: usize, scenario: usize) -> bool {
        let claims = &self.matrix.scenarios[scenario].claims;
        claims.iter().flat_map(|claim| &claim.clauses).any(|clause| self.clauses[switch].contains(clause))
    }

    /// Returns the switches with a clause that no failing claim proves; all of their scenarios run.
    fn unseen_switches(&self) -> HashSet<usize> {
        let unseen = |switch: &usize| {
            let clauses = &self.clauses[*switch];
            clauses.is_empty() || clauses.iter().any(|clause| self.candidates(*switch, clause).is_empty())
        };
        (0..self.fired.len()).filter(unseen).collect()
    }

    /// Returns the claims on a clause that fail without a switch, under the clause's own readings.
    fn candidates(&self, switch: usize, clause: &ClauseId) -> Vec<(usize, usize)> {
        let mut found = self.failing_claims(switch, clause);
        found.retain(|(scenario, _)| !self.is_elsewhere(*scenario, clause));
        found
    }

    /// Returns whether a scenario cites a clause under other readings than its own.
    fn is_elsewhere(&self, scenario: usize, clause: &ClauseId) -> bool {
        self.prover.judged[scenario].elsewhere.contains(clause)
    }

    /// Returns the claims on a clause that fail without a switch, under any readings.
    fn failing_claims(&self, switch: usize, clause: &ClauseId) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (scenario, cell) in self.matrix.of_switch(switch).filter(|(scenario, _)| *scenario < self.prover.to_prove) {
            let Some(played) = cell.played() else { continue };
            for (index, claim) in self.matrix.scenarios[scenario].claims.iter().enumerate() {
                if claim.clauses.contains(clause) && played.fails(index) {
                    found.push((scenario, index));
                }
            }
        }
        found
    }

    fn finish(self, specificities: Vec<BTreeMap<ClauseId, Specificity<'s>>>) -> Proof<'s> {
        let mut mutants = Vec::new();
        let asked = specificities.into_iter().enumerate().filter(|(switch, _)| self.is_selected(*switch));
        for (switch, specificities) in asked {
            mutants.push(self.mutant(switch, specificities));
        }
        Proof { mutants, matrix: self.matrix, clauses: self.clauses, fired: self.fired, fired_in: self.fired_in }
    }

    fn mutant(&self, switch: usize, specificities: BTreeMap<ClauseId, Specificity<'s>>) -> Mutant<'s> {
        let mut mutant = Mutant {
            switch: self.matrix.switches[switch].clone(),
            clauses: self.clauses[switch].clone(),
            tried: 0,
            killed_by: Vec::new(),
            no_answer: Vec::new(),
            unjudged: Vec::new(),
            specificities,
            leaks: Vec::new(),
        };
        for (scenario, cell) in self.matrix.of_switch(switch) {
            let played = self.matrix.scenarios[scenario];
            let fired = self.fired[switch].binary_search(&scenario).is_ok();
            if !fired && !self.is_unchanged((switch, scenario)) {
                mutant.leaks.push(played);
            }
            if fired && scenario < self.prover.to_prove {
                mutant.enter(played, cell);
            }
        }
        mutant
    }
}
