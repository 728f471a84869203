//! The budget of a hunt: a time limit, a number of attempts, and an interrupt flag.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::Instant;

#[derive(Debug)]
pub struct Budget {
    begun: Instant,
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
        let begun = Instant::now();
        let after = |time: Duration| begun.checked_add(time);
        let (half, deadline) = (time.and_then(|time| after(time / 2)), time.and_then(after));
        Budget { begun, half, deadline, attempts, stop }
    }

    /// Returns whether the time is up.
    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns whether half of the time is up.
    pub(crate) fn is_half_over(&self) -> bool {
        self.is_stopped() || self.half.is_some_and(|half| Instant::now() >= half)
    }

    /// Returns the spent and the whole budget after `made` attempts: milliseconds, or attempts if more of these are spent.
    /// `None` without a limit.
    pub(crate) fn spent(&self, made: usize) -> Option<(u64, u64)> {
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let time = self.deadline.map(|end| {
            let (now, all) = (self.begun.elapsed(), end.saturating_duration_since(self.begun));
            (milliseconds(now.min(all)), milliseconds(all))
        });
        let attempts = self.attempts.map(|most| (made.min(most) as u64, most as u64));
        let share = |(spent, all): (u64, u64)| spent as f64 / all.max(1) as f64;
        match (time, attempts) {
            (Some(time), Some(attempts)) if share(attempts) > share(time) => Some(attempts),
            (time, attempts) => time.or(attempts),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_that_is_nearer_counts() {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let hour = Some(Duration::from_secs(3600));
        let spent = |time, attempts, made| Budget::new(time, attempts, &NEVER).spent(made);
        assert_eq!(spent(None, None, 5), None);
        assert_eq!(spent(None, Some(20), 5), Some((5, 20)));
        assert_eq!(spent(None, Some(20), 30), Some((20, 20)));
        assert_eq!(spent(hour, Some(20), 15), Some((15, 20)));
        assert_eq!(spent(hour, None, 15).map(|(_, all)| all), Some(3_600_000));
        assert_eq!(spent(Some(Duration::ZERO), Some(20), 15), Some((15, 20)));
    }
}
