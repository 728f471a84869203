//! An engine in a process of its own: protocol 1, one JSON object per line on stdin and stdout.
//!
//! The process gets a deadline, a cap on its lines and a group of its own, so that nothing it does can hang or
//! flood the oracle, and nothing it starts outlives it.

use std::io;
use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::process::ChildStdin;
use std::process::Command;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use process_wrap::std::ChildWrapper;
use process_wrap::std::CommandWrap;
use serde_json::json;

use crate::protocol::Complaint;
use crate::protocol::Data;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Outcome;
use crate::protocol::Profile;
use crate::protocol::Reply;
use crate::protocol::Task;

/// The longest line an engine may answer with.
const LONGEST_LINE: u64 = 16 * 1024 * 1024;
/// How much of what it wrote to stderr is kept for the report.
const LAST_WORDS: usize = 2000;
/// A process that has failed this often is not started again; what is left stays unanswered.
const MOST_STARTS: usize = 3;

/// Starts the same command for every job.
pub struct Processes {
    command: Vec<String>,
    deadline: Duration,
    profile: Profile,
}

impl Processes {
    /// Nothing is started yet. The command is run as it is, without a shell.
    pub fn new(command: Vec<String>, deadline: Duration, game: &str) -> Processes {
        let profile = Profile { name: command.join(" "), game: game.to_owned(), ..Profile::default() };
        Processes { command, deadline, profile }
    }
}

impl EngineMaker for Processes {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(Process {
            command: self.command.clone(),
            deadline: self.deadline,
            running: None,
            starts: 0,
            tasks: 0,
            ended: None,
        })
    }
}

struct Process {
    command: Vec<String>,
    deadline: Duration,
    running: Option<Running>,
    starts: usize,
    tasks: u64,
    /// The fault after which it is not started again.
    ended: Option<Fault>,
}

impl Engine for Process {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        if let Some(fault) = &self.ended {
            return Err(fault.clone());
        }
        self.tasks += 1;
        let result = self.attempt(task);
        if let Err(fault) = &result {
            // A late answer must never be taken for the next one's: the process is dropped, not reused.
            self.running = None;
            if self.starts >= MOST_STARTS {
                self.ended = Some(fault.clone());
            }
        }
        result
    }
}

impl Process {
    fn attempt(&mut self, task: &Task) -> Result<Reply, Fault> {
        let id = self.tasks;
        if self.running.is_none() {
            self.starts += 1;
            self.running = Some(Running::start(&self.command, self.deadline)?);
        }
        let Some(running) = &mut self.running else {
            return Err(Fault::NotStarted { command: self.command.join(" "), why: "no process".to_owned() });
        };
        let question = json!({"play": {"id": id, "given": task.given, "when": task.when, "without": task.without}});
        let line = running.ask(&question, self.deadline)?;
        understand(&line, id)
    }
}

/// Reads an answer: `played`, `misposed`, or something that makes no sense.
fn understand(line: &str, id: u64) -> Result<Reply, Fault> {
    let garbled = |why: &str| Fault::Garbled { line: shorten(line), why: why.to_owned() };
    let data: Data = serde_json::from_str(line).map_err(|error| garbled(&format!("not JSON: {error}")))?;
    let body = |key: &str| data.get(key).filter(|body| body.is_object());
    let answered = |body: &Data| body.get("id").and_then(Data::as_u64) == Some(id);
    match (body("played"), body("misposed")) {
        (Some(body), None) if answered(body) => {
            let outcome: Outcome = serde_json::from_value(body.clone()).map_err(|error| garbled(&error.to_string()))?;
            Ok(Reply::Played(Box::new(outcome)))
        }
        (None, Some(body)) if answered(body) => {
            let complaint: Complaint =
                serde_json::from_value(body.clone()).map_err(|error| garbled(&error.to_string()))?;
            Ok(Reply::Misposed(complaint))
        }
        (None, None) => Err(garbled("neither `played` nor `misposed`")),
        _ => Err(garbled(&format!("the answer is not for task {id}"))),
    }
}

fn shorten(line: &str) -> String {
    let end = line.floor_char_boundary(200.min(line.len()));
    if end < line.len() { format!("{}…", &line[..end]) } else { line.to_owned() }
}

struct Running {
    child: Box<dyn ChildWrapper>,
    stdin: ChildStdin,
    lines: mpsc::Receiver<io::Result<String>>,
    last_words: Arc<Mutex<String>>,
    /// Closed when the process has said its last word.
    silence: mpsc::Receiver<()>,
}

impl Running {
    fn start(command: &[String], deadline: Duration) -> Result<Running, Fault> {
        let not_started = |why: String| Fault::NotStarted { command: command.join(" "), why };
        let Some((program, arguments)) = command.split_first() else {
            return Err(not_started("the command is empty".to_owned()));
        };
        let mut plain = Command::new(program);
        plain.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = grouped(plain).spawn().map_err(|error| not_started(error.to_string()))?;
        let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(not_started("its pipes could not be opened".to_owned()));
        };
        let (sender, lines) = mpsc::sync_channel(16);
        thread::spawn(move || read_lines(stdout, &sender));
        let last_words = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&last_words);
        let (speaking, silence) = mpsc::channel();
        thread::spawn(move || {
            keep_last_words(stderr, &kept);
            drop(speaking);
        });
        let mut running = Running { child, stdin, lines, last_words, silence };
        let hello = running.ask(&json!({"hello": {"protocol": 1}}), deadline)?;
        greet(&hello)?;
        Ok(running)
    }

    fn ask(&mut self, question: &Data, deadline: Duration) -> Result<String, Fault> {
        let written = writeln!(self.stdin, "{question}").and_then(|()| self.stdin.flush());
        if written.is_err() {
            return Err(self.died());
        }
        match self.lines.recv_timeout(deadline) {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(error)) => Err(Fault::Garbled { line: String::new(), why: error.to_string() }),
            Err(mpsc::RecvTimeoutError::Timeout) => Err(Fault::TimedOut { after: deadline, last_words: self.words() }),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(self.died()),
        }
    }

    fn died(&mut self) -> Fault {
        let _ = self.child.start_kill();
        let how = match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        // Its last words may still be on their way; something it started may hold the pipe open for ever.
        let _ = self.silence.recv_timeout(Duration::from_millis(300));
        Fault::Died { how, last_words: self.words() }
    }

    fn words(&self) -> String {
        self.last_words.lock().map(|words| words.trim().to_owned()).unwrap_or_default()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = writeln!(self.stdin, "{}", json!({"bye": {}}));
        let _ = self.child.start_kill();
        let _ = self.child.wait();
    }
}

fn grouped(command: Command) -> CommandWrap {
    let mut wrapped = CommandWrap::from(command);
    #[cfg(unix)]
    wrapped.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    wrapped.wrap(process_wrap::std::JobObject);
    wrapped
}

fn greet(line: &str) -> Result<(), Fault> {
    let garbled = |why: &str| Fault::Garbled { line: shorten(line), why: why.to_owned() };
    let data: Data = serde_json::from_str(line).map_err(|error| garbled(&format!("not JSON: {error}")))?;
    match data["hello"]["protocol"].as_u64() {
        Some(1) => Ok(()),
        Some(other) => Err(garbled(&format!("it speaks protocol {other}, this is protocol 1"))),
        None => Err(garbled("it did not say hello")),
    }
}

fn read_lines(stdout: impl Read, sender: &mpsc::SyncSender<io::Result<String>>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        let result = match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(_) if bytes.len() as u64 >= LONGEST_LINE => Err(io::Error::other("its line is too long")),
            Ok(_) => String::from_utf8(bytes).map_err(io::Error::other),
            Err(error) => Err(error),
        };
        let stop = result.is_err();
        if sender.send(result).is_err() || stop {
            return;
        }
    }
}

fn keep_last_words(stderr: impl Read, kept: &Mutex<String>) {
    let mut reader = BufReader::new(stderr);
    let mut bytes = [0; 1024];
    while let Ok(count @ 1..) = reader.read(&mut bytes) {
        if let Ok(mut kept) = kept.lock() {
            kept.push_str(&String::from_utf8_lossy(&bytes[..count]));
            let cut = kept.len().saturating_sub(LAST_WORDS);
            let cut = kept.ceil_char_boundary(cut);
            kept.drain(..cut);
        }
    }
}
