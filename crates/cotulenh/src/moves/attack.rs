//! Attacks: which pieces can capture on a square, and whether a commander is in danger.

use crate::board::Board;
use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::square::Direction;
use crate::board::square::SPAN;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::board::unit::Unit;
use crate::moves::air_defence::Flight;
use crate::moves::line::Line;
use crate::moves::reach;
use crate::rules::Rules;
use crate::rules::Strict;
use crate::rules::switch::Switch;

/// The attacked board, and the board whose air defence zones count.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub board: &'a Board,
    pub sky: &'a Board,
}

impl<'a> View<'a> {
    #[inline]
    pub fn of(board: &'a Board) -> View<'a> {
        View { board, sky: board }
    }
}

/// An attacking piece: its kind, its square, and whether it is carried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attacker {
    pub unit: Unit,
    pub square: Square,
    pub carried: bool,
}

/// Calls `found` for every piece of a side that can capture on a square, until it returns true.
#[inline]
pub(crate) fn for_each_attacker<R: Rules>(
    rules: &R,
    view: View<'_>,
    target: Square,
    by: Side,
    mut found: impl FnMut(Attacker) -> bool,
) {
    let at_navy = view.board.at(target).is_carried_by(Kind::Navy);
    if R::COMPLETE {
        // Asks for nothing else, so the order does not matter.
        for square in view.board.occupied(by).intersection(near(target)) {
            let Some((direction, distance)) = Direction::between(square, target) else { continue };
            let past_pieces = !view.board.is_open(square, direction, distance);
            let line = Line { direction, distance, past_pieces };
            for (slot, unit) in view.board.at(square).units().enumerate() {
                if attacks(rules, view, unit, by, square, line, at_navy)
                    && found(Attacker { unit, square, carried: slot > 0 })
                {
                    return;
                }
            }
        }
        return;
    }
    for outward in Direction::ALL {
        let mut past_pieces = false;
        let mut square = target;
        for distance in 1..=R::FURTHEST {
            let Some(next) = square.step(outward) else { break };
            square = next;
            let stack = view.board.at(square);
            if stack.is_none() {
                continue;
            }
            if stack.side() == by {
                let line = Line { direction: outward.opposite(), distance, past_pieces };
                for (slot, unit) in stack.units().enumerate() {
                    let carried = slot > 0;
                    if attacks(rules, view, unit, by, square, line, at_navy)
                        && (!carried || rules.applies(Switch::PassengersAttack))
                        && found(Attacker { unit, square, carried })
                    {
                        return;
                    }
                }
            }
            past_pieces = true;
        }
    }
}

/// The squares from which any piece could capture on a square.
#[inline]
fn near(square: Square) -> SquareSet {
    static NEAR: [SquareSet; SPAN] = SquareSet::lines(Strict::FURTHEST);
    NEAR[square.index()]
}

/// Whether one piece could capture along a line.
#[inline]
fn attacks<R: Rules>(
    rules: &R,
    view: View<'_>,
    unit: Unit,
    side: Side,
    from: Square,
    line: Line,
    at_navy: bool,
) -> bool {
    reach::captures_at(rules, unit, line, at_navy)
        && (unit.kind != Kind::AirForce
            || !Flight::take_off(rules, view.sky, unit, side, from)
                .along(from, line.direction, line.distance)
                .is_over())
}

/// Whether a side could capture on a square.
#[inline]
pub(crate) fn is_attacked<R: Rules>(rules: &R, view: View<'_>, target: Square, by: Side) -> bool {
    let mut attacked = false;
    for_each_attacker(rules, view, target, by, |_| {
        attacked = true;
        true
    });
    attacked
}

/// Whether the commander of a side is attacked.
#[inline]
pub(crate) fn is_commander_attacked<R: Rules>(rules: &R, view: View<'_>, side: Side) -> bool {
    view.board.commander(side).is_some_and(|square| is_attacked(rules, view, square, side.other()))
}

/// Whether the two commanders face each other on an open file or rank.
#[inline]
pub(crate) fn is_exposed<R: Rules>(rules: &R, board: &Board) -> bool {
    let (Some(red), Some(blue)) = (board.commander(Side::Red), board.commander(Side::Blue)) else { return false };
    if red.file() != blue.file() && red.rank() != blue.rank() {
        return false;
    }
    let Some((direction, distance)) = Direction::between(red, blue) else { return false };
    let carried = !board.at(red).is_single() || !board.at(blue).is_single();
    // A carried commander faces the enemy commander as well (game-end.md EXPOSURE).
    board.is_open(red, direction, distance) && (!carried || rules.applies(Switch::CarriedCommanderFaces))
}

/// Whether a side may not end its turn in this position. A commander that died with its own stack counts as captured.
#[inline]
pub fn is_in_danger<R: Rules>(rules: &R, view: View<'_>, side: Side) -> bool {
    // game-end.md EXPOSURE, SAFETY: neither faced nor attacked.
    view.board.commander(side).is_none()
        || (is_exposed(rules, view.board) && rules.applies(Switch::Exposure))
        || (is_commander_attacked(rules, view, side) && rules.applies(Switch::Safety))
}

/// Whether the commander of a side is in check. This decides between mate and stalemate.
pub(crate) fn is_in_check<R: Rules>(rules: &R, view: View<'_>, side: Side) -> bool {
    // game-end.md CHECK: a commander is in check if it is attacked. Facing the other commander is not check (EXPOSURE).
    (is_commander_attacked(rules, view, side) && rules.applies(Switch::Check))
        || (is_exposed(rules, view.board) && !rules.applies(Switch::ExposureIsNoCheck))
}
