//! Pipes with one thread each, for systems that cannot wait for several pipes at once.

use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::mem;
use std::sync::Arc;
use std::sync::mpsc;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

use super::EngineOutput;
use super::LastWords;
use super::PipeEnds;
use super::Silence;
use super::lock;
use truthsayer_protocol::wire::LONGEST_LINE;

/// The pipes of a process.
pub(crate) struct Threaded {
    /// `None` after the last line.
    questions: Option<mpsc::Sender<String>>,
    answers: mpsc::Receiver<EngineOutput>,
    last_words: Arc<LastWords>,
    /// Closes at the end of stderr.
    silence: mpsc::Receiver<()>,
}

impl Threaded {
    pub(crate) fn open(PipeEnds { stdin, stdout, stderr }: PipeEnds) -> Option<Threaded> {
        let (last_words, silence) = read_stderr(stderr);
        Some(Threaded { questions: Some(speak(stdin)), answers: listen(stdout), last_words, silence })
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: String) {
        // If the writer thread has ended, the pipe is closed, and the reader reports why.
        let _ = self.questions.as_ref().map(|questions| questions.send(line));
    }

    /// Sends the last line.
    pub(crate) fn finish(&mut self, line: String) {
        self.send(line);
        self.questions = None;
    }

    /// Returns the next line, if it arrives in time.
    pub(crate) fn receive(&mut self, wait: Duration) -> Result<EngineOutput, Silence> {
        self.answers.recv_timeout(wait).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Waiting,
            RecvTimeoutError::Disconnected => Silence::Closed,
        })
    }

    /// Passes time.
    pub(crate) fn pass(&mut self, time: Duration) {
        thread::sleep(time);
    }

    /// Waits for the end of stderr.
    pub(crate) fn await_last_words(&mut self, wait: Duration) {
        let _ = self.silence.recv_timeout(wait);
    }

    /// Returns the end of the engine's stderr output.
    pub(crate) fn last_words(&self) -> String {
        lock(&self.last_words.0).clone()
    }

    /// Same as [`last_words`](Threaded::last_words), and forgets them.
    pub(crate) fn take_last_words(&self) -> String {
        mem::take(&mut *lock(&self.last_words.0))
    }
}

/// Sends lines to the engine. If the engine does not read, only this thread blocks.
fn speak(mut stdin: impl Write + Send + 'static) -> mpsc::Sender<String> {
    let (sender, lines) = mpsc::channel::<String>();
    side_by_side(move || {
        for mut line in lines {
            line.push('\n');
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// Receives lines from the engine, with a maximum length. An engine that writes too much waits until its lines are
/// read.
fn listen(stdout: impl Read + Send + 'static) -> mpsc::Receiver<EngineOutput> {
    let (sender, received) = mpsc::sync_channel(16);
    side_by_side(move || {
        let mut reader = BufReader::with_capacity(64 * 1024, stdout);
        while let Some(output) = read_line(&mut reader) {
            let stop = matches!(output, EngineOutput::Noise(_));
            if sender.send(output).is_err() || stop {
                return;
            }
        }
    });
    received
}

fn read_line(reader: &mut impl BufRead) -> Option<EngineOutput> {
    let mut bytes = Vec::new();
    let cap = LONGEST_LINE as u64 + 1;
    match reader.take(cap).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => return None,
        Ok(_) => {}
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    Some(EngineOutput::line(bytes))
}

/// Collects the end of the engine's stderr. The receiver closes at the end of the stream.
fn read_stderr(mut stderr: impl Read + Send + 'static) -> (Arc<LastWords>, mpsc::Receiver<()>) {
    let kept = Arc::new(LastWords::default());
    let ours = Arc::clone(&kept);
    let (speaking, silence) = mpsc::channel();
    side_by_side(move || {
        let mut bytes = [0; 1024];
        while let Ok(count @ 1..) = stderr.read(&mut bytes) {
            kept.add(bytes.get(..count).unwrap_or_default());
        }
        drop(speaking);
    });
    (ours, silence)
}

/// Runs work on its own thread. If the system refuses a thread, the channel closes and the engine counts as dead.
fn side_by_side(work: impl FnOnce() + Send + 'static) {
    let _: std::io::Result<thread::JoinHandle<()>> = thread::Builder::new().spawn(work);
}
