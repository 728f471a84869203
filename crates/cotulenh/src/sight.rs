//! Sight: the squares that the enemy commander sees along open files and ranks.

use super::board::Board;
use super::kind::Kind;
use super::rules::Rules;
use super::side::Side;
use super::square::Direction;
use super::square::Square;
use super::squares::Squares;
use super::stack::Stack;
use super::switch::Switch;

/// The squares on which a mover may not stop and over which it may not pass.
#[inline]
pub(crate) fn forbidden<R: Rules>(rules: &R, board: &Board, group: Stack, from: Square) -> Squares {
    if !group.has(Kind::Commander) {
        return Squares::default();
    }
    // game-end.md SIGHT: a commander on its own is bound, one that is carried is not.
    let bound = match group.is_single() {
        true => rules.upholds(Switch::Sight),
        false => rules.ruled(Switch::CarriedAcross, false, true),
    };
    if bound { seen_by(rules, board, group.side().other(), from) } else { Squares::default() }
}

/// What the commander of a side sees, as if one square were empty.
fn seen_by<R: Rules>(rules: &R, board: &Board, side: Side, as_empty: Square) -> Squares {
    let mut seen = Squares::default();
    let Some(commander) = board.commander(side) else { return seen };
    for direction in Direction::STRAIGHT {
        let mut at = commander;
        while let Some(next) = at.step(direction) {
            at = next;
            if !board.at(at).is_none() && at != as_empty {
                if !hides_its_square(rules) {
                    seen.insert(at);
                }
                break;
            }
            seen.insert(at);
        }
    }
    seen
}

/// game-end.md SIGHT: the line ends before the first piece. Whoever stops there all the same faces the other commander,
/// and whether that may be is judged when the turn ends.
#[inline]
fn hides_its_square<R: Rules>(rules: &R) -> bool {
    let other = rules.readings().first_piece_is_seen;
    rules.reads(other, Switch::PiecesHideSquares, Switch::FirstPieceIsSeen)
}
