//! Rescue: whether the waiting pieces of a deployment can still save their commander.
//!
//! Every conclusion here has to be provable, since nothing checks it again: a test compares it with trying everything.

use crate::board::Board;
use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::square::Direction;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::unit::Unit;
use crate::moves::attack;
use crate::moves::attack::Attacker;
use crate::moves::attack::View;
use crate::moves::reach;
use crate::rules::Rules;

/// Whether no step of these pieces from the origin can save the commander.
///
/// An attacker that shoots over others, or stands next to the commander, must be captured. Each piece captures once,
/// and at most as far as a heroic piece. Air forces do not count, because air defence can also stop them.
pub(crate) fn is_hopeless<R: Rules>(rules: &R, board: &Board, origin: Square, waiting: Stack, side: Side) -> bool {
    let Some(commander) = board.commander(side) else { return true };
    if commander == origin {
        return false;
    }
    let mut to_capture = 0;
    let mut last = None;
    let mut hopeless = false;
    attack::for_each_attacker(rules, View::of(board), commander, side.other(), |attacker| {
        if last == Some(attacker.square) || !has_to_be_captured(attacker, commander) {
            return false;
        }
        last = Some(attacker.square);
        to_capture += 1;
        hopeless = to_capture > waiting.size()
            || !waiting.units().any(|unit| could_reach(rules, board, unit, origin, attacker.square));
        hopeless
    });
    hopeless
}

fn has_to_be_captured(attacker: Attacker, commander: Square) -> bool {
    match attacker.unit.kind {
        Kind::Artillery | Kind::Missile | Kind::Tank | Kind::Navy => true,
        Kind::AirForce => false,
        _ => attacker.square.distance_squared(commander) <= 2,
    }
}

/// Whether a piece might capture on a square from the origin, whatever stands in between, now or once it is heroic.
fn could_reach<R: Rules>(rules: &R, board: &Board, unit: Unit, origin: Square, target: Square) -> bool {
    let hero = Unit { heroic: true, ..unit };
    let at_navy = board.at(target).is_carried_by(Kind::Navy);
    Direction::between(origin, target)
        .is_some_and(|(direction, distance)| distance <= reach::capture_range(rules, hero, direction, at_navy))
}
