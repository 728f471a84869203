//! Ctrl-C: engines live in process groups of their own and would not hear it, so they are stopped first.

use std::sync::Once;

use crate::engines::process::live;
use crate::engines::process::strays;

/// What shells expect of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Engines were started, and are looked after.
static WATCHED: Once = Once::new();

/// When the run is over, nothing that an engine started is left.
pub fn clear_up() {
    if WATCHED.is_completed() {
        strays::end_adopted();
    }
}

/// From now on an interrupted run takes its engines with it.
pub fn watch() {
    WATCHED.call_once(|| {
        strays::adopt();
        // Where signals cannot be caught, engines still end when their stdin closes.
        let _ = ctrlc::set_handler(|| {
            live::end_all();
            strays::end_adopted();
            std::process::exit(INTERRUPTED);
        });
    });
}
