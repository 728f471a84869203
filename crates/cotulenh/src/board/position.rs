//! The position: board, side to move, counters and the open deployment.

use crate::board::Board;
use crate::board::deployment::Deployment;
use crate::board::side::Side;

/// The board, whose turn it is, the counters, and the deployment that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The pieces on each square.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Side,
    /// The half-move clock.
    pub half_moves: u32,
    /// Number of the move. It starts at 1 and grows after each turn of Blue.
    pub move_number: u32,
    /// The deployment that is open.
    pub deployment: Option<Box<Deployment>>,
}
