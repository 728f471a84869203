//! Ctrl-C, SIGTERM and SIGHUP: engines live in process groups of their own and do not get the signal, so they are
//! stopped first.

use std::sync::Mutex;
use std::sync::Once;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use crate::engines::process::live;
use crate::oracle::writer;

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

/// How long engines may still answer after a run was asked to end, so that it keeps what it is looking at.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long the run may then take to report what it found.
const REPORT: Duration = Duration::from_secs(2);

/// From now on the first signal only asks for an end, and the run has a moment to come to it. The returned flag becomes
/// true then. The second signal ends the run at once.
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
            let is_first = WAITED_FOR.load(Ordering::Relaxed) && !WANTED.swap(true, Ordering::Relaxed);
            if !is_first || thread::Builder::new().spawn(end_soon).is_err() {
                end();
            }
        });
    });
}

/// Ends the run if it does not end by itself: an engine may hang.
fn end_soon() {
    thread::sleep(PATIENCE);
    live::cut_short();
    thread::sleep(REPORT);
    end();
}

fn end() -> ! {
    live::end_all();
    LAST.lock().unwrap_or_else(PoisonError::into_inner)();
    writer::abandon();
    std::process::exit(INTERRUPTED);
}
