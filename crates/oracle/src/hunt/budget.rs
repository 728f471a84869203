//! The budget of a hunt: a time limit, a number of attempts, and an interrupt flag.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::Instant;

#[derive(Debug)]
pub struct Budget {
    /// Half of the time, reserved for the tasks of the suite.
    half: Option<Instant>,
    deadline: Option<Instant>,
    /// Maximum number of attempts.
    attempts: Option<usize>,
    stop: &'static AtomicBool,
}

impl Budget {
    /// Creates a budget. The first limit ends the hunt; `stop` ends it at once.
    pub fn new(time: Option<Duration>, attempts: Option<usize>, stop: &'static AtomicBool) -> Budget {
        let after = |time: Duration| Instant::now().checked_add(time);
        let (half, deadline) = (time.and_then(|time| after(time / 2)), time.and_then(after));
        Budget { half, deadline, attempts, stop }
    }

    /// Returns whether the time is up.
    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns whether half of the time is up.
    pub(crate) fn is_half_over(&self) -> bool {
        self.is_stopped() || self.half.is_some_and(|half| Instant::now() >= half)
    }

    /// Returns whether there is a time limit.
    pub(crate) fn is_timed(&self) -> bool {
        self.deadline.is_some()
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the number of attempts for the next round, after `made` attempts.
    pub(crate) fn attempts_left(&self, made: usize, round: usize) -> usize {
        self.attempts.map_or(round, |most| most.saturating_sub(made).min(round))
    }
}
