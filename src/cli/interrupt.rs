//! Ctrl-C: engines live in process groups of their own and would not hear it, so they are stopped first.

use std::sync::Once;

use crate::engines::process::live;

/// What shells expect of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// From now on an interrupted run takes its engines with it.
pub fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Where signals cannot be caught, engines still end when their stdin closes.
        let _ = ctrlc::set_handler(|| {
            live::end_all();
            std::process::exit(INTERRUPTED);
        });
    });
}
