//! What happens without a clause. None of this is a rule: it is played only where a switch is off, so that somebody can
//! see what the clause is there for.

use super::attack::View;
use super::board::Board;
use super::formation;
use super::position::Position;
use super::reach::Line;
use super::rules::Rules;
use super::square::Square;
use super::stack::Stack;
use super::step::Deed;
use super::step::Step;
use super::terrain;
use super::unit::Unit;
use super::walk::Walk;
use super::walk::Walker;

/// A piece that does not keep to its limit goes one square further.
#[inline]
pub(crate) fn one_further(squares: u8) -> u8 {
    squares + 1
}

/// Pieces in between lengthen a range that there is by one square: to a target that stands just there.
#[inline]
pub(crate) fn lengthened(range: u8, line: Line) -> Option<u8> {
    (range > 0 && line.past_pieces && line.distance == one_further(range)).then_some(line.distance)
}

/// Whether a square before the target is closed to the attacker.
pub(crate) fn ground_lies_between<R: Rules>(rules: &R, group: Stack, from: Square, line: Line) -> bool {
    let mut square = from;
    for _ in 1..line.distance {
        let Some(next) = square.step(line.direction) else { return false };
        square = next;
        if !terrain::stack_may_stand(rules, group, square) {
            return true;
        }
    }
    false
}

/// While a deployment is open, others of the same side step as well, or those who have stepped do so again.
pub(crate) fn steps_out_of_turn<R: Rules>(
    rules: &R,
    position: &Position,
    (strangers, again): (bool, bool),
    sink: &mut impl FnMut(Step),
) {
    let Some(session) = &position.session else { return };
    for square in position.board.occupied(session.side()) {
        let stepped = session.steps().any(|step| step.to == square);
        let walker = Walker { from: square, group: position.board.at(square), deploys: false };
        if square != session.origin
            && if stepped { again } else { strangers }
            && let Some(walk) = Walk::new(rules, View::of(&position.board), walker)
        {
            walk.steps(sink);
        }
    }
}

/// Any two or three pieces of different kinds share a square.
pub(crate) fn share_a_square(units: &[Unit]) -> bool {
    let distinct = units.iter().enumerate().all(|(at, unit)| units[..at].iter().all(|it| it.kind != unit.kind));
    !units.is_empty() && units.len() <= 3 && distinct
}

/// Whoever travels with a hero becomes one.
pub(crate) fn all_heroic(stack: Stack) -> Stack {
    stack.with_heroic(|_| true)
}

/// Whoever recombines is put to the others without its rank.
pub(crate) fn without_rank(played: &mut Board, joins: Step) {
    let stack = played.at(joins.to);
    let lower = |unit: Unit| if joins.group.has(unit.kind) { Unit::new(unit.kind) } else { unit };
    played.set(joins.to, Stack::from_units(stack.units().map(lower), stack.side()));
}

/// A refused step costs the turn.
pub(crate) fn turn_is_lost(position: &mut Position) {
    position.turn = position.turn.other();
}

/// What was captured stays lost when the turn is taken back.
pub(crate) fn captured_stay_lost(taken: &[(Square, Stack)], position: &mut Position) {
    for (square, _) in taken {
        position.board.set(*square, Stack::NONE);
    }
}

/// Whoever stepped stays where it is when the turn is taken back.
pub(crate) fn movers_stay(steps: &[Step], now: &Position, position: &mut Position) {
    for step in steps {
        position.board.set(step.from, now.board.at(step.from));
        if step.deed.places() {
            position.board.set(step.to, now.board.at(step.to));
        }
    }
}

/// Ranks that were won stay when the turn is taken back.
pub(crate) fn ranks_stay(promoted: &[(Square, Unit)], steps: &[Step], position: &mut Position) {
    for (square, unit) in promoted {
        let moved = steps.iter().find(|step| step.to == *square && step.group.has(unit.kind));
        let square = moved.map_or(*square, |step| step.from);
        let stack = position.board.at(square);
        position.board.set(square, stack.with_heroic(|kind| kind == unit.kind));
    }
}

/// Whose turn it is, and what the clocks say, stays when the turn is taken back.
pub(crate) fn turn_stays(now: &Position, position: &mut Position) {
    position.turn = now.turn;
    position.half_moves = now.half_moves;
    position.move_number = now.move_number;
}

/// Whoever recombines is put to the piece that stands there, whether or not the two could have gone together.
pub(crate) fn could_merge<R: Rules>(rules: &R, board: &Board, joins: Step) -> bool {
    let standing = board.at(joins.to);
    standing.belongs_to(joins.group.side()) && formation::join(rules, standing, joins.group).is_some()
}

/// Whoever recombines has to get there by itself.
pub(crate) fn within_reach<R: Rules>(rules: &R, board: &Board, joins: Step) -> bool {
    let walker = Walker { from: joins.from, group: joins.group, deploys: true };
    let mut found = false;
    if let Some(walk) = Walk::new(rules, View::of(board), walker) {
        walk.steps(&mut |step| found |= step.to == joins.to && step.deed == Deed::Combine);
    }
    found
}
