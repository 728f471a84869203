//! Pipes that the asking thread reads and writes itself, which saves two hand-overs between threads for each task.

use std::mem;
use std::os::fd::AsFd;
use std::process::ChildStderr;
use std::process::ChildStdin;
use std::process::ChildStdout;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use rustix::buffer::spare_capacity;
use rustix::event::PollFd;
use rustix::event::PollFlags;
use rustix::event::Timespec;
use rustix::event::poll;
use rustix::io;
use rustix::io::Errno;

use super::EngineOutput;
use super::LastWords;
use super::PipeEnds;
use super::Silence;
use super::lock;
use truthsayer_protocol::wire::LONGEST_LINE;

/// Size of one read.
const CHUNK: usize = 64 * 1024;

/// The pipes of a process. A closed pipe is `None`.
pub(crate) struct Polled {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Bytes to write, and how many of them are written.
    unsent: (Vec<u8>, usize),
    /// Closes stdin after everything is written.
    is_last: bool,
    /// Bytes that are not returned yet, and how many of them are not a line break.
    received: (Vec<u8>, usize),
    last_words: LastWords,
}

impl Polled {
    pub(crate) fn open(PipeEnds { stdin, stdout, stderr }: PipeEnds) -> Option<Polled> {
        for end in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            io::ioctl_fionbio(end, true).ok()?;
        }
        Some(Polled {
            stdin: Some(stdin),
            stdout: Some(stdout),
            stderr: Some(stderr),
            unsent: Default::default(),
            is_last: false,
            received: Default::default(),
            last_words: LastWords::default(),
        })
    }

    /// Sends a line. If the engine does not read it now, it is sent while the oracle waits for the answer.
    pub(crate) fn send(&mut self, line: String) {
        let (bytes, done) = &mut self.unsent;
        bytes.drain(..mem::take(done));
        match bytes.is_empty() {
            true => *bytes = line.into_bytes(),
            false => bytes.extend_from_slice(line.as_bytes()),
        }
        bytes.push(b'\n');
        self.write();
    }

    /// Sends the last line.
    pub(crate) fn finish(&mut self, line: String) {
        self.is_last = true;
        self.send(line);
    }

    /// Returns the next line, if it arrives in time.
    pub(crate) fn receive(&mut self, wait: Duration) -> Result<EngineOutput, Silence> {
        let until = Instant::now() + wait;
        let mut left = wait;
        loop {
            if let Some(output) = self.next_line() {
                return Ok(output);
            }
            if self.stdout.is_none() {
                return Err(Silence::Closed);
            }
            self.step(left);
            if left.is_zero() {
                return self.next_line().ok_or(Silence::Waiting);
            }
            left = until.saturating_duration_since(Instant::now());
        }
    }

    /// Passes time. The engine can write to stderr meanwhile.
    pub(crate) fn pass(&mut self, time: Duration) {
        self.step(time);
    }

    /// Waits for the end of stderr.
    pub(crate) fn await_last_words(&mut self, wait: Duration) {
        let until = Instant::now() + wait;
        while self.stderr.is_some() {
            let left = until.saturating_duration_since(Instant::now());
            self.step(left);
            if left.is_zero() {
                return;
            }
        }
    }

    /// Returns the end of the engine's stderr output.
    pub(crate) fn last_words(&self) -> String {
        self.read_stderr();
        lock(&self.last_words.0).clone()
    }

    /// Same as [`last_words`](Polled::last_words), and forgets them.
    pub(crate) fn take_last_words(&self) -> String {
        self.read_stderr();
        mem::take(&mut *lock(&self.last_words.0))
    }

    /// Waits until a pipe is ready, and uses every pipe that is.
    fn step(&mut self, wait: Duration) {
        // While a line waits here, no more is read, so that the engine waits, too.
        let reads = !self.received.0[self.received.1..].contains(&b'\n');
        let stdin = self.stdin.as_ref().filter(|_| self.unsent.1 < self.unsent.0.len());
        let stdout = self.stdout.as_ref().filter(|_| reads);
        let mut ends = Vec::with_capacity(3);
        ends.extend(stdin.map(|end| PollFd::new(end, PollFlags::OUT)));
        ends.extend(stdout.map(|end| PollFd::new(end, PollFlags::IN)));
        ends.extend(self.stderr.as_ref().map(|end| PollFd::new(end, PollFlags::IN)));
        if ends.is_empty() {
            thread::sleep(wait);
            return;
        }
        // A wait that does not fit has no end.
        let time = Timespec::try_from(wait).ok();
        if !matches!(poll(&mut ends, time.as_ref()), Ok(1..)) {
            return;
        }
        let mut ready = ends.iter().map(|end| !end.revents().is_empty());
        let mut is_ready = |is_polled: bool| is_polled && ready.next().unwrap_or(false);
        let (writes, reads) = (is_ready(stdin.is_some()), is_ready(stdout.is_some()));
        let hears = is_ready(self.stderr.is_some());
        if writes {
            self.write();
        }
        if reads {
            self.read();
        }
        if hears && !self.read_stderr() {
            self.stderr = None;
        }
    }

    fn write(&mut self) {
        let (bytes, done) = &mut self.unsent;
        while let Some(stdin) = self.stdin.as_ref().filter(|_| *done < bytes.len()) {
            match io::write(stdin, &bytes[*done..]) {
                Ok(count) => *done += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // If the engine has closed the pipe, its output shows why.
                Err(_) => self.stdin = None,
            }
        }
        if self.is_last {
            self.stdin = None;
        }
    }

    fn read(&mut self) {
        let Some(stdout) = &self.stdout else { return };
        let received = &mut self.received.0;
        received.reserve(CHUNK);
        match io::read(stdout, spare_capacity(received)) {
            Ok(1..) | Err(Errno::INTR | Errno::AGAIN) => {}
            Ok(0) | Err(_) => self.stdout = None,
        }
    }

    /// Reads what is in the pipe. Returns whether it is still open.
    fn read_stderr(&self) -> bool {
        let Some(stderr) = &self.stderr else { return false };
        let mut bytes = [0; 4096];
        // As much as fits into a pipe.
        for _ in 0..16 {
            match io::read(stderr, &mut bytes) {
                Ok(0) => return false,
                Ok(count) => self.last_words.add(&bytes[..count]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return true,
                Err(_) => return false,
            }
        }
        true
    }

    /// Takes a line from the received bytes. At the end of the stream, the rest is a line.
    fn next_line(&mut self) -> Option<EngineOutput> {
        let (bytes, scanned) = &mut self.received;
        let found = memchr::memchr(b'\n', &bytes[*scanned..]).map(|at| *scanned + at);
        *scanned = bytes.len();
        let line = match found {
            Some(end) => {
                let rest = bytes.split_off(end + 1);
                bytes.truncate(end);
                *scanned = 0;
                mem::replace(bytes, rest)
            }
            None if bytes.len() > LONGEST_LINE || (self.stdout.is_none() && !bytes.is_empty()) => {
                *scanned = 0;
                mem::take(bytes)
            }
            None => return None,
        };
        let output = EngineOutput::line(line);
        if matches!(output, EngineOutput::Noise(_)) {
            self.stdout = None;
            self.received = Default::default();
        }
        Some(output)
    }
}
