//! The chess example without its libraries: what they said once is played back, and judged as it was then.

use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;

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

fn scenarios() -> usize {
    let project = Project::load(&example()).expect("the example");
    Suite::load(project, 1).0.scenarios.len()
}

/// Returns the number of known failures of an engine. Each gap names one scenario.
fn gaps(engine: &str) -> usize {
    let text = fs::read_to_string(example().join("truthsayer.yaml")).expect("the project file");
    let config: serde_yaml::Value = serde_yaml::from_str(&text).expect("YAML");
    config["engines"][engine]["gaps"].as_sequence().expect("gaps").len()
}

/// After a change of the scenarios `examples/chess/show.sh target/light/truthsayer record` asks the libraries again.
#[test]
fn recorded_libraries_are_judged_as_they_were() {
    let scenarios = scenarios();
    for engine in ["recorded-python-chess", "recorded-chess.js", "recorded-chess.js-1.2.0"] {
        let gaps = gaps(engine);
        let tally = format!("{} of {scenarios} scenarios passed, {gaps} are known gaps", scenarios - gaps);
        let told = run(&["verify", "--engine", engine], 0);
        assert!(told.contains(&tally), "{engine}: {told}");
        assert!(!told.contains("no golden"), "an outcome that is known to be wrong is nothing to accept: {told}");
        assert!(!told.contains("does not contain this task"), "{engine}: {told}");
    }
}

#[test]
fn the_regression_is_told_with_its_sentence_and_board_in_a_few_lines() {
    let told = run(&["compare", "recorded-chess.js-1.2.0", "recorded-chess.js"], 1);
    assert!(told.lines().count() < 25, "{} lines:\n{told}", told.lines().count());
    assert!(told.contains(&format!("1 broken, of {} scenarios that all ran", scenarios())), "{told}");
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
