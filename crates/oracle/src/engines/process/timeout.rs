//! The timeout of an engine: waits for an answer until the deadline, and notices a process that has ended.

use std::time::Duration;
use std::time::Instant;

use super::pipes::EngineOutput;
use super::pipes::Silence;
use super::process_registry;
use super::running::Running;
use truthsayer_protocol::Fault;

/// Interval for checking a silent process: it may have died while a child holds its pipe open.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Time for a process to end after `bye`, or to finish its stderr output.
pub(super) const GRACE: Duration = Duration::from_millis(300);

impl Running {
    /// Waits for a line.
    pub(crate) fn receive(&mut self, deadline: Duration) -> Result<String, Fault> {
        let until = Instant::now() + deadline;
        let mut dead = false;
        loop {
            if process_registry::is_cut_short() {
                return Err(Fault::Interrupted);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.pipes.receive(left.min(POLL_INTERVAL)) {
                Ok(EngineOutput::Line(line)) => return Ok(line),
                Ok(EngineOutput::Noise(why)) => return Err(self.garbled("", &why)),
                Err(Silence::Closed) => return Err(self.died()),
                // The last output may arrive after the end of the process.
                Err(Silence::Waiting) if dead => return Err(self.died()),
                Err(Silence::Waiting) if left > POLL_INTERVAL => dead = self.child.has_ended(),
                Err(Silence::Waiting) => return Err(self.timed_out(deadline)),
            }
        }
    }

    fn timed_out(&mut self, after: Duration) -> Fault {
        self.child.end();
        let to = if self.greeted { "the task" } else { "hello" };
        Fault::TimedOut { to: to.into(), after, last_words: self.words() }
    }

    fn died(&mut self) -> Fault {
        let ended = self.ends_within(GRACE);
        self.child.end();
        let how = match self.child.wait() {
            Ok(_) if !ended => "it closed its output and was stopped".to_owned(),
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        // Its stderr output may still arrive; a child may hold the pipe open forever.
        self.pipes.await_last_words(GRACE);
        Fault::Died { how, last_words: self.words() }
    }

    pub(super) fn ends_within(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while !self.child.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            self.pipes.pass(Duration::from_millis(2));
        }
        true
    }
}
