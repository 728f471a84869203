//! Recombination: a piece joins an earlier step of its deployment, which is then replayed.

use crate::board::Board;
use crate::board::Trail;
use crate::board::deployment::Deployment;
use crate::board::deployment::MOST_STEPS;
use crate::board::formation;
use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::board::stack::Stack;
use crate::board::step::Effect;
use crate::board::step::Step;
use crate::board::terrain;
use crate::board::unit::Unit;
use crate::moves::attack::View;
use crate::moves::consequence::Consequence;
use crate::moves::consequence::PromotionReason;
use crate::moves::execution;
use crate::moves::walk::Walk;
use crate::moves::walk::Walker;
use crate::moves::without;
use crate::rules::Rules;
use crate::rules::switch::Switch;

/// An earlier step that a unit can join.
struct Join {
    index: usize,
    /// The rewritten steps and the board after them. `None` only with a switch off.
    played: Option<([Option<Step>; MOST_STEPS], Board)>,
}

impl Deployment {
    /// The steps that join a piece deployed earlier on one of these squares.
    pub(crate) fn recombinations<R: Rules>(
        &self,
        rules: &R,
        board: &Board,
        wanted: SquareSet,
    ) -> impl Iterator<Item = Step> + use<R> {
        let carrier = self.stack.carrier().map(|unit| unit.kind);
        let mut found = [None; MOST_STEPS * MOST_STEPS];
        let mut free = found.iter_mut();
        for unit in self.unused(rules, board).units() {
            // stacks.md RECOMBINING: only passengers do.
            if Some(unit.kind) == carrier && rules.applies(Switch::CarrierStaysOut) {
                continue;
            }
            for (index, step) in self.steps().enumerate().filter(|(_, step)| wanted.contains(step.to)) {
                let joins = Step {
                    group: Stack::of(unit, self.side()),
                    effect: Effect::Combine,
                    deploys: true,
                    recombines: true,
                    ..step
                };
                if self.joined(rules, board, joins).is_some_and(|join| join.index == index)
                    && let Some(slot) = free.next()
                {
                    *slot = Some(joins);
                }
            }
        }
        found.into_iter().flatten()
    }

    /// Returns the step that a unit would join: the first step to that square that it could have shared.
    fn joined<R: Rules>(&self, rules: &R, board: &Board, joins: Step) -> Option<Join> {
        let mut steps = self.steps().enumerate().filter(|(_, step)| step.to == joins.to);
        steps.find_map(|(index, step)| self.may_join(rules, board, index, step, joins))
    }

    fn may_join<R: Rules>(&self, rules: &R, board: &Board, index: usize, step: Step, joins: Step) -> Option<Join> {
        // stacks.md PLACED PIECES: a stay or suicide capture puts no piece on its target.
        let placed = step.effect.places() || !rules.applies(Switch::PlacedPieces);
        if !placed {
            return None;
        }
        let steps = self.rewritten(rules, index, joins);
        let played = steps.and_then(|steps| Some((steps, self.replay(rules, &steps)?)));
        let may = (played.is_some()
            || (!rules.applies(Switch::GroupStep) && without::could_merge(rules, board, joins)))
            && (rules.applies(Switch::RecombiningAnyDistance) || has_step(rules, View::of(board), joins))
            && rules.applies(Switch::Recombining);
        may.then_some(Join { index, played })
    }

    /// Returns the steps as if the unit had gone with an earlier one.
    fn rewritten<R: Rules>(&self, rules: &R, index: usize, joins: Step) -> Option<[Option<Step>; MOST_STEPS]> {
        let mut steps = self.steps;
        let step = steps.get_mut(index)?.as_mut()?;
        step.group = formation::join(rules, step.group, joins.group)?;
        may_go_aboard(rules, step.group, joins.to).then_some(steps)
    }

    /// Joins a unit to an earlier step and plays the deployment again. `None` if the joint step was not possible then.
    pub(crate) fn recombine<R: Rules>(&mut self, rules: &R, joins: Step, board: &Board) -> Option<Board> {
        let Join { index, played } = self.joined(rules, board, joins)?;
        if let Some((mut steps, played)) = played {
            // heroic.md RANK: a last guard that is joined keeps its rank, although the whole group was never a last
            // guard.
            let lost = |kind| is_heroic(board, joins.to, kind) && !is_heroic(&played, joins.to, kind);
            let step = steps.get_mut(index).and_then(Option::as_mut)?;
            let group = step.group.with_heroic(lost);
            let same = group == step.group;
            step.group = group;
            self.steps = steps;
            let played = if same { played } else { self.replay_as_it_was(rules) };
            return Some(self.ranked(rules, played, joins));
        }
        self.push(joins);
        let mut merged = board.clone();
        execution::execute(rules, &mut merged, joins, &mut Trail::new(), &mut |_| {});
        Some(merged)
    }

    /// stacks.md RANK ABOARD: a piece that recombines keeps its rank.
    fn ranked<R: Rules>(&self, rules: &R, mut played: Board, joins: Step) -> Board {
        let heroic = joins.group.units().any(|unit| unit.heroic);
        if heroic && !rules.applies(Switch::RankAboard) {
            without::without_rank(&mut played, joins);
        }
        played
    }

    /// Takes the last step back. `None` if no step of the deployment is left.
    pub(crate) fn without_last<R: Rules>(&self, rules: &R) -> Option<(Deployment, Board)> {
        let mut shorter = self.clone();
        let last = shorter.steps.iter().rposition(Option::is_some)?;
        shorter.steps[last] = None;
        shorter.first()?;
        let board = shorter.replay_as_it_was(rules);
        Some((shorter, board))
    }

    /// Plays steps that were all legal when they were made.
    fn replay_as_it_was<R: Rules>(&self, rules: &R) -> Board {
        let mut board = self.base.clone();
        for step in self.steps() {
            let group = kept(rules, pick(board.at(self.origin), step.group), step.group);
            execution::execute(rules, &mut board, Step { group, ..step }, &mut Trail::new(), &mut |_| {});
        }
        board
    }

    /// Plays steps from the beginning, if each of them is possible when its turn comes.
    fn replay<R: Rules>(&self, rules: &R, steps: &[Option<Step>; MOST_STEPS]) -> Option<Board> {
        let mut board = self.base.clone();
        for wanted in steps.iter().flatten() {
            let group = pick(board.at(self.origin), wanted.group);
            let step = Step { group, ..*wanted };
            if group.size() != wanted.group.size() || !is_possible(rules, self, &board, step) {
                return None;
            }
            let group = kept(rules, group, wanted.group);
            execution::execute(rules, &mut board, Step { group, ..step }, &mut Trail::new(), &mut |_| {});
        }
        Some(board)
    }
}

/// stacks.md RECOMBINING: whether a group may join the stack on a square where it could not stand alone. That stack is
/// always a ship at sea, which stays the carrier.
fn may_go_aboard<R: Rules>(rules: &R, group: Stack, square: Square) -> bool {
    terrain::stack_may_stand(rules, group, square)
        || rules.reads(rules.readings().group_stands_alone, Switch::GroupLandsOnShip, Switch::GroupStandsAlone)
}

/// The units of these kinds, with the rank they have now.
fn pick(standing: Stack, kinds: Stack) -> Stack {
    let now = |unit: Unit| standing.unit(unit.kind);
    Stack::from_units(kinds.units().filter_map(now), kinds.side())
}

fn is_heroic(board: &Board, square: Square, kind: Kind) -> bool {
    board.at(square).unit(kind).is_some_and(|unit| unit.heroic)
}

/// stacks.md RANK ABOARD: whether the unit keeps a rank that it won aboard after the step that it joins.
fn kept<R: Rules>(rules: &R, group: Stack, won: Stack) -> Stack {
    let raised = group.with_heroic(|kind| won.unit(kind).is_some_and(|unit| unit.heroic));
    if raised != group && rules.applies(Switch::RankAboard) { raised } else { group }
}

/// Whether a group has this very step.
fn is_possible<R: Rules>(rules: &R, deployment: &Deployment, board: &Board, wanted: Step) -> bool {
    has_step(rules, View { board, sky: deployment.sky(rules, board) }, wanted)
}

/// Whether the group of a deploying step can make that step.
fn has_step<R: Rules>(rules: &R, view: View<'_>, wanted: Step) -> bool {
    let walker = Walker { from: wanted.from, group: wanted.group, deploys: true };
    let mut found = false;
    if let Some(walk) = Walk::new(rules, view, walker) {
        walk.steps_to(wanted.to, &mut |step| found |= step.effect == wanted.effect);
    }
    found
}

/// Reports the pieces that became heroic when a deployment was replayed.
pub(crate) fn promoted_between(before: &Board, after: &Board, notes: &mut impl FnMut(Consequence)) {
    for side in Side::BOTH {
        for square in after.occupied(side) {
            let stack = after.at(square);
            let was = before.at(square);
            for unit in stack.units().filter(|unit| unit.heroic) {
                let plain = was.belongs_to(side) && was.unit(unit.kind).is_some_and(|it| !it.heroic);
                if plain {
                    notes(Consequence::Promoted { square, unit, side, why: PromotionReason::Attack });
                }
            }
        }
    }
}
