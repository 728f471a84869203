//! The steps of one piece or stack from its square, regardless of the commander's safety.

use crate::board::formation;
use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::square::Direction;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::board::stack::Stack;
use crate::board::step::Effect;
use crate::board::step::Step;
use crate::board::terrain;
use crate::board::unit::Unit;
use crate::moves::air_defence::Air;
use crate::moves::air_defence::Flight;
use crate::moves::attack::View;
use crate::moves::capture;
use crate::moves::line::Line;
use crate::moves::reach;
use crate::moves::sight;
use crate::moves::without;
use crate::rules::Rules;
use crate::rules::switch::Switch;

/// The moving unit: everything on a square, or a piece or group that deploys from it.
#[derive(Debug, Clone, Copy)]
pub struct Walker {
    pub from: Square,
    pub group: Stack,
    pub deploys: bool,
}

/// The obstacles that a walker met in one direction.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Met {
    /// A piece that ends the move.
    pub blocked: bool,
    /// Ground on which the walker may not stand.
    pub ground: bool,
    /// Ground before this square on which the walker may not stand.
    pub ground_before: bool,
    /// The river without a bridge.
    pub river: bool,
    /// A corner of the river mouth.
    pub corner: bool,
    /// A square that the enemy commander sees.
    pub seen: bool,
    /// Any piece at all.
    pub pieces: bool,
}

/// A square on the way: what stands there, and how the walker got there.
#[derive(Clone, Copy)]
struct Visit {
    at: Square,
    stack: Stack,
    line: Line,
    air: Air,
    met: Met,
}

/// The obstacles between a walker and a square.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trace {
    pub line: Line,
    /// Obstacles before the square, and on it if they block the path.
    pub met: Met,
    /// The state of the flight. Safe for pieces that do not fly.
    pub air: Air,
    /// How far the walker moves in that direction.
    pub moves: u8,
    /// Whether the enemy commander sees the square itself.
    pub ends_in_sight: bool,
}

impl Met {
    #[inline]
    fn is_open(self) -> bool {
        !(self.blocked || self.ground || self.river || self.corner || self.seen)
    }
}

pub(crate) struct Walk<'a, R> {
    rules: &'a R,
    view: View<'a>,
    walker: Walker,
    unit: Unit,
    side: Side,
    heavy: bool,
    seen: SquareSet,
}

impl<'a, R: Rules> Walk<'a, R> {
    #[inline]
    pub(crate) fn new(rules: &'a R, view: View<'a>, walker: Walker) -> Option<Walk<'a, R>> {
        let unit = walker.group.carrier()?;
        let side = walker.group.side();
        let heavy = terrain::is_heavy(rules, walker.group);
        let seen = sight::forbidden(rules, view.board, walker.group, walker.from);
        Some(Walk { rules, view, walker, unit, side, heavy, seen })
    }

    /// Passes every step to `sink`.
    #[inline]
    pub(crate) fn steps(&self, sink: &mut impl FnMut(Step)) {
        for direction in Direction::ALL {
            self.line(direction, sink);
        }
        self.flying_general(sink);
    }

    /// Passes every step to one square to `sink`. Looks along one line only, unless that would record fewer clauses.
    pub(crate) fn steps_to(&self, to: Square, sink: &mut impl FnMut(Step)) {
        let sink = &mut |step: Step| {
            if step.to == to {
                sink(step);
            }
        };
        if self.rules.records() {
            self.steps(sink);
        } else if let Some((direction, _)) = Direction::between(self.walker.from, to) {
            self.line(direction, sink);
            self.flying_general(sink);
        }
    }

    #[inline]
    fn line(&self, direction: Direction, sink: &mut impl FnMut(Step)) {
        let moves = reach::move_range(self.rules, self.unit, direction);
        let captures = R::looks_for(reach::capture_range(self.rules, self.unit, direction, true));
        let furthest = moves.max(captures);
        if furthest == 0 {
            return;
        }
        let mut flight = Flight::take_off(self.rules, self.view.sky, self.unit, self.side, self.walker.from);
        let mut met = Met::default();
        let mut at = self.walker.from;
        for distance in 1..=furthest {
            let Some(next) = at.step(direction) else { break };
            let air = flight.enter(next);
            if air.is_over() {
                break;
            }
            self.look_at_ground(at, next, direction, &mut met);
            at = next;
            let stack = self.view.board.at(at);
            let line = Line { direction, distance, past_pieces: met.pieces };
            self.visit(Visit { at, stack, line, air, met }, moves, sink);
            if !stack.is_none() {
                met.pieces = true;
                met.blocked |= self.is_blocked_by(stack);
            }
            if (!met.is_open() || distance >= moves) && distance >= captures {
                break;
            }
        }
    }

    /// Follows the line to a square at any distance. `None` if no line leads there.
    pub(crate) fn trace(&self, to: Square) -> Option<Trace> {
        let (direction, distance) = Direction::between(self.walker.from, to)?;
        let mut flight = Flight::take_off(self.rules, self.view.sky, self.unit, self.side, self.walker.from);
        let mut met = Met::default();
        let mut air = Air::Safe;
        let mut at = self.walker.from;
        while at != to {
            let stack = self.view.board.at(at);
            if at != self.walker.from && !stack.is_none() {
                met.pieces = true;
                met.blocked |= self.is_blocked_by(stack);
            }
            let next = at.step(direction)?;
            air = if air.is_over() { air } else { flight.enter(next) };
            self.look_at_ground(at, next, direction, &mut met);
            at = next;
        }
        let line = Line { direction, distance, past_pieces: met.pieces };
        let moves = reach::move_range(self.rules, self.unit, direction);
        Some(Trace { line, met, air, moves, ends_in_sight: self.seen.contains(to) })
    }

    /// The obstacle that blocks further moves from this square on.
    #[inline]
    fn look_at_ground(&self, at: Square, next: Square, direction: Direction, met: &mut Met) {
        met.ground_before = met.ground;
        let flies = self.unit.kind == Kind::AirForce && self.rules.applies(Switch::AirForceFliesOn);
        if !met.ground && !flies && !terrain::stack_may_stand(self.rules, self.walker.group, next) {
            // pieces.md CLOSED GROUND: the move ends before such a square.
            met.ground = self.rules.applies(Switch::ClosedGround);
        }
        if self.heavy && !met.river {
            met.river = terrain::river_stops(self.rules, self.walker.from, next, direction);
        }
        if self.unit.kind == Kind::Navy && !met.corner {
            met.corner = terrain::cuts_corner(self.rules, at, next);
        }
        met.seen |= self.seen.contains(next);
    }

    #[inline]
    fn visit(&self, visit: Visit, moves: u8, sink: &mut impl FnMut(Step)) {
        let Visit { at, stack, line, air, met } = visit;
        if stack.is_none() {
            if line.distance <= moves && met.is_open() && self.may_stop(at, air) {
                sink(self.step(at, Effect::Plain));
            }
        } else if stack.side() == self.side {
            if line.distance <= moves && self.may_combine(visit) {
                sink(self.step(at, Effect::Combine));
            }
            // captures.md TARGET: a piece cannot capture pieces of its own side.
            if !self.rules.applies(Switch::OnlyEnemies) {
                self.capture(visit, sink);
            }
        } else {
            self.capture(visit, sink);
        }
    }

    #[inline]
    fn may_stop(&self, at: Square, air: Air) -> bool {
        // air-defence.md ONE ZONE: an air force cannot stop on an empty square inside a zone.
        let held_off = air == Air::InZone && self.rules.applies(Switch::NoStopInZone);
        !held_off && terrain::stack_may_stand(self.rules, self.walker.group, at) && self.whole_may_move()
    }

    /// pieces.md STACK MOVES: whether a whole stack may move at all.
    #[inline]
    fn whole_may_move(&self) -> bool {
        self.walker.deploys || self.walker.group.is_single() || self.rules.applies(Switch::StackMoves)
    }

    fn may_combine(&self, visit: Visit) -> bool {
        let Visit { at, stack, air, met, .. } = visit;
        let rules = self.rules;
        let Some(joined) = formation::join(rules, stack, self.walker.group) else { return false };
        // A walker that stays the carrier is checked once, as the carrier on the target square.
        let carries_on = joined.is_carried_by(self.unit.kind);
        let way = Met { ground: if carries_on { met.ground_before } else { met.ground }, ..met };
        if !way.is_open() && rules.applies(Switch::OpenWayToCombine) {
            return false;
        }
        // air-defence.md ONE ZONE: an air force may join a friendly piece inside a zone.
        let held_off = air == Air::InZone && !may_land_in_zone(rules);
        // stacks.md COMBINING, DEPLOYED COMBINATION: the new carrier must be able to stand there.
        !held_off
            && self.whole_may_move()
            && (terrain::stack_may_stand(rules, joined, at) || !rules.applies(Switch::NewCarrierStands))
            && (!self.lands_at_sea(at, joined) || rules.applies(Switch::LandingOnNavy))
            && rules.applies(Switch::Combining)
            && (!self.walker.deploys || rules.applies(Switch::DeployedCombination))
    }

    fn lands_at_sea(&self, at: Square, joined: Stack) -> bool {
        self.unit.kind == Kind::AirForce
            && joined.is_carried_by(Kind::Navy)
            && !terrain::may_stand(self.rules, Kind::AirForce, at)
    }

    #[inline]
    fn is_blocked_by(&self, stack: Stack) -> bool {
        // pieces.md BLOCKED MOVES: fewer obstacles stop air forces and ships than other pieces.
        match self.unit.kind {
            Kind::AirForce => !self.rules.applies(Switch::AirForceOverflies),
            Kind::Navy if stack.is_carried_by(Kind::Navy) => self.rules.applies(Switch::NaviesBlockNavies),
            Kind::Navy => !self.rules.applies(Switch::NavySailsPast),
            _ => self.rules.applies(Switch::PiecesBlockMoves),
        }
    }

    /// Whether an obstacle to moves also stops a capture: closed ground before the target, the river, or the corners of
    /// its mouth. Only with a switch off.
    #[inline]
    fn ground_hinders(&self, met: Met, line: Line) -> bool {
        let (rules, group, from) = (self.rules, self.walker.group, self.walker.from);
        (met.ground && !rules.applies(Switch::GroundBetween) && without::ground_lies_between(rules, group, from, line))
            || (met.river && !rules.applies(Switch::CapturesCrossRiver))
            || (met.corner && !rules.applies(Switch::CapturesCutCorners))
    }

    #[inline]
    fn capture(&self, visit: Visit, sink: &mut impl FnMut(Step)) {
        let Visit { at, stack: target, line, air, met } = visit;
        let rules = self.rules;
        let whole = self.walker.deploys || self.walker.group.is_single();
        if !reach::captures_at(rules, self.unit, line, target.is_carried_by(Kind::Navy))
            || self.ground_hinders(met, line)
            || (!whole && !rules.applies(Switch::StackAttacks))
        {
            return;
        }
        let kinds = capture::kinds(rules, self.unit.kind, self.walker.deploys, at, air);
        for effect in kinds.effects() {
            // game-end.md SIGHT: a stay capture does not stop on the target's square.
            if !effect.places() || !self.seen.contains(at) {
                sink(self.step(at, effect));
            }
        }
    }

    #[inline]
    fn step(&self, to: Square, effect: Effect) -> Step {
        let Walker { from, group, deploys } = self.walker;
        Step { from, to, group, effect, deploys, recombines: false }
    }

    /// captures.md FLYING GENERAL: a commander captures the other commander at any distance. Within its range it
    /// captures like any other piece.
    fn flying_general(&self, sink: &mut impl FnMut(Step)) {
        if self.unit.kind != Kind::Commander {
            return;
        }
        let board = self.view.board;
        let Some(target) = board.commander(self.side.other()) else { return };
        let Some((direction, distance)) = Direction::between(self.walker.from, target) else { return };
        let range = reach::capture_range(self.rules, self.unit, direction, false);
        if direction.is_diagonal() || distance <= range {
            return;
        }
        if (board.is_open(self.walker.from, direction, distance) || !self.rules.applies(Switch::OpenLine))
            && (board.at(target).is_single() || !self.rules.applies(Switch::VisibleCommander))
            && self.rules.applies(Switch::FlyingGeneral)
        {
            sink(self.step(target, Effect::Normal));
        }
    }
}

/// air-defence.md ONE ZONE: whether an air force may join a friend inside a zone.
pub(crate) fn may_land_in_zone<R: Rules>(rules: &R) -> bool {
    rules.reads(rules.readings().no_landing_in_zone, Switch::LandingInZone, Switch::NoLandingInZone)
}
