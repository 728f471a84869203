//! The steps of a position: those that a piece could make, and of these the legal ones.

use super::attack;
use super::attack::View;
use super::board::Trail;
use super::calm;
use super::calm::Calm;
use super::deed;
use super::kind::Kind;
use super::note;
use super::position::Position;
use super::promotion;
use super::rescue;
use super::rules::Rules;
use super::session;
use super::square::Direction;
use super::square::Square;
use super::stack::Stack;
use super::step::Deed;
use super::step::Step;
use super::switch::Switch;
use super::walk::Walk;
use super::walk::Walker;
use super::without;

/// Hands over every step of the side to move, its commander's safety aside.
#[inline]
pub fn for_each<R: Rules>(rules: &R, position: &Position, sink: &mut impl FnMut(Step)) {
    if position.session.is_some() {
        in_session(rules, position, sink);
        return;
    }
    for square in position.board.occupied(position.turn) {
        from_square(rules, position, square, sink);
    }
}

/// Everything that a square offers: the whole of it, and each piece of a stack on its own.
#[inline]
pub fn from_square<R: Rules>(rules: &R, position: &Position, square: Square, sink: &mut impl FnMut(Step)) {
    let view = View::of(&position.board);
    let stack = position.board.at(square);
    walk(rules, view, Walker { from: square, group: stack, deploys: false }, sink);
    // stacks.md DEPLOYING: every piece may step out.
    if !stack.is_single() && rules.upholds(Switch::Deploying) {
        for unit in stack.units() {
            let group = Stack::of(unit, stack.side());
            walk(rules, view, Walker { from: square, group, deploys: true }, sink);
        }
    }
}

/// What one walker could do, in an open deployment or not.
pub fn of<R: Rules>(rules: &R, position: &Position, walker: Walker, sink: &mut impl FnMut(Step)) {
    match &position.session {
        Some(_) => in_session(rules, position, &mut |step| {
            if (step.from, step.group) == (walker.from, walker.group) {
                sink(step);
            }
        }),
        // stacks.md DEPLOYING: every piece may step out.
        None if !walker.deploys || rules.upholds(Switch::Deploying) => {
            walk(rules, View::of(&position.board), walker, sink);
        }
        None => {}
    }
}

/// What everybody of a kind could do, alone or in a stack, that stands on a line with a square.
pub fn towards<R: Rules>(rules: &R, position: &Position, kind: Kind, to: Square, sink: &mut impl FnMut(Step)) {
    if position.session.is_some() {
        in_session(rules, position, sink);
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

fn in_session<R: Rules>(rules: &R, position: &Position, sink: &mut impl FnMut(Step)) {
    let Some(session) = &position.session else { return };
    let board = &position.board;
    let view = View { board, sky: session.sky(rules, board) };
    let joins: [Option<Step>; 9] = {
        let mut joins = session.recombinations(rules, board);
        std::array::from_fn(|_| joins.next())
    };
    joins.iter().flatten().for_each(|step| sink(*step));
    for unit in session.unused(rules, board).units() {
        let group = Stack::of(unit, session.side());
        let walker = Walker { from: session.origin, group, deploys: true };
        walk(rules, view, walker, &mut |step| {
            // Joining a piece deployed earlier is a recombination, also within reach, where it can be one.
            let joined = joins.iter().flatten().any(|join| join.group == group && join.to == step.to);
            if step.deed != Deed::Combine || (!joined && session.may_join_by_itself(rules, group, step.to)) {
                sink(step);
            }
        });
    }
    // stacks.md ONLY THE STACK: nobody else steps while it is open, and nobody a second time.
    let only_the_stack = rules.upholds(Switch::OnlyTheStack);
    let steps_once = rules.upholds(Switch::StepsOnce);
    if !only_the_stack || !steps_once {
        without::steps_out_of_turn(rules, position, (!only_the_stack, !steps_once), sink);
    }
}

/// Whether anybody has any step, safe or not.
pub fn has_any<R: Rules>(rules: &R, position: &Position) -> bool {
    let mut any = false;
    for_each(rules, position, &mut |_| any = true);
    any
}

/// All legal steps. The position comes back as it was.
pub fn legal<R: Rules>(rules: &R, position: &mut Position, trail: &mut Trail, steps: &mut Vec<Step>) {
    steps.clear();
    if position.board.commander(position.turn).is_none() {
        return;
    }
    for_each(rules, position, &mut |step| steps.push(step));
    let calm = (R::COMPLETE && position.session.is_none()).then(|| Calm::of(rules, &position.board, position.turn));
    let calm = calm.flatten();
    steps.retain(|step| {
        calm.as_ref().is_some_and(|calm| calm.keeps(rules, &position.board, *step))
            || is_legal(rules, position, *step, trail)
    });
}

/// Whether a possible step is legal. The position comes back as it was.
pub fn is_legal<R: Rules>(rules: &R, position: &mut Position, step: Step, trail: &mut Trail) -> bool {
    if step.deploys { leads_out(rules, position, step, trail) } else { is_safe(rules, position, step, trail) }
}

/// Whether a step leaves the own commander out of danger.
fn is_safe<R: Rules>(rules: &R, position: &mut Position, step: Step, trail: &mut Trail) -> bool {
    let mark = trail.len();
    let side = position.turn;
    let board = &mut position.board;
    deed::act(rules, board, step, trail, &mut note::ignored);
    // Where promotions make no difference to anybody's safety they need not be found out.
    let settled = R::COMPLETE
        && board.occupied(side.other()).count() > promotion::GUARDED
        && !calm::may_widen_a_zone(board, side, promotion::GUARDED)
        && !attack::is_in_danger(rules, View::of(board), side);
    // game-end.md SAFETY: danger is judged after the promotions.
    if !settled && rules.upholds(Switch::DangerAfterPromotions) {
        promotion::promote(rules, board, side, deed::stands_at(step), trail, &mut note::ignored);
    }
    let safe = settled || !attack::is_in_danger(rules, View::of(board), side);
    let wins = board.commander(side.other()).is_none();
    board.take_back(trail, mark);
    // game-end.md SAFETY: to capture the enemy commander is no excuse.
    safe || (wins && rules.ruled(Switch::NoExcuse, false, true))
}

/// stacks.md WAY OUT: whether every step of a deployment has to leave the own commander safe, and not only the last
/// one.
#[inline]
pub fn judges_every_step<R: Rules>(rules: &R) -> bool {
    !rules.reads(rules.readings().every_step_is_safe, Switch::SafetyAtCommit, Switch::EveryStepIsSafe)
}

/// Whether a deploying step is safe by itself, where that is asked of it.
fn is_safe_enough<R: Rules>(rules: &R, position: &mut Position, step: Step, trail: &mut Trail) -> bool {
    if !judges_every_step(rules) {
        return true;
    }
    if !step.recombines {
        return is_safe(rules, position, step, trail);
    }
    let mut joined = position.clone();
    joined.advance(rules, step, &mut Trail::new(), &mut note::ignored);
    !attack::is_in_danger(rules, View::of(&joined.board), position.turn)
}

/// Whether a deployment can still be committed after this step, at once or after more of them.
fn leads_out<R: Rules>(rules: &R, position: &mut Position, step: Step, trail: &mut Trail) -> bool {
    if !is_safe_enough(rules, position, step, trail) {
        return false;
    }
    match at_once(rules, position, step, trail) {
        Prospect::Committable => true,
        Prospect::Hopeless => false,
        Prospect::Open => {
            let mut further = position.clone();
            further.advance(rules, step, &mut Trail::new(), &mut note::ignored);
            rules.demands(Switch::WayOut, can_finish(rules, &further))
        }
    }
}

/// What can be said of a deploying step without opening a deployment.
enum Prospect {
    /// It may be the last one, which is the common case.
    Committable,
    /// Nothing that the others could do would help.
    Hopeless,
    /// It has to be tried out.
    Open,
}

fn at_once<R: Rules>(rules: &R, position: &mut Position, step: Step, trail: &mut Trail) -> Prospect {
    if step.recombines {
        return Prospect::Open;
    }
    let (mark, side) = (trail.len(), position.turn);
    let waiting = match &position.session {
        Some(session) => session.unused(rules, &position.board),
        None => position.board.at(step.from),
    };
    let board = &mut position.board;
    deed::enact(rules, board, step, trail, &mut note::ignored);
    let prospect = if session::may_commit(rules, board, step.from, side) {
        Prospect::Committable
    } else if R::COMPLETE && rescue::is_hopeless(rules, board, step.from, waiting.without(step.group), side) {
        Prospect::Hopeless
    } else {
        Prospect::Open
    };
    board.take_back(trail, mark);
    prospect
}

/// Whether an open deployment can be brought to an end.
fn can_finish<R: Rules>(rules: &R, position: &Position) -> bool {
    let Some(session) = &position.session else { return true };
    if session.may_commit(rules, &position.board) {
        return true;
    }
    let waiting = session.unused(rules, &position.board);
    if R::COMPLETE && rescue::is_hopeless(rules, &position.board, session.origin, waiting, session.side()) {
        return false;
    }
    let mut steps = Vec::new();
    for_each(rules, position, &mut |step| steps.push(step));
    steps.into_iter().filter(|step| step.deploys).any(|step| {
        let mut further = position.clone();
        if !is_safe_enough(rules, &mut further, step, &mut Trail::new()) {
            return false;
        }
        further.advance(rules, step, &mut Trail::new(), &mut note::ignored);
        can_finish(rules, &further)
    })
}
