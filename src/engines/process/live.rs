//! The processes that are running now, so that none outlives an interrupted run.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::sync::Weak;

use process_wrap::std::ChildWrapper;

/// A child that its owner and the interrupt may stop.
pub type Child = Arc<Shared>;

type Shared = Mutex<Box<dyn ChildWrapper>>;

static LIVE: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes a child. Those that are gone are forgotten.
pub fn note(child: Box<dyn ChildWrapper>) -> Child {
    let child = Arc::new(Mutex::new(child));
    let mut live = lock(&LIVE);
    live.retain(|known| known.strong_count() > 0);
    live.push(Arc::downgrade(&child));
    child
}

/// Stops every engine that is running, with everything it started.
pub fn end_all() {
    for child in lock(&LIVE).iter().filter_map(Weak::upgrade) {
        let _ = lock(&child).start_kill();
    }
}
