//! A conversation on paper: who said what, line by line, so that a bug report can carry its engine.
//!
//! Every line begins with the number of the process and a sign: `>` was asked, `<` was answered, `!` went wrong,
//! `|` is what the engine had written to its log by then.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use super::live::lock;
use crate::protocol::Fault;

/// The first line of every recording.
pub const TITLE: &str = "# truthsayer conversation 1";

/// Where conversations are written down; several processes write into one.
#[derive(Debug)]
pub struct Record {
    file: Mutex<File>,
    processes: AtomicUsize,
}

impl Record {
    pub fn new(mut file: File) -> std::io::Result<Arc<Record>> {
        writeln!(file, "{TITLE}")?;
        Ok(Arc::new(Record { file: Mutex::new(file), processes: AtomicUsize::new(0) }))
    }

    /// Somebody who writes down what the next process says.
    pub fn scribe(self: &Arc<Record>) -> Scribe {
        Scribe { record: Arc::clone(self), process: self.processes.fetch_add(1, Ordering::Relaxed) + 1 }
    }
}

#[derive(Debug)]
pub struct Scribe {
    record: Arc<Record>,
    process: usize,
}

impl Scribe {
    pub fn asked(&self, line: &str) {
        self.write('>', line);
    }

    pub fn answered(&self, line: &str) {
        self.write('<', line);
    }

    pub fn failed(&self, fault: &Fault) {
        for line in fault.last_words().lines() {
            self.write('|', line);
        }
        self.write('!', &format!("{}: {fault}", kind(fault)));
    }

    fn write(&self, sign: char, line: &str) {
        // One write, so that an interrupted run leaves whole lines. The verdicts do not hang on the recording.
        let line = format!("{} {sign} {line}\n", self.process);
        let _ = lock(&self.record.file).write_all(line.as_bytes());
    }
}

/// The words by which a replay knows what to do.
fn kind(fault: &Fault) -> &'static str {
    match fault {
        Fault::NotStarted { .. } => "not-started",
        Fault::TimedOut { .. } => "timed-out",
        Fault::Died { .. } => "died",
        Fault::Garbled { .. } => "garbled",
        Fault::GivenUp { .. } => "given-up",
    }
}
