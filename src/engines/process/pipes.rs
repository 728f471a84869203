//! The three pipes of a process, each on a thread of its own, so that none of them can hold up the oracle.

use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;

use super::live::lock;
use crate::protocol::wire::LONGEST_LINE;

/// How much of what it wrote to stderr is kept for the report.
const LAST_WORDS: usize = 2000;

/// What came out of an engine.
#[derive(Debug)]
pub(crate) enum Heard {
    Line(String),
    /// Something that is no line of text, and why.
    Noise(String),
}

/// Lines to the engine. An engine that does not read would block whoever writes; here that is only this thread.
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

/// Lines from the engine, each with a cap on its bytes. An engine that babbles waits until somebody listens.
pub(crate) fn listen(stdout: impl Read + Send + 'static) -> mpsc::Receiver<Heard> {
    let (sender, heard) = mpsc::sync_channel(16);
    side_by_side(move || {
        let mut reader = BufReader::with_capacity(64 * 1024, stdout);
        while let Some(heard) = hear(&mut reader) {
            let stop = matches!(heard, Heard::Noise(_));
            if sender.send(heard).is_err() || stop {
                return;
            }
        }
    });
    heard
}

fn hear(reader: &mut impl BufRead) -> Option<Heard> {
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
        return Some(Heard::Noise(format!("a line is longer than {} MiB", LONGEST_LINE / 1024 / 1024)));
    }
    Some(match String::from_utf8(bytes) {
        Ok(line) => Heard::Line(line),
        Err(_) => Heard::Noise("a line is not UTF-8".to_owned()),
    })
}

/// The end of what the engine writes to its log. The receiver closes when it has said its last word.
pub(crate) fn overhear(stderr: impl Read + Send + 'static) -> (Arc<Mutex<String>>, mpsc::Receiver<()>) {
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
        let cut = kept.ceil_char_boundary(kept.len().saturating_sub(LAST_WORDS));
        kept.drain(..cut);
    }
}

/// On a thread of its own. Where the system gives none, the channel is closed at once, and the engine counts as dead.
fn side_by_side(work: impl FnOnce() + Send + 'static) {
    let _: std::io::Result<thread::JoinHandle<()>> = thread::Builder::new().spawn(work);
}
