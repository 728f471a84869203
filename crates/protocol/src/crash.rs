//! Panics of an engine in Rust as crashes: what the panic said, and the line of the source that panicked.

use std::any::Any;
use std::cell::RefCell;
use std::panic;
use std::panic::AssertUnwindSafe;
use std::sync::Once;

use crate::Failure;

thread_local! {
    /// Where this thread panicked last.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs something that may panic.
pub fn caught<R>(work: impl FnOnce() -> R) -> Result<R, Failure> {
    note_places();
    PLACE.take();
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|cause| Failure::new(words(cause.as_ref())).thrown_at(PLACE.take()))
}

/// Only a panic hook learns where a panic was. It calls the hook that was there before.
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
