//! Air defence: zones, and how far an air force flies along its path.

use crate::board::Board;
use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::square::Direction;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::board::unit::Unit;
use crate::rules::Rules;
use crate::rules::switch::Switch;

/// The state of an air force on its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Air {
    /// No zone has been met.
    Safe,
    /// Inside the zone of the one defender met so far.
    InZone,
    /// The path ended before this square, which is covered by a second defender or is off the board.
    Ended,
    /// The path ended before this square, on which the air force would leave the zone that it entered.
    Left,
}

impl Air {
    /// Whether the path has ended before this square.
    pub(crate) fn is_over(self) -> bool {
        matches!(self, Air::Ended | Air::Left)
    }
}

/// The path of an air force, square by square.
pub(crate) struct Flight<'a, R> {
    rules: &'a R,
    board: &'a Board,
    side: Side,
    met: Option<Square>,
    free: bool,
}

impl<'a, R: Rules> Flight<'a, R> {
    #[inline]
    pub(crate) fn take_off(rules: &'a R, board: &'a Board, unit: Unit, side: Side, from: Square) -> Flight<'a, R> {
        // air-defence.md HEROIC AIR FORCE: it ignores zones. Other pieces do not fly.
        let free = unit.kind != Kind::AirForce || (unit.heroic && rules.applies(Switch::HeroicAirForce));
        let mut flight = Flight { rules, board, side, met: None, free };
        // air-defence.md ENEMY ZONES: the square from which the air force starts does not count.
        if !free && !rules.applies(Switch::TakeOffSquare) {
            flight.enter(from);
        }
        flight
    }

    /// Flies on to the next square.
    #[inline]
    pub(crate) fn enter(&mut self, square: Square) -> Air {
        if self.free {
            return Air::Safe;
        }
        let mut air = self.enter_zones(square, self.side.other());
        // air-defence.md ENEMY ZONES: zones of its own side do not stop an air force.
        if air == Air::Safe && !self.rules.applies(Switch::EnemyZonesOnly) {
            air = self.enter_zones(square, self.side);
        }
        // air-defence.md LEAVING A ZONE: an air force cannot leave a zone that it entered.
        let left = air == Air::Safe && self.met.is_some();
        if left && self.rules.applies(Switch::LeavingZone) { Air::Left } else { air }
    }

    fn enter_zones(&mut self, square: Square, defender: Side) -> Air {
        let mut air = Air::Safe;
        for at in defenders(self.rules, self.board, defender) {
            if !covers(self.rules, self.board, at, square) {
                continue;
            }
            air = Air::InZone;
            if *self.met.get_or_insert(at) != at && self.rules.applies(Switch::SecondZone) {
                return Air::Ended;
            }
        }
        air
    }

    /// Flies a whole line.
    #[inline]
    pub(crate) fn along(mut self, from: Square, direction: Direction, distance: u8) -> Air {
        if self.free {
            return Air::Safe;
        }
        let (mut at, mut air) = (from, Air::Safe);
        for _ in 0..distance {
            let Some(next) = at.step(direction) else { return Air::Ended };
            at = next;
            air = self.enter(at);
            if air.is_over() {
                break;
            }
        }
        air
    }
}

/// The squares of a side that may hold a defender.
#[inline]
fn defenders<R: Rules>(rules: &R, board: &Board, side: Side) -> SquareSet {
    // air-defence.md TOP PIECE: passengers do not defend.
    if rules.applies(Switch::TopPieceDefends) { board.defenders(side) } else { board.occupied(side) }
}

/// Whether the zone of the piece on one square covers another square.
#[inline]
fn covers<R: Rules>(rules: &R, board: &Board, at: Square, square: Square) -> bool {
    let stack = board.at(at);
    let tops = if stack.carrier().is_some_and(|unit| unit.kind.defends_the_air()) { 1 } else { 3 };
    stack.units().take(tops).any(|unit| level(rules, unit).is_some_and(|level| reaches(rules, level, at, square)))
}

/// The level of air defence of a piece.
#[inline]
fn level<R: Rules>(rules: &R, unit: Unit) -> Option<u32> {
    let level = match unit.kind {
        Kind::Missile => rules.applies(Switch::MissileLevel).then_some(2),
        Kind::Navy => rules.applies(Switch::NavyLevel).then_some(1),
        Kind::AntiAir => rules.applies(Switch::AntiAirLevel).then_some(1),
        _ => None,
    };
    // air-defence.md HEROIC LEVEL: a heroic defender has one level more.
    level.map(|level| level + u32::from(unit.heroic && rules.applies(Switch::HeroicLevel)))
}

#[inline]
fn reaches<R: Rules>(rules: &R, level: u32, at: Square, square: Square) -> bool {
    if at == square {
        return rules.applies(Switch::ZoneHoldsDefender);
    }
    // air-defence.md ZONE: a disc, not a square.
    if rules.applies(Switch::ZoneIsDisc) {
        return at.distance_squared(square) <= level * level;
    }
    let side = at.file().abs_diff(square.file()).max(at.rank().abs_diff(square.rank()));
    u32::from(side) <= level
}

/// All squares in the zones of a side.
pub(crate) fn zone<R: Rules>(rules: &R, board: &Board, side: Side) -> Vec<Square> {
    let covered =
        |square: &Square| defenders(rules, board, side).into_iter().any(|at| covers(rules, board, at, *square));
    Square::all().filter(covered).collect()
}
