//! Executes a step on the board.

use crate::board::Board;
use crate::board::Trail;
use crate::board::formation;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::step::Effect;
use crate::board::step::Step;
use crate::board::unit::Unit;
use crate::moves::consequence::Consequence;
use crate::moves::promotion;
use crate::moves::without;
use crate::rules::Rules;
use crate::rules::switch::Switch;

/// Executes a step, including its promotions.
#[inline]
pub(crate) fn execute<R: Rules>(
    rules: &R,
    board: &mut Board,
    step: Step,
    trail: &mut Trail,
    notes: &mut impl FnMut(Consequence),
) {
    act(rules, board, step, trail, notes);
    promotion::promote(rules, board, step.group.side(), stands_at(step), trail, notes);
}

/// The square of the actor after the step, if it survives.
#[inline]
pub(crate) fn stands_at(step: Step) -> Square {
    if step.effect.places() { step.to } else { step.from }
}

/// Executes a step without the promotions that it causes.
#[inline]
pub(crate) fn act<R: Rules>(
    rules: &R,
    board: &mut Board,
    step: Step,
    trail: &mut Trail,
    notes: &mut impl FnMut(Consequence),
) {
    if step.effect.is_capture() {
        take(rules, board, step.to, trail, notes);
    }
    let group = actor(rules, step);
    // captures.md NORMAL CAPTURE, STAY CAPTURE, SUICIDE CAPTURE: the attacker goes there, stays or dies.
    match step.effect {
        Effect::Plain | Effect::Combine => go(rules, board, step, group, trail),
        Effect::Normal if rules.applies(Switch::NormalCapture) => go(rules, board, step, group, trail),
        Effect::Stay if rules.applies(Switch::StayCapture) => {}
        Effect::Suicide if rules.applies(Switch::SuicideCapture) => die(rules, board, step, group, trail),
        // With the switch off, the piece moves or stays against the clause.
        Effect::Stay => go(rules, board, step, group, trail),
        Effect::Normal | Effect::Suicide => {}
    }
}

/// The pieces that move, stay or die.
#[inline]
fn actor<R: Rules>(rules: &R, step: Step) -> Stack {
    let whole = step.deploys || step.group.is_single() || !step.effect.is_capture();
    // captures.md STACK ATTACKS: the passengers share the fate of their carrier.
    if whole || rules.applies(Switch::PassengersShareFate) {
        return step.group;
    }
    Stack::from_units(step.group.carrier(), step.group.side())
}

fn take<R: Rules>(
    rules: &R,
    board: &mut Board,
    square: Square,
    trail: &mut Trail,
    notes: &mut impl FnMut(Consequence),
) {
    let stack = board.at(square);
    // captures.md WHOLE STACK: everything on the target is taken.
    let left = if stack.is_single() || rules.applies(Switch::WholeStack) {
        Stack::NONE
    } else {
        Stack::from_units(stack.passengers(), stack.side())
    };
    notes(Consequence::Taken { square, stack: if left.is_none() { stack } else { stack.without(left) } });
    board.change(square, left, trail);
}

/// The group leaves its square and arrives on the target, unless enemies are left there.
#[inline]
fn go<R: Rules>(rules: &R, board: &mut Board, step: Step, group: Stack, trail: &mut Trail) {
    let standing = board.at(step.to);
    let comer = ranked(rules, step, group);
    let arrived = if standing.is_none() {
        comer
    } else if standing.side() != group.side() {
        return;
    } else {
        shared(rules, formation::join(rules, standing, comer).unwrap_or(standing))
    };
    let left = board.at(step.from).without(group);
    board.change(step.from, left, trail);
    board.change(step.to, arrived, trail);
}

/// heroic.md RANK: a piece that joins or leaves a stack keeps its rank.
#[inline]
fn ranked<R: Rules>(rules: &R, step: Step, group: Stack) -> Stack {
    let changes_stack = step.deploys || step.effect == Effect::Combine;
    let heroic = group.units().any(|unit| unit.heroic);
    if !changes_stack || !heroic || rules.applies(Switch::RankKept) {
        return group;
    }
    Stack::from_units(group.units().map(|unit| Unit::new(unit.kind)), group.side())
}

/// heroic.md RANK: a piece does not become heroic by travelling with a heroic piece.
#[inline]
fn shared<R: Rules>(rules: &R, stack: Stack) -> Stack {
    let heroes = stack.units().filter(|unit| unit.heroic).count();
    let mixed = heroes > 0 && heroes < stack.size();
    if !mixed || rules.applies(Switch::RankIsOwn) { stack } else { without::all_heroic(stack) }
}

fn die<R: Rules>(rules: &R, board: &mut Board, step: Step, group: Stack, trail: &mut Trail) {
    let left = board.at(step.from).without(group);
    // stacks.md DEPLOYED SUICIDE: the pieces left behind survive.
    let kept = left.is_none() || !step.deploys || rules.applies(Switch::DeployedSuicide);
    board.change(step.from, if kept { left } else { Stack::NONE }, trail);
}
