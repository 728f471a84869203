//! A hunt: differential fuzzing. Searches for scenarios on which two engines differ, without knowledge of the game.
//!
//! A hunt runs in rounds. All attempts of a round start from the same memory, and their results are added afterwards,
//! in order. So the number of jobs changes only the duration.

pub mod attempt;
pub mod attempt_result;
pub mod attention;
pub mod budget;
pub mod cause;
pub mod change;
pub mod corpus;
pub mod declared;
pub mod draft;
#[cfg(test)]
mod fake_engines;
pub mod finding;
pub mod firing_record;
pub mod follow;
pub mod hash;
pub mod memory;
pub mod mutation;
pub mod novelty;
pub mod readings;
pub mod rng;
pub mod second_engine;
pub mod shrink;
pub mod sides;
pub mod target;
pub mod vocabulary;
pub mod workers;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::PoisonError;
use std::sync::RwLock;

use crate::base::tolerance::Tolerance;
use crate::hunt::attempt_result::Lead;
use crate::hunt::attempt_result::Report;
use crate::hunt::attention::Attention;
use crate::hunt::budget::Budget;
use crate::hunt::finding::Catch;
use crate::hunt::finding::Finding;
use crate::hunt::memory::Memory;
use crate::hunt::rng::Rng;
use crate::hunt::shrink::default_values::Plain;
use crate::hunt::sides::Sides;
use crate::hunt::workers::Followed;
use crate::hunt::workers::Job;
use crate::hunt::workers::JobResult;
use crate::hunt::workers::ShrunkLead;
use crate::hunt::workers::Workers;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// A task from which a hunt starts.
#[derive(Debug, Clone)]
pub struct Start {
    /// The scenario or fixture.
    pub id: String,
    pub task: Task,
    /// Differences on this task are already known.
    pub is_known: bool,
}

/// Progress callback of a hunt. May be called from any thread.
pub trait HuntObserver: Sync {
    /// `spent` is the spent and the whole budget, if there is a limit.
    fn progress(&self, catch: &Catch, spent: Option<(u64, u64)>);
}

/// The sides, the start tasks and the budget of a hunt.
pub struct Hunt<'a> {
    pub contest: Sides<'a>,
    pub start: Vec<Start>,
    pub plain: Plain,
    /// The vocabulary that the engine declares, as `truthsayer schema` prints it; null if it declares none.
    pub words: Data,
    /// The clauses of the game. Their numbers and days are tried as values.
    pub clauses: Vec<String>,
    /// The tolerance of the game.
    pub tolerance: Tolerance,
    pub seed: u64,
    pub jobs: usize,
    pub budget: Budget,
    pub watch: &'a dyn HuntObserver,
}

/// Number of attempts per round. Small enough for slow engines, large enough for several jobs.
const ROUND: usize = 64;
/// Number of rounds after which the kinds of words are computed again.
const SETTLED: usize = 16;
/// Maximum number of findings that differ in the same way at the same kind of step.
const MOST_ALIKE: usize = 12;
/// Step width through the suite if time is short.
const STRIDE: usize = 16;

impl Hunt<'_> {
    /// Searches until the budget is used up, or nothing is left to find.
    pub fn run(&self) -> Catch {
        let memory = RwLock::new(self.memory());
        let comparable = self.contest.comparable(self.start.iter().map(|start| &start.task));
        let comparable = comparable.with_tolerance(self.tolerance.clone());
        std::thread::scope(|scope| {
            let crew = Workers::new(self, &comparable, &memory, scope);
            let mut master = Master {
                hunt: self,
                memory: &memory,
                crew,
                catch: Catch::default(),
                reported: BTreeSet::new(),
                alike: BTreeMap::new(),
                attention: Attention::default(),
                rounds: 0,
            };
            master.play_start();
            master.search();
            let Master { mut catch, .. } = master;
            catch.interrupted = self.budget.is_stopped();
            let found = catch.findings.iter().map(|finding| finding.rival);
            let found: BTreeSet<usize> = found.chain(catch.known.iter().map(|(rival, _)| *rival)).collect();
            let tries = &memory.read().unwrap_or_else(PoisonError::into_inner).tries;
            let without = (0..self.contest.rivals()).filter(|rival| !found.contains(rival));
            catch.without_finding = without.map(|rival| (rival, tries[rival])).collect();
            catch
        })
    }

    fn memory(&self) -> Memory {
        let mut memory = Memory::new(&self.contest);
        memory.learn_profile(self.contest.home().maker.profile());
        self.clauses.iter().for_each(|clause| memory.vocabulary.bounds.learn(clause));
        self.start.iter().for_each(|start| memory.learn_task(&start.task));
        memory.learn_words(&self.words);
        memory.vocabulary.settle();
        memory
    }
}

struct Master<'h, 'a> {
    hunt: &'h Hunt<'a>,
    memory: &'h RwLock<Memory>,
    crew: Workers,
    catch: Catch,
    /// The causes that are known or were reported.
    reported: BTreeSet<String>,
    /// Number of findings of each kind of step and group.
    alike: BTreeMap<String, usize>,
    attention: Attention,
    rounds: usize,
}

impl Master<'_, '_> {
    /// Runs the tasks of the suite. Known differences come first, so that no other difference is mistaken for them.
    fn play_start(&mut self) {
        let hunt = self.hunt;
        let (known, mut other): (Vec<usize>, Vec<usize>) =
            (0..hunt.start.len()).partition(|index| hunt.start[*index].is_known);
        self.catch.started.1 = hunt.start.len();
        for part in known.chunks(ROUND) {
            let leads = self.play_own(part);
            self.catch.known.extend(leads.iter().map(|lead| (lead.rival, lead.origin.clone())));
            // A known difference hides only findings of its own cause, which shrinking shows.
            if !hunt.contest.is_by_switch() {
                self.follow(leads.into_iter().map(|lead| Lead { is_known: true, ..lead }).collect());
                self.memory.write().unwrap_or_else(PoisonError::into_inner).known.clear();
            }
        }
        // If time may not suffice for all tasks, a sample of all is better than the first ones.
        if hunt.budget.is_timed() {
            other.sort_by_key(|index| index % STRIDE);
        }
        for part in other.chunks(ROUND) {
            if hunt.budget.is_half_over() && !self.read().pool.is_empty() {
                return;
            }
            let leads = self.play_own(part);
            self.follow(leads);
        }
    }

    fn play_own(&mut self, part: &[usize]) -> Vec<Lead> {
        let before = self.catch.tasks;
        let leads = self.play(part.iter().map(|index| Job::Start(*index)).collect());
        self.catch.started.0 += self.catch.tasks - before;
        self.hunt.watch.progress(&self.catch, self.hunt.budget.spent(self.catch.attempts));
        leads
    }

    fn search(&mut self) {
        let mut round = 0;
        while !self.is_done() {
            let count = self.hunt.budget.attempts_left(self.catch.attempts, ROUND);
            if count == 0 {
                return;
            }
            let rng = |number| Job::Attempt(Rng::new(self.hunt.seed, round, number));
            let leads = self.play((0..count as u64).map(rng).collect());
            self.catch.attempts += count;
            self.follow(leads);
            self.hunt.watch.progress(&self.catch, self.hunt.budget.spent(self.catch.attempts));
            round += 1;
        }
    }

    fn is_done(&self) -> bool {
        let nothing_left = self.hunt.contest.is_by_switch() && self.read().target.is_empty();
        nothing_left || self.catch.fault.is_some() || self.hunt.budget.is_over() || self.read().pool.is_empty()
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Memory> {
        self.memory.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs one round and adds its results. Returns the new leads.
    fn play(&mut self, jobs: Vec<Job>) -> Vec<Lead> {
        let results = self.crew.play(jobs);
        let reports = results.into_iter().filter_map(|result| match result {
            JobResult::Report(report) => Some(report),
            JobResult::Finding(_) => None,
        });
        let mut memory = self.memory.write().unwrap_or_else(PoisonError::into_inner);
        let (mut leads, mut repeated) = (Vec::new(), Vec::new());
        for report in reports {
            let Report { leads: own, plays, fault, .. } = report.as_ref();
            self.catch.plays += plays;
            self.catch.tasks += 1;
            for (all, own) in self.catch.unsupported.iter_mut().zip(&report.unsupported) {
                let Some(why) = own else { continue };
                all.tasks += 1;
                all.why.clone_from(why);
            }
            self.catch.playable += usize::from(report.is_playable && !report.used.is_empty());
            self.catch.fault = self.catch.fault.take().or_else(|| fault.clone());
            memory.take_in(&report);
            for lead in own {
                let is_new = match self.hunt.contest.is_by_switch() {
                    true => memory.target.iter().any(|target| target.rival == lead.rival),
                    false => memory.known.insert(lead.difference.group.clone()),
                };
                memory.target.retain(|target| target.rival != lead.rival);
                let lead = Lead { after: self.catch.attempts, is_repeated: !is_new, ..lead.clone() };
                match is_new {
                    true => leads.push(lead),
                    false => repeated.push(lead),
                }
            }
        }
        if !self.hunt.contest.is_by_switch() {
            let repeated = self.attention.choose(repeated, self.catch.plays);
            memory.followed.extend(repeated.iter().map(|lead| lead.shape));
            leads.extend(repeated);
        }
        if self.rounds.is_multiple_of(SETTLED) {
            memory.vocabulary.settle();
        }
        self.rounds += 1;
        if memory.pool.len() > self.catch.pool {
            (self.catch.pool, self.catch.last_new) = (memory.pool.len(), self.catch.attempts);
        }
        leads
    }

    /// Shrinks each lead, and those that this brings up. Leads that turn out to be the same fault are reported once.
    fn follow(&mut self, leads: Vec<Lead>) {
        let mut leads = leads;
        while !leads.is_empty() {
            let results = self.crew.play(leads.drain(..).map(|lead| Job::Shrink(Box::new(lead))).collect());
            for result in results {
                let JobResult::Finding(shrunk) = result else { continue };
                leads.extend(self.settle(*shrunk));
            }
        }
    }

    /// Reports a shrunk lead, and returns the leads of new groups that it brought up.
    fn settle(&mut self, shrunk: ShrunkLead) -> Vec<Lead> {
        let ShrunkLead { followed, plays, place, is_repeated, is_known, mut others } = shrunk;
        self.catch.plays += plays;
        let is_new = match followed {
            Followed::Found(finding) => self.report(*finding, is_known),
            Followed::Lost(difference) => {
                self.catch.unsteady.push(difference);
                false
            }
            Followed::CutShort => false,
        };
        if is_repeated {
            self.attention.note(&place, is_new, plays);
        }
        // The groups of known differences are forgotten after the suite has run.
        if is_known {
            return Vec::new();
        }
        let mut memory = self.memory.write().unwrap_or_else(PoisonError::into_inner);
        others.retain(|other| memory.known.insert(other.difference.group.clone()));
        others
    }

    /// Reports a finding, unless its cause is known. Returns whether it is new.
    fn report(&mut self, finding: Finding, is_known: bool) -> bool {
        let is_new = self.hunt.contest.is_by_switch() || self.reported.insert(finding.cause.clone());
        if !is_new || is_known {
            return false;
        }
        let alike = self.alike.entry(cause::coarse(&finding)).or_default();
        *alike += 1;
        if *alike > MOST_ALIKE && !self.hunt.contest.is_by_switch() {
            self.catch.similar += 1;
            return false;
        }
        self.catch.findings.push(finding);
        true
    }
}
