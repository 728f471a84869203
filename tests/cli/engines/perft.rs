//! `engine perft`: counts, and impossible positions.

use crate::project::shipped;

#[test]
fn the_start_of_a_game_is_counted() {
    assert_eq!(shipped(&["engine", "perft", "--depth", "1"]).exits(0).stdout, "depth 1: 116 nodes\n");
    assert_eq!(shipped(&["engine", "perft", "--depth", "2", "-q"]).exits(0).stdout, "depth 2: 13460 nodes\n");
}

#[test]
fn the_parts_add_up_to_the_whole() {
    let fen = "7c2i/10m/11/11/11/11/11/3i7/3(TI)7/11/10M/6C3I r - - 0 1";
    let whole = shipped(&["engine", "perft", "--fen", fen, "--depth", "2"]).exits(0).stdout;
    let parts = shipped(&["engine", "perft", "--fen", fen, "--depth", "2", "--divide"]).exits(0).stdout;
    let (total, listed): (Vec<&str>, Vec<&str>) = parts.lines().partition(|line| line.starts_with("depth"));
    let sum: u64 = listed.iter().filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum();
    assert_eq!(total, [whole.trim_end()]);
    assert_eq!(format!("depth 2: {sum} nodes\n"), whole);
    assert!(listed.iter().any(|line| line.starts_with("Td4>xd5 ")), "{parts}");
    assert!(listed.is_sorted(), "{parts}");
}

#[test]
fn a_position_that_cannot_be_is_shown_with_the_place() {
    let cases = [
        ("7c2i/10m/12/11/11/11/11/11/11/11/10M/6C3I r - - 0 1", "--fen:1:10", "`12` is no count of empty squares"),
        ("11/11/11/11/11/11/11/11/11/11/11/11/11 r - - 0 1", "--fen:1:1", "12 ranks"),
        ("7c2i/9m/11/11/11/11/11/11/11/11/10M/6C3I r - - 0 1", "--fen:1:8", "rank 11 is 10 squares wide"),
        ("7c2i/10m/11/11/11/11/11/29/11/11/10M/6C3I r - - 0 1", "--fen:1:", "two counts in a row"),
        ("7c2i/10m/11/11/11/11/11/2X8/11/11/10M/6C3I r - - 0 1", "--fen:1:26", "`X` is no piece"),
        ("7c2i/10m/11/11/11/11/11/2+1T7/11/11/10M/6C3I r - - 0 1", "--fen:1:27", "a piece follows `+`"),
        ("7c2i/10m/11/11/11/11/11/2(NTI)8/11/11/10M/6C3I r - - 0 1", "--fen:1:26", "`NTI` form no stack"),
        ("7c2i/10m/11/11/11/11/11/2(Ti)8/11/11/10M/6C3I r - - 0 1", "--fen:1:", "one side only"),
        ("7c2i/10m/11/11/11/11/11/()10/11/11/10M/6C3I r - - 0 1", "--fen:1:", "two or three pieces"),
        ("7c2i/10m/11/11/11/11/11/3N7/11/11/10M/6C3I r - - 0 1", "--fen:1:26", "N may not stand on d5, which is land"),
        ("7c2i/10m/11/11/11/11/11/F10/11/11/10M/6C3I r - - 0 1", "--fen:1:25", "F may not stand on a5, which is water"),
        ("7c2i/10m/11/11/11/11/11/2C8/11/11/10M/6C3I r - - 0 1", "--fen:1:", "a second commander of red"),
        ("7c2i/10m/11/11/11/11/11/11/11/11/10M/6C3I w - - 0 1", "--fen:1:43", "`r` or `b`, not `w`"),
        ("7c2i/10m/11/11/11/11/11/11/11/11/10M/6C3I r - - -1 1", "--fen:1:49", "the half-move clock"),
        ("7c2i/10m/11/11/11/11/11/11/11/11/10M/6C3I r - - 0 0", "--fen:1:51", "the move number"),
        ("7c2i/10m/11/11/11/11/11/11/11/11/10M/6C3I r - -", "--fen:1:1", "6 fields"),
        ("", "--fen:1:1", "6 fields"),
    ];
    for (fen, place, words) in cases {
        let run = shipped(&["engine", "perft", "--fen", fen, "--depth", "1"]).exits(3);
        assert!(run.stderr.contains(place) && run.stderr.contains(words), "{fen}\n{}", run.stderr);
    }
}

#[test]
fn a_depth_out_of_bounds_is_wrong_usage() {
    shipped(&["engine", "perft", "--depth", "0"]).exits(2);
    shipped(&["engine", "perft"]).exits(2);
}
