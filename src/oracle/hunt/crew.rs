//! The crew: threads that live as long as the hunt, each with its own engines, because starting an engine can be slow.

use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::RwLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::Sender;
use std::thread::Scope;

use crate::oracle::hunt::Hunt;
use crate::oracle::hunt::attempt::Attempt;
use crate::oracle::hunt::contest::Table;
use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::difference;
use crate::oracle::hunt::difference::Difference;
use crate::oracle::hunt::finding::Finding;
use crate::oracle::hunt::lens::Lens;
use crate::oracle::hunt::memory::Memory;
use crate::oracle::hunt::report::Lead;
use crate::oracle::hunt::report::Report;
use crate::oracle::hunt::shrink;
use crate::oracle::room::Room;
use crate::protocol::Data;
use crate::protocol::Outcome;
use crate::protocol::Reply;

/// One thing to do.
#[derive(Debug, Clone)]
pub(crate) enum Job {
    /// Play a task of the suite.
    Start(usize),
    /// Make a task and play it.
    Attempt(Dice),
    /// Make a finding small.
    Shrink(Lead),
}

/// What came of it.
#[derive(Debug)]
pub(crate) enum JobResult {
    Report(Box<Report>),
    /// And how many plays it took.
    Finding(Followed, usize),
}

/// What came of a lead.
#[derive(Debug)]
pub(crate) enum Followed {
    Found(Box<Finding>),
    /// It did not show again.
    Lost(Difference),
}

/// The jobs of one round.
struct JobRound {
    jobs: Vec<Job>,
    next: AtomicUsize,
}

/// Results, each with the number of its job.
type FinishedJobs = Vec<(usize, JobResult)>;

pub(crate) struct Crew {
    rounds: Vec<Sender<Arc<JobRound>>>,
    results: Receiver<FinishedJobs>,
}

impl Crew {
    pub(crate) fn new<'scope, 'env>(
        hunt: &'env Hunt<'env>,
        lens: &'env Lens,
        memory: &'env RwLock<Memory>,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Crew {
        let (results, done) = mpsc::channel();
        let mut rounds = Vec::new();
        for _ in 0..hunt.jobs.max(1) {
            let (sender, receiver) = mpsc::channel();
            let results = results.clone();
            scope.spawn(move || work(hunt, lens, memory, scope, (&receiver, &results)));
            rounds.push(sender);
        }
        Crew { rounds, results: done }
    }

    /// Does all jobs of a round. The results stand in the order of the jobs.
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
    lens: &'a Lens,
    memory: &RwLock<Memory>,
    scope: &'scope Scope<'scope, 'a>,
    (rounds, results): (&Receiver<Arc<JobRound>>, &Sender<FinishedJobs>),
) {
    let _guard = Guard(results);
    let mut table = Table::new(&hunt.contest, lens, scope);
    while let Ok(round) = rounds.recv() {
        let memory = memory.read().unwrap_or_else(PoisonError::into_inner);
        let mut done = Vec::new();
        loop {
            let index = round.next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = round.jobs.get(index) else { break };
            // When the time is up, only what was found is brought to an end.
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

/// Of a job in which an engine was cut off, only the fault is kept.
fn fault_of(result: JobResult) -> Option<JobResult> {
    match result {
        JobResult::Report(report) if report.fault.is_some() => {
            Some(JobResult::Report(Box::new(Report { fault: report.fault, ..Report::default() })))
        }
        JobResult::Report(_) | JobResult::Finding(..) => None,
    }
}

/// Whoever panics still reports, so that nobody waits for it; the panic is told when the hunt is over.
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
            let dice = Dice::new(hunt.seed, u64::MAX, *index as u64);
            let attempt = Attempt { contest: &hunt.contest, memory, table, dice, in_a_hurry };
            JobResult::Report(Box::new(attempt.of_suite(start.task.clone(), &start.id)))
        }
        Job::Attempt(dice) => JobResult::Report(Box::new(
            Attempt { contest: &hunt.contest, memory, table, dice: dice.clone(), in_a_hurry }.mutated(),
        )),
        Job::Shrink(lead) => follow(hunt, table, lead.clone()),
    }
}

/// How many findings have room for what both sides say.
const TOLD: usize = 64;

/// What is left of a reply that is very long: which switches took effect.
fn shortened(reply: Reply) -> Reply {
    match reply {
        Reply::Played(outcome) if !Room::of_each(TOLD).holds_outcome(&outcome) => {
            let mut short = Outcome::new(Data::Null, Data::Null);
            short.fired = outcome.fired;
            Reply::Played(Box::new(short))
        }
        other => other,
    }
}

/// Makes a lead as small as it gets; when the time is up, as small as it has become.
fn follow<'a>(hunt: &'a Hunt<'a>, table: &mut Table<'a>, lead: Lead) -> JobResult {
    let start = table.plays;
    let Lead { rival, task, difference, origin, is_own, after } = lead;
    let by_switch = hunt.contest.is_by_switch();
    let mut task = shrink::shrink(task, &hunt.plain, &mut |smaller| {
        let shows = |found: &[Difference]| found.iter().any(|it| by_switch || it.group == difference.group);
        !hunt.budget.is_over() && shows(&table.differences(smaller, rival))
    });
    let first = table.first_step(&task, rival, difference.is_set_up);
    let step = first.as_ref().map(|(step, _)| *step);
    // What comes after the first difference is no longer about the same game.
    if let (Some(step), false) = (step, by_switch) {
        task.when.truncate(step);
    }
    let replies = table.replies(&task, rival);
    let [one, other] = &replies;
    let followed = match difference::between(&task, one, other, table.lens).is_empty() {
        true => Followed::Lost(difference),
        false => {
            let difference = first.map_or(difference, |(_, difference)| difference);
            let replies = replies.map(|reply| reply.map(shortened));
            Followed::Found(Box::new(Finding { rival, task, difference, step, origin, is_own, after, replies }))
        }
    };
    JobResult::Finding(followed, table.plays - start)
}
