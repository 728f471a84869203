//! Legal steps: pseudo-legal steps that keep the side's own commander safe.

use crate::board::Trail;
use crate::board::position::Position;
use crate::board::square_set::SquareSet;
use crate::board::step::Step;
use crate::moves::attack;
use crate::moves::attack::View;
use crate::moves::calm;
use crate::moves::calm::Calm;
use crate::moves::consequence;
use crate::moves::deployment;
use crate::moves::execution;
use crate::moves::promotion;
use crate::moves::pseudo_legal::for_each;
use crate::moves::pseudo_legal::for_each_to;
use crate::moves::way_out;
use crate::rules::Rules;
use crate::rules::switch::Switch;

/// All legal steps. The position is unchanged afterwards.
pub fn legal<R: Rules>(rules: &R, position: &mut Position, trail: &mut Trail, steps: &mut Vec<Step>) {
    legal_to(rules, position, trail, steps, SquareSet::ALL);
}

/// The legal steps to some squares. The position is unchanged afterwards.
pub(crate) fn legal_to<R: Rules>(
    rules: &R,
    position: &mut Position,
    trail: &mut Trail,
    steps: &mut Vec<Step>,
    wanted: SquareSet,
) {
    steps.clear();
    if position.board.commander(position.turn).is_none() {
        return;
    }
    for_each_to(rules, position, wanted, &mut |step| steps.push(step));
    let calm = (R::COMPLETE && position.deployment.is_none()).then(|| Calm::of(rules, &position.board, position.turn));
    let calm = calm.flatten();
    steps.retain(|step| {
        calm.as_ref().is_some_and(|calm| calm.keeps(rules, &position.board, *step))
            || is_legal(rules, position, *step, trail)
    });
}

/// Whether a possible step is legal. The position is unchanged afterwards.
pub fn is_legal<R: Rules>(rules: &R, position: &mut Position, step: Step, trail: &mut Trail) -> bool {
    if step.deploys { leads_out(rules, position, step, trail) } else { is_safe(rules, position, step, trail) }
}

/// Whether a step leaves its own commander out of danger.
fn is_safe<R: Rules>(rules: &R, position: &mut Position, step: Step, trail: &mut Trail) -> bool {
    let mark = trail.len();
    let side = position.turn;
    let board = &mut position.board;
    execution::act(rules, board, step, trail, &mut consequence::ignored);
    // Skips promotions if they cannot change the safety of a commander.
    let settled = R::COMPLETE
        && board.occupied(side.other()).count() > promotion::GUARDED
        && !calm::may_widen_a_zone(board, side, promotion::GUARDED)
        && !attack::is_in_danger(rules, View::of(board), side);
    // game-end.md SAFETY: danger is judged after the promotions.
    if !settled && rules.applies(Switch::DangerAfterPromotions) {
        promotion::promote(rules, board, side, execution::stands_at(step), trail, &mut consequence::ignored);
    }
    let safe = settled || !attack::is_in_danger(rules, View::of(board), side);
    let wins = board.commander(side.other()).is_none();
    board.take_back(trail, mark);
    // game-end.md SAFETY: a step that captures the enemy commander must also leave its own commander safe.
    safe || (wins && !rules.applies(Switch::NoExcuse))
}

/// stacks.md WAY OUT: whether every step of a deployment must leave its own commander safe, and not only the last one.
#[inline]
pub fn judges_every_step<R: Rules>(rules: &R) -> bool {
    !rules.reads(rules.readings().every_step_is_safe, Switch::SafetyAtCommit, Switch::EveryStepIsSafe)
}

/// Whether a deploying step is safe at once, if the rules ask for that.
fn is_safe_enough<R: Rules>(rules: &R, position: &mut Position, step: Step, trail: &mut Trail) -> bool {
    if !judges_every_step(rules) {
        return true;
    }
    if !step.recombines {
        return is_safe(rules, position, step, trail);
    }
    let mut joined = position.clone();
    joined.advance(rules, step, &mut Trail::new(), &mut consequence::ignored);
    !attack::is_in_danger(rules, View::of(&joined.board), position.turn)
}

/// Whether a deployment can still be committed after this step, at once or after further steps.
fn leads_out<R: Rules>(rules: &R, position: &mut Position, step: Step, trail: &mut Trail) -> bool {
    if !is_safe_enough(rules, position, step, trail) {
        return false;
    }
    if R::COMPLETE {
        return way_out::exists(rules, position, step, trail);
    }
    if ends_at_once(rules, position, step, trail) {
        return true;
    }
    let mut further = position.clone();
    further.advance(rules, step, &mut Trail::new(), &mut consequence::ignored);
    can_finish(rules, &mut further) || !rules.applies(Switch::WayOut)
}

/// Whether a step may end its deployment, which is the common case. Opens no deployment.
fn ends_at_once<R: Rules>(rules: &R, position: &mut Position, step: Step, trail: &mut Trail) -> bool {
    if step.recombines {
        return false;
    }
    let (mark, side) = (trail.len(), position.turn);
    let board = &mut position.board;
    execution::execute(rules, board, step, trail, &mut consequence::ignored);
    let ends = deployment::may_commit(rules, board, step.from, side);
    board.take_back(trail, mark);
    ends
}

/// Whether an open deployment can be committed. Tries everything.
fn can_finish<R: Rules>(rules: &R, position: &mut Position) -> bool {
    let Some(deployment) = &position.deployment else { return true };
    if deployment.may_commit(rules, &position.board) {
        return true;
    }
    let mut steps = Vec::new();
    for_each(rules, position, &mut |step| steps.push(step));
    let mut trail = Trail::new();
    steps.into_iter().filter(|step| step.deploys).any(|step| {
        if !is_safe_enough(rules, position, step, &mut trail) {
            return false;
        }
        let mut further = position.clone();
        further.advance(rules, step, &mut Trail::new(), &mut consequence::ignored);
        can_finish(rules, &mut further)
    })
}
