//! Worker threads that live as long as the hunt, each with its own engines, because starting an engine can be slow.

use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::RwLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::Sender;
use std::thread::Scope;

use crate::compare::comparable::Comparable;
use crate::compare::difference::Difference;
use crate::hunt::Hunt;
use crate::hunt::attempt::Attempt;
use crate::hunt::attempt_result::Lead;
use crate::hunt::attempt_result::Report;
use crate::hunt::finding::Finding;
use crate::hunt::follow;
use crate::hunt::memory::Memory;
use crate::hunt::rng::Rng;
use crate::hunt::sides::Table;

/// One thing to do.
#[derive(Debug, Clone)]
pub(crate) enum Job {
    /// Run a task of the suite.
    Start(usize),
    /// Create a task and run it.
    Attempt(Rng),
    /// Shrink a finding.
    Shrink(Box<Lead>),
}

/// Result of a job.
#[derive(Debug)]
pub(crate) enum JobResult {
    Report(Box<Report>),
    /// The shrunk lead.
    Finding(Box<ShrunkLead>),
}

/// A shrunk lead, with the number of runs that it took.
#[derive(Debug)]
pub(crate) struct ShrunkLead {
    pub followed: Followed,
    pub plays: usize,
    pub place: String,
    pub is_repeated: bool,
    pub is_known: bool,
    /// Differences of other groups that smaller tasks showed.
    pub others: Vec<Lead>,
}

/// Result of shrinking a lead.
#[derive(Debug)]
pub(crate) enum Followed {
    Found(Box<Finding>),
    /// The difference did not repeat.
    Lost(Difference),
    /// The time was up before the cause of a difference of a known group was found. It is probably a known cause.
    CutShort,
}

/// The jobs of one round.
struct JobRound {
    jobs: Vec<Job>,
    next: AtomicUsize,
}

/// Results, each with the index of its job.
type FinishedJobs = Vec<(usize, JobResult)>;

pub(crate) struct Workers {
    rounds: Vec<Sender<Arc<JobRound>>>,
    results: Receiver<FinishedJobs>,
}

impl Workers {
    pub(crate) fn new<'scope, 'env>(
        hunt: &'env Hunt<'env>,
        comparable: &'env Comparable,
        memory: &'env RwLock<Memory>,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Workers {
        let (results, done) = mpsc::channel();
        let mut rounds = Vec::new();
        for _ in 0..hunt.jobs.max(1) {
            let (sender, receiver) = mpsc::channel();
            let results = results.clone();
            scope.spawn(move || work(hunt, comparable, memory, scope, (&receiver, &results)));
            rounds.push(sender);
        }
        Workers { rounds, results: done }
    }

    /// Runs all jobs of a round. The results are in the order of the jobs.
    pub(crate) fn play(&self, jobs: Vec<Job>) -> Vec<JobResult> {
        let round = Arc::new(JobRound { jobs, next: AtomicUsize::new(0) });
        let sent = self.rounds.iter().filter(|member| member.send(Arc::clone(&round)).is_ok()).count();
        let mut done: FinishedJobs = (0..sent).filter_map(|_| self.results.recv().ok()).flatten().collect();
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

fn work<'scope, 'a>(
    hunt: &'a Hunt<'a>,
    comparable: &'a Comparable,
    memory: &RwLock<Memory>,
    scope: &'scope Scope<'scope, 'a>,
    (rounds, results): (&Receiver<Arc<JobRound>>, &Sender<FinishedJobs>),
) {
    let _guard = Guard(results);
    let mut table = Table::new(&hunt.contest, comparable, scope);
    while let Ok(round) = rounds.recv() {
        let memory = memory.read().unwrap_or_else(PoisonError::into_inner);
        let mut done = Vec::new();
        loop {
            let index = round.next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = round.jobs.get(index) else { break };
            // After the time is up, only shrinking continues.
            if hunt.budget.is_over() && !matches!(job, Job::Shrink(_)) {
                continue;
            }
            let result = perform(hunt, &memory, &mut table, job);
            done.extend(if table.is_cut_off { fault_of(result) } else { Some(result) }.map(|result| (index, result)));
        }
        drop(memory);
        if results.send(done).is_err() {
            return;
        }
    }
}

/// Returns only the fault of a job in which an engine was cut off.
fn fault_of(result: JobResult) -> Option<JobResult> {
    match result {
        JobResult::Report(report) if report.fault.is_some() => {
            Some(JobResult::Report(Box::new(Report { fault: report.fault, ..Report::default() })))
        }
        JobResult::Report(_) | JobResult::Finding(_) => None,
    }
}

/// Reports on drop, so that a panicking worker blocks no other. The panic is reported at the end of the hunt.
struct Guard<'a>(&'a Sender<FinishedJobs>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(Vec::new());
        }
    }
}

fn perform<'a, 't>(hunt: &'a Hunt<'a>, memory: &'t Memory, table: &'t mut Table<'a>, job: &Job) -> JobResult {
    let in_a_hurry = hunt.budget.is_timed();
    match job {
        Job::Start(index) => {
            let start = &hunt.start[*index];
            let rng = Rng::new(hunt.seed, u64::MAX, *index as u64);
            let attempt = Attempt { contest: &hunt.contest, memory, table, rng, in_a_hurry };
            JobResult::Report(Box::new(attempt.of_suite(start.task.clone(), &start.id)))
        }
        Job::Attempt(rng) => JobResult::Report(Box::new(
            Attempt { contest: &hunt.contest, memory, table, rng: rng.clone(), in_a_hurry }.mutated(),
        )),
        Job::Shrink(lead) => JobResult::Finding(Box::new(follow::follow(hunt, memory, table, (**lead).clone()))),
    }
}
