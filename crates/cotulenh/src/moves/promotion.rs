//! Promotions: which pieces become heroic after a step.

use crate::board::Board;
use crate::board::Trail;
use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::unit::Unit;
use crate::moves::attack;
use crate::moves::attack::Attacker;
use crate::moves::attack::View;
use crate::moves::consequence::Consequence;
use crate::moves::consequence::PromotionReason;
use crate::rules::Rules;
use crate::rules::switch::Switch;

/// Maximum number of pieces, including the commander, with which a side can have a last guard.
pub(crate) const GUARDED: u32 = 2;

/// Maximum number of attackers noted at a time. There are rarely more than two.
const HANDFUL: usize = 8;

/// Promotes all pieces that earn a promotion by a step of this side to this square.
#[inline]
pub(crate) fn promote<R: Rules>(
    rules: &R,
    board: &mut Board,
    mover: Side,
    moved_to: Square,
    trail: &mut Trail,
    notes: &mut impl FnMut(Consequence),
) {
    promote_attackers(rules, board, mover, Some(moved_to), trail, notes);
    // heroic.md PROMOTION: only the mover is promoted, so with all clauses in force there is nothing to look for.
    if !R::COMPLETE
        && attack::is_commander_attacked(rules, View::of(board), mover)
        && !rules.applies(Switch::MoverPromoted)
    {
        promote_attackers(rules, board, mover.other(), None, trail, notes);
    }
    for side in [mover, mover.other()] {
        // heroic.md LAST GUARD: the last guard of either side is promoted.
        if let Some(square) = last_guard(rules, board, side)
            && (side == mover || rules.applies(Switch::BothGuards))
            && rules.applies(Switch::LastGuard)
        {
            raise(board, square, |kind| kind != Kind::Commander, PromotionReason::LastGuard, trail, notes);
        }
    }
}

/// Promotes attackers in batches: whether one earns a promotion does not depend on the others.
fn promote_attackers<R: Rules>(
    rules: &R,
    board: &mut Board,
    side: Side,
    moved_to: Option<Square>,
    trail: &mut Trail,
    notes: &mut impl FnMut(Consequence),
) {
    let Some(target) = board.commander(side.other()) else { return };
    loop {
        let mut found = [None; HANDFUL];
        let mut count = 0;
        attack::for_each_attacker(rules, View::of(board), target, side, |attacker| {
            if !attacker.unit.heroic && earns(rules, attacker, moved_to) {
                found[count] = Some(attacker);
                count += 1;
            }
            count == HANDFUL
        });
        for attacker in found.into_iter().flatten() {
            // heroic.md RANK: a promotion does not pass to other pieces of the stack.
            let own = rules.applies(Switch::RankIsOwn);
            let promoted = |kind: Kind| !own || kind == attacker.unit.kind;
            raise(board, attacker.square, promoted, PromotionReason::Attack, trail, notes);
        }
        if count < HANDFUL {
            return;
        }
    }
}

/// heroic.md PROMOTION: every attacker of the commander is promoted, whether it moved or is carried.
fn earns<R: Rules>(rules: &R, attacker: Attacker, moved_to: Option<Square>) -> bool {
    (moved_to.is_none_or(|square| square == attacker.square) || rules.applies(Switch::AnyAttackerPromoted))
        && (!attacker.carried || rules.applies(Switch::PassengersPromoted))
        && rules.applies(Switch::AttackersPromoted)
}

fn raise(
    board: &mut Board,
    square: Square,
    promoted: impl Fn(Kind) -> bool,
    why: PromotionReason,
    trail: &mut Trail,
    notes: &mut impl FnMut(Consequence),
) {
    let stack = board.at(square);
    for unit in stack.units().filter(|unit| !unit.heroic && promoted(unit.kind)) {
        notes(Consequence::Promoted { square, unit: Unit { heroic: true, ..unit }, side: stack.side(), why });
    }
    board.change(square, stack.with_heroic(promoted), trail);
}

/// The square of the one piece that a side has besides its commander, if it is not heroic yet.
#[inline]
pub(crate) fn last_guard<R: Rules>(rules: &R, board: &Board, side: Side) -> Option<Square> {
    if board.occupied(side).count() > GUARDED {
        return None;
    }
    let commander = board.commander(side);
    let mut others = board.occupied(side).into_iter().filter(|square| Some(*square) != commander);
    let carried = commander.is_some_and(|square| !board.at(square).is_single());
    let guard = match (others.next(), others.next()) {
        (Some(guard), None) if !carried => guard,
        // heroic.md LAST GUARD: a piece in one stack with the commander is not a guard.
        (None, None) if carried && !rules.applies(Switch::CommanderStackIsStack) => commander?,
        _ => return None,
    };
    let stack = board.at(guard);
    let plain = stack.units().any(|unit| unit.kind != Kind::Commander && !unit.heroic);
    let lone = stack.is_single() || Some(guard) == commander || !rules.applies(Switch::StackIsNoGuard);
    (plain && lone).then_some(guard)
}
