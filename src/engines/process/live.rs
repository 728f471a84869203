//! The processes that are running now, so that none outlives an interrupted run.

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

/// A child that its owner and the interrupt may stop.
pub type Child = Arc<Shared>;

type Shared = Mutex<Box<dyn ChildWrapper>>;

static LIVE: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody has interrupted the run: every engine is being stopped, and nobody draws conclusions from that.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Waits for the end of the program, if it is coming.
pub fn wait_if_ending() {
    while ENDING.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(100));
    }
}

/// Notes a child. Those that are gone are forgotten.
pub fn note(child: Box<dyn ChildWrapper>) -> Child {
    let child = Arc::new(Mutex::new(child));
    let mut live = lock(&LIVE);
    live.retain(|known| known.strong_count() > 0);
    live.push(Arc::downgrade(&child));
    child
}

/// Stops every engine that is running, with everything it started. For the end of the program.
pub fn end_all() {
    ENDING.store(true, Ordering::Relaxed);
    for child in lock(&LIVE).iter().filter_map(Weak::upgrade) {
        let _ = lock(&child).start_kill();
    }
}
