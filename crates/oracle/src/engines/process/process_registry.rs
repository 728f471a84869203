//! The running engine processes, so that none outlives an interrupted run.

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

use super::orphan_cleanup;

/// A child that its owner and the interrupt handler can stop.
pub(crate) type Child = Arc<ChildProcess>;

/// A process and the mark of its children.
pub(crate) struct ChildProcess {
    process: Mutex<Box<dyn ChildWrapper>>,
    /// The mark in the environment of the process and its children.
    mark: String,
}

impl ChildProcess {
    /// Takes the three pipes. Later calls return `None`.
    pub(crate) fn pipes(&self) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        let mut process = lock(&self.process);
        (process.stdin().take(), process.stdout().take(), process.stderr().take())
    }

    /// Returns whether the process has ended.
    pub(crate) fn has_ended(&self) -> bool {
        matches!(lock(&self.process).try_wait(), Ok(Some(_)))
    }

    /// Waits for the end of the process.
    pub(crate) fn wait(&self) -> io::Result<ExitStatus> {
        lock(&self.process).wait()
    }

    /// Stops the process with its children: its group, and those that left the group.
    pub(crate) fn end(&self) {
        let mut process = lock(&self.process);
        // After the process has ended, its id may belong to another process.
        let own = matches!(process.try_wait(), Ok(None)).then(|| process.id());
        orphan_cleanup::end_marked(&self.mark, own);
        let _ = process.start_kill();
    }
}

static LIVE: Mutex<Vec<Weak<ChildProcess>>> = Mutex::new(Vec::new());

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The run was interrupted: every engine is being stopped, and their failures are ignored.
static ENDING: AtomicBool = AtomicBool::new(false);

/// The run ends soon, and no engine is waited for.
static CUT_SHORT: AtomicBool = AtomicBool::new(false);

pub(crate) fn is_cut_short() -> bool {
    CUT_SHORT.load(Ordering::Relaxed)
}

/// Waits for the end of the program, if it is ending.
pub(crate) fn wait_if_ending() {
    while ENDING.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(100));
    }
}

/// Starts a child and registers it. Removes children that have ended.
///
/// The list stays locked: a child that is started while all are being stopped would survive.
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

/// Stops every running engine with its children. After that none is started or waited for, and the run ends.
pub fn cut_short() {
    CUT_SHORT.store(true, Ordering::Relaxed);
    end_listed();
}

/// Stops every running engine with its children. Called at the end of the program.
pub fn end_all() {
    ENDING.store(true, Ordering::Relaxed);
    end_listed();
}

fn end_listed() {
    let live: Vec<Child> = lock(&LIVE).iter().filter_map(Weak::upgrade).collect();
    for child in live {
        child.end();
    }
}
