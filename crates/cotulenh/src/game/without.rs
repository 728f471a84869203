//! The behaviour of mutants. None of this is a rule: it runs only if a switch is off.

use crate::board::position::Position;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::step::Step;
use crate::board::unit::Unit;

/// A refused step ends the turn.
pub(crate) fn turn_is_lost(position: &mut Position) {
    position.turn = position.turn.other();
}

/// Captured pieces stay lost when the turn is taken back.
pub(crate) fn captured_stay_lost(taken: &[(Square, Stack)], position: &mut Position) {
    for (square, _) in taken {
        position.board.set(*square, Stack::NONE);
    }
}

/// Pieces that stepped stay where they are when the turn is taken back.
pub(crate) fn movers_stay(steps: &[Step], now: &Position, position: &mut Position) {
    for step in steps {
        position.board.set(step.from, now.board.at(step.from));
        if step.effect.places() {
            position.board.set(step.to, now.board.at(step.to));
        }
    }
}

/// Pieces stay heroic when the turn in which they were promoted is taken back.
pub(crate) fn ranks_stay(promoted: &[(Square, Unit)], steps: &[Step], position: &mut Position) {
    for (square, unit) in promoted {
        let moved = steps.iter().find(|step| step.to == *square && step.group.has(unit.kind));
        let square = moved.map_or(*square, |step| step.from);
        let stack = position.board.at(square);
        position.board.set(square, stack.with_heroic(|kind| kind == unit.kind));
    }
}

/// Taking back a turn restores neither the side to move nor the half-move clock and the move number.
pub(crate) fn turn_stays(now: &Position, position: &mut Position) {
    position.turn = now.turn;
    position.half_moves = now.half_moves;
    position.move_number = now.move_number;
}
