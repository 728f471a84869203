//! Skips tests of engines in Python and JavaScript if an interpreter is missing.

use std::io;
use std::io::Write;
use std::process::Command;
use std::sync::LazyLock;

/// Returns from a test if an interpreter is missing.
macro_rules! needs_interpreters {
    () => {
        if !crate::interpreters::installed() {
            return;
        }
    };
}

static MISSING: LazyLock<Option<&str>> = LazyLock::new(|| {
    let runs = |program: &str| Command::new(program).arg("--version").output().is_ok_and(|run| run.status.success());
    let missing = ["python3", "node"].into_iter().find(|program| !runs(program));
    if let Some(program) = missing {
        // Unlike `eprintln!`, this appears although the test passes.
        let _ =
            writeln!(io::stderr(), "skipped: tests of engines in Python and JavaScript, because {program} is missing");
    }
    missing
});

/// Returns whether `python3` and `node` run. Panics if one is missing and `CI` is set, so that CI skips nothing.
#[track_caller]
pub(crate) fn installed() -> bool {
    let in_ci = std::env::var_os("CI").is_some();
    assert!(MISSING.is_none() || !in_ci, "{} is missing; CI needs it for these tests", MISSING.unwrap_or_default());
    MISSING.is_none()
}
