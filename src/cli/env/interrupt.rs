//! Ctrl-C, SIGTERM and SIGHUP. Engines run in their own process groups and do not receive these signals, so they are
//! stopped here.

use std::sync::Mutex;
use std::sync::Once;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::engines::process::process_registry;

/// Exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

/// Set if the command handles the first signal itself.
static WAITED_FOR: AtomicBool = AtomicBool::new(false);
static WANTED: AtomicBool = AtomicBool::new(false);

/// Clean-up to run before the process ends.
static LAST: Mutex<fn()> = Mutex::new(|| ());

/// Sets the clean-up to run before an interrupted process ends.
pub(crate) fn before_the_end(last: fn()) {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = last;
}

/// Time for engines to finish their current answer after the first signal.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time for the run to report its results after that.
const REPORT: Duration = Duration::from_secs(2);

/// Makes the first signal set the returned flag, so that the run can finish. The second signal ends the process.
pub(crate) fn wait() -> &'static AtomicBool {
    watch();
    WAITED_FOR.store(true, Ordering::Relaxed);
    &WANTED
}

/// Makes an interrupted run stop its engines.
pub(crate) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // If signals cannot be caught, engines still end when their stdin closes.
        let _ = ctrlc::set_handler(|| {
            let is_first = WAITED_FOR.load(Ordering::Relaxed) && !WANTED.swap(true, Ordering::Relaxed);
            if !is_first || thread::Builder::new().spawn(end_soon).is_err() {
                end();
            }
        });
    });
}

/// Ends the process after the time limits, because an engine may hang.
fn end_soon() {
    thread::sleep(PATIENCE);
    process_registry::cut_short();
    thread::sleep(REPORT);
    end();
}

fn end() -> ! {
    process_registry::end_all();
    LAST.lock().unwrap_or_else(PoisonError::into_inner)();
    atomic_write::abandon();
    std::process::exit(INTERRUPTED);
}
