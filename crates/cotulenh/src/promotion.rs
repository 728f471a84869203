//! Promotions: who becomes heroic after a step.

use super::attack;
use super::attack::Attacker;
use super::attack::View;
use super::board::Board;
use super::board::Trail;
use super::kind::Kind;
use super::note::Note;
use super::note::Why;
use super::rules::Rules;
use super::side::Side;
use super::square::Square;
use super::switch::Switch;
use super::unit::Unit;

/// With more pieces than this, the commander included, a side has no last guard.
pub(crate) const GUARDED: u32 = 2;

/// How many attackers are noted at a time. There are rarely more than two.
const HANDFUL: usize = 8;

/// Promotes everybody whom a step of this side to this square has earned a promotion.
#[inline]
pub(crate) fn promote<R: Rules>(
    rules: &R,
    board: &mut Board,
    mover: Side,
    moved_to: Square,
    trail: &mut Trail,
    notes: &mut impl FnMut(Note),
) {
    promote_attackers(rules, board, mover, Some(moved_to), trail, notes);
    // heroic.md PROMOTION: only the mover is promoted, so with all clauses in force there is nothing to look for.
    if !R::COMPLETE
        && attack::is_commander_attacked(rules, View::of(board), mover)
        && rules.ruled(Switch::MoverPromoted, false, true)
    {
        promote_attackers(rules, board, mover.other(), None, trail, notes);
    }
    for side in [mover, mover.other()] {
        // heroic.md LAST GUARD: of both sides.
        if let Some(square) = last_guard(rules, board, side)
            && rules.permits(Switch::BothGuards, side != mover)
            && rules.upholds(Switch::LastGuard)
        {
            raise(board, square, |kind| kind != Kind::Commander, Why::LastGuard, trail, notes);
        }
    }
}

/// Whether somebody earns a promotion does not depend on who else does, so a handful at a time will do.
fn promote_attackers<R: Rules>(
    rules: &R,
    board: &mut Board,
    side: Side,
    moved_to: Option<Square>,
    trail: &mut Trail,
    notes: &mut impl FnMut(Note),
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
            // heroic.md RANK: nobody is promoted by company.
            let own = rules.upholds(Switch::RankIsOwn);
            let promoted = |kind: Kind| !own || kind == attacker.unit.kind;
            raise(board, attacker.square, promoted, Why::Attack, trail, notes);
        }
        if count < HANDFUL {
            return;
        }
    }
}

/// heroic.md PROMOTION: whoever attacks, whether it moved or is carried.
fn earns<R: Rules>(rules: &R, attacker: Attacker, moved_to: Option<Square>) -> bool {
    (moved_to.is_none_or(|square| square == attacker.square) || rules.upholds(Switch::AnyAttackerPromoted))
        && rules.permits(Switch::PassengersPromoted, attacker.carried)
        && rules.upholds(Switch::AttackersPromoted)
}

fn raise(
    board: &mut Board,
    square: Square,
    promoted: impl Fn(Kind) -> bool,
    why: Why,
    trail: &mut Trail,
    notes: &mut impl FnMut(Note),
) {
    let stack = board.at(square);
    for unit in stack.units().filter(|unit| !unit.heroic && promoted(unit.kind)) {
        notes(Note::Promoted { square, unit: Unit { heroic: true, ..unit }, side: stack.side(), why });
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
        // heroic.md LAST GUARD: whoever is in one stack with the commander is no guard.
        (None, None) if carried && rules.ruled(Switch::CommanderStackIsStack, false, true) => commander?,
        _ => return None,
    };
    let stack = board.at(guard);
    let plain = stack.units().any(|unit| unit.kind != Kind::Commander && !unit.heroic);
    let lone = rules.demands(Switch::StackIsNoGuard, stack.is_single() || Some(guard) == commander);
    (plain && lone).then_some(guard)
}
