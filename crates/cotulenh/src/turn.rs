//! A turn that has been played, with what is needed to take it back.

use super::note::Note;
use super::position::Position;
use super::rules::Rules;
use super::square::Square;
use super::stack::Stack;
use super::step::Step;
use super::switch::Switch;
use super::table::Table;
use super::unit::Unit;

/// One turn: the position before it, and what it did.
#[derive(Debug, Clone)]
pub struct Turn {
    pub before: Position,
    /// The position before the last step of a deployment.
    pub before_last: Position,
    steps: Vec<Step>,
    taken: Vec<(Square, Stack)>,
    promoted: Vec<(Square, Unit)>,
}

impl Turn {
    pub fn begin(position: &Position) -> Turn {
        Turn {
            before: position.clone(),
            before_last: position.clone(),
            steps: Vec::new(),
            taken: Vec::new(),
            promoted: Vec::new(),
        }
    }

    pub fn note(&mut self, step: Step, notes: &[Note]) {
        self.steps.push(step);
        for note in notes {
            match *note {
                Note::Taken { square, stack } => self.taken.push((square, stack)),
                Note::Promoted { square, unit, .. } => self.promoted.push((square, unit)),
            }
        }
    }

    /// The position before this turn. Where a clause of undo is off, what it brings back stays lost.
    pub fn taken_back(&self, table: &Table, now: &Position) -> Position {
        // captures.md UNDO OF A DEPLOYMENT: as a whole.
        if self.steps.len() > 1 && table.lacks(Switch::UndoDeployment) {
            return self.before_last.clone();
        }
        let mut position = self.before.clone();
        // captures.md UNDO: everything is put back.
        if !self.taken.is_empty() && table.lacks(Switch::UndoCaptured) {
            for (square, _) in &self.taken {
                position.board.set(*square, Stack::NONE);
            }
        }
        if table.lacks(Switch::UndoAttacker) {
            for step in &self.steps {
                position.board.set(step.from, now.board.at(step.from));
                if step.deed.places() {
                    position.board.set(step.to, now.board.at(step.to));
                }
            }
        }
        if !self.promoted.is_empty() && table.lacks(Switch::UndoPromotions) {
            self.keep_promotions(&mut position);
        }
        if table.lacks(Switch::UndoTurn) {
            position.turn = now.turn;
            position.half_moves = now.half_moves;
            position.move_number = now.move_number;
        }
        position
    }

    fn keep_promotions(&self, position: &mut Position) {
        for (square, unit) in &self.promoted {
            let moved = self.steps.iter().find(|step| step.to == *square && step.group.has(unit.kind));
            let square = moved.map_or(*square, |step| step.from);
            let stack = position.board.at(square);
            position.board.set(square, stack.with_heroic(|kind| kind == unit.kind));
        }
    }
}
