//! The kill matrix: what every expectation of every claim does under every switch that was turned off.
//!
//! It is filled as far as somebody asks: a cell is one scenario played without one switch, and each is played once.

use std::collections::HashMap;
use std::collections::HashSet;

use crate::oracle::jobs;
use crate::oracle::judge;
use crate::oracle::print;
use crate::oracle::scenario::Scenario;
use crate::oracle::sight::Hidden;
use crate::oracle::sight::Sight;
use crate::oracle::trial;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Profile;
use crate::protocol::Reply;
use crate::protocol::SwitchNote;
use crate::protocol::Task;

/// A scenario played without a switch: the switch and the scenario by their places in the matrix.
pub(crate) type Pair = (usize, usize);

/// A run to repeat: its scenario, the switch that is off, if any, and the print of its outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RepeatedRun {
    pub switch: Option<usize>,
    pub scenario: usize,
    pub print: u64,
}

/// What came of one scenario played without one switch.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// It was played to the end of its script.
    Played(Box<KnockoutPlay>),
    /// The script no longer fits, or a claim no longer makes sense.
    Misposed(String),
    Unsupported(String),
    /// The engine broke while it played.
    Failed(String),
    /// Nobody answered.
    Unanswered(Fault),
}

/// A scenario that was played to its end without a switch.
#[derive(Debug, Clone, PartialEq)]
pub struct KnockoutPlay {
    /// What is not as claimed.
    pub deviations: Vec<Deviation>,
    /// The log is empty and nothing changed.
    pub stands_still: bool,
    /// By which two outcomes are compared.
    pub print: u64,
}

impl KnockoutPlay {
    /// Whether the claim fails.
    pub fn fails(&self, claim: usize) -> bool {
        self.deviations.iter().any(|deviation| deviation.claim == Some(claim))
    }

    /// Whether the claim neither fails nor is left unreached.
    pub(crate) fn holds(&self, claim: usize) -> bool {
        !self.deviations.iter().any(|deviation| [deviation.claim, deviation.unreached].contains(&Some(claim)))
    }

    /// Whether the same expectation fails, in whatever way.
    pub(crate) fn fails_like(&self, other: &Deviation) -> bool {
        let is_same = |it: &Deviation| {
            (it.claim, it.expectation, &it.subject) == (other.claim, other.expectation, &other.subject)
        };
        self.deviations.iter().any(is_same)
    }
}

impl Cell {
    pub fn played(&self) -> Option<&KnockoutPlay> {
        match self {
            Cell::Played(played) => Some(played),
            Cell::Misposed(_) | Cell::Unsupported(_) | Cell::Failed(_) | Cell::Unanswered(_) => None,
        }
    }

    /// Why it could not be judged.
    pub(crate) fn why_unjudged(&self) -> Option<String> {
        match self {
            Cell::Played(_) => None,
            Cell::Misposed(why) => Some(format!("misposed: {why}")),
            Cell::Unsupported(why) => Some(format!("unsupported: {why}")),
            Cell::Failed(why) => Some(why.clone()),
            Cell::Unanswered(fault) => Some(format!("unanswered: {fault}")),
        }
    }
}

/// The switches of one engine against the scenarios that it played.
pub struct Matrix<'s> {
    pub switches: Vec<SwitchNote>,
    pub scenarios: Vec<&'s Scenario>,
    cells: HashMap<Pair, Cell>,
}

/// Somebody who plays scenarios without switches.
pub struct Player<'r> {
    pub maker: &'r dyn EngineMaker,
    /// What the game's own engine tells about itself, where another one plays.
    pub reference: Option<&'r Profile>,
    /// By scenario: what is passed over, because the engine that is asked about does not show it.
    pub passed_over: &'r [Hidden],
    /// The switches that are off all the time.
    pub without: &'r [String],
    pub jobs: usize,
    /// Called with the number of plays before they begin.
    pub expect: &'r (dyn Fn(usize) + Sync),
    /// Called after each play, from any thread.
    pub tick: &'r (dyn Fn() + Sync),
}

impl Player<'_> {
    fn sight(&self, scenario: usize) -> Sight<'_> {
        let (profile, reference) = (self.maker.profile(), self.reference);
        Sight { profile, reference, passed_over: self.passed_over.get(scenario) }
    }
}

impl<'s> Matrix<'s> {
    /// An empty matrix.
    pub fn new(switches: &[SwitchNote], judged: &[Judged<'s>]) -> Matrix<'s> {
        let scenarios = judged.iter().map(|judged| judged.scenario).collect();
        Matrix { switches: switches.to_vec(), scenarios, cells: HashMap::new() }
    }

    pub fn get(&self, pair: Pair) -> Option<&Cell> {
        self.cells.get(&pair)
    }

    /// The scenarios that were played without a switch, in order.
    pub fn of_switch(&self, switch: usize) -> impl Iterator<Item = (usize, &Cell)> {
        (0..self.scenarios.len()).filter_map(move |scenario| Some((scenario, self.get((switch, scenario))?)))
    }

    /// How many switches were turned off at least once.
    pub(crate) fn turned_off(&self) -> usize {
        self.cells.keys().map(|(switch, _)| *switch).collect::<HashSet<usize>>().len()
    }

    /// How many cells are filled.
    pub fn plays(&self) -> usize {
        self.cells.len()
    }

    /// Plays what has not been played yet.
    pub fn fill(&mut self, pairs: impl IntoIterator<Item = Pair>, player: &Player<'_>) {
        let wanted: Vec<Pair> = pairs.into_iter().filter(|pair| !self.cells.contains_key(pair)).collect();
        let cells = self.play(&wanted, player);
        self.cells.extend(cells);
    }

    /// Repeats each of these runs so many times on a fresh engine. Returns the number and the end of the first run with
    /// another outcome; none if all are the same.
    pub fn repeat(&self, runs: &[RepeatedRun], times: usize, player: &Player<'_>) -> Vec<Option<(usize, Cell)>> {
        (player.expect)(runs.len() * times);
        jobs::map_with(
            player.jobs,
            runs,
            || player.maker.fresh_engine(),
            |engine, run| {
                let mut task = self.scenarios[run.scenario].task(player.without);
                task.without.extend(run.switch.map(|switch| self.switches[switch].name.clone()));
                let mut other = None;
                for number in 1..=times {
                    // After another outcome there is nothing left to find out.
                    if other.is_none() {
                        let cell = self.cell(run.scenario, &task, engine.as_mut(), player);
                        let is_same = cell.played().is_some_and(|played| played.print == run.print);
                        other = (!is_same).then_some((number, cell));
                    }
                    (player.tick)();
                }
                other
            },
        )
    }

    /// The pairs of a scenario are played together, so that its task is built once.
    fn play(&self, pairs: &[Pair], player: &Player<'_>) -> Vec<(Pair, Cell)> {
        let mut by_scenario: Vec<Vec<usize>> = vec![Vec::new(); self.scenarios.len()];
        for (switch, scenario) in pairs {
            if !by_scenario[*scenario].contains(switch) {
                by_scenario[*scenario].push(*switch);
            }
        }
        let wanted: Vec<(usize, Vec<usize>)> =
            by_scenario.into_iter().enumerate().filter(|(_, switches)| !switches.is_empty()).collect();
        (player.expect)(wanted.iter().map(|(_, switches)| switches.len()).sum());
        let rows = jobs::map_with(
            player.jobs,
            &wanted,
            || player.maker.engine(),
            |engine, (scenario, switches)| self.row(*scenario, switches, engine.as_mut(), player),
        );
        rows.into_iter().flatten().collect()
    }

    fn row(
        &self,
        scenario: usize,
        switches: &[usize],
        engine: &mut dyn Engine,
        player: &Player<'_>,
    ) -> Vec<(Pair, Cell)> {
        let mut task = self.scenarios[scenario].task(&[]);
        let mut row = Vec::new();
        for switch in switches {
            let off = std::slice::from_ref(&self.switches[*switch].name);
            task.without = [player.without, off].concat();
            row.push(((*switch, scenario), self.cell(scenario, &task, engine, player)));
            (player.tick)();
        }
        row
    }

    fn cell(&self, scenario: usize, task: &Task, engine: &mut dyn Engine, player: &Player<'_>) -> Cell {
        let reply = trial::play(engine, task);
        let judgement = judge::judge(self.scenarios[scenario], &reply, &player.sight(scenario));
        let deviations = match judgement.verdict {
            Verdict::Conforms | Verdict::Unobserved => Vec::new(),
            Verdict::Failed(crash) => return Cell::Failed(crash.deviation.actual),
            Verdict::Rejected(deviation) => return Cell::Failed(deviation.actual),
            Verdict::Deviates(deviations) => deviations,
            Verdict::Misposed(problems) => {
                return Cell::Misposed(problems.first().map_or(String::new(), |problem| problem.message.clone()));
            }
            Verdict::Unsupported(why) => return Cell::Unsupported(why),
            Verdict::Unanswered(fault) => return Cell::Unanswered(fault),
        };
        match reply {
            Ok(Reply::Played(outcome)) => {
                let stands_still = outcome.log.is_empty() && outcome.before == outcome.after;
                Cell::Played(Box::new(KnockoutPlay { deviations, stands_still, print: print::of(&outcome) }))
            }
            _ => Cell::Misposed(String::new()),
        }
    }
}
