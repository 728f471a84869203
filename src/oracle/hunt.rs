//! A hunt: searching for scenarios on which two engines differ, without knowing the game.
//!
//! It goes in rounds. In a round every attempt builds on what was known when the round began, and what they have shown
//! is taken in afterwards, in their order. So the number of jobs changes nothing but the time it takes.

pub(crate) mod attempt;
pub mod budget;
pub mod contest;
pub(crate) mod crew;
pub(crate) mod declared;
pub(crate) mod dice;
pub(crate) mod difference;
pub(crate) mod draft;
pub mod finding;
pub(crate) mod lens;
pub(crate) mod memory;
pub(crate) mod mutation;
pub(crate) mod novelty;
mod opponent;
pub mod plain;
pub(crate) mod pool;
pub(crate) mod report;
pub(crate) mod shrink;
pub(crate) mod sign;
pub(crate) mod sought;
pub(crate) mod tree;
pub(crate) mod vocabulary;

use std::collections::BTreeSet;
use std::sync::PoisonError;
use std::sync::RwLock;

use crate::oracle::hunt::budget::Budget;
use crate::oracle::hunt::contest::Contest;
use crate::oracle::hunt::crew::Crew;
use crate::oracle::hunt::crew::Followed;
use crate::oracle::hunt::crew::Job;
use crate::oracle::hunt::crew::JobResult;
use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::finding::Catch;
use crate::oracle::hunt::finding::Finding;
use crate::oracle::hunt::memory::Memory;
use crate::oracle::hunt::plain::Plain;
use crate::oracle::hunt::report::Lead;
use crate::oracle::hunt::report::Report;
use crate::protocol::Data;
use crate::protocol::Task;

/// A task that a hunt begins with.
#[derive(Debug, Clone)]
pub struct Start {
    /// The scenario or fixture.
    pub id: String,
    pub task: Task,
    /// What it shows is known already.
    pub is_known: bool,
}

/// Somebody who is told how far a hunt has come.
pub trait HuntObserver: Sync {
    fn tell(&self, catch: &Catch);
}

/// Who is compared, from where, and how long.
pub struct Hunt<'a> {
    pub contest: Contest<'a>,
    pub start: Vec<Start>,
    pub plain: Plain,
    /// What the engine declares about its words, as `truthsayer schema` prints it; nothing where it does not.
    pub words: Data,
    pub seed: u64,
    pub jobs: usize,
    pub budget: Budget,
    pub watch: &'a dyn HuntObserver,
}

/// How many attempts make a round. Few enough for slow engines, enough to keep several jobs busy.
const ROUND: usize = 64;
/// Which words are of one kind is found out anew every so many rounds.
const SETTLED: usize = 16;
/// By how much the suite is strode through where its time is short.
const STRIDE: usize = 16;

impl Hunt<'_> {
    /// Searches until the budget is used up, or nothing is left to be found.
    pub fn run(&self) -> Catch {
        let memory = RwLock::new(self.memory());
        let lens = self.contest.lens(self.start.iter().map(|start| &start.task));
        std::thread::scope(|scope| {
            let crew = Crew::new(self, &lens, &memory, scope);
            let mut master =
                Master { hunt: self, memory: &memory, crew, catch: Catch::default(), told: BTreeSet::new(), rounds: 0 };
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
        self.start.iter().for_each(|start| memory.learn_task(&start.task));
        memory.learn_words(&self.words);
        memory.vocabulary.settle();
        memory
    }
}

struct Master<'h, 'a> {
    hunt: &'h Hunt<'a>,
    memory: &'h RwLock<Memory>,
    crew: Crew,
    catch: Catch,
    /// The groups that were told.
    told: BTreeSet<String>,
    rounds: usize,
}

impl Master<'_, '_> {
    /// The suite as it stands. What is known shows itself first, so that nothing else is taken for it.
    fn play_start(&mut self) {
        let hunt = self.hunt;
        let (known, mut other): (Vec<usize>, Vec<usize>) =
            (0..hunt.start.len()).partition(|index| hunt.start[*index].is_known);
        self.catch.started.1 = hunt.start.len();
        for part in known.chunks(ROUND) {
            let leads = self.play_own(part);
            self.catch.known.extend(leads.into_iter().map(|lead| (lead.rival, lead.origin)));
        }
        // Where the time may not do for all, something of everything is better than all of the beginning.
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
        self.hunt.watch.tell(&self.catch);
        leads
    }

    fn search(&mut self) {
        let mut round = 0;
        while !self.is_done() {
            let count = self.hunt.budget.attempts_left(self.catch.attempts, ROUND);
            if count == 0 {
                return;
            }
            let dice = |number| Job::Attempt(Dice::new(self.hunt.seed, round, number));
            let leads = self.play((0..count as u64).map(dice).collect());
            self.catch.attempts += count;
            self.follow(leads);
            self.hunt.watch.tell(&self.catch);
            round += 1;
        }
    }

    fn is_done(&self) -> bool {
        let nothing_left = self.hunt.contest.is_by_switch() && self.read().sought.is_empty();
        nothing_left || self.catch.fault.is_some() || self.hunt.budget.is_over() || self.read().pool.is_empty()
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Memory> {
        self.memory.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one round and takes in what it has shown. What is new to everybody is handed back.
    fn play(&mut self, jobs: Vec<Job>) -> Vec<Lead> {
        let results = self.crew.play(jobs);
        let reports = results.into_iter().filter_map(|result| match result {
            JobResult::Report(report) => Some(report),
            JobResult::Finding(..) => None,
        });
        let mut memory = self.memory.write().unwrap_or_else(PoisonError::into_inner);
        let mut leads = Vec::new();
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
                    true => memory.sought.iter().any(|sought| sought.rival == lead.rival),
                    false => memory.known.insert(lead.difference.group.clone()),
                };
                memory.sought.retain(|sought| sought.rival != lead.rival);
                if is_new {
                    leads.push(Lead { after: self.catch.attempts, ..lead.clone() });
                }
            }
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

    /// Makes each lead as small as it gets. What then turns out to be the same fault is told once.
    fn follow(&mut self, leads: Vec<Lead>) {
        if leads.is_empty() {
            return;
        }
        let results = self.crew.play(leads.into_iter().map(Job::Shrink).collect());
        for result in results {
            let JobResult::Finding(followed, plays) = result else { continue };
            self.catch.plays += plays;
            let finding = match followed {
                Followed::Found(finding) => *finding,
                Followed::Lost(difference) => {
                    self.catch.unsteady.push(difference);
                    continue;
                }
            };
            if self.hunt.contest.is_by_switch() || self.told.insert(self.cause(&finding)) {
                self.catch.findings.push(finding);
            }
        }
    }

    /// What one fault shows wherever it is met: the kind of the first step after which anything differs, and what does.
    fn cause(&self, finding: &Finding) -> String {
        let step = finding.step.and_then(|step| finding.task.when.get(step.checked_sub(1)?));
        format!("{} {}", novelty::kind_of(step), finding.difference.group)
    }
}
