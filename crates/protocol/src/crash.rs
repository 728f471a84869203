//! Converts panics of an engine in Rust to crashes, with message, source line and the engine's own calls.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic;
use std::panic::AssertUnwindSafe;
use std::sync::Once;

use crate::Crash;

thread_local! {
    /// Location of the last panic of this thread.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Calls of the engine that led to it, the innermost last.
    static CALLS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Maximum number of calls in a trace.
const MOST_CALLS: usize = 6;

/// Runs a function that may panic.
pub fn caught<R>(work: impl FnOnce() -> R) -> Result<R, Crash> {
    note_places();
    PLACE.take();
    CALLS.take();
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|cause| Crash::new(words(cause.as_ref())).thrown_at(PLACE.take()).with_trace(CALLS.take()))
}

/// Installs a panic hook that records the location, which is available nowhere else. It calls the previous hook.
fn note_places() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            PLACE.set(about.location().map(|place| format!("{}:{}", place.file(), place.line())));
            CALLS.set(calls(&Backtrace::force_capture().to_string()));
            before(about);
        }));
    });
}

/// Returns the calls of the engine in a backtrace, the innermost last: those with a source file below the current
/// folder, without those of this crate. An engine without debug information has none.
fn calls(backtrace: &str) -> Vec<String> {
    let lines: Vec<&str> = backtrace.lines().map(str::trim).collect();
    let call = |pair: &[&str]| {
        let function = pair[0].split_once(": ")?.1;
        let place = pair[1].strip_prefix("at .")?.trim_start_matches(['/', '\\']);
        let line = place.rsplit_once(':').map_or(place, |(line, _)| line);
        let is_own = !place.contains("..") && !function.contains("truthsayer_protocol");
        is_own.then(|| format!("{line} in {function}"))
    };
    let mut calls: Vec<String> = lines.windows(2).filter_map(call).take(MOST_CALLS).collect();
    calls.reverse();
    calls
}

fn words(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| cause.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "it panicked without a message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_has_the_calls_of_the_engine_with_the_innermost_last() {
        let backtrace = "   5: <alloc::vec::Vec<T,A> as core::ops::index::Index<I>>::index\n             at \
                         /rustc/5980/library/alloc/src/vec/mod.rs:3804:9\n   6: engine::Nim::take\n             at \
                         ./engine/src/main.rs:45:44\n   7: engine::play\n             at .\\engine\\src\\main.rs:69:42\n   8: \
                         core::ops::function::Fn::call\n   9: <truthsayer_protocol::engine::Function<F> as \
                         truthsayer_protocol::engine::Engine>::play\n             at ./engine/protocol/src/engine.rs:112:12\n  10: \
                         __libc_start_main_impl\n             at ./csu/../csu/libc-start.c:360:3\n";
        assert_eq!(
            calls(backtrace),
            ["engine\\src\\main.rs:69 in engine::play", "engine/src/main.rs:45 in engine::Nim::take"]
        );
        assert!(calls("disabled backtrace").is_empty());
    }

    #[test]
    fn a_panic_becomes_a_crash_with_its_line() {
        let crash = caught(|| panic!("the heap is gone")).unwrap_err();
        assert_eq!(crash.why, "the heap is gone");
        assert!(crash.at.is_some_and(|at| at.contains("crash.rs:")));
        assert!(caught(|| 1).is_ok());
    }
}
