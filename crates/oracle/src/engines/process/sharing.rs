//! Shares the processes of one engine between jobs.
//!
//! Starting an interpreter takes as long as hundreds of short tasks, and each process warms up again. So jobs begin
//! with one process. Another one is started when jobs have waited for a process longer than a few starts take: soon for a
//! slow engine, and never for a short run.

use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;
use std::time::Instant;

use super::process_registry::lock;

/// Another process is started when jobs have waited as long as this many starts take.
const STARTS: u32 = 4;
/// Maximum time that jobs wait before another process is started.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// Processes that any job can take, one job at a time.
pub(super) struct Shared<P> {
    state: Mutex<SharedState<P>>,
    returned: Condvar,
}

struct SharedState<P> {
    idle: Vec<P>,
    /// Number of processes, idle or taken.
    count: usize,
    /// Number of processes that may run.
    most: usize,
    /// Time that jobs have waited since the last process was started.
    waited: Duration,
    /// Time that they wait before another process is started.
    patience: Duration,
}

impl<P> Shared<P> {
    pub(super) fn new() -> Shared<P> {
        let (waited, patience) = (Duration::ZERO, Duration::ZERO);
        let state = SharedState { idle: Vec::new(), count: 0, most: 1, waited, patience };
        Shared { state: Mutex::new(state), returned: Condvar::new() }
    }

    /// Adds the first process, which took this long to start.
    pub(super) fn begin(&self, process: P, start: Duration) {
        lock(&self.state).patience = LONGEST_WAIT.min(start * STARTS);
        self.add();
        self.put(process);
    }

    /// Takes an idle process. `None` if the caller should start one, and then call [`put`](Shared::put) or
    /// [`lost`](Shared::lost).
    pub(super) fn take(&self) -> Option<P> {
        let mut state = lock(&self.state);
        loop {
            if let Some(process) = state.idle.pop() {
                return Some(process);
            }
            if state.count < state.most {
                state.count += 1;
                return None;
            }
            let left = state.patience.saturating_sub(state.waited);
            if left.is_zero() {
                state.most += 1;
                state.waited = Duration::ZERO;
                continue;
            }
            let begun = Instant::now();
            state = self.returned.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
            state.waited += begun.elapsed();
        }
    }

    /// Adds a process that the caller starts without waiting for another one.
    pub(super) fn add(&self) {
        let mut state = lock(&self.state);
        state.count += 1;
        state.most = state.most.max(state.count);
    }

    /// Returns a process for the next task.
    pub(super) fn put(&self, process: P) {
        lock(&self.state).idle.push(process);
        self.returned.notify_one();
    }

    /// Reports that a process has ended. Another one may take its place at once.
    pub(super) fn lost(&self) {
        lock(&self.state).count -= 1;
        self.returned.notify_one();
    }

    /// Takes all idle processes.
    pub(super) fn take_all(&self) -> Vec<P> {
        std::mem::take(&mut lock(&self.state).idle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering;
    use std::thread;

    /// Lets jobs do tasks of this length. Returns the number of processes.
    fn started(start: Duration, jobs: usize, tasks: usize, task: Duration) -> usize {
        let (shared, left) = (Shared::new(), AtomicUsize::new(tasks));
        shared.begin((), start);
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok() {
                        shared.take().unwrap_or_default();
                        thread::sleep(task);
                        shared.put(());
                    }
                });
            }
        });
        shared.take_all().len()
    }

    #[test]
    fn a_short_run_has_one_process_and_a_slow_engine_one_for_each_job() {
        assert_eq!(started(Duration::from_secs(60), 4, 20, Duration::from_micros(10)), 1);
        assert_eq!(started(Duration::from_millis(1), 4, 8, Duration::from_millis(200)), 4);
    }

    #[test]
    fn a_job_waits_for_a_process_and_a_lost_one_is_replaced_at_once() {
        let shared = Shared::new();
        shared.begin(1, Duration::from_secs(60));
        assert_eq!(shared.take(), Some(1));
        shared.lost();
        assert_eq!(shared.take(), None);
        assert_eq!(lock(&shared.state).most, 1, "it is started in place of the lost one");
        thread::scope(|scope| {
            let waiting = scope.spawn(|| shared.take());
            shared.put(2);
            assert_eq!(waiting.join().expect("a process"), Some(2));
        });
    }

    /// A process that never answers delays other jobs by a second at most, however slowly it started.
    #[test]
    fn a_silent_process_is_not_waited_for_long() {
        let shared = Shared::new();
        shared.begin((), Duration::from_secs(60));
        assert_eq!(shared.take(), Some(()));
        let begun = Instant::now();
        assert_eq!(shared.take(), None);
        assert!(begun.elapsed() >= LONGEST_WAIT);
        shared.add();
        let state = lock(&shared.state);
        assert_eq!((state.count, state.most, state.waited), (3, 3, Duration::ZERO));
    }
}
