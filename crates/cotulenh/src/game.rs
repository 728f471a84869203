//! A game in play: the position, what has happened, and what can be taken back.

use super::board::Trail;
use super::event::Event;
use super::event::Wording;
use super::fen;
use super::formation;
use super::kind::Kind;
use super::moves;
use super::notation;
use super::note::Note;
use super::position::Position;
use super::position::Progress;
use super::refusal;
use super::refusal::Refusal;
use super::result;
use super::result::Ending;
use super::rules::Rules;
use super::rules::Strict;
use super::session;
use super::side::Side;
use super::square::Square;
use super::stack::Stack;
use super::step::Deed;
use super::step::Step;
use super::switch::Switch;
use super::table::Table;
use super::turn::Turn;
use super::walk::Walker;
use super::without;

pub struct Game {
    pub table: Table,
    pub position: Position,
    pub ending: Option<Ending>,
    log: Vec<Event>,
    history: Vec<Turn>,
    /// The turn that is being played.
    turn: Turn,
    /// Every position at the beginning of a turn, for counting repetitions.
    stood: Vec<(String, Side)>,
}

impl Game {
    pub fn new(table: Table, position: Position) -> Game {
        let ending = result::ending(&table, &position, 1);
        let stood = vec![(fen::placement(&position.board), position.turn)];
        let turn = Turn::begin(&position);
        Game { table, position, ending, log: Vec::new(), history: Vec::new(), turn, stood }
    }

    pub fn log(&self) -> &[Event] {
        &self.log
    }

    pub fn into_record(self) -> (Vec<Event>, Table) {
        (self.log, self.table)
    }

    pub(crate) fn tell(&mut self, event: Event) {
        self.log.push(event);
        self.table.heard(self.log.len());
    }

    /// Looks at what somebody could do on a square, so that the clauses are noted that decide about that, and not those
    /// about everybody else.
    pub(crate) fn examine(&self, walker: Walker, to: Square) {
        let mut position = self.position.clone();
        let mut steps = Vec::new();
        moves::of(&self.table, &position, walker, &mut |step| steps.push(step));
        for step in steps.into_iter().filter(|step| step.to == to) {
            moves::is_legal(&self.table, &mut position, step, &mut Trail::new());
        }
    }

    /// Weighs who else could go to a square: whether others of the same kind can decides which of them a written step
    /// means, and how much of the origin its notation tells.
    pub(crate) fn weigh_rivals(&self, kind: Kind, to: Square) {
        let (board, side) = (&self.position.board, self.position.turn);
        let several = board.occupied(side).into_iter().filter(|square| board.at(*square).has(kind)).count() > 1;
        if !several && self.position.session.is_none() {
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

    /// The legal steps, without a note of the clauses that decide about everybody.
    pub fn legal_quietly(&self) -> Vec<Step> {
        if !self.table.is_plain() {
            return self.table.quietly(|| self.legal());
        }
        let mut steps = Vec::new();
        moves::legal(&Strict, &mut self.position.clone(), &mut Trail::new(), &mut steps);
        steps
    }

    /// The legal steps of the position as it stands; whether the game goes on is another matter.
    pub fn legal(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        moves::legal(&self.table, &mut self.position.clone(), &mut Trail::new(), &mut steps);
        steps
    }

    /// Plays a legal step and tells what comes of it.
    pub fn play(&mut self, step: Step, legal: &[Step]) {
        let wording = Wording { san: notation::san(&self.table, step, legal), flags: step.flags(&self.table) };
        let opens = step.deploys && self.position.session.is_none();
        if self.position.session.is_none() {
            self.turn = Turn::begin(&self.position);
        }
        self.turn.before_last = self.position.clone();
        let stack = self.position.board.at(step.from);
        let target = self.position.board.at(step.to);
        let mut notes = Vec::new();
        let progress = self.position.advance(&self.table, step, &mut Trail::new(), &mut |note| notes.push(note));
        self.turn.note(step, &notes);
        if opens {
            self.tell(Event::DeploymentOpened { origin: step.from, stack });
        }
        self.tell_step(step, target, &notes, wording);
        for note in notes {
            if let Note::Promoted { square, unit, side, why } = note {
                self.tell(Event::Promoted { square, unit, side, why });
            }
        }
        self.go_on(step, progress);
    }

    fn tell_step(&mut self, step: Step, target: Stack, notes: &[Note], wording: Wording) {
        let Step { from, to, group: piece, deed, recombines, .. } = step;
        let taken = notes.iter().find_map(|note| match note {
            Note::Taken { stack, .. } => Some(*stack),
            Note::Promoted { .. } => None,
        });
        // As it is before anybody in it is promoted.
        let stack = || formation::join(&self.table, target, piece).unwrap_or_else(|| self.position.board.at(to));
        self.tell(match deed {
            Deed::Plain => Event::Moved { piece, from, to, wording },
            Deed::Combine if recombines => Event::Recombined { piece, onto: to, stack: stack(), wording },
            Deed::Combine => Event::Combined { piece, from, to, stack: stack(), wording },
            Deed::Normal | Deed::Stay | Deed::Suicide => {
                Event::Captured { piece, from, target: to, taken: taken.unwrap_or(target), deed, wording }
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
                self.tell(Event::DeploymentCommitted { origin: step.from, left, by_itself: true });
                self.pass();
            }
        }
    }

    /// The turn is over.
    fn pass(&mut self) {
        let Position { turn, half_moves, move_number, .. } = self.position;
        self.tell(Event::TurnPassed { to: turn, half_moves, move_number });
        self.history.push(self.turn.clone());
        self.stood.push((fen::placement(&self.position.board), turn));
        self.look_for_the_end();
    }

    fn look_for_the_end(&mut self) {
        let repeated = self.stood.last().map_or(0, |last| self.stood.iter().filter(|it| *it == last).count());
        self.ending = result::ending(&self.table, &self.position, repeated);
        if let Some(ending) = self.ending {
            self.tell(Event::GameOver(ending));
        }
    }

    pub fn commit(&mut self) -> Result<(), Refusal> {
        let Some(session) = &self.position.session else { return Err(refusal::NO_DEPLOYMENT) };
        let board = &self.position.board;
        if !session::rest_may_stand(&self.table, board, session.origin) {
            return Err(refusal::CANNOT_STAND);
        }
        if !session::commander_is_safe(&self.table, board, session.side()) {
            return Err(refusal::UNSAFE_COMMIT);
        }
        // stacks.md COMMIT: after any step, whoever is left.
        let may_commit = self.table.upholds(Switch::CommitAnyTime) || session.unused(&self.table, board).is_none();
        if !may_commit {
            return Err(refusal::COMMIT_TOO_EARLY);
        }
        let origin = session.origin;
        let left = board.at(origin);
        let left = if left.belongs_to(session.side()) { left } else { Stack::NONE };
        self.position.commit(&self.table);
        self.tell(Event::DeploymentCommitted { origin, left, by_itself: false });
        self.pass();
        Ok(())
    }

    pub(crate) fn cancel(&mut self) -> Result<(), Refusal> {
        let Some(session) = &self.position.session else { return Err(refusal::NO_DEPLOYMENT) };
        let origin = session.origin;
        // captures.md UNDO OF A DEPLOYMENT: cancelling takes everything back.
        if self.table.upholds(Switch::CancelDeployment) {
            self.position = self.turn.before.clone();
            self.ending = None;
        }
        self.tell(Event::DeploymentCancelled { origin });
        Ok(())
    }

    /// Takes back one turn, or in an open deployment one step. With nothing to take back nothing happens.
    pub fn undo(&mut self) {
        if self.position.session.is_some() {
            self.undo_step();
        } else if let Some(turn) = self.history.pop() {
            self.stood.pop();
            self.position = turn.taken_back(&self.table, &self.position);
            self.turn = turn;
            self.ending = None;
            self.tell(Event::Undone { turn: true });
        }
    }

    fn undo_step(&mut self) {
        let Some(session) = &self.position.session else { return };
        // captures.md UNDO OF A DEPLOYMENT: while it is open, step by step.
        if self.table.upholds(Switch::UndoStep) {
            match session.without_last(&self.table) {
                Some((shorter, board)) => {
                    self.position.board = board;
                    self.position.session = Some(Box::new(shorter));
                }
                None => self.position = self.turn.before.clone(),
            }
            self.ending = None;
        }
        self.tell(Event::Undone { turn: false });
    }

    /// captures.md NOTHING CHANGES: a refused step leaves everything as it is.
    pub(crate) fn refuse(&mut self, step: usize, refusal: Refusal) {
        if !self.table.upholds(Switch::NothingChanges) {
            without::turn_is_lost(&mut self.position);
        }
        self.tell(Event::Refused { step, refusal });
    }
}
