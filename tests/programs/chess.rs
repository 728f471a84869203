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
        let reported = CHESS.run(&["verify", "--engine", engine], 0);
        assert!(reported.contains(&tally), "{engine}: {reported}");
        assert!(
            !reported.contains("no golden"),
            "an outcome that is known to be wrong is nothing to accept: {reported}"
        );
        assert!(!reported.contains("does not contain this task"), "{engine}: {reported}");
    }
}

#[test]
fn the_regression_is_reported_with_its_sentence_and_board() {
    let reported = CHESS.run(&["compare", "recorded-chess.js-1.2.0", "recorded-chess.js"], 1);
    assert!(reported.lines().count() < 25, "{} lines:\n{reported}", reported.lines().count());
    assert!(reported.contains(&format!("1 broken, of {} scenarios that all ran", CHESS.scenarios())), "{reported}");
    assert!(reported.contains("chess/draws/pinned-en-passant-makes-none"), "{reported}");
    assert!(reported.contains("Positions are the same when the same player is to move"), "{reported}");
    assert!(reported.contains('♔') && reported.contains('♚'), "{reported}");
}

#[test]
fn pieces_are_drawn_with_their_glyphs() {
    let reported = CHESS.run(&["explain", "chess/castling/with-check", "--engine", "recorded-python-chess"], 0);
    assert!(reported.contains("[♖]") && reported.contains("[♔]") && reported.contains("white "), "{reported}");
}

#[test]
fn committed_files_are_small_and_name_no_host() {
    let sizes = fs::read_dir(CHESS.folder().join("recorded")).expect("recordings");
    let size: u64 = sizes.map(|file| file.expect("a file").metadata().expect("its size").len()).sum();
    assert!(size < 1_500_000, "the recordings have {size} bytes");
    let lock = fs::read_to_string(CHESS.folder().join("package-lock.json")).expect("a lock");
    assert!(lock.contains("\"integrity\"") && !lock.contains("://"), "{lock}");
}
