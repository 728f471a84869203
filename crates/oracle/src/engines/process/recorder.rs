//! Records a conversation with an engine line by line, so that a bug report can contain its engine.
//!
//! Every line starts with the number of the process and a sign: `>` is a question, `<` an answer, `!` a fault, `|` the
//! engine's stderr output up to then.

use std::fs::File;
use std::io;
use std::io::Write;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use super::process_registry::lock;
use truthsayer_protocol::Fault;
use truthsayer_protocol::text;

/// The first line of every recording.
pub const TITLE: &str = "# truthsayer conversation 1";

/// Writes conversations; several processes share one recording.
#[derive(Debug)]
pub struct Recorder {
    file: Mutex<File>,
    processes: AtomicUsize,
    /// A line was recorded.
    used: AtomicBool,
    /// Why a line could not be written. Nothing is written after it.
    lost: OnceLock<String>,
}

impl Recorder {
    /// Starts a recording in an empty file.
    pub fn begin(mut file: File) -> io::Result<Arc<Recorder>> {
        writeln!(file, "{TITLE}")?;
        let (processes, used) = (AtomicUsize::new(0), AtomicBool::new(false));
        Ok(Arc::new(Recorder { file: Mutex::new(file), processes, used, lost: OnceLock::new() }))
    }

    /// Returns why the recording is incomplete.
    pub fn lost(&self) -> Option<&str> {
        self.lost.get().map(String::as_str)
    }

    /// Returns whether a line was recorded.
    pub fn is_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }

    /// Returns a writer for the next process.
    pub fn writer(self: &Arc<Recorder>) -> ConversationWriter {
        ConversationWriter { recorder: Arc::clone(self), process: self.processes.fetch_add(1, Ordering::Relaxed) + 1 }
    }
}

/// Returns whether a file starts like a recording.
pub fn is_recording(beginning: &str) -> bool {
    beginning.starts_with(TITLE)
}

#[derive(Debug)]
pub struct ConversationWriter {
    recorder: Arc<Recorder>,
    process: usize,
}

impl ConversationWriter {
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
        // Verdicts do not depend on the recording, so the run continues after an error.
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

/// Replaces invisible characters by equivalent JSON escapes, because people read recordings.
fn escaped(line: &str) -> String {
    let escape = |c: char| match c {
        c if text::is_hidden(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    if text::is_one_line(line) { line.to_owned() } else { line.chars().map(escape).collect() }
}
