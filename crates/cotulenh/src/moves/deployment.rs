//! The rules of an open deployment: which pieces still wait, and whether it may end.

use crate::board::Board;
use crate::board::deployment::Deployment;
use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::step::Effect;
use crate::board::terrain;
use crate::board::unit::Unit;
use crate::moves::attack;
use crate::moves::attack::View;
use crate::rules::Rules;
use crate::rules::switch::Switch;

impl Deployment {
    /// Whether a piece may combine on a square by its own step, if it cannot recombine.
    pub(crate) fn may_join_alone<R: Rules>(&self, rules: &R, group: Stack, square: Square) -> bool {
        let of_this_stack = self.steps().any(|step| step.effect.places() && step.to == square);
        // stacks.md RECOMBINING: the carrier of the stack never recombines, so it can only combine.
        let carries = group.carrier().map(|unit| unit.kind) == self.stack.carrier().map(|unit| unit.kind);
        !of_this_stack
            || carries
            // stacks.md DEPLOYED COMBINATION: two pieces may combine if they could not have stepped together.
            || rules.reads(rules.readings().only_by_recombining, Switch::JoinsByOwnStep, Switch::OnlyByRecombining)
    }

    /// The pieces on the origin that have not stepped.
    pub(crate) fn unused<R: Rules>(&self, rules: &R, board: &Board) -> Stack {
        let standing = board.at(self.origin);
        let waits = |unit: &Unit| !self.has_stepped(rules, unit.kind);
        if standing.belongs_to(self.side()) {
            Stack::from_units(standing.units().filter(waits), self.side())
        } else {
            Stack::NONE
        }
    }

    fn has_stepped<R: Rules>(&self, rules: &R, kind: Kind) -> bool {
        self.steps().any(|step| {
            // stacks.md DEPLOYED STAY CAPTURE: a piece that captures without leaving the stack has stepped.
            step.group.has(kind) && (step.effect != Effect::Stay || rules.applies(Switch::ShooterStaysAboard))
        })
    }

    /// Whether the deployment may end like this.
    pub fn may_commit<R: Rules>(&self, rules: &R, board: &Board) -> bool {
        may_commit(rules, board, self.origin, self.side())
    }

    /// The board whose zones count while this deployment is open.
    #[inline]
    pub(crate) fn sky<'a, R: Rules>(&'a self, rules: &R, board: &'a Board) -> &'a Board {
        // air-defence.md CURRENT BOARD: the zones change with every step.
        if rules.applies(Switch::ZonesFollowBoard) { board } else { &self.base }
    }
}

/// Whether a deployment of a side from a square may end in this position.
#[inline]
pub(crate) fn may_commit<R: Rules>(rules: &R, board: &Board, origin: Square, side: Side) -> bool {
    rest_may_stand(rules, board, origin) && commander_is_safe(rules, board, side)
}

#[inline]
pub(crate) fn rest_may_stand<R: Rules>(rules: &R, board: &Board, origin: Square) -> bool {
    // stacks.md COMMIT: pieces that did not step stay behind, so they must be able to stand there.
    terrain::stack_may_stand(rules, board.at(origin), origin) || !rules.applies(Switch::RestStands)
}

#[inline]
pub(crate) fn commander_is_safe<R: Rules>(rules: &R, board: &Board, side: Side) -> bool {
    // stacks.md COMMIT: the commit ends the turn, and no turn may leave the side's own commander in danger.
    !attack::is_in_danger(rules, View::of(board), side) || !rules.applies(Switch::SafeCommit)
}
