//! Sight: the squares that the enemy commander sees along open files and ranks.

use crate::board::Board;
use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::square::Direction;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::board::stack::Stack;
use crate::rules::Rules;
use crate::rules::switch::Switch;

/// The squares on which a mover may not stop and over which it may not pass.
#[inline]
pub(crate) fn forbidden<R: Rules>(rules: &R, board: &Board, group: Stack, from: Square) -> SquareSet {
    if !group.has(Kind::Commander) {
        return SquareSet::default();
    }
    // game-end.md SIGHT: a commander on its own is bound, one that is carried is not.
    let bound = match group.is_single() {
        true => rules.applies(Switch::Sight),
        false => !rules.applies(Switch::CarriedAcross),
    };
    if bound { seen_by(rules, board, group.side().other(), from) } else { SquareSet::default() }
}

/// The squares that a commander sees, as if one square were empty.
fn seen_by<R: Rules>(rules: &R, board: &Board, side: Side, as_empty: Square) -> SquareSet {
    let mut seen = SquareSet::default();
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

/// game-end.md SIGHT: the line ends before the first piece. A commander on that piece's square faces the other commander;
/// whether that is legal is judged when the turn ends.
#[inline]
fn hides_its_square<R: Rules>(rules: &R) -> bool {
    let other = rules.readings().first_piece_is_seen;
    rules.reads(other, Switch::PiecesHideSquares, Switch::FirstPieceIsSeen)
}
