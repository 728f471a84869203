//! Pseudo-legal steps: all steps of the pieces, regardless of their commander's safety.

use crate::board::Board;
use crate::board::deployment::Deployment;
use crate::board::kind::Kind;
use crate::board::position::Position;
use crate::board::square::Direction;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::board::stack::Stack;
use crate::board::step::Effect;
use crate::board::step::Step;
use crate::moves::attack::View;
use crate::moves::walk::Walk;
use crate::moves::walk::Walker;
use crate::moves::without;
use crate::rules::Rules;
use crate::rules::switch::Switch;

/// Passes every step of the side to move to `sink`, regardless of its commander's safety.
#[inline]
pub fn for_each<R: Rules>(rules: &R, position: &Position, sink: &mut impl FnMut(Step)) {
    for_each_to(rules, position, SquareSet::ALL, sink);
}

/// Passes the steps of the side to move to some squares to `sink`, regardless of its commander's safety.
#[inline]
pub(crate) fn for_each_to<R: Rules>(rules: &R, position: &Position, wanted: SquareSet, sink: &mut impl FnMut(Step)) {
    if let Some(deployment) = &position.deployment {
        in_deployment(rules, &position.board, deployment, wanted, sink);
        return;
    }
    for square in position.board.occupied(position.turn) {
        steps_from(rules, position, square, wanted, sink);
    }
}

/// Finds all steps from a square: of the whole stack, and of each of its pieces alone.
#[inline]
pub fn from_square<R: Rules>(rules: &R, position: &Position, square: Square, sink: &mut impl FnMut(Step)) {
    steps_from(rules, position, square, SquareSet::ALL, sink);
}

#[inline]
fn steps_from<R: Rules>(
    rules: &R,
    position: &Position,
    square: Square,
    wanted: SquareSet,
    sink: &mut impl FnMut(Step),
) {
    let view = View::of(&position.board);
    let stack = position.board.at(square);
    walk_within(rules, view, Walker { from: square, group: stack, deploys: false }, wanted, sink);
    // stacks.md DEPLOYING: every piece may step out.
    if !stack.is_single() && rules.applies(Switch::Deploying) {
        for unit in stack.units() {
            let group = Stack::of(unit, stack.side());
            walk_within(rules, view, Walker { from: square, group, deploys: true }, wanted, sink);
        }
    }
}

/// The possible steps of one walker, in an open deployment or not.
pub fn of<R: Rules>(rules: &R, position: &Position, walker: Walker, sink: &mut impl FnMut(Step)) {
    match &position.deployment {
        Some(deployment) => in_deployment(rules, &position.board, deployment, SquareSet::ALL, &mut |step| {
            if (step.from, step.group) == (walker.from, walker.group) {
                sink(step);
            }
        }),
        // stacks.md DEPLOYING: every piece may step out.
        None if !walker.deploys || rules.applies(Switch::Deploying) => {
            walk(rules, View::of(&position.board), walker, sink);
        }
        None => {}
    }
}

/// The steps of all pieces of a kind, alone or in a stack, that share a line with a square.
pub fn towards<R: Rules>(rules: &R, position: &Position, kind: Kind, to: Square, sink: &mut impl FnMut(Step)) {
    if let Some(deployment) = &position.deployment {
        in_deployment(rules, &position.board, deployment, SquareSet::ALL, sink);
        return;
    }
    for square in position.board.occupied(position.turn) {
        if position.board.at(square).has(kind) && Direction::between(square, to).is_some() {
            from_square(rules, position, square, sink);
        }
    }
}

#[inline]
fn walk<R: Rules>(rules: &R, view: View<'_>, walker: Walker, sink: &mut impl FnMut(Step)) {
    if let Some(walk) = Walk::new(rules, view, walker) {
        walk.steps(sink);
    }
}

#[inline]
fn walk_within<R: Rules>(rules: &R, view: View<'_>, walker: Walker, wanted: SquareSet, sink: &mut impl FnMut(Step)) {
    match Walk::new(rules, view, walker) {
        Some(walk) if wanted == SquareSet::ALL => walk.steps(sink),
        Some(walk) => wanted.into_iter().for_each(|square| walk.steps_to(square, sink)),
        None => {}
    }
}

/// Passes every step of a deployment to one of these squares to `sink`.
pub(crate) fn in_deployment<R: Rules>(
    rules: &R,
    board: &Board,
    deployment: &Deployment,
    wanted: SquareSet,
    sink: &mut impl FnMut(Step),
) {
    let view = View { board, sky: deployment.sky(rules, board) };
    let joins: [Option<Step>; 9] = {
        let mut joins = deployment.recombinations(rules, board, wanted);
        std::array::from_fn(|_| joins.next())
    };
    joins.iter().flatten().for_each(|step| sink(*step));
    for unit in deployment.unused(rules, board).units() {
        let group = Stack::of(unit, deployment.side());
        let walker = Walker { from: deployment.origin, group, deploys: true };
        walk_within(rules, view, walker, wanted, &mut |step| {
            // Joining a piece that was deployed earlier is a recombination, if one is possible, even if the piece could
            // also reach it.
            let joined = joins.iter().flatten().any(|join| join.group == group && join.to == step.to);
            if step.effect != Effect::Combine || (!joined && deployment.may_join_alone(rules, group, step.to)) {
                sink(step);
            }
        });
    }
    // stacks.md ONLY THE STACK: no other piece steps while it is open, and none steps twice.
    let only_the_stack = rules.applies(Switch::OnlyTheStack);
    let steps_once = rules.applies(Switch::StepsOnce);
    if !only_the_stack || !steps_once {
        for square in without::out_of_turn(board, deployment, (!only_the_stack, !steps_once)) {
            let walker = Walker { from: square, group: board.at(square), deploys: false };
            walk_within(rules, View::of(board), walker, wanted, sink);
        }
    }
}

/// Whether there is any step, safe or not.
pub fn has_any<R: Rules>(rules: &R, position: &Position) -> bool {
    let mut any = false;
    for_each(rules, position, &mut |_| any = true);
    any
}
