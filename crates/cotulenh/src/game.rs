//! A game in play: the position, the log, and the turns that can be taken back.

use crate::board::Trail;
use crate::board::formation;
use crate::board::kind::Kind;
use crate::board::position::Position;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::board::stack::Stack;
use crate::board::step::Effect;
use crate::board::step::Step;
use crate::game::event::Event;
use crate::game::event::Wording;
use crate::game::refusal::Refusal;
use crate::game::result::Ending;
use crate::game::standing::Standing;
use crate::game::turn::Turn;
use crate::moves;
use crate::moves::advance::Progress;
use crate::moves::consequence::Consequence;
use crate::moves::deployment;
use crate::moves::walk::Walker;
use crate::notation;
use crate::rules::Rules;
use crate::rules::Strict;
use crate::rules::switch::Switch;
use crate::rules::table::Table;

pub mod event;
pub mod script;

pub(crate) mod play;
pub(crate) mod query;
pub(crate) mod refusal;
pub(crate) mod request;
pub(crate) mod result;
pub(crate) mod standing;
pub(crate) mod turn;
mod without;

pub struct Game {
    pub table: Table,
    pub position: Position,
    pub ending: Option<Ending>,
    log: Vec<Event>,
    history: Vec<Turn>,
    /// The turn that is being played.
    turn: Turn,
    /// Every position at the beginning of a turn, for counting repetitions.
    stood: Vec<Standing>,
}

impl Game {
    pub fn new(table: Table, position: Position) -> Game {
        Game::with_history(table, position, Vec::new())
    }

    /// A game in which other positions stood before.
    pub(crate) fn with_history(table: Table, position: Position, mut stood: Vec<Standing>) -> Game {
        stood.push(Standing::new(&position.board, position.turn));
        let ending = result::ending(&table, &position, &stood);
        let turn = Turn::begin(&position);
        Game { table, position, ending, log: Vec::new(), history: Vec::new(), turn, stood }
    }

    pub fn log(&self) -> &[Event] {
        &self.log
    }

    pub fn into_record(self) -> (Vec<Event>, Table) {
        (self.log, self.table)
    }

    /// The positions before this turn, oldest first.
    pub(crate) fn history(&self) -> &[Standing] {
        self.stood.split_last().map_or(&[], |(_, earlier)| earlier)
    }

    pub(crate) fn record(&mut self, event: Event) {
        self.log.push(event);
        self.table.set_event_count(self.log.len());
    }

    /// Tries the steps of one walker to a square. Records only the clauses that decide about these steps.
    pub(crate) fn examine(&self, walker: Walker, to: Square) {
        if !self.table.records() {
            return;
        }
        let mut position = self.position.clone();
        let mut steps = Vec::new();
        moves::of(&self.table, &position, walker, &mut |step| steps.push(step));
        for step in steps.into_iter().filter(|step| step.to == to) {
            moves::is_legal(&self.table, &mut position, step, &mut Trail::new());
        }
    }

    /// Records the clauses that decide which other pieces of a kind can go to a square. They decide which piece a
    /// written step means, and how much of the origin its notation contains.
    pub(crate) fn weigh_rivals(&self, kind: Kind, to: Square) {
        let (board, side) = (&self.position.board, self.position.turn);
        let several = board.occupied(side).into_iter().filter(|square| board.at(*square).has(kind)).count() > 1;
        if !self.table.records() || (!several && self.position.deployment.is_none()) {
            return;
        }
        let wanted = |step: &Step| step.kind() == Some(kind) && step.to == to;
        self.table.weigh(|| {
            let mut position = self.position.clone();
            let mut steps = Vec::new();
            moves::towards(&self.table, &position, kind, to, &mut |step| steps.push(step));
            steps.retain(|step| wanted(step) && moves::is_legal(&self.table, &mut position, *step, &mut Trail::new()));
            steps
        });
    }

    /// The legal steps, without recording the clauses that decide about them.
    pub fn legal_quietly(&self) -> Vec<Step> {
        self.legal_to_any(SquareSet::ALL)
    }

    /// The legal steps to a square, without recording the clauses that decide about them.
    pub(crate) fn legal_to(&self, to: Square) -> Vec<Step> {
        self.legal_to_any(SquareSet::of([to]))
    }

    fn legal_to_any(&self, wanted: SquareSet) -> Vec<Step> {
        let (mut position, mut trail, mut steps) = (self.position.clone(), Trail::new(), Vec::new());
        match self.table.is_plain() {
            true => moves::legal_to(&Strict, &mut position, &mut trail, &mut steps, wanted),
            false => self.table.quietly(|| moves::legal_to(&self.table, &mut position, &mut trail, &mut steps, wanted)),
        }
        steps
    }

    /// The legal steps of the current position. Does not check whether the game is over.
    pub fn legal(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        moves::legal(&self.table, &mut self.position.clone(), &mut Trail::new(), &mut steps);
        steps
    }

    /// Plays a legal step and logs its events.
    pub fn play(&mut self, step: Step, legal: &[Step]) {
        let wording = Wording { san: notation::san(&self.table, step, legal), flags: step.flags(&self.table) };
        let opens = step.deploys && self.position.deployment.is_none();
        if self.position.deployment.is_none() {
            self.turn = Turn::begin(&self.position);
        }
        self.turn.before_last = self.position.clone();
        let stack = self.position.board.at(step.from);
        let target = self.position.board.at(step.to);
        let mut notes = Vec::new();
        let progress = self.position.advance(&self.table, step, &mut Trail::new(), &mut |note| notes.push(note));
        self.turn.note(step, &notes);
        if opens {
            self.record(Event::DeploymentOpened { origin: step.from, stack });
        }
        self.record_step(step, target, &notes, wording);
        for note in notes {
            if let Consequence::Promoted { square, unit, side, why } = note {
                self.record(Event::Promoted { square, unit, side, why });
            }
        }
        self.go_on(step, progress);
    }

    fn record_step(&mut self, step: Step, target: Stack, notes: &[Consequence], wording: Wording) {
        let Step { from, to, group: piece, effect, recombines, .. } = step;
        let taken = notes.iter().find_map(|note| match note {
            Consequence::Taken { stack, .. } => Some(*stack),
            Consequence::Promoted { .. } => None,
        });
        // The event shows the stack before promotions.
        let stack = || formation::join(&self.table, target, piece).unwrap_or_else(|| self.position.board.at(to));
        self.record(match effect {
            Effect::Plain => Event::Moved { piece, from, to, wording },
            Effect::Combine if recombines => Event::Recombined { piece, onto: to, stack: stack(), wording },
            Effect::Combine => Event::Combined { piece, from, to, stack: stack(), wording },
            Effect::Normal | Effect::Stay | Effect::Suicide => {
                Event::Captured { piece, from, target: to, taken: taken.unwrap_or(target), effect, wording }
            }
        });
    }

    fn go_on(&mut self, step: Step, progress: Progress) {
        match progress {
            Progress::Open => self.look_for_the_end(),
            Progress::Passed => self.pass(),
            Progress::Committed => {
                let left = self.position.board.at(step.from);
                let left = if left.belongs_to(step.group.side()) { left } else { Stack::NONE };
                self.record(Event::DeploymentCommitted { origin: step.from, left, by_itself: true });
                self.pass();
            }
        }
    }

    /// Ends the turn.
    fn pass(&mut self) {
        let Position { turn, half_moves, move_number, .. } = self.position;
        self.record(Event::TurnPassed { to: turn, half_moves, move_number });
        self.history.push(self.turn.clone());
        self.stood.push(Standing::new(&self.position.board, turn));
        self.look_for_the_end();
    }

    fn look_for_the_end(&mut self) {
        self.ending = result::ending(&self.table, &self.position, &self.stood);
        if let Some(ending) = self.ending {
            self.record(Event::GameOver(ending));
        }
    }

    pub fn commit(&mut self) -> Result<(), Refusal> {
        let Some(deployment) = &self.position.deployment else { return Err(refusal::NO_DEPLOYMENT) };
        let board = &self.position.board;
        if !deployment::rest_may_stand(&self.table, board, deployment.origin) {
            return Err(refusal::CANNOT_STAND);
        }
        if !deployment::commander_is_safe(&self.table, board, deployment.side()) {
            return Err(refusal::UNSAFE_COMMIT);
        }
        // stacks.md COMMIT: a deployment can be committed after any step, even if pieces are left.
        let may_commit = self.table.applies(Switch::CommitAnyTime) || deployment.unused(&self.table, board).is_none();
        if !may_commit {
            return Err(refusal::COMMIT_TOO_EARLY);
        }
        let origin = deployment.origin;
        let left = board.at(origin);
        let left = if left.belongs_to(deployment.side()) { left } else { Stack::NONE };
        self.position.commit(&self.table);
        self.record(Event::DeploymentCommitted { origin, left, by_itself: false });
        self.pass();
        Ok(())
    }

    pub(crate) fn cancel(&mut self) -> Result<(), Refusal> {
        let Some(deployment) = &self.position.deployment else { return Err(refusal::NO_DEPLOYMENT) };
        let origin = deployment.origin;
        // captures.md UNDO OF A DEPLOYMENT: cancelling takes back all steps.
        if self.table.applies(Switch::CancelDeployment) {
            self.position = self.turn.before.clone();
            self.ending = None;
        }
        self.record(Event::DeploymentCancelled { origin });
        Ok(())
    }

    /// Takes back one turn, or one step of an open deployment. Does nothing if there is nothing to take back.
    pub fn undo(&mut self) {
        if self.position.deployment.is_some() {
            self.undo_step();
        } else if let Some(turn) = self.history.pop() {
            self.stood.pop();
            self.position = turn.taken_back(&self.table, &self.position);
            self.turn = turn;
            self.ending = None;
            self.record(Event::Undone { turn: true });
        }
    }

    fn undo_step(&mut self) {
        let Some(deployment) = &self.position.deployment else { return };
        // captures.md UNDO OF A DEPLOYMENT: while the deployment is open, undo takes back one step.
        if self.table.applies(Switch::UndoStep) {
            match deployment.without_last(&self.table) {
                Some((shorter, board)) => {
                    self.position.board = board;
                    self.position.deployment = Some(Box::new(shorter));
                }
                None => self.position = self.turn.before.clone(),
            }
            self.ending = None;
        }
        self.record(Event::Undone { turn: false });
    }

    /// captures.md NOTHING CHANGES: a refused step leaves everything as it is.
    pub(crate) fn refuse(&mut self, step: usize, refusal: Refusal) {
        if !self.table.applies(Switch::NothingChanges) {
            without::turn_is_lost(&mut self.position);
        }
        self.record(Event::Refused { step, refusal });
    }
}
