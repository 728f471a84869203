//! A conversation on paper: who said what, line by line, so that a bug report can carry its engine.
//!
//! Every line begins with the number of the process and a sign: `>` was asked, `<` was answered, `!` went wrong,
//! `|` is what the engine had written to its log by then.

use std::fs;
use std::fs::File;
use std::io;
use std::io::Read;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use super::live::lock;
use crate::protocol::Fault;
use crate::protocol::text;

/// The first line of every recording.
pub const TITLE: &str = "# truthsayer conversation 1";

/// Where conversations are written down; several processes write into one.
#[derive(Debug)]
pub struct Recorder {
    path: String,
    file: Mutex<File>,
    processes: AtomicUsize,
    /// Why a line could not be written. Nothing is written after it, so that what is there is whole.
    lost: OnceLock<String>,
}

impl Recorder {
    /// Begins a recording. `shown` is how the user named the file. Only a recording is written over.
    pub fn begin(path: &Path, shown: &str) -> io::Result<Arc<Recorder>> {
        match fs::symlink_metadata(path) {
            Ok(found) if !found.is_file() => return Err(io::Error::other("it is no plain file")),
            Ok(found) if found.len() > 0 && !is_recording(path)? => {
                return Err(io::Error::other("it is there already, and no recording"));
            }
            _ => {}
        }
        let mut file = File::create(path)?;
        writeln!(file, "{TITLE}")?;
        let (file, processes) = (Mutex::new(file), AtomicUsize::new(0));
        Ok(Arc::new(Recorder { path: shown.to_owned(), file, processes, lost: OnceLock::new() }))
    }

    /// Why the recording is not whole, where it is not.
    pub(crate) fn lost(&self) -> Option<String> {
        self.lost.get().map(|reason| format!("cannot write `{}`: {reason}; the recording is not whole", self.path))
    }

    /// Somebody who writes down what the next process says.
    pub fn scribe(self: &Arc<Recorder>) -> Scribe {
        Scribe { recorder: Arc::clone(self), process: self.processes.fetch_add(1, Ordering::Relaxed) + 1 }
    }
}

fn is_recording(path: &Path) -> io::Result<bool> {
    let mut start = [0; TITLE.len()];
    let read = File::open(path)?.read(&mut start)?;
    Ok(start.get(..read) == Some(TITLE.as_bytes()))
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
        // One write, so that an interrupted run leaves whole lines. The verdicts do not hang on the recording.
        let line = format!("{} {sign} {}\n", self.process, escaped(line));
        let recorder = &self.recorder;
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
