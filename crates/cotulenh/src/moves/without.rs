//! The behaviour of mutants. None of this is a rule: it runs only if a switch is off.

use crate::board::Board;
use crate::board::deployment::Deployment;
use crate::board::formation;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::step::Step;
use crate::board::terrain;
use crate::board::unit::Unit;
use crate::moves::line::Line;
use crate::rules::Rules;

/// Returns the range of a piece without its limit: one square more.
#[inline]
pub(crate) fn one_further(squares: u8) -> u8 {
    squares + 1
}

/// Returns the distance of a target that is one square out of range, if pieces are in between.
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

/// The squares whose pieces step out of turn during a deployment: outside it, or those that have already stepped.
pub(crate) fn out_of_turn(
    board: &Board,
    deployment: &Deployment,
    (others, again): (bool, bool),
) -> impl Iterator<Item = Square> {
    let squares = board.occupied(deployment.side()).into_iter();
    squares.filter(move |square| {
        let stepped = deployment.steps().any(|step| step.to == *square);
        *square != deployment.origin && if stepped { again } else { others }
    })
}

/// All pieces of a stack with a heroic piece become heroic.
pub(crate) fn all_heroic(stack: Stack) -> Stack {
    stack.with_heroic(|_| true)
}

/// A piece that recombines loses its rank.
pub(crate) fn without_rank(played: &mut Board, joins: Step) {
    let stack = played.at(joins.to);
    let lower = |unit: Unit| if joins.group.has(unit.kind) { Unit::new(unit.kind) } else { unit };
    played.set(joins.to, Stack::from_units(stack.units().map(lower), stack.side()));
}

/// A piece recombines with the piece on the target, even if the two could not have stepped together.
pub(crate) fn could_merge<R: Rules>(rules: &R, board: &Board, joins: Step) -> bool {
    let standing = board.at(joins.to);
    standing.belongs_to(joins.group.side()) && formation::join(rules, standing, joins.group).is_some()
}
