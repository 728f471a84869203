//! A position as far as repetition compares it: the pieces on their squares, and the side to move.

use crate::board::Board;
use crate::board::side::Side;
use crate::notation::fen;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    board: Board,
    turn: Side,
}

impl Standing {
    pub(crate) fn new(board: &Board, turn: Side) -> Standing {
        Standing { board: board.clone(), turn }
    }

    /// The first two fields of a FEN.
    pub(crate) fn text(&self) -> String {
        format!("{} {}", fen::placement(&self.board), fen::letter(self.turn))
    }
}
