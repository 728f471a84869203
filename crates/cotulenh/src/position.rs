//! A position: the board, whose turn it is, the counters, and the deployment that is open.

use super::board::Board;
use super::board::Trail;
use super::deed;
use super::moves;
use super::note::Note;
use super::rules::Rules;
use super::session;
use super::session::Session;
use super::side::Side;
use super::square::Square;
use super::step::Deed;
use super::step::Step;
use super::switch::Switch;

/// The board, whose turn it is, the counters, and the deployment that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// What stands where.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Side,
    /// The half-move clock.
    pub half_moves: u32,
    /// From 1, raised after each turn of Blue.
    pub move_number: u32,
    /// The deployment that is open.
    pub session: Option<Box<Session>>,
}

/// Where a turn stands after a step or a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// A deployment is open; the same side goes on.
    Open,
    /// The turn is over.
    Passed,
    /// The turn is over, and the deployment has ended by itself.
    Committed,
}

/// What is needed to take a step back.
pub struct Undo {
    mark: usize,
    turn: Side,
    half_moves: u32,
    move_number: u32,
    session: Option<Box<Session>>,
}

impl Position {
    /// Plays a legal step.
    pub fn advance<R: Rules>(
        &mut self,
        rules: &R,
        step: Step,
        trail: &mut Trail,
        notes: &mut impl FnMut(Note),
    ) -> Progress {
        if step.deploys {
            return self.deploy(rules, step, trail, notes);
        }
        deed::enact(rules, &mut self.board, step, trail, notes);
        if self.session.is_some() {
            // Only with a switch off: somebody else steps in between.
            return Progress::Open;
        }
        self.end_turn(rules, step.deed, step.deed.is_capture(), 1);
        Progress::Passed
    }

    fn deploy<R: Rules>(&mut self, rules: &R, step: Step, trail: &mut Trail, notes: &mut impl FnMut(Note)) -> Progress {
        let mut session = self.session.take().unwrap_or_else(|| Box::new(Session::open(&self.board, step.from)));
        if step.recombines {
            self.recombine(rules, &mut session, step, trail, notes);
        } else {
            session.push(step);
            deed::enact(rules, &mut self.board, step, trail, notes);
        }
        self.session = Some(session);
        if self.is_finished(rules) {
            self.commit(rules);
            return Progress::Committed;
        }
        Progress::Open
    }

    fn recombine<R: Rules>(
        &mut self,
        rules: &R,
        session: &mut Session,
        step: Step,
        trail: &mut Trail,
        notes: &mut impl FnMut(Note),
    ) {
        let Some(played) = session.recombine(rules, step, &self.board) else { return };
        session::promoted_between(&self.board, &played, notes);
        for square in Square::all() {
            if self.board.at(square) != played.at(square) {
                self.board.change(square, played.at(square), trail);
            }
        }
    }

    /// Whether an open deployment ends by itself.
    fn is_finished<R: Rules>(&self, rules: &R) -> bool {
        let Some(session) = &self.session else { return false };
        // stacks.md DEPLOYING: the turn goes on after a step. Without that clause it passes at once.
        if !rules.upholds(Switch::DeploymentKeepsTurn) {
            return true;
        }
        let stuck = session.unused(rules, &self.board).is_none() || !moves::has_any(rules, self);
        // stacks.md LAST STEP: it commits by itself when nobody can step.
        stuck && session.may_commit(rules, &self.board) && rules.upholds(Switch::LastStep)
    }

    /// Ends an open deployment and with it the turn.
    pub fn commit<R: Rules>(&mut self, rules: &R) {
        let Some(session) = self.session.take() else { return };
        let first = session.first().map_or(Deed::Plain, |step| step.deed);
        let captured = session.steps().any(|step| step.deed.is_capture());
        // stacks.md ONE TURN: however many steps.
        let turns = if rules.upholds(Switch::OneTurn) { 1 } else { session.steps().count() };
        self.end_turn(rules, first, captured, turns);
    }

    fn end_turn<R: Rules>(&mut self, rules: &R, first: Deed, captured: bool, turns: usize) {
        // readings.md CLOCK: any capture, by the other reading.
        let resets_too = captured && rules.readings().any_capture_resets && rules.upholds(Switch::AnyCaptureResets);
        // game-end.md HALF-MOVE CLOCK: only a normal capture as the first step.
        if resets_too || (first == Deed::Normal && rules.upholds(Switch::ClockReset)) {
            self.half_moves = 0;
        } else if rules.upholds(Switch::ClockCounts) {
            self.half_moves = self.half_moves.saturating_add(u32::try_from(turns).unwrap_or(1));
        }
        // game-end.md MOVE NUMBER: Blue moves second.
        if self.turn == Side::Blue && rules.upholds(Switch::MoveNumber) {
            self.move_number = self.move_number.saturating_add(1);
        }
        // pieces.md TURN: the sides alternate.
        if rules.upholds(Switch::SidesAlternate) {
            self.turn = self.turn.other();
        }
    }

    /// Plays a legal step that is going to be taken back.
    pub fn make<R: Rules>(&mut self, rules: &R, step: Step, trail: &mut Trail) -> Undo {
        let undo = Undo {
            mark: trail.len(),
            turn: self.turn,
            half_moves: self.half_moves,
            move_number: self.move_number,
            session: self.session.clone(),
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
        self.session = undo.session;
    }
}
