//! Calm positions, in which most steps cannot endanger their own commander and need not be tried out.
//!
//! Every shortcut here has to be provable, since nothing checks it again: a test compares it with trying every step
//! out.

use crate::board::Board;
use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::square::Direction;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::step::Effect;
use crate::board::step::Step;
use crate::board::terrain;
use crate::moves::attack;
use crate::moves::attack::View;
use crate::moves::promotion::GUARDED;
use crate::rules::Rules;

/// The conditions that a step must not disturb.
pub(crate) struct Calm {
    commander: Square,
    /// The other commander, if both are on one file or rank.
    facing: Option<Square>,
    /// Whether the enemy has air forces, so that the air defence of this side matters.
    enemy_flies: bool,
}

impl Calm {
    /// `None` if every step must be tried out.
    pub(crate) fn of<R: Rules>(rules: &R, board: &Board, side: Side) -> Option<Calm> {
        let commander = board.commander(side)?;
        // One more, because a step can cost the side one of its own pieces.
        if may_widen_a_zone(board, side, GUARDED + 1) {
            return None;
        }
        if board.occupied(side.other()).count() <= GUARDED + 1 || attack::is_in_danger(rules, View::of(board), side) {
            return None;
        }
        let on_line = |other: &Square| other.file() == commander.file() || other.rank() == commander.rank();
        let facing = board.commander(side.other()).filter(on_line);
        let mut enemies = board.occupied(side.other()).into_iter();
        let enemy_flies = enemies.any(|square| board.at(square).has(Kind::AirForce));
        Some(Calm { commander, facing, enemy_flies })
    }

    /// Whether a step certainly leaves its own commander as safe as before.
    ///
    /// A step cannot change the attacks of pieces that shoot over others. It can change the line of a piece that other
    /// pieces stop, which is at most two squares long, and the open line between the commanders. It can also change the
    /// path of an enemy air force, if a defender of this side moves, is lost or is promoted. An additional defender only
    /// stops more air forces.
    #[inline]
    pub(crate) fn keeps<R: Rules>(&self, rules: &R, board: &Board, step: Step) -> bool {
        let from = board.at(step.from);
        let to = board.at(step.to);
        if step.from == self.commander || (step.effect == Effect::Combine && step.to == self.commander) {
            return false;
        }
        let defends = |stack: Stack| stack.carrier().is_some_and(|unit| unit.kind.defends_the_air());
        if self.enemy_flies && (defends(from) || (step.effect == Effect::Combine && defends(to))) {
            return false;
        }
        let leaves = !matches!(step.effect, Effect::Stay);
        let rest = if step.deploys { from.without(step.group) } else { Stack::NONE };
        if step.deploys && leaves && !terrain::stack_may_stand(rules, rest, step.from) {
            return false;
        }
        let vacates_from = leaves && rest.is_none();
        let vacates_to = matches!(step.effect, Effect::Stay | Effect::Suicide);
        let disturbs = (vacates_from && self.matters(step.from)) || (vacates_to && self.matters(step.to));
        !disturbs
    }

    /// Whether anything changes if a square becomes empty.
    #[inline]
    fn matters(&self, square: Square) -> bool {
        square.distance_squared(self.commander) <= 2
            || self.facing.is_some_and(|other| self.lies_between(square, other))
    }

    fn lies_between(&self, square: Square, other: Square) -> bool {
        let way = Direction::between(self.commander, other).zip(Direction::between(self.commander, square));
        way.is_some_and(|((direction, far), (towards, near))| direction == towards && near < far)
    }
}

/// Whether a step of this side may promote one of its defenders. A larger zone can stop an enemy air force inside it,
/// where the air force attacks; leaving the smaller zone would have destroyed it.
pub(crate) fn may_widen_a_zone(board: &Board, side: Side, few: u32) -> bool {
    /// Maximum capture range of a defender that is not heroic yet.
    const FURTHEST: u8 = 4;
    if board.occupied(side).count() <= few {
        return true;
    }
    let Some(target) = board.commander(side.other()) else { return false };
    board.defenders(side).into_iter().any(|square| {
        square.file().abs_diff(target.file()) <= FURTHEST && square.rank().abs_diff(target.rank()) <= FURTHEST
    })
}
