//! A requested step, and the reason if it is illegal.

use crate::board::Trail;
use crate::board::formation;
use crate::board::kind::Kind;
use crate::board::position::Position;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::step::Effect;
use crate::board::step::Step;
use crate::board::terrain;
use crate::game::refusal;
use crate::game::refusal::Refusal;
use crate::moves;
use crate::moves::air_defence::Air;
use crate::moves::attack;
use crate::moves::attack::View;
use crate::moves::capture;
use crate::moves::consequence;
use crate::moves::execution;
use crate::moves::reach;
use crate::moves::walk;
use crate::moves::walk::Trace;
use crate::moves::walk::Walk;
use crate::moves::walk::Walker;
use crate::rules::Rules;
use crate::rules::switch::Switch;
use crate::rules::table::Table;

/// The requested effect on the target square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Want {
    Do(Effect),
    /// A capture of any kind.
    AnyCapture,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Request {
    pub walker: Walker,
    pub to: Square,
    pub want: Want,
}

impl Request {
    pub(crate) fn fits(&self, step: Step) -> bool {
        let Walker { from, group, deploys } = self.walker;
        let wanted = match self.want {
            Want::Do(effect) => step.effect == effect,
            Want::AnyCapture => step.effect.is_capture(),
        };
        wanted && (step.from, step.to, step.group, step.deploys) == (from, self.to, group, deploys)
    }

    /// Why no legal step fits: the first fault in the order of the rulebook.
    pub(crate) fn refusal(&self, table: &Table, position: &Position) -> Refusal {
        let sky =
            position.deployment.as_ref().map_or(&position.board, |deployment| deployment.sky(table, &position.board));
        let view = View { board: &position.board, sky };
        let Some(walk) = Walk::new(table, view, self.walker) else { return refusal::NO_PIECE };
        let trace = walk.trace(self.to);
        match self.want {
            Want::Do(effect) if !effect.is_capture() => self.move_fault(table, position, effect, trace),
            want => self.capture_fault(table, position, want, trace),
        }
    }

    fn target(&self, position: &Position) -> Stack {
        position.board.at(self.to)
    }

    fn kind(&self) -> Kind {
        self.walker.group.carrier().map_or(Kind::Headquarter, |unit| unit.kind)
    }

    fn capture_fault(&self, table: &Table, position: &Position, want: Want, trace: Option<Trace>) -> Refusal {
        let faults = [
            (Switch::InvalidTarget, !self.target(position).belongs_to(position.turn.other()), refusal::INVALID_TARGET),
            (Switch::OutOfRange, self.is_out_of_range(table, position, trace), refusal::OUT_OF_RANGE),
            (Switch::TerrainMismatch, self.mismatches(table, want), refusal::TERRAIN_MISMATCH),
            (Switch::BlockedPath, self.is_blocked(table, trace), refusal::BLOCKED_PATH),
            (Switch::AirDefenceFault, self.is_held_off(want, trace), refusal::AIR_DEFENCE),
            (Switch::Sight, trace.is_some_and(|trace| trace.ends_in_sight), refusal::COMMANDER_SEEN),
            (Switch::CommanderDanger, self.is_judged_at_once(table), refusal::COMMANDER_DANGER),
        ];
        let mut found = faults.into_iter().filter(|(switch, found, _)| *found && table.applies(*switch));
        let first = found.next();
        // captures.md ORDER OF FAULTS: report the first one.
        let chosen = if table.applies(Switch::OrderOfFaults) { first } else { found.last().or(first) };
        match chosen {
            Some((.., refusal)) => refusal,
            None if self.walker.deploys => refusal::NO_WAY_OUT,
            None => refusal::ILLEGAL,
        }
    }

    fn is_out_of_range(&self, table: &Table, position: &Position, trace: Option<Trace>) -> bool {
        let (Some(trace), Some(unit)) = (trace, self.walker.group.carrier()) else { return true };
        let target = self.target(position);
        let range = reach::capture_range(table, unit, trace.line.direction, target.is_carried_by(Kind::Navy));
        let flies = unit.kind == Kind::Commander
            && target.is_carried_by(Kind::Commander)
            && !trace.line.direction.is_diagonal()
            && !trace.line.past_pieces
            && table.applies(Switch::FlyingGeneral);
        trace.line.distance > range && !flies
    }

    /// captures.md TERRAIN MISMATCH: applies only if the ground decides; air defence zones are another fault.
    fn mismatches(&self, table: &Table, want: Want) -> bool {
        let ground = terrain::terrain(table, self.to);
        let kinds = capture::on_ground(table, self.kind(), self.walker.deploys, ground);
        matches!(want, Want::Do(effect @ (Effect::Normal | Effect::Stay)) if !kinds.has(effect))
    }

    fn is_blocked(&self, table: &Table, trace: Option<Trace>) -> bool {
        trace.is_some_and(|trace| trace.line.past_pieces) && !reach::shoots_over(table, self.kind())
    }

    fn is_held_off(&self, want: Want, trace: Option<Trace>) -> bool {
        let air = trace.map_or(Air::Safe, |trace| trace.air);
        match want {
            Want::Do(Effect::Suicide) => air != Air::InZone,
            Want::Do(_) => air != Air::Safe,
            Want::AnyCapture => air.is_over(),
        }
    }

    fn move_fault(&self, table: &Table, position: &Position, effect: Effect, trace: Option<Trace>) -> Refusal {
        let target = self.target(position);
        let joins = effect == Effect::Combine;
        if joins && !target.belongs_to(position.turn) {
            return refusal::NOBODY_TO_JOIN;
        }
        if !joins && !target.is_none() {
            return refusal::OCCUPIED;
        }
        let Some(trace) = trace.filter(|trace| trace.line.distance <= trace.moves) else {
            return refusal::out_of_reach(self.kind());
        };
        let joined = if joins { formation::join(table, target, self.walker.group) } else { Some(self.walker.group) };
        let in_the_way = self.closed_way(table, joined, trace).or_else(|| self.closed_sky(table, joins, trace));
        if let Some(refusal) = in_the_way {
            refusal
        } else if joined.is_none() {
            refusal::NO_SUCH_STACK
        } else if trace.met.seen {
            refusal::COMMANDER_SEEN
        } else if joins && self.has_to_recombine(table, position) {
            refusal::CANNOT_RECOMBINE
        } else if !self.is_judged_at_once(table) {
            refusal::NO_WAY_OUT
        } else if self.exposes(table, position, effect) {
            refusal::EXPOSED
        } else {
            refusal::UNSAFE_MOVE
        }
    }

    /// Whether the piece could join the target only by recombining, and recombining is impossible here.
    fn has_to_recombine(&self, table: &Table, position: &Position) -> bool {
        let deployment = position.deployment.as_ref();
        deployment.is_some_and(|deployment| !deployment.may_join_alone(table, self.walker.group, self.to))
    }

    /// Whether the step itself must leave its own commander safe, and not only the whole turn.
    fn is_judged_at_once(&self, table: &Table) -> bool {
        !self.walker.deploys || moves::judges_every_step(table)
    }

    /// Returns the obstacle on the way: ground, river, corners or pieces, in the order in which refusals are reported.
    fn closed_way(&self, table: &Table, joined: Option<Stack>, trace: Trace) -> Option<Refusal> {
        let met = trace.met;
        let stands = joined.is_none_or(|stack| terrain::stack_may_stand(table, stack, self.to));
        if met.ground_before {
            Some(refusal::CLOSED_GROUND)
        } else if met.river {
            Some(refusal::CLOSED_RIVER)
        } else if met.corner {
            Some(refusal::CLOSED_CORNER)
        } else if met.ground || !stands {
            Some(refusal::CANNOT_STAND_THERE)
        } else if met.blocked {
            Some(refusal::BLOCKED_MOVE)
        } else {
            None
        }
    }

    fn closed_sky(&self, table: &Table, joins: bool, trace: Trace) -> Option<Refusal> {
        match trace.air {
            Air::Ended => Some(refusal::SECOND_ZONE),
            Air::Left => Some(refusal::LEAVES_ZONE),
            Air::InZone if !joins || !walk::may_land_in_zone(table) => Some(refusal::NO_STOP_IN_ZONE),
            Air::InZone | Air::Safe => None,
        }
    }

    fn exposes(&self, table: &Table, position: &Position, effect: Effect) -> bool {
        let Walker { from, group, deploys } = self.walker;
        let step = Step { from, to: self.to, group, effect, deploys, recombines: false };
        let mut board = position.board.clone();
        execution::act(table, &mut board, step, &mut Trail::new(), &mut consequence::ignored);
        attack::is_exposed(table, &board)
    }
}
