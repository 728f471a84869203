//! The kill matrix: the result of every expectation of every claim on every mutant.
//!
//! It is filled on demand: a cell is one scenario on one mutant, and each runs once.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Deserialize;
use serde::Serialize;

use crate::base::parallel;
use crate::base::plain_fault;
use crate::evidence::failure::Failure;
use crate::evidence::judged_mutants::JudgedMutants;
use crate::judge;
use crate::judge::observability::Hidden;
use crate::judge::observability::Observability;
use crate::judge::outcome_hash;
use crate::judge::play_and_judge;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Verdict;
use crate::rulebook::ClauseId;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::SwitchNote;
use truthsayer_protocol::Task;
use truthsayer_protocol::text;

/// Indices of a switch and a scenario: a run of the scenario with the switch off.
pub(crate) type Pair = (usize, usize);

/// A run to repeat: its scenario, the switch that is off, if any, and the hash of its outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RepeatedRun {
    pub switch: Option<usize>,
    pub scenario: usize,
    pub hash: u64,
}

/// The number and the result of the first repetition with another outcome, or `None` if all are equal.
pub type Repetition = Option<(usize, Cell)>;

/// Result of one scenario on one mutant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cell {
    /// The script ran to its end.
    Played(MutantPlay),
    /// The script or a claim is invalid on the mutant.
    Invalid(String),
    Unsupported(String),
    /// The engine crashed.
    Crashed(String),
    /// The engine did not answer.
    NoAnswer(Box<Fault>),
}

/// A scenario that ran to its end on a mutant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MutantPlay {
    /// The failures.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub mismatches: Box<[Failure]>,
    /// The log is empty, and the state did not change.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub does_nothing: bool,
    /// Hash of the outcome. `None` if only the verdict matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<u64>,
}

/// The part of a run to keep besides its failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The hash of the outcome.
    Hash,
    /// Nothing.
    Verdict,
}

impl MutantPlay {
    /// Drops the details of failing claims on other clauses.
    fn drop_details(&mut self, scenario: &Scenario, clauses: &[ClauseId]) {
        let cites = |claim: usize| {
            scenario.claims.get(claim).is_some_and(|claim| claim.clauses.iter().any(|clause| clauses.contains(clause)))
        };
        let is_shown = |failure: &Failure| failure.claim().is_some_and(cites);
        self.mismatches.iter_mut().filter(|failure| !is_shown(failure)).for_each(Failure::drop_details);
    }

    /// Returns whether the claim fails.
    pub fn fails(&self, claim: usize) -> bool {
        self.mismatches.iter().any(|mismatch| mismatch.claim() == Some(claim))
    }

    /// Returns whether the claim was reached and passes.
    pub(crate) fn holds(&self, claim: usize) -> bool {
        !self.mismatches.iter().any(|mismatch| [mismatch.claim(), mismatch.unreached()].contains(&Some(claim)))
    }

    /// Returns whether the same expectation fails, with any value.
    pub(crate) fn fails_like(&self, other: &Failure) -> bool {
        let key = |it: &'_ Failure| (it.claim(), it.expectation());
        let is_same = |it: &Failure| key(it) == key(other) && it.subject() == other.subject();
        self.mismatches.iter().any(is_same)
    }
}

impl Cell {
    pub fn played(&self) -> Option<&MutantPlay> {
        match self {
            Cell::Played(played) => Some(played),
            Cell::Invalid(_) | Cell::Unsupported(_) | Cell::Crashed(_) | Cell::NoAnswer(_) => None,
        }
    }

    /// Returns whether the result has this detail.
    pub(crate) fn has(&self, detail: Detail) -> bool {
        detail == Detail::Verdict || self.played().is_none_or(|played| played.hash.is_some())
    }

    /// Returns why the scenario could not be judged.
    pub fn why_unjudged(&self) -> Option<String> {
        match self {
            Cell::Played(_) => None,
            Cell::Invalid(why) => Some(format!("invalid: {why}")),
            Cell::Unsupported(why) => Some(format!("unsupported: {why}")),
            Cell::Crashed(why) => Some(why.clone()),
            Cell::NoAnswer(fault) => Some(format!("no answer: {fault}")),
        }
    }

    /// Returns a saved result as a result of a scenario, safe to show.
    pub(super) fn restored(self, scenario: &Scenario) -> Cell {
        match self {
            Cell::Played(mut played) => {
                let failures = std::mem::take(&mut played.mismatches).into_iter();
                let restored = failures.map(|failure| failure.restored(scenario)).collect();
                let Some(mismatches) = restored else {
                    return Cell::Invalid("the saved run belongs to another scenario".to_owned());
                };
                played.mismatches = mismatches;
                Cell::Played(played)
            }
            Cell::Invalid(why) => Cell::Invalid(text::one_line(&why)),
            Cell::Unsupported(why) => Cell::Unsupported(text::one_line(&why)),
            Cell::Crashed(why) => Cell::Crashed(text::one_line(&why)),
            Cell::NoAnswer(fault) => Cell::NoAnswer(Box::new(plain_fault::plain_fault(*fault))),
        }
    }
}

/// The switches of one engine and the scenarios that it ran.
pub struct Matrix<'s> {
    pub switches: Vec<SwitchNote>,
    pub scenarios: Vec<&'s Scenario>,
    /// For each switch, the results by scenario, sorted. Lists, because maps take twice the memory.
    cells: Vec<Vec<(usize, Cell)>>,
    /// Runs to use if they are saved there, and to save there otherwise.
    pub(crate) saved: Option<Arc<JudgedMutants>>,
    /// For each switch, its clauses: only failing claims on them can be shown. If empty, every failure keeps its
    /// details.
    pub(crate) shown_clauses: Vec<Vec<ClauseId>>,
}

/// Maximum number of scenarios whose results wait until they are added.
const BLOCK: usize = 1024;

/// Runs scenarios on mutants.
#[derive(Clone)]
pub struct Player<'r> {
    pub maker: &'r dyn EngineMaker,
    /// The reference engine's profile, if another engine runs.
    pub reference: Option<&'r Profile>,
    /// For each scenario, the parts to skip because the judged engine does not show them.
    pub skipped_parts: &'r [Hidden],
    /// The switches that are off in every run.
    pub without: &'r [String],
    pub jobs: usize,
    /// Called with the number of runs before they start.
    pub expect: &'r (dyn Fn(usize) + Sync),
    /// Called after each run. May be called from any thread.
    pub tick: &'r (dyn Fn() + Sync),
}

impl Player<'_> {
    fn observability(&self, scenario: usize) -> Observability<'_> {
        let (profile, reference) = (self.maker.profile(), self.reference);
        Observability { profile, reference, skipped_parts: self.skipped_parts.get(scenario) }
    }
}

impl<'s> Matrix<'s> {
    /// Creates an empty matrix.
    pub fn new(switches: &[SwitchNote], judged: &[Judged<'s>]) -> Matrix<'s> {
        let scenarios = judged.iter().map(|judged| judged.scenario).collect();
        let (switches, cells) = (switches.to_vec(), vec![Vec::new(); switches.len()]);
        Matrix { switches, scenarios, cells, saved: None, shown_clauses: Vec::new() }
    }

    pub fn get(&self, (switch, scenario): Pair) -> Option<&Cell> {
        let cells = self.cells.get(switch)?;
        let at = cells.binary_search_by_key(&scenario, |(scenario, _)| *scenario).ok()?;
        Some(&cells[at].1)
    }

    /// Returns the scenarios that ran without a switch, in order.
    pub fn of_switch(&self, switch: usize) -> impl Iterator<Item = (usize, &Cell)> {
        self.cells.get(switch).into_iter().flatten().map(|(scenario, cell)| (*scenario, cell))
    }

    /// Returns the number of switches that were turned off at least once.
    pub fn turned_off(&self) -> usize {
        self.cells.iter().filter(|cells| !cells.is_empty()).count()
    }

    /// Returns the number of filled cells.
    pub fn plays(&self) -> usize {
        self.cells.iter().map(Vec::len).sum()
    }

    /// Runs the pairs that have not run yet.
    pub fn fill(&mut self, pairs: impl IntoIterator<Item = Pair>, player: &Player<'_>) {
        self.fill_where(pairs, player, Detail::Hash, |_| true);
    }

    /// Like [`fill`](Matrix::fill), without hashes of outcomes.
    pub(crate) fn fill_verdicts(&mut self, pairs: impl IntoIterator<Item = Pair>, player: &Player<'_>) {
        self.fill_where(pairs, player, Detail::Verdict, |_| true);
    }

    /// Runs the pairs that have not run yet, and keeps those that the engine answers. Saved runs may lack them.
    pub(crate) fn fill_answered(&mut self, pairs: impl IntoIterator<Item = Pair>, player: &Player<'_>) {
        self.fill_where(pairs, player, Detail::Hash, |cell| !matches!(cell, Cell::NoAnswer(_)));
    }

    fn fill_where(
        &mut self,
        pairs: impl IntoIterator<Item = Pair>,
        player: &Player<'_>,
        detail: Detail,
        is_kept: impl Fn(&Cell) -> bool,
    ) {
        let is_open = |cell: Option<&Cell>| cell.is_none_or(|cell| !cell.has(detail));
        let mut wanted: Vec<Pair> = pairs.into_iter().filter(|pair| is_open(self.get(*pair))).collect();
        let mut cells = Vec::new();
        if let Some(saved) = &self.saved {
            wanted.retain(|(switch, scenario)| {
                let cell = saved.cell(self.scenarios[*scenario], &self.switches[*switch].name);
                let cell = cell.filter(|cell| cell.has(detail));
                let is_open = cell.is_none();
                cells.extend(cell.map(|cell| ((*switch, *scenario), cell)));
                is_open
            });
        }
        wanted.sort_unstable_by_key(|(switch, scenario)| (*scenario, *switch));
        wanted.dedup();
        let rows: Vec<&[Pair]> = wanted.chunk_by(|(_, one), (_, other)| one == other).collect();
        (player.expect)(wanted.len());
        let mut changed = BTreeSet::new();
        self.add(cells.into_iter().filter(|(_, cell)| is_kept(cell)), &mut changed);
        for block in rows.chunks(BLOCK) {
            let played = self.play(block, player, detail);
            for ((switch, scenario), cell) in played.iter().flatten() {
                let saved = self.saved.iter();
                saved.for_each(|it| it.enter(self.scenarios[*scenario], &self.switches[*switch].name, cell));
            }
            self.add(played.into_iter().flatten().filter(|(_, cell)| is_kept(cell)), &mut changed);
        }
        self.settle(changed);
    }

    /// Adds results to the ends of the lists.
    fn add(&mut self, new: impl Iterator<Item = (Pair, Cell)>, changed: &mut BTreeSet<usize>) {
        for ((switch, scenario), mut cell) in new {
            changed.insert(switch);
            if let (Cell::Played(played), Some(clauses)) = (&mut cell, self.shown_clauses.get(switch)) {
                played.drop_details(self.scenarios[scenario], clauses);
            }
            self.cells[switch].push((scenario, cell));
        }
    }

    /// Sorts the lists of some switches. Of results of the same pair, the last one stays.
    fn settle(&mut self, changed: BTreeSet<usize>) {
        for switch in changed {
            let cells = &mut self.cells[switch];
            cells.sort_by_key(|(scenario, _)| *scenario);
            cells.dedup_by(|later, earlier| {
                let is_same = later.0 == earlier.0;
                if is_same {
                    std::mem::swap(later, earlier);
                }
                is_same
            });
            cells.shrink_to_fit();
        }
    }

    /// Repeats each run `times` times on a fresh engine.
    pub fn repeat(&self, runs: &[RepeatedRun], times: usize, player: &Player<'_>) -> Vec<Repetition> {
        let Some(saved) = &self.saved else { return self.play_again(runs, times, player) };
        let name = |run: &RepeatedRun| run.switch.map_or("", |switch| self.switches[switch].name.as_str());
        let known = |run: &RepeatedRun| saved.repetition(self.scenarios[run.scenario], name(run));
        let open: Vec<RepeatedRun> = runs.iter().copied().filter(|run| known(run).is_none()).collect();
        for (run, found) in open.iter().zip(self.play_again(&open, times, player)) {
            saved.enter_repetition(self.scenarios[run.scenario], name(run), &found);
        }
        runs.iter().map(|run| known(run).flatten()).collect()
    }

    fn play_again(&self, runs: &[RepeatedRun], times: usize, player: &Player<'_>) -> Vec<Repetition> {
        (player.expect)(runs.len() * times);
        parallel::map_with(
            player.jobs,
            runs,
            || player.maker.fresh_engine(),
            |engine, run| {
                let mut task = self.task(run.scenario, player.without);
                task.without.extend(run.switch.map(|switch| self.switches[switch].name.clone()));
                let mut other = None;
                for number in 1..=times {
                    // One different outcome decides; later ones are ignored.
                    if other.is_none() {
                        let cell = self.cell(run.scenario, &task, engine.as_mut(), player, Detail::Hash);
                        let is_same = cell.played().is_some_and(|played| played.hash == Some(run.hash));
                        other = (!is_same).then_some((number, cell));
                    }
                    (player.tick)();
                }
                other
            },
        )
    }

    /// Runs scenarios without two switches each. Returns the hashes of the outcomes.
    pub(crate) fn hashes_without(&self, runs: &[(usize, [usize; 2])], player: &Player<'_>) -> Vec<Option<u64>> {
        (player.expect)(runs.len());
        parallel::map_with(
            player.jobs,
            runs,
            || player.maker.engine(),
            |engine, (scenario, switches)| {
                let off = switches.map(|switch| self.switches[switch].name.clone());
                let task = self.scenarios[*scenario].task(&[player.without, &off].concat());
                let cell = self.cell(*scenario, &task, engine.as_mut(), player, Detail::Hash);
                (player.tick)();
                cell.played().and_then(|played| played.hash)
            },
        )
    }

    /// Runs the pairs of a scenario together, so that its task is built once.
    fn play(&self, rows: &[&[Pair]], player: &Player<'_>, detail: Detail) -> Vec<Vec<(Pair, Cell)>> {
        parallel::map_with(
            player.jobs,
            rows,
            || player.maker.engine(),
            |engine, row| self.row(row, engine.as_mut(), player, detail),
        )
    }

    fn row(&self, pairs: &[Pair], engine: &mut dyn Engine, player: &Player<'_>, detail: Detail) -> Vec<(Pair, Cell)> {
        let Some((_, scenario)) = pairs.first() else { return Vec::new() };
        let mut task = self.task(*scenario, &[]);
        let cell = |pair: &Pair| {
            let off = std::slice::from_ref(&self.switches[pair.0].name);
            task.without = [player.without, off].concat();
            let cell = self.cell(*scenario, &task, engine, player, detail);
            (player.tick)();
            (*pair, cell)
        };
        pairs.iter().map(cell).collect()
    }

    /// Returns the task of a scenario. The firings of mutants are not read.
    fn task(&self, scenario: usize, without: &[String]) -> Task {
        let mut task = self.scenarios[scenario].task(without);
        task.wants_firings = false;
        task
    }

    fn cell(&self, scenario: usize, task: &Task, engine: &mut dyn Engine, player: &Player<'_>, detail: Detail) -> Cell {
        let reply = play_and_judge::play(engine, task);
        let judgement = judge::judge(self.scenarios[scenario], &reply, &player.observability(scenario));
        let mismatches = match judgement.verdict {
            Verdict::Pass | Verdict::Unobserved => Box::default(),
            Verdict::Crashed(crash) => return Cell::Crashed(crash.mismatch.actual),
            Verdict::Rejected(mismatch) => return Cell::Crashed(mismatch.actual),
            Verdict::Fail(mismatches) => mismatches.iter().map(Failure::of).collect(),
            Verdict::Invalid(problems) => {
                return Cell::Invalid(problems.first().map_or(String::new(), |problem| problem.message.clone()));
            }
            Verdict::Unsupported(why) => return Cell::Unsupported(why),
            Verdict::NoAnswer(fault) => return Cell::NoAnswer(fault),
        };
        match reply {
            Ok(Reply::Played(outcome)) => {
                let does_nothing = outcome.log.is_empty() && outcome.before == outcome.after;
                let hash = (detail == Detail::Hash).then(|| outcome_hash::of(&outcome));
                engine.recycle(outcome);
                Cell::Played(MutantPlay { mismatches, does_nothing, hash })
            }
            _ => Cell::Invalid(String::new()),
        }
    }
}
