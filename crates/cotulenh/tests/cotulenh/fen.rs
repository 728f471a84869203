//! FEN is read strictly: any other spelling is refused with the place and the reason.

use truthsayer_cotulenh::notation::fen;

const BOARD: &str = "7c2i/10m/11/11/11/11/11/11/11/11/10M/6C3I";

fn fault(text: &str) -> (usize, String) {
    match fen::read(text) {
        Err(fault) => (fault.at, fault.why),
        Ok(_) => panic!("`{text}` is accepted"),
    }
}

#[test]
fn a_counter_has_no_leading_zeros() {
    for (counters, place, why) in [
        ("007 1", 0, "the half-move clock is written without leading zeros: `7`, not `007`"),
        ("00 1", 0, "the half-move clock is written without leading zeros: `0`, not `00`"),
        ("0 01", 2, "the move number is written without leading zeros: `1`, not `01`"),
    ] {
        let head = format!("{BOARD} r - - ");
        assert_eq!(fault(&format!("{head}{counters}")), (head.len() + place + 1, why.to_owned()));
    }
    let position = fen::read(&format!("{BOARD} r - - 0 1")).expect("a plain zero is a number");
    assert_eq!((position.half_moves, position.move_number), (0, 1));
}

#[test]
fn a_counter_is_a_number_and_nothing_else() {
    for counters in ["-1 1", "0 0", "+1 1", "1. 1", "x 1", "0 "] {
        let (_, why) = fault(&format!("{BOARD} r - - {counters}"));
        assert!(why.contains("is a whole number from"), "{counters}: {why}");
    }
    let (_, why) = fault(&format!("{BOARD} r - - 0"));
    assert!(why.contains("6 fields"), "{why}");
}
