//! The processes that are running now, so that none outlives an interrupted run.

use std::io;
use std::process::ChildStderr;
use std::process::ChildStdin;
use std::process::ChildStdout;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::sync::Weak;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use process_wrap::std::ChildWrapper;

use super::strays;

/// A child that its owner and the interrupt may stop.
pub(crate) type Child = Arc<ChildProcess>;

/// A process of ours, and how its own children are known.
pub(crate) struct ChildProcess {
    process: Mutex<Box<dyn ChildWrapper>>,
    /// What it and everything it starts carries in its environment.
    mark: String,
}

impl ChildProcess {
    /// Its three pipes, for whoever asks first.
    pub(crate) fn pipes(&self) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        let mut process = lock(&self.process);
        (process.stdin().take(), process.stdout().take(), process.stderr().take())
    }

    /// Whether it has ended by itself.
    pub(crate) fn has_ended(&self) -> bool {
        matches!(lock(&self.process).try_wait(), Ok(Some(_)))
    }

    /// Waits for its end.
    pub(crate) fn wait(&self) -> io::Result<ExitStatus> {
        lock(&self.process).wait()
    }

    /// Stops it with everything it started: its group, and whoever has left that.
    pub(crate) fn end(&self) {
        let mut process = lock(&self.process);
        // Once it has ended, its number may be another one's.
        let own = matches!(process.try_wait(), Ok(None)).then(|| process.id());
        strays::end_marked(&self.mark, own);
        let _ = process.start_kill();
    }
}

static LIVE: Mutex<Vec<Weak<ChildProcess>>> = Mutex::new(Vec::new());

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody has interrupted the run: every engine is being stopped, and nobody draws conclusions from that.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Whether the run is to end soon and no engine is waited for any longer.
static CUT_SHORT: AtomicBool = AtomicBool::new(false);

pub(crate) fn is_cut_short() -> bool {
    CUT_SHORT.load(Ordering::Relaxed)
}

/// Waits for the end of the program, if it is coming.
pub(crate) fn wait_if_ending() {
    while ENDING.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(100));
    }
}

/// Starts a child and lists it. Children that are gone are forgotten.
///
/// The list is locked meanwhile: a child that is started while all are being stopped would be left over.
pub(crate) fn start(
    mark: String,
    spawn: impl FnOnce() -> io::Result<Box<dyn ChildWrapper>>,
) -> io::Result<Option<Child>> {
    let mut live = lock(&LIVE);
    if ENDING.load(Ordering::Relaxed) || is_cut_short() {
        drop(live);
        wait_if_ending();
        return Ok(None);
    }
    let child = Arc::new(ChildProcess { process: Mutex::new(spawn()?), mark });
    live.retain(|known| known.strong_count() > 0);
    live.push(Arc::downgrade(&child));
    Ok(Some(child))
}

/// Stops every engine that is running, with everything it started. From now on none is started or waited for, and the
/// run comes to its end.
pub(crate) fn cut_short() {
    CUT_SHORT.store(true, Ordering::Relaxed);
    end_listed();
}

/// Stops every engine that is running, with everything it started. For the end of the program.
pub(crate) fn end_all() {
    ENDING.store(true, Ordering::Relaxed);
    end_listed();
}

fn end_listed() {
    let live: Vec<Child> = lock(&LIVE).iter().filter_map(Weak::upgrade).collect();
    for child in live {
        child.end();
    }
}
