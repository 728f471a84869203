//! The chess example without its libraries: what they said once is played back, and judged as it was then.

use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/chess")
}

/// A run in the example, with this binary on the path: the recorded engines are started by its name.
#[track_caller]
fn run(arguments: &[&str], code: i32) -> String {
    let own = Path::new(BINARY).parent().expect("a folder").to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([own].into_iter().chain(std::env::split_paths(&others))).expect("a path");
    let output = Command::new(BINARY)
        .args(arguments)
        .current_dir(example())
        .env("CI", "true")
        .env("PATH", path)
        .env("TRUTHSAYER_TODAY", "2027-01-01")
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(code), "{told}\n{}", String::from_utf8_lossy(&output.stderr));
    told
}

/// After a change of the scenarios `examples/chess/show.sh target/release/truthsayer record` asks the libraries again.
#[test]
fn recorded_libraries_are_judged_as_they_were() {
    for (engine, tally) in [
        ("recorded-python-chess", "142 scenarios: 137 conform, 5 deviate as known"),
        ("recorded-chess.js", "142 scenarios: 119 conform, 23 deviate as known"),
        ("recorded-chess.js-1.2.0", "142 scenarios: 120 conform, 22 deviate as known"),
    ] {
        let told = run(&["verify", "--engine", engine], 0);
        assert!(told.contains(tally), "{engine}: {told}");
        assert!(!told.contains("no golden"), "an outcome that is known to be wrong is nothing to accept: {told}");
        assert!(!told.contains("does not hold this task"), "{engine}: {told}");
    }
}

#[test]
fn the_regression_is_told_with_its_sentence_and_board_in_a_few_lines() {
    let told = run(&["compare", "recorded-chess.js-1.2.0", "recorded-chess.js"], 1);
    assert!(told.lines().count() < 25, "{} lines:\n{told}", told.lines().count());
    assert!(told.contains("1 broken, of 142 scenarios played by all"), "{told}");
    assert!(told.contains("chess/draws/pinned-en-passant-makes-none"), "{told}");
    assert!(told.contains("Positions are the same when the same player is to move"), "{told}");
    assert!(told.contains('♔') && told.contains('♚'), "{told}");
}

#[test]
fn pieces_are_drawn_with_their_glyphs() {
    let told = run(&["explain", "chess/castling/with-check", "--engine", "recorded-python-chess"], 0);
    assert!(told.contains("[♖]") && told.contains("[♔]") && told.contains("white "), "{told}");
}

#[test]
fn what_is_committed_is_small_and_names_no_host() {
    let sizes = fs::read_dir(example().join("recorded")).expect("recordings");
    let size: u64 = sizes.map(|file| file.expect("a file").metadata().expect("its size").len()).sum();
    assert!(size < 1_500_000, "the recordings have {size} bytes");
    let lock = fs::read_to_string(example().join("package-lock.json")).expect("a lock");
    assert!(lock.contains("\"integrity\"") && !lock.contains("://"), "{lock}");
}
