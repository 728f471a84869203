//! Boards that engines describe are drawn or refused, with limited size.

use serde::Deserialize;
use truthsayer::report::text::board;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;

use super::harmless;
use super::harmless::harmless;

/// A board, the state before and the state after, as one JSON map.
#[derive(Deserialize)]
struct Drawing {
    note: BoardNote,
    #[serde(default)]
    before: Data,
    #[serde(default)]
    after: Data,
}

/// Maximum size of a drawing: a constant, plus a factor for each byte of input.
const LARGEST: usize = 256 * 1024;
const FOR_EVERY_BYTE: usize = 64;

pub fn run(input: &[u8]) {
    harmless::without_colours();
    let Ok(Drawing { note, before, after }) = serde_json::from_slice(input) else { return };
    if !note.is_drawable() {
        return;
    }
    let outcome = Outcome::new(before, after);
    let drawn = board::before_and_after(&note, &outcome, false);
    assert_eq!(board::before_and_after(&note, &outcome, false), drawn);
    assert_eq!(board::before_and_after(&note, &outcome, true).lines().count(), drawn.lines().count());
    assert!(drawn.len() <= LARGEST + FOR_EVERY_BYTE * input.len(), "{} bytes are drawn", drawn.len());
    harmless("a board", &drawn);
}
