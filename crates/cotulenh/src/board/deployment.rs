//! The state of an open deployment: the stack, the board before it, and the steps so far.

use crate::board::Board;
use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::step::Step;

/// A stack has three pieces at the most, and each of them steps once.
pub(crate) const MOST_STEPS: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deployment {
    pub origin: Square,
    /// The stack as it was.
    pub stack: Stack,
    /// The board as it was.
    pub base: Board,
    pub(crate) steps: [Option<Step>; MOST_STEPS],
}

impl Deployment {
    pub(crate) fn open(board: &Board, origin: Square) -> Deployment {
        Deployment { origin, stack: board.at(origin), base: board.clone(), steps: [None; MOST_STEPS] }
    }

    pub(crate) fn side(&self) -> Side {
        self.stack.side()
    }

    pub(crate) fn steps(&self) -> impl Iterator<Item = Step> + use<> {
        self.steps.into_iter().flatten()
    }

    pub(crate) fn first(&self) -> Option<Step> {
        self.steps().next()
    }

    pub(crate) fn push(&mut self, step: Step) {
        if let Some(free) = self.steps.iter_mut().find(|step| step.is_none()) {
            *free = Some(step);
        }
    }
}
