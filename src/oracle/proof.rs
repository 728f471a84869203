//! Proof: each switch is turned off in turn, and a claim on its clause has to notice; and only what should change may.
//!
//! What can decide is played first: scenarios that cite a clause of the switch. A switch is called a survivor only
//! after everything in which it took effect was played without it.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;

use crate::oracle::isolation::Isolation;
use crate::oracle::knockout::Knockout;
use crate::oracle::matrix::Cell;
use crate::oracle::matrix::KnockoutPlay;
use crate::oracle::matrix::Matrix;
use crate::oracle::matrix::Pair;
use crate::oracle::matrix::Player;
use crate::oracle::matrix::RepeatedRun;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;

mod control;
mod question;
mod repetition;
mod specificity;

/// What the knock-outs of one engine showed.
pub struct Proof<'a> {
    pub knockouts: Vec<Knockout<'a>>,
    pub matrix: Matrix<'a>,
}

/// How far the knock-outs go.
pub struct Prover<'s, 'r> {
    /// What was played with every switch on. The results stand in the order of the scenarios.
    pub judged: &'r [Judged<'s>],
    /// How many of those, from the first, are to be proven; the others serve as controls.
    pub to_prove: usize,
    pub book: &'r Rulebook,
    pub player: Player<'r>,
    /// Play every scenario without every switch that took effect in it.
    pub every_firing: bool,
    /// Play every scenario without every switch.
    pub all: bool,
    /// The switches that are asked about, where others are asked about elsewhere.
    pub only: Option<BTreeSet<usize>>,
}

impl<'s> Prover<'s, '_> {
    pub fn prove(self) -> Proof<'s> {
        let mut state = State::new(&self);
        let primary = state.pairs(|state, switch, scenario| state.cites(switch, scenario));
        state.fill(primary);
        let unseen = state.unseen_switches();
        let rest = state.pairs(|_, switch, _| unseen.contains(&switch));
        state.fill(rest);
        if self.every_firing {
            let wherever_fired = state.pairs(|_, _, _| true);
            state.fill(wherever_fired);
        }
        if self.all {
            let everything = state.all_pairs();
            state.fill(everything);
        }
        if self.only.is_some() && self.player.maker.profile().hides_firings {
            state.fill_for_others();
        }
        let isolations = state.isolate();
        state.finish(isolations)
    }
}

/// The knock-outs as far as they have come.
struct State<'s, 'r, 'p> {
    prover: &'p Prover<'s, 'r>,
    matrix: Matrix<'s>,
    /// By switch: the clauses it stands for.
    clauses: Vec<Vec<ClauseId>>,
    /// By switch: the conforming scenarios in which it took effect.
    fired: Vec<Vec<usize>>,
    /// By scenario: the switches that took effect in it.
    fired_in: Vec<Vec<usize>>,
    conforming: Vec<usize>,
    /// The runs that were repeated, each with the reason why it does not repeat, if it does not.
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
        let mut conforming = Vec::new();
        for (scenario, judged) in prover.judged.iter().enumerate() {
            if judged.verdict != Verdict::Conforms {
                continue;
            }
            conforming.push(scenario);
            let mut switches: Vec<usize> = match profile.hides_firings {
                // Whoever does not tell where a switch took effect is asked everywhere.
                true => (0..profile.switches.len()).collect(),
                false => judged.fired.iter().filter_map(|firing| numbers.get(&*firing.switch).copied()).collect(),
            };
            switches.sort_unstable();
            switches.dedup();
            switches.iter().for_each(|switch| fired[*switch].push(scenario));
            fired_in[scenario] = switches;
        }
        let matrix = Matrix::new(&profile.switches, prover.judged);
        State { prover, matrix, clauses, fired, fired_in, conforming, repeats: HashMap::new() }
    }

    fn fill(&mut self, pairs: Vec<Pair>) {
        self.matrix.fill(pairs, &self.prover.player);
        if self.prover.player.maker.profile().hides_firings {
            self.infer_firings();
        }
    }

    /// A switch of which nobody tells where it took effect did so where the outcome changed.
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
        let print = self.prover.judged[pair.1].print;
        self.played(pair).is_some_and(|played| Some(played.print) == print)
    }

    fn played(&self, pair: Pair) -> Option<&KnockoutPlay> {
        self.matrix.get(pair).and_then(Cell::played)
    }

    /// Whether a switch is asked about in this run.
    fn is_asked(&self, switch: usize) -> bool {
        self.prover.only.as_ref().is_none_or(|only| only.contains(&switch))
    }

    /// Where nobody tells where a switch took effect, that is known only once everything was played, and which plays
    /// count depends on all switches. So everything that could count is played, and what fails is played again.
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

    /// The pairs of a switch and a scenario of our own in which it took effect.
    fn pairs(&self, wanted: impl Fn(&Self, usize, usize) -> bool) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for (switch, scenarios) in self.fired.iter().enumerate().filter(|(switch, _)| self.is_asked(*switch)) {
            let own = scenarios.iter().filter(|scenario| **scenario < self.prover.to_prove);
            pairs.extend(own.filter(|scenario| wanted(self, switch, **scenario)).map(|scenario| (switch, *scenario)));
        }
        pairs
    }

    /// Every switch in every conforming scenario.
    fn all_pairs(&self) -> Vec<Pair> {
        (0..self.fired.len())
            .filter(|switch| self.is_asked(*switch))
            .flat_map(|switch| self.conforming.iter().map(move |scenario| (switch, *scenario)))
            .collect()
    }

    fn cites(&self, switch: usize, scenario: usize) -> bool {
        let claims = &self.matrix.scenarios[scenario].claims;
        claims.iter().flat_map(|claim| &claim.clauses).any(|clause| self.clauses[switch].contains(clause))
    }

    /// Switches of which some clause has no claim that notices: there, everything is played.
    fn unseen_switches(&self) -> HashSet<usize> {
        let unseen = |switch: &usize| {
            let clauses = &self.clauses[*switch];
            clauses.is_empty() || clauses.iter().any(|clause| self.candidates(*switch, clause).is_empty())
        };
        (0..self.fired.len()).filter(unseen).collect()
    }

    /// The claims on a clause, under the readings by which it is graded, that fail without a switch: those first in which
    /// little else took effect.
    fn candidates(&self, switch: usize, clause: &ClauseId) -> Vec<(usize, usize)> {
        let mut found = self.failing_claims(switch, clause);
        found.retain(|(scenario, _)| !self.is_elsewhere(*scenario, clause));
        found.sort_by_key(|(scenario, claim)| {
            let steps = self.matrix.scenarios[*scenario].steps().len();
            (self.fired_in[*scenario].len(), steps, *scenario, *claim)
        });
        found
    }

    /// Whether a scenario cites a clause under other readings than those by which it is graded.
    fn is_elsewhere(&self, scenario: usize, clause: &ClauseId) -> bool {
        self.prover.judged[scenario].elsewhere.contains(clause)
    }

    /// The claims on a clause that fail without a switch, under any readings.
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

    fn finish(self, isolations: Vec<BTreeMap<ClauseId, Isolation<'s>>>) -> Proof<'s> {
        let mut knockouts = Vec::new();
        let asked = isolations.into_iter().enumerate().filter(|(switch, _)| self.is_asked(*switch));
        for (switch, isolations) in asked {
            knockouts.push(self.knockout(switch, isolations));
        }
        Proof { knockouts, matrix: self.matrix }
    }

    fn knockout(&self, switch: usize, isolations: BTreeMap<ClauseId, Isolation<'s>>) -> Knockout<'s> {
        let mut knockout = Knockout {
            switch: self.matrix.switches[switch].clone(),
            clauses: self.clauses[switch].clone(),
            tried: 0,
            noticed: Vec::new(),
            unanswered: Vec::new(),
            unjudged: Vec::new(),
            isolations,
            leaks: Vec::new(),
        };
        for (scenario, cell) in self.matrix.of_switch(switch) {
            let played = self.matrix.scenarios[scenario];
            let fired = self.fired[switch].binary_search(&scenario).is_ok();
            if !fired && !self.is_unchanged((switch, scenario)) {
                knockout.leaks.push(played);
            }
            if fired && scenario < self.prover.to_prove {
                knockout.enter(played, cell);
            }
        }
        knockout
    }
}
