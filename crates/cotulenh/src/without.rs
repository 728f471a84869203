//! What happens without a clause. None of this is a rule: it is played only where a switch is off, so that somebody can
//! see what the clause is there for.

use super::attack::View;
use super::board::Board;
use super::formation;
use super::reach::Line;
use super::rules::Rules;
use super::square::Square;
use super::stack::Stack;
use super::step::Deed;
use super::step::Step;
use super::switch::Switch;
use super::terrain;
use super::walk::Met;
use super::walk::Walk;
use super::walk::Walker;

/// A piece that does not keep to its limit goes one square further.
#[inline]
pub fn one_further(squares: u8) -> u8 {
    squares + 1
}

/// Pieces in between lengthen a range that there is by one square.
#[inline]
pub fn lengthens(range: u8, line: Line) -> bool {
    range > 0 && line.past_pieces && line.distance == one_further(range)
}

/// What hinders a move hinders a capture as well: closed ground before the target, the river, the corners of its mouth.
#[inline]
pub fn ground_hinders<R: Rules>(rules: &R, group: Stack, from: Square, met: Met, line: Line) -> bool {
    (met.ground && rules.lacks(Switch::GroundBetween) && ground_lies_between(rules, group, from, line))
        || (met.river && rules.lacks(Switch::CapturesCrossRiver))
        || (met.corner && rules.lacks(Switch::CapturesCutCorners))
}

/// Whether a square before the target is closed to the attacker.
fn ground_lies_between<R: Rules>(rules: &R, group: Stack, from: Square, line: Line) -> bool {
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

/// Whoever recombines is put to the piece that stands there, whether or not the two could have gone together.
pub fn could_merge<R: Rules>(rules: &R, board: &Board, joins: Step) -> bool {
    let standing = board.at(joins.to);
    standing.belongs_to(joins.group.side()) && formation::join(rules, standing, joins.group).is_some()
}

/// Whoever recombines has to get there by itself.
pub fn within_reach<R: Rules>(rules: &R, board: &Board, joins: Step) -> bool {
    let walker = Walker { from: joins.from, group: joins.group, deploys: true };
    let mut found = false;
    if let Some(walk) = Walk::new(rules, View::of(board), walker) {
        walk.steps(&mut |step| found |= step.to == joins.to && step.deed == Deed::Combine);
    }
    found
}
