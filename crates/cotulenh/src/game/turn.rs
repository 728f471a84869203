//! A finished turn, with the data to take it back.

use crate::board::position::Position;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::step::Step;
use crate::board::unit::Unit;
use crate::game::without;
use crate::moves::consequence::Consequence;
use crate::rules::Rules;
use crate::rules::switch::Switch;
use crate::rules::table::Table;

/// One turn: the position before it, and what it did.
#[derive(Debug, Clone)]
pub(crate) struct Turn {
    pub before: Position,
    /// The position before the last step of a deployment.
    pub before_last: Position,
    steps: Vec<Step>,
    taken: Vec<(Square, Stack)>,
    promoted: Vec<(Square, Unit)>,
}

impl Turn {
    pub(crate) fn begin(position: &Position) -> Turn {
        Turn {
            before: position.clone(),
            before_last: position.clone(),
            steps: Vec::new(),
            taken: Vec::new(),
            promoted: Vec::new(),
        }
    }

    pub(crate) fn note(&mut self, step: Step, notes: &[Consequence]) {
        self.steps.push(step);
        for note in notes {
            match *note {
                Consequence::Taken { square, stack } => self.taken.push((square, stack)),
                Consequence::Promoted { square, unit, .. } => self.promoted.push((square, unit)),
            }
        }
    }

    /// The position before this turn.
    pub(crate) fn taken_back(&self, table: &Table, now: &Position) -> Position {
        // captures.md UNDO OF A DEPLOYMENT: after the commit, undo takes back all of its steps at once.
        let whole = self.steps.len() <= 1 || table.applies(Switch::UndoDeployment);
        if !whole {
            return self.before_last.clone();
        }
        let mut position = self.before.clone();
        // captures.md UNDO: captured pieces, moved pieces, ranks and the turn are restored.
        if !self.taken.is_empty() && !table.applies(Switch::UndoCaptured) {
            without::captured_stay_lost(&self.taken, &mut position);
        }
        if !table.applies(Switch::UndoAttacker) {
            without::movers_stay(&self.steps, now, &mut position);
        }
        if !self.promoted.is_empty() && !table.applies(Switch::UndoPromotions) {
            without::ranks_stay(&self.promoted, &self.steps, &mut position);
        }
        if !table.applies(Switch::UndoTurn) {
            without::turn_stays(now, &mut position);
        }
        position
    }
}
