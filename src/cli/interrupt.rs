//! Ctrl-C: engines live in process groups of their own and would not hear it, so they are stopped first.

use std::sync::Mutex;
use std::sync::Once;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

use crate::engines::process::live;

/// What shells expect of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Somebody wants to bring the work to an end instead of being cut off.
static WAITED_FOR: AtomicBool = AtomicBool::new(false);
static WANTED: AtomicBool = AtomicBool::new(false);

/// What has to be done before the process ends; nothing, unless somebody says so.
static LAST: Mutex<fn()> = Mutex::new(|| ());

/// From now on this is done before an interrupted process ends.
pub(crate) fn before_the_end(last: fn()) {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = last;
}

/// From now on the first Ctrl-C only asks for an end; the second one is not waited for. Becomes true when asked.
pub(crate) fn wait() -> &'static AtomicBool {
    watch();
    WAITED_FOR.store(true, Ordering::Relaxed);
    &WANTED
}

/// From now on an interrupted run takes its engines with it.
pub(crate) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Where signals cannot be caught, engines still end when their stdin closes.
        let _ = ctrlc::set_handler(|| {
            if WAITED_FOR.load(Ordering::Relaxed) && !WANTED.swap(true, Ordering::Relaxed) {
                return;
            }
            live::end_all();
            LAST.lock().unwrap_or_else(PoisonError::into_inner)();
            std::process::exit(INTERRUPTED);
        });
    });
}
