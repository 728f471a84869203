//! A budget: how long a hunt may take, in time or in plays, and whether somebody wants it to end.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::Instant;

#[derive(Debug)]
pub struct Budget {
    /// Half of the time is for the suite as it stands, where engines are slow.
    half: Option<Instant>,
    deadline: Option<Instant>,
    /// After so many attempts a hunt ends, whatever the clock says.
    attempts: Option<usize>,
    stop: &'static AtomicBool,
}

impl Budget {
    /// So long, or so many attempts, whichever ends first; at once when `stop` becomes true.
    pub fn new(time: Option<Duration>, attempts: Option<usize>, stop: &'static AtomicBool) -> Budget {
        let after = |time: Duration| Instant::now().checked_add(time);
        let (half, deadline) = (time.and_then(|time| after(time / 2)), time.and_then(after));
        Budget { half, deadline, attempts, stop }
    }

    /// Whether the time is up.
    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether half of the time is up.
    pub(crate) fn is_half_over(&self) -> bool {
        self.is_stopped() || self.half.is_some_and(|half| Instant::now() >= half)
    }

    /// Whether the clock decides when the hunt ends.
    pub(crate) fn is_timed(&self) -> bool {
        self.deadline.is_some()
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How many attempts of the next round are left, when so many were made.
    pub(crate) fn attempts_left(&self, made: usize, round: usize) -> usize {
        self.attempts.map_or(round, |most| most.saturating_sub(made).min(round))
    }
}
