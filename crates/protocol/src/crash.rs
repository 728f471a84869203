//! Converts panics of an engine in Rust to crashes, with message and source line.

use std::any::Any;
use std::cell::RefCell;
use std::panic;
use std::panic::AssertUnwindSafe;
use std::sync::Once;

use crate::Crash;

thread_local! {
    /// Location of the last panic of this thread.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs a function that may panic.
pub fn caught<R>(work: impl FnOnce() -> R) -> Result<R, Crash> {
    note_places();
    PLACE.take();
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|cause| Crash::new(words(cause.as_ref())).thrown_at(PLACE.take()))
}

/// Installs a panic hook that records the location, which is available nowhere else. It calls the previous hook.
fn note_places() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            PLACE.set(about.location().map(|place| format!("{}:{}", place.file(), place.line())));
            before(about);
        }));
    });
}

fn words(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| cause.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "it panicked without a message".to_owned())
}
