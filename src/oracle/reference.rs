//! The reference: the engine that a game's project names, played to see what the lack of a clause looks like.

use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::oracle::jobs;
use crate::oracle::judge;
use crate::oracle::matrix::Matrix;
use crate::oracle::matrix::Player;
use crate::oracle::part;
use crate::oracle::part::Parts;
use crate::oracle::scenario::Scenario;
use crate::oracle::sight::Hidden;
use crate::oracle::sight::Sight;
use crate::oracle::trial;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::protocol::EngineMaker;

/// The reference with what it does when nothing is turned off.
pub struct Reference<'s, 'r> {
    maker: &'r dyn EngineMaker,
    jobs: usize,
    pub scenarios: Vec<&'s Scenario>,
    /// By scenario: the switches that took effect; none where the reference does not conform itself.
    fired: Vec<Option<BTreeSet<usize>>>,
    matrix: Matrix<'s>,
    /// By scenario: what the engine that is asked about does not show, and what is therefore passed over.
    passed_over: Vec<Hidden>,
}

impl<'s, 'r> Reference<'s, 'r> {
    /// `judged` is what the reference does by itself; `passed_over`, by scenario, what another engine does not show.
    pub fn new(
        maker: &'r dyn EngineMaker,
        judged: &[Judged<'s>],
        passed_over: Vec<Hidden>,
        jobs: usize,
    ) -> Reference<'s, 'r> {
        let switches = &maker.profile().switches;
        let numbers: HashMap<&str, usize> = (0..).zip(switches).map(|(at, s)| (s.name.as_str(), at)).collect();
        let everything = || (0..switches.len()).collect();
        let fired = |judged: &Judged<'_>| match (&judged.verdict, maker.profile().hides_firings) {
            (Verdict::Conforms, true) => Some(everything()),
            (Verdict::Conforms, false) => {
                Some(judged.fired.iter().filter_map(|firing| numbers.get(&*firing.switch).copied()).collect())
            }
            _ => None,
        };
        Reference {
            maker,
            jobs,
            scenarios: judged.iter().map(|judged| judged.scenario).collect(),
            fired: judged.iter().map(fired).collect(),
            matrix: Matrix::new(switches, judged),
            passed_over,
        }
    }

    /// Whether it can say what the lack of a clause looks like in a scenario.
    pub fn knows(&self, scenario: usize) -> bool {
        self.fired[scenario].is_some()
    }

    /// The signature of each of these switches: the parts that fail when it alone is off.
    pub fn signatures(&mut self, switches: &[usize]) -> HashMap<usize, Parts> {
        let mut pairs = Vec::new();
        for switch in switches {
            let own = (0..self.scenarios.len()).filter(|scenario| self.took_effect(*switch, *scenario));
            pairs.extend(own.map(|scenario| (*switch, scenario)));
        }
        let player = Player {
            maker: self.maker,
            reference: None,
            passed_over: &self.passed_over,
            without: &[],
            jobs: self.jobs,
            tick: &|| (),
        };
        self.matrix.fill(pairs, &player);
        let signature = |switch: usize| {
            let mut parts = Parts::new();
            for (scenario, cell) in self.matrix.of_switch(switch) {
                if let Some(played) = cell.played() {
                    parts.extend(part::of(scenario, &played.deviations));
                }
            }
            parts
        };
        switches.iter().map(|switch| (*switch, signature(*switch))).collect()
    }

    pub fn took_effect(&self, switch: usize, scenario: usize) -> bool {
        self.fired[scenario].as_ref().is_some_and(|fired| fired.contains(&switch))
    }

    /// What fails when all of these are off together.
    pub fn without(&self, off: &BTreeSet<usize>) -> Lack {
        self.without_in(off, 0..self.scenarios.len())
    }

    /// The same in some scenarios. Those in which none of the switches took effect stay as they are.
    pub fn without_in(&self, off: &BTreeSet<usize>, scenarios: impl IntoIterator<Item = usize>) -> Lack {
        let names: Vec<String> = off.iter().map(|switch| self.matrix.switches[*switch].name.clone()).collect();
        let touched: Vec<usize> = scenarios
            .into_iter()
            .filter(|scenario| self.fired[*scenario].as_ref().is_some_and(|fired| !fired.is_disjoint(off)))
            .collect();
        let results = jobs::map_with(
            self.jobs,
            &touched,
            || self.maker.engine(),
            |engine, scenario| {
                let scenario_ref = self.scenarios[*scenario];
                let reply = trial::play(engine.as_mut(), &scenario_ref.task(&names));
                let passed_over = self.passed_over.get(*scenario);
                let sight = Sight { profile: self.maker.profile(), reference: None, passed_over };
                match judge::judge(scenario_ref, &reply, &sight).verdict {
                    Verdict::Conforms | Verdict::Unobserved => Some(Parts::new()),
                    Verdict::Deviates(deviations) => Some(part::of(*scenario, &deviations)),
                    _ => None,
                }
            },
        );
        let mut lack = Lack::default();
        for (scenario, parts) in touched.into_iter().zip(results) {
            match parts {
                Some(parts) => lack.parts.extend(parts),
                None => {
                    lack.unjudged.insert(scenario);
                }
            }
        }
        lack
    }
}

/// What the lack of some clauses looks like.
#[derive(Debug, Default)]
pub struct Lack {
    /// The parts that fail.
    pub parts: Parts,
    /// Scenarios that could not be judged.
    pub unjudged: BTreeSet<usize>,
}
