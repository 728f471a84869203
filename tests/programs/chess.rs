//! The chess example without its libraries: their recorded answers are replayed and judged.

use std::fs;

use crate::example_project::ExampleProject;

const CHESS: ExampleProject = ExampleProject { name: "chess" };

/// After a change of the scenarios, `examples/chess/show.sh target/light/truthsayer record` asks the libraries again.
#[test]
fn recorded_libraries_are_judged_as_they_were() {
    let scenarios = CHESS.scenarios();
    for engine in ["recorded-python-chess", "recorded-chess.js", "recorded-chess.js-1.2.0"] {
        let gaps = CHESS.gaps(engine);
        let tally = format!("{} of {scenarios} scenarios passed, {gaps} are known gaps", scenarios - gaps);
        let told = CHESS.run(&["verify", "--engine", engine], 0);
        assert!(told.contains(&tally), "{engine}: {told}");
        assert!(!told.contains("no golden"), "an outcome that is known to be wrong is nothing to accept: {told}");
        assert!(!told.contains("does not contain this task"), "{engine}: {told}");
    }
}

#[test]
fn the_regression_is_told_with_its_sentence_and_board_in_a_few_lines() {
    let told = CHESS.run(&["compare", "recorded-chess.js-1.2.0", "recorded-chess.js"], 1);
    assert!(told.lines().count() < 25, "{} lines:\n{told}", told.lines().count());
    assert!(told.contains(&format!("1 broken, of {} scenarios that all ran", CHESS.scenarios())), "{told}");
    assert!(told.contains("chess/draws/pinned-en-passant-makes-none"), "{told}");
    assert!(told.contains("Positions are the same when the same player is to move"), "{told}");
    assert!(told.contains('♔') && told.contains('♚'), "{told}");
}

#[test]
fn pieces_are_drawn_with_their_glyphs() {
    let told = CHESS.run(&["explain", "chess/castling/with-check", "--engine", "recorded-python-chess"], 0);
    assert!(told.contains("[♖]") && told.contains("[♔]") && told.contains("white "), "{told}");
}

#[test]
fn what_is_committed_is_small_and_names_no_host() {
    let sizes = fs::read_dir(CHESS.folder().join("recorded")).expect("recordings");
    let size: u64 = sizes.map(|file| file.expect("a file").metadata().expect("its size").len()).sum();
    assert!(size < 1_500_000, "the recordings have {size} bytes");
    let lock = fs::read_to_string(CHESS.folder().join("package-lock.json")).expect("a lock");
    assert!(lock.contains("\"integrity\"") && !lock.contains("://"), "{lock}");
}
