//! A conversation on paper: who said what, line by line, so that a bug report can carry its engine.
//!
//! Every line begins with the number of the process and a sign: `>` was asked, `<` was answered, `!` went wrong,
//! `|` is what the engine had written to its log by then.

use std::fs::File;
use std::io;
use std::io::Write;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use super::live::lock;
use crate::protocol::Fault;
use crate::protocol::text;

/// The first line of every recording.
pub const TITLE: &str = "# truthsayer conversation 1";

/// Writes conversations down; several processes share one recording.
#[derive(Debug)]
pub struct Recorder {
    file: Mutex<File>,
    processes: AtomicUsize,
    /// Whether any line was recorded.
    used: AtomicBool,
    /// Why a line could not be written. Nothing is written after it.
    lost: OnceLock<String>,
}

impl Recorder {
    /// Begins a recording in an empty file.
    pub fn begin(mut file: File) -> io::Result<Arc<Recorder>> {
        writeln!(file, "{TITLE}")?;
        let (processes, used) = (AtomicUsize::new(0), AtomicBool::new(false));
        Ok(Arc::new(Recorder { file: Mutex::new(file), processes, used, lost: OnceLock::new() }))
    }

    /// Why the recording is incomplete, if it is.
    pub(crate) fn lost(&self) -> Option<&str> {
        self.lost.get().map(String::as_str)
    }

    /// Whether any line was recorded.
    pub(crate) fn is_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }

    /// Writes down what the next process says.
    pub fn scribe(self: &Arc<Recorder>) -> Scribe {
        Scribe { recorder: Arc::clone(self), process: self.processes.fetch_add(1, Ordering::Relaxed) + 1 }
    }
}

/// Whether a file begins as a recording does.
pub(crate) fn is_recording(beginning: &str) -> bool {
    beginning.starts_with(TITLE)
}

#[derive(Debug)]
pub struct Scribe {
    recorder: Arc<Recorder>,
    process: usize,
}

impl Scribe {
    pub fn asked(&self, line: &str) {
        self.write('>', line);
    }

    pub fn answered(&self, line: &str) {
        self.write('<', line);
    }

    pub(crate) fn failed(&self, fault: &Fault) {
        for line in fault.last_words().lines() {
            self.write('|', line);
        }
        self.write('!', &format!("{}: {fault}", fault.name()));
    }

    fn write(&self, sign: char, line: &str) {
        // The verdicts do not depend on the recording, so the run goes on if it cannot be written.
        let line = format!("{} {sign} {}\n", self.process, escaped(line));
        let recorder = &self.recorder;
        recorder.used.store(true, Ordering::Relaxed);
        let mut file = lock(&recorder.file);
        if recorder.lost.get().is_none()
            && let Err(error) = file.write_all(line.as_bytes())
        {
            let text = error.to_string();
            recorder.lost.get_or_init(|| text.split(" (os error").next().unwrap_or(&text).to_lowercase());
        }
    }
}

/// Characters that cannot be seen are written as JSON escapes them, which says the same: a recording is shown to people.
fn escaped(line: &str) -> String {
    let escape = |c: char| match c {
        c if text::is_hidden(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    if text::is_one_line(line) { line.to_owned() } else { line.chars().map(escape).collect() }
}
