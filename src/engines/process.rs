//! An engine in a process of its own: protocol 1, one JSON object per line on stdin and stdout.
//!
//! The process gets a deadline, a cap on its lines and a group of its own, so that nothing it does can hang or
//! flood the oracle, and nothing it starts outlives it.

use std::mem;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;

use crate::protocol::BoardNote;
use crate::protocol::Data;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Profile;
use crate::protocol::Reply;
use crate::protocol::Task;
use crate::protocol::text::one_line;
use crate::protocol::text::shortened;
use crate::protocol::wire;
use crate::protocol::wire::Answer;
use crate::protocol::wire::Greeting;
use crate::protocol::wire::WITHOUT;

pub(crate) mod check;
pub(crate) mod hello;
pub mod launch;
pub(crate) mod live;
pub(crate) mod pipes;
pub mod recorder;
pub mod replay;
pub(crate) mod running;
pub(crate) mod strays;
pub(crate) mod words;

use launch::Launch;
use live::lock;
use recorder::Recorder;
use running::Running;

/// After so many failures without one answer in between, the engine is given up.
const FAILURES_IN_A_ROW: usize = 3;
/// After so many failures in all, too: an engine that dies again and again would keep everybody waiting.
const FAILURES_IN_ALL: usize = 20;
/// The most bytes of an answer to one task.
pub(super) const LARGEST_OUTCOME: usize = 4 * 1024 * 1024;

/// Starts the same command for every job, and keeps what it started for the next one.
pub struct Processes {
    pool: Arc<ProcessPool>,
    profile: OnceLock<Profile>,
}

/// What all engines of one command share.
struct ProcessPool {
    launch: Launch,
    /// The game it has to play; none where its hello decides.
    game: Option<String>,
    recorder: Option<Arc<Recorder>>,
    idle: Mutex<Vec<(Running, Greeting)>>,
    /// What the first process said about itself. All others have to say the same.
    first: OnceLock<Greeting>,
    failures: Mutex<Failures>,
}

/// How the engine has behaved so far, in all its processes.
#[derive(Default)]
struct Failures {
    in_a_row: usize,
    in_all: usize,
    /// Why nobody is asked any more.
    given_up: Option<Fault>,
}

impl Processes {
    /// Nothing is started yet.
    pub fn new(launch: Launch, game: Option<String>, recorder: Option<Arc<Recorder>>) -> Processes {
        let (idle, first, failures) = Default::default();
        let pool = ProcessPool { launch, game, recorder, idle, first, failures };
        Processes { pool: Arc::new(pool), profile: OnceLock::new() }
    }
}

impl EngineMaker for Processes {
    /// Says hello when it is first asked for.
    fn profile(&self) -> &Profile {
        self.profile.get_or_init(|| match self.pool.start() {
            Ok((running, greeting)) => {
                let profile = self.pool.profile(&greeting);
                lock(&self.pool.idle).push((running, greeting));
                profile
            }
            Err(fault) => {
                // Whoever cannot say hello once is not asked again for every scenario.
                lock(&self.pool.failures).given_up = Some(fault);
                self.pool.profile(&Greeting::default())
            }
        })
    }

    fn engine(&self) -> Box<dyn Engine> {
        self.profile();
        Box::new(Process { pool: Arc::clone(&self.pool), running: None, is_fresh: false, tasks: 0 })
    }

    fn fresh_engine(&self) -> Box<dyn Engine> {
        self.profile();
        Box::new(Process { pool: Arc::clone(&self.pool), running: None, is_fresh: true, tasks: 0 })
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
        for (running, _) in mem::take(&mut *lock(&self.pool.idle)) {
            running.part();
        }
    }
}

impl ProcessPool {
    fn start(&self) -> Result<(Running, Greeting), Fault> {
        let scribe = self.recorder.as_ref().map(Recorder::scribe);
        let (running, greeting) = Running::greet(&self.launch, scribe)?;
        if let Some(trouble) = words::trouble(&greeting) {
            return Err(running.garbled("", &trouble));
        }
        if let Some(what) = hello::difference(self.first.get_or_init(|| greeting.clone()), &greeting) {
            let fault = Fault::Changed { what };
            // Answers of two engines in one result would belong to neither.
            lock(&self.failures).given_up.get_or_insert(fault.clone());
            return Err(fault);
        }
        match &self.game {
            Some(game) if !greeting.game.is_empty() && greeting.game != *game => {
                Err(running.garbled("", &format!("it plays `{}`, and `{game}` was asked for", greeting.game)))
            }
            _ => Ok((running, greeting)),
        }
    }

    fn profile(&self, greeting: &Greeting) -> Profile {
        let name = if greeting.engine.name.is_empty() { self.launch.shown() } else { greeting.engine.name.clone() };
        let game = self.game.clone().unwrap_or_else(|| greeting.game.clone());
        // A switch that cannot be turned off proves nothing.
        let switches = if greeting.can_be_proven() { greeting.switches.clone() } else { Vec::new() };
        let version = shortened(&one_line(&greeting.engine.version));
        let board = greeting.board.clone().filter(BoardNote::is_drawable);
        let hides_firings = !greeting.supports(wire::FIRED);
        let readings = greeting.readings.iter().map(words::plain_reading);
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

struct Process {
    pool: Arc<ProcessPool>,
    running: Option<(Running, Greeting)>,
    /// Whether its process must not have answered anything before.
    is_fresh: bool,
    tasks: u64,
}

impl Engine for Process {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        if let Some(fault) = lock(&self.pool.failures).given_up.clone() {
            return Err(fault);
        }
        let result = self.attempt(task);
        if result.is_err() {
            // A late answer must never be taken for the next one's: the process is dropped, not reused.
            self.running = None;
        }
        self.pool.noted(result)
    }
}

impl Process {
    fn attempt(&mut self, task: &Task) -> Result<Reply, Fault> {
        let (running, greeting) = match &mut self.running {
            Some(pair) => pair,
            empty => {
                let idle = if self.is_fresh { None } else { lock(&self.pool.idle).pop() };
                empty.insert(idle.map_or_else(|| self.pool.start(), Ok)?)
            }
        };
        if !task.without.is_empty() && !greeting.supports(WITHOUT) {
            return Ok(Reply::Unsupported("it cannot turn switches off".to_owned()));
        }
        self.tasks += 1;
        if let Some(line) = running.unasked() {
            return Err(running.garbled(&line, &misplaced(&line, self.tasks)));
        }
        let line = running.ask(wire::play_line(self.tasks, task), self.pool.launch.timeout)?;
        understand(&line, self.tasks).map_err(|why| running.garbled(&line, &why))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(pair) = self.running.take() {
            lock(&self.pool.idle).push(pair);
        }
    }
}

/// Reads the answer to a task, or says why it is none.
pub fn understand(line: &str, id: u64) -> Result<Reply, String> {
    if line.len() > LARGEST_OUTCOME {
        return Err(format!("it is longer than {} MiB", LARGEST_OUTCOME / 1024 / 1024));
    }
    match Answer::read(line).map_err(|error| unread(line, &error))? {
        Answer::Hello(_) => Err("it said hello again instead of answering".to_owned()),
        Answer::Unknown(unknown) => Err(format!("it did not understand the task: {}", words::reason(&unknown.why))),
        answer => match answer.reply() {
            Some((own, reply)) if own == id => words::checked(reply, line),
            _ => Err(misplaced(line, id)),
        },
    }
}

/// Why a line is no answer, in words that do not speak of how it is read.
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

/// What is wrong with an answer that came out of turn.
fn misplaced(line: &str, id: u64) -> String {
    match Answer::read(line).ok().and_then(Answer::reply) {
        Some((own, _)) if own.checked_add(1) == Some(id) => "it answered the task before this one twice".to_owned(),
        Some((own, _)) => format!("it carries the id {own}, and the task is {id}"),
        None => "it came without being asked for".to_owned(),
    }
}
