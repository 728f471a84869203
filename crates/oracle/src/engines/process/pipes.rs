//! The three pipes of a process, each with its own thread, so that none can block the oracle.

use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;

use super::process_registry::lock;
use truthsayer_protocol::wire::LONGEST_LINE;

/// Maximum length of the kept stderr output.
const LONGEST_STDERR: usize = 2000;

/// Output of an engine.
#[derive(Debug)]
pub(crate) enum EngineOutput {
    Line(String),
    /// Output that is not a line of text, and why.
    Noise(String),
}

/// Sends lines to the engine. If the engine does not read, only this thread blocks.
pub(crate) fn speak(mut stdin: impl Write + Send + 'static) -> mpsc::Sender<String> {
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
pub(crate) fn listen(stdout: impl Read + Send + 'static) -> mpsc::Receiver<EngineOutput> {
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
    if bytes.len() > LONGEST_LINE {
        return Some(EngineOutput::Noise(format!("a line is longer than {} MiB", LONGEST_LINE / 1024 / 1024)));
    }
    Some(match String::from_utf8(bytes) {
        Ok(line) => EngineOutput::Line(line),
        Err(_) => EngineOutput::Noise("a line is not UTF-8".to_owned()),
    })
}

/// Collects the end of the engine's stderr. The receiver closes at the end of the stream.
pub(crate) fn read_stderr(stderr: impl Read + Send + 'static) -> (Arc<Mutex<String>>, mpsc::Receiver<()>) {
    let kept = Arc::new(Mutex::new(String::new()));
    let ours = Arc::clone(&kept);
    let (speaking, silence) = mpsc::channel();
    side_by_side(move || {
        keep_last_words(stderr, &kept);
        drop(speaking);
    });
    (ours, silence)
}

fn keep_last_words(mut stderr: impl Read, kept: &Mutex<String>) {
    let mut bytes = [0; 1024];
    while let Ok(count @ 1..) = stderr.read(&mut bytes) {
        let mut kept = lock(kept);
        kept.push_str(&String::from_utf8_lossy(bytes.get(..count).unwrap_or_default()));
        let cut = kept.ceil_char_boundary(kept.len().saturating_sub(LONGEST_STDERR));
        kept.drain(..cut);
    }
}

/// Runs work on its own thread. If the system refuses a thread, the channel closes and the engine counts as dead.
fn side_by_side(work: impl FnOnce() + Send + 'static) {
    let _: std::io::Result<thread::JoinHandle<()>> = thread::Builder::new().spawn(work);
}
