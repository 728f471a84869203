//! An engine in its own process: protocol 1, one JSON object per line on stdin and stdout.
//!
//! The process has a deadline, a maximum line length and its own process group, so that it cannot block or flood the
//! oracle, and its children do not outlive it.

pub mod conformance_kit;
pub mod hello;
pub mod launch;
pub mod orphan_cleanup;
pub mod pipes;
pub mod process_registry;
pub mod recorder;
pub mod replay;
pub mod running;
pub mod sanitize;
mod sharing;
pub mod timeout;

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering;
use std::time::Instant;

use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::text::one_line;
use truthsayer_protocol::text::shortened;
use truthsayer_protocol::wire;
use truthsayer_protocol::wire::Answer;
use truthsayer_protocol::wire::Greeting;
use truthsayer_protocol::wire::WITHOUT;

use launch::Launch;
use process_registry::lock;
use recorder::Recorder;
use running::Running;
use sharing::Shared;

/// Maximum number of failures without an answer in between.
const FAILURES_IN_A_ROW: usize = 3;
/// Maximum number of failures in total, because restarting an engine again and again takes time.
const FAILURES_IN_ALL: usize = 20;
/// Maximum size of an answer in bytes.
pub(super) const LARGEST_OUTCOME: usize = 4 * 1024 * 1024;

/// Starts processes of one command, and shares them between jobs.
pub struct Processes {
    pool: Arc<ProcessPool>,
    profile: OnceLock<Profile>,
}

/// State shared by all processes of one command.
struct ProcessPool {
    launch: Launch,
    /// The required game; `None` if the engine's hello decides.
    game: Option<String>,
    recorder: Option<Arc<Recorder>>,
    shared: Shared<Partner>,
    /// Number of tasks that were sent. Each has its own id, whichever job and process it belongs to.
    tasks: AtomicU64,
    /// The first hello. All others must be equal.
    first: OnceLock<Greeting>,
    failures: Mutex<Failures>,
}

/// Failures of all processes of the engine.
#[derive(Default)]
struct Failures {
    in_a_row: usize,
    in_all: usize,
    /// Set if the engine is not asked any more.
    given_up: Option<Fault>,
}

impl Processes {
    /// Creates the pool. Starts nothing.
    pub fn new(launch: Launch, game: Option<String>, recorder: Option<Arc<Recorder>>) -> Processes {
        let (tasks, first, failures) = Default::default();
        let pool = ProcessPool { launch, game, recorder, shared: Shared::new(), tasks, first, failures };
        Processes { pool: Arc::new(pool), profile: OnceLock::new() }
    }
}

impl EngineMaker for Processes {
    /// Exchanges hello on first use.
    fn profile(&self) -> &Profile {
        self.profile.get_or_init(|| {
            let begun = Instant::now();
            match self.pool.start() {
                Ok(partner) => {
                    let profile = self.pool.profile(&partner.greeting);
                    self.pool.shared.begin(partner, begun.elapsed());
                    profile
                }
                Err(fault) => {
                    // An engine that fails to say hello is not asked again for every scenario.
                    lock(&self.pool.failures).given_up = Some(fault);
                    self.pool.profile(&Greeting::default())
                }
            }
        })
    }

    fn engine(&self) -> Box<dyn Engine> {
        self.profile();
        Box::new(Process { pool: Arc::clone(&self.pool), is_fresh: false, own: None, spare: None })
    }

    fn fresh_engine(&self) -> Box<dyn Engine> {
        self.profile();
        Box::new(Process { pool: Arc::clone(&self.pool), is_fresh: true, own: None, spare: None })
    }

    fn fault(&self) -> Option<Fault> {
        self.profile();
        lock(&self.pool.failures).given_up.clone()
    }

    fn waits(&self) -> bool {
        true
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for partner in self.pool.shared.take_all() {
            partner.running.part();
        }
    }
}

impl ProcessPool {
    fn start(&self) -> Result<Partner, Fault> {
        let writer = self.recorder.as_ref().map(Recorder::writer);
        let (running, greeting) = Running::greet(&self.launch, writer)?;
        if let Some(entry) = sanitize::entry(&greeting) {
            return Err(running.garbled("", &entry));
        }
        if let Some(what) = hello::difference(self.first.get_or_init(|| greeting.clone()), &greeting) {
            let fault = Fault::Changed { what };
            // A result must not mix answers of two different engines.
            lock(&self.failures).given_up.get_or_insert(fault.clone());
            return Err(fault);
        }
        match &self.game {
            Some(game) if !greeting.game.is_empty() && greeting.game != *game => {
                Err(running.garbled("", &format!("its game is `{}`, but `{game}` is required", greeting.game)))
            }
            _ => Ok(Partner { running, greeting }),
        }
    }

    fn profile(&self, greeting: &Greeting) -> Profile {
        let name = if greeting.engine.name.is_empty() { self.launch.shown() } else { greeting.engine.name.clone() };
        let game = self.game.clone().unwrap_or_else(|| greeting.game.clone());
        // Switches that cannot be turned off prove nothing.
        let switches = if greeting.can_be_proven() { greeting.switches.clone() } else { Vec::new() };
        let version = shortened(&one_line(&greeting.engine.version));
        let board = greeting.board.clone().filter(BoardNote::is_drawable);
        let hides_firings = !greeting.supports(wire::FIRED);
        let readings = greeting.readings.iter().map(sanitize::plain_reading);
        let events = greeting.events.clone();
        let mut profile = Profile::new(shortened(&one_line(&name)), version, game)
            .with_switches(switches)
            .with_events(events)
            .with_board(board)
            .with_readings(readings)
            .with_observes(greeting.observes.clone());
        profile.hides_firings = hides_firings;
        profile.is_external = true;
        profile
    }

    fn noted(&self, result: Result<Reply, Fault>) -> Result<Reply, Fault> {
        let mut failures = lock(&self.failures);
        if matches!(result, Err(Fault::Interrupted)) {
            return result;
        }
        if result.is_ok() {
            failures.in_a_row = 0;
            return result;
        }
        failures.in_a_row += 1;
        failures.in_all += 1;
        let in_a_row = failures.in_a_row >= FAILURES_IN_A_ROW;
        if in_a_row || failures.in_all >= FAILURES_IN_ALL {
            let number = if in_a_row { failures.in_a_row } else { failures.in_all };
            failures.given_up.get_or_insert(Fault::GivenUp { failures: number, in_a_row });
        }
        result
    }
}

/// A running process, after hello.
struct Partner {
    running: Running,
    greeting: Greeting,
}

impl Partner {
    /// Sends a task and reads the answer over an earlier outcome.
    fn play(&mut self, task: &Task, pool: &ProcessPool, spare: Option<Box<Outcome>>) -> Result<Reply, Fault> {
        let Partner { running, greeting } = self;
        if !task.without.is_empty() && !greeting.supports(WITHOUT) {
            return Ok(Reply::Unsupported("it cannot turn switches off".to_owned()));
        }
        let id = pool.tasks.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(line) = running.unasked() {
            return Err(running.garbled(&line, &misplaced(&line, id)));
        }
        let line = running.ask(wire::play_line(id, task), pool.launch.timeout)?;
        let mut reply = understand_over(&line, id, spare).map_err(|why| running.garbled(&line, &why))?;
        if let Reply::Crashed(crash) = &mut reply
            && crash.trace.is_empty()
        {
            crash.trace = running.take_trace();
        }
        Ok(reply)
    }
}

/// The engine of one job.
struct Process {
    pool: Arc<ProcessPool>,
    /// The process must not have answered anything before, and is not shared.
    is_fresh: bool,
    own: Option<Partner>,
    /// An outcome that is no longer needed. The next one is read over it.
    spare: Option<Box<Outcome>>,
}

impl Engine for Process {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        if let Some(fault) = lock(&self.pool.failures).given_up.clone() {
            return Err(fault);
        }
        let result = self.attempt(task);
        self.pool.noted(result)
    }

    fn recycle(&mut self, outcome: Box<Outcome>) {
        self.spare = Some(outcome);
    }

    // The reader of the pipe rewrites numbers.
    fn writes_plain_numbers(&self) -> bool {
        true
    }
}

impl Process {
    fn attempt(&mut self, task: &Task) -> Result<Reply, Fault> {
        let pool = &self.pool;
        let found = match (self.own.take(), self.is_fresh) {
            (None, false) => pool.shared.take(),
            (None, true) => {
                pool.shared.add();
                None
            }
            (own, _) => own,
        };
        let mut partner = found.map_or_else(|| pool.start().inspect_err(|_| pool.shared.lost()), Ok)?;
        let result = partner.play(task, pool, self.spare.take());
        if result.is_err() {
            // A late answer must not be mistaken for the next one: the process is not reused.
            drop(partner);
            pool.shared.lost();
        } else if self.is_fresh {
            self.own = Some(partner);
        } else {
            pool.shared.put(partner);
        }
        result
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(partner) = self.own.take() {
            self.pool.shared.put(partner);
        }
    }
}

/// Parses the answer to a task, or returns why it is invalid.
pub fn understand(line: &str, id: u64) -> Result<Reply, String> {
    understand_over(line, id, None)
}

/// Same as [`understand`], with an outcome whose memory can be reused.
fn understand_over(line: &str, id: u64, spare: Option<Box<Outcome>>) -> Result<Reply, String> {
    if line.len() > LARGEST_OUTCOME {
        return Err(format!("it is longer than {} MiB", LARGEST_OUTCOME / 1024 / 1024));
    }
    if let Some((own, outcome)) = wire::read_played(line, spare) {
        // Its numbers can be compared as they are.
        return match own == id {
            true => sanitize::harmless(Reply::Played(outcome), sanitize::is_odd(line)),
            false => Err(misplaced(line, id)),
        };
    }
    match Answer::read(line).map_err(|error| unread(line, &error))? {
        Answer::Hello(_) => Err("it sent hello again instead of an answer".to_owned()),
        Answer::Unknown(unknown) => Err(format!("it did not understand the task: {}", sanitize::reason(&unknown.why))),
        answer => match answer.reply() {
            Some((own, reply)) if own == id => sanitize::checked(reply, sanitize::is_odd(line)),
            _ => Err(misplaced(line, id)),
        },
    }
}

/// Returns why a line is not an answer, without parser terms.
fn unread(line: &str, error: &serde_json::Error) -> String {
    const ANSWERS: [&str; 4] = ["played", "invalid", "unsupported", "crashed"];
    const OLDER: [&str; 2] = ["misposed", "failed"];
    let is_answer = |key: &String| ANSWERS.iter().chain(&OLDER).any(|answer| answer == key);
    match serde_json::from_str::<Data>(line) {
        Err(error) => format!("it is not JSON: {error}"),
        Ok(Data::Object(map)) if map.len() == 1 && map.keys().all(is_answer) => error.to_string(),
        Ok(_) => format!("it is not a map with one key out of {}", ANSWERS.join(", ")),
    }
}

/// Returns what is wrong with an answer that was sent at the wrong time.
fn misplaced(line: &str, id: u64) -> String {
    match Answer::read(line).ok().and_then(Answer::reply) {
        Some((own, _)) if own.checked_add(1) == Some(id) => "it answered the task before this one twice".to_owned(),
        Some((own, _)) => format!("it has the id {own}, but the task has {id}"),
        None => "it was sent without a task".to_owned(),
    }
}
