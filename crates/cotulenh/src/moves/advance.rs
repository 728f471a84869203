//! Plays a step in a position, and takes it back.

use crate::board::Trail;
use crate::board::deployment::Deployment;
use crate::board::position::Position;
use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::step::Effect;
use crate::board::step::Step;
use crate::moves::consequence::Consequence;
use crate::moves::execution;
use crate::moves::pseudo_legal;
use crate::moves::recombination;
use crate::rules::Rules;
use crate::rules::switch::Switch;

/// The state of a turn after a step or a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// A deployment is open; the same side goes on.
    Open,
    /// The turn is over.
    Passed,
    /// The turn is over, because the deployment has ended on its own.
    Committed,
}

/// The data that undoes a step.
pub struct Undo {
    mark: usize,
    turn: Side,
    half_moves: u32,
    move_number: u32,
    deployment: Option<Box<Deployment>>,
}

impl Position {
    /// Plays a legal step.
    pub fn advance<R: Rules>(
        &mut self,
        rules: &R,
        step: Step,
        trail: &mut Trail,
        notes: &mut impl FnMut(Consequence),
    ) -> Progress {
        if step.deploys {
            return self.deploy(rules, step, trail, notes);
        }
        execution::execute(rules, &mut self.board, step, trail, notes);
        if self.deployment.is_some() {
            // Only with a switch off: a piece outside the deployment steps in between.
            return Progress::Open;
        }
        self.end_turn(rules, step.effect, step.effect.is_capture(), 1);
        Progress::Passed
    }

    fn deploy<R: Rules>(
        &mut self,
        rules: &R,
        step: Step,
        trail: &mut Trail,
        notes: &mut impl FnMut(Consequence),
    ) -> Progress {
        let mut deployment =
            self.deployment.take().unwrap_or_else(|| Box::new(Deployment::open(&self.board, step.from)));
        if step.recombines {
            self.recombine(rules, &mut deployment, step, trail, notes);
        } else {
            deployment.push(step);
            execution::execute(rules, &mut self.board, step, trail, notes);
        }
        self.deployment = Some(deployment);
        if self.is_finished(rules) {
            self.commit(rules);
            return Progress::Committed;
        }
        Progress::Open
    }

    fn recombine<R: Rules>(
        &mut self,
        rules: &R,
        deployment: &mut Deployment,
        step: Step,
        trail: &mut Trail,
        notes: &mut impl FnMut(Consequence),
    ) {
        let Some(played) = deployment.recombine(rules, step, &self.board) else { return };
        recombination::promoted_between(&self.board, &played, notes);
        for square in Square::all() {
            if self.board.at(square) != played.at(square) {
                self.board.change(square, played.at(square), trail);
            }
        }
    }

    /// Whether an open deployment ends without a command.
    fn is_finished<R: Rules>(&self, rules: &R) -> bool {
        let Some(deployment) = &self.deployment else { return false };
        // stacks.md DEPLOYING: the turn goes on after a step. Without that clause it passes at once.
        if !rules.applies(Switch::DeploymentKeepsTurn) {
            return true;
        }
        // Asks the cheap question first, if asking records nothing.
        if R::COMPLETE && !deployment.may_commit(rules, &self.board) {
            return false;
        }
        let stuck = deployment.unused(rules, &self.board).is_none() || !pseudo_legal::has_any(rules, self);
        // stacks.md LAST STEP: the deployment commits on its own when no piece can step.
        stuck && deployment.may_commit(rules, &self.board) && rules.applies(Switch::LastStep)
    }

    /// Ends an open deployment and with it the turn.
    pub fn commit<R: Rules>(&mut self, rules: &R) {
        let Some(deployment) = self.deployment.take() else { return };
        let first = deployment.first().map_or(Effect::Plain, |step| step.effect);
        let captured = deployment.steps().any(|step| step.effect.is_capture());
        // stacks.md ONE TURN: a deployment is one turn, for any number of steps.
        let turns = if rules.applies(Switch::OneTurn) { 1 } else { deployment.steps().count() };
        self.end_turn(rules, first, captured, turns);
    }

    fn end_turn<R: Rules>(&mut self, rules: &R, first: Effect, captured: bool, turns: usize) {
        // readings.md CLOCK: in the other reading, any capture resets the clock.
        let resets_too = captured && rules.readings().any_capture_resets && rules.applies(Switch::AnyCaptureResets);
        // game-end.md HALF-MOVE CLOCK: only a normal capture as the first step resets the clock.
        if resets_too || (first == Effect::Normal && rules.applies(Switch::ClockReset)) {
            self.half_moves = 0;
        } else if rules.applies(Switch::ClockCounts) {
            self.half_moves = self.half_moves.saturating_add(u32::try_from(turns).unwrap_or(1));
        }
        // game-end.md MOVE NUMBER: it grows after Blue's turn, because Blue moves second.
        if self.turn == Side::Blue && rules.applies(Switch::MoveNumber) {
            self.move_number = self.move_number.saturating_add(1);
        }
        // pieces.md TURN: the sides alternate.
        if rules.applies(Switch::SidesAlternate) {
            self.turn = self.turn.other();
        }
    }

    /// Plays a legal step so that `unmake` can take it back.
    pub fn make<R: Rules>(&mut self, rules: &R, step: Step, trail: &mut Trail) -> Undo {
        let undo = Undo {
            mark: trail.len(),
            turn: self.turn,
            half_moves: self.half_moves,
            move_number: self.move_number,
            deployment: self.deployment.clone(),
        };
        self.advance(rules, step, trail, &mut |_| {});
        undo
    }

    /// Takes back the last step that was made.
    pub fn unmake(&mut self, undo: Undo, trail: &mut Trail) {
        self.board.take_back(trail, undo.mark);
        self.turn = undo.turn;
        self.half_moves = undo.half_moves;
        self.move_number = undo.move_number;
        self.deployment = undo.deployment;
    }
}
