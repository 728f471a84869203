//! The line from an attacker to its target.

use crate::board::square::Direction;

/// The position of a target relative to an attacker.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub direction: Direction,
    pub distance: u8,
    /// Whether any piece stands in between.
    pub past_pieces: bool,
}
