//! How far a piece moves and captures in a direction, and what it captures over.

use crate::board::kind::Kind;
use crate::board::square::Direction;
use crate::board::unit::Unit;
use crate::moves::line::Line;
use crate::moves::without;
use crate::rules::Rules;
use crate::rules::switch::Switch;

/// Longer than any line of the board.
const ENDLESS: u8 = 11;

/// Returns `squares`, the limit of a piece; one more with the switch off.
#[inline]
#[track_caller]
fn limit<R: Rules>(rules: &R, squares: u8, switch: Switch) -> u8 {
    rules.choose(switch, squares, without::one_further(squares))
}

/// Returns how many squares a piece can move in a direction; 0 if it cannot move that way.
#[inline]
pub(crate) fn move_range<R: Rules>(rules: &R, unit: Unit, direction: Direction) -> u8 {
    let diagonal = direction.is_diagonal();
    if diagonal && !moves_diagonally(rules, unit) {
        return 0;
    }
    let squares = match unit.kind {
        Kind::Commander => return rules.choose(Switch::CommanderMoves, ENDLESS, 1),
        Kind::Headquarter if unit.heroic => return u8::from(rules.applies(Switch::HeroicHeadquarter)),
        Kind::Headquarter => return rules.choose(Switch::HeadquarterStays, 0, 1),
        Kind::Infantry => limit(rules, 1, Switch::InfantryMoves),
        Kind::Engineer => limit(rules, 1, Switch::EngineerMoves),
        Kind::AntiAir => limit(rules, 1, Switch::AntiAirMoves),
        Kind::Militia => 1,
        Kind::Tank => limit(rules, 2, Switch::TankMoves),
        Kind::Artillery => limit(rules, 3, Switch::ArtilleryMoves),
        // pieces.md MISSILE: it moves only one square diagonally.
        Kind::Missile if diagonal && rules.applies(Switch::MissileDiagonal) => 1,
        Kind::Missile => limit(rules, 2, Switch::MissileMoves),
        Kind::AirForce => limit(rules, 4, Switch::AirForceMoves),
        Kind::Navy => limit(rules, 4, Switch::NavyMoves),
    };
    // heroic.md HEROIC REACH: a heroic piece moves one square further.
    squares + u8::from(unit.heroic && rules.applies(Switch::HeroicMove))
}

#[inline]
fn moves_diagonally<R: Rules>(rules: &R, unit: Unit) -> bool {
    match unit.kind {
        Kind::Artillery | Kind::Missile | Kind::AirForce | Kind::Navy => true,
        Kind::Militia => rules.applies(Switch::MilitiaMoves) || is_heroic_all_round(rules, unit),
        Kind::Headquarter => unit.heroic,
        Kind::Commander | Kind::Infantry | Kind::Engineer | Kind::AntiAir | Kind::Tank => {
            is_heroic_all_round(rules, unit)
        }
    }
}

#[inline]
fn is_heroic_all_round<R: Rules>(rules: &R, unit: Unit) -> bool {
    unit.heroic && rules.applies(Switch::HeroicDirections)
}

/// Returns how far away a piece can capture in a direction; 0 if it cannot capture that way.
#[inline]
pub(crate) fn capture_range<R: Rules>(rules: &R, unit: Unit, direction: Direction, at_navy: bool) -> u8 {
    let diagonal = direction.is_diagonal();
    if diagonal && !captures_diagonally(rules, unit) {
        return 0;
    }
    let squares = match unit.kind {
        Kind::Commander => return commander_range(rules, unit),
        Kind::Headquarter if unit.heroic => return u8::from(rules.applies(Switch::HeroicHeadquarter)),
        Kind::Headquarter => return rules.choose(Switch::HeadquarterRange, 0, 1),
        Kind::Infantry | Kind::Engineer | Kind::AntiAir | Kind::Militia => limit(rules, 1, Switch::StandardRange),
        Kind::Tank => limit(rules, 2, Switch::TankRange),
        Kind::Artillery => limit(rules, 3, Switch::ArtilleryRange),
        // captures.md MISSILE RANGE: it captures only one square away diagonally.
        Kind::Missile if diagonal && rules.applies(Switch::MissileRangeDiagonal) => 1,
        Kind::Missile => limit(rules, 2, Switch::MissileRange),
        Kind::AirForce => limit(rules, 4, Switch::AirForceRange),
        Kind::Navy if at_navy => limit(rules, 4, Switch::Torpedo),
        Kind::Navy => limit(rules, 3, Switch::NavalGun),
    };
    // heroic.md HEROIC REACH: a heroic piece captures one square further.
    squares + u8::from(unit.heroic && rules.applies(Switch::HeroicCapture))
}

#[inline]
fn commander_range<R: Rules>(rules: &R, unit: Unit) -> u8 {
    // captures.md COMMANDER RANGE: it captures only on neighbouring squares.
    if !rules.applies(Switch::CommanderRange) {
        return ENDLESS;
    }
    // heroic.md HEROIC COMMANDER: the range also holds for a heroic commander.
    if unit.heroic { rules.choose(Switch::HeroicCommander, 1, without::one_further(1)) } else { 1 }
}

#[inline]
fn captures_diagonally<R: Rules>(rules: &R, unit: Unit) -> bool {
    match unit.kind {
        Kind::Artillery | Kind::Missile | Kind::AirForce | Kind::Navy | Kind::Militia => true,
        Kind::Headquarter => unit.heroic,
        // captures.md COMMANDER RANGE: only along files and ranks, unless it is heroic.
        Kind::Commander => is_heroic_all_round(rules, unit) || !rules.applies(Switch::CommanderStraight),
        // captures.md STRAIGHT LINES: only along files and ranks, unless the piece is heroic.
        Kind::Infantry | Kind::Engineer | Kind::AntiAir | Kind::Tank => {
            is_heroic_all_round(rules, unit) || !rules.applies(Switch::StraightLines)
        }
    }
}

/// Whether a piece captures over pieces in between.
#[inline]
pub(crate) fn shoots_over<R: Rules>(rules: &R, kind: Kind) -> bool {
    // captures.md SHOOTING OVER: these kinds capture over pieces.
    match kind {
        Kind::Artillery => rules.applies(Switch::ArtilleryShootsOver),
        Kind::Missile => rules.applies(Switch::MissileShootsOver),
        Kind::AirForce => rules.applies(Switch::AirForceShootsOver),
        Kind::Navy => rules.applies(Switch::NavyShootsOver),
        Kind::Tank => rules.reads(rules.readings().tank_is_blocked, Switch::TankShootsOver, Switch::TankIsBlocked),
        // captures.md BLOCKED CAPTURES: all other kinds do not.
        _ => !rules.applies(Switch::BlockedCaptures),
    }
}

/// Whether a piece can capture a target this far away, with or without pieces in between.
#[inline]
pub(crate) fn captures_at<R: Rules>(rules: &R, unit: Unit, line: Line, at_navy: bool) -> bool {
    let range = capture_range(rules, unit, line.direction, at_navy);
    if !line.past_pieces {
        return line.distance <= range;
    }
    // captures.md SHOOTING OVER: pieces in between do not lengthen the range.
    let range = match without::lengthened(range, line) {
        Some(longer) => rules.choose(Switch::RangeOverPieces, range, longer),
        None => range,
    };
    line.distance <= range && shoots_over(rules, unit.kind)
}
