//! The board: its content, with an index of occupied squares, air defenders and commanders.

use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::square::Direction;
use crate::board::square::SPAN;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::board::stack::Stack;

#[doc(hidden)]
pub mod formation;
pub mod kind;
pub mod position;
pub mod side;
pub mod square;
pub mod stack;
pub mod step;
pub mod unit;

pub(crate) mod deployment;
pub(crate) mod square_set;
pub(crate) mod terrain;
mod without;

/// The pieces on each square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    cells: [Stack; SPAN],
    occupied: [SquareSet; 2],
    /// Squares whose top piece defends the air.
    defenders: [SquareSet; 2],
    commanders: [Option<Square>; 2],
}

/// Earlier contents of changed squares, latest last.
pub type Trail = Vec<(Square, Stack)>;

impl Default for Board {
    fn default() -> Board {
        Board {
            cells: [Stack::NONE; SPAN],
            occupied: [SquareSet::default(); 2],
            defenders: [SquareSet::default(); 2],
            commanders: [None; 2],
        }
    }
}

impl Board {
    /// Returns the pieces on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Stack {
        self.cells[square.index()]
    }

    /// The squares with a piece of a side.
    #[inline]
    pub fn occupied(&self, side: Side) -> SquareSet {
        self.occupied[side.index()]
    }

    /// The squares from which a side defends the air.
    #[inline]
    pub fn defenders(&self, side: Side) -> SquareSet {
        self.defenders[side.index()]
    }

    /// The square of a commander, alone or carried.
    #[inline]
    pub fn commander(&self, side: Side) -> Option<Square> {
        self.commanders[side.index()]
    }

    /// Puts a stack on a square, or nothing.
    pub fn set(&mut self, square: Square, stack: Stack) {
        let old = self.at(square);
        if !old.is_none() {
            self.forget(square, old);
        }
        self.cells[square.index()] = stack;
        if !stack.is_none() {
            self.learn(square, stack);
        }
    }

    #[inline]
    fn forget(&mut self, square: Square, old: Stack) {
        let side = old.side();
        self.occupied[side.index()].remove(square);
        self.defenders[side.index()].remove(square);
        if self.commander(side) == Some(square) {
            self.commanders[side.index()] = None;
        }
    }

    #[inline]
    fn learn(&mut self, square: Square, stack: Stack) {
        let side = stack.side();
        self.occupied[side.index()].insert(square);
        if stack.carrier().is_some_and(|unit| unit.kind.defends_the_air()) {
            self.defenders[side.index()].insert(square);
        }
        if stack.has(Kind::Commander) {
            self.commanders[side.index()] = Some(square);
        }
    }

    /// Changes a square and records its earlier content.
    #[inline]
    pub fn change(&mut self, square: Square, stack: Stack, trail: &mut Trail) {
        trail.push((square, self.at(square)));
        self.set(square, stack);
    }

    /// Undoes changes until the trail has this length again.
    #[inline]
    pub fn take_back(&mut self, trail: &mut Trail, mark: usize) {
        while trail.len() > mark {
            if let Some((square, stack)) = trail.pop() {
                self.set(square, stack);
            }
        }
    }

    /// Whether no piece stands strictly between two squares of one line.
    pub fn is_open(&self, from: Square, direction: Direction, distance: u8) -> bool {
        let mut at = from;
        for _ in 1..distance {
            match at.step(direction) {
                Some(next) if self.at(next).is_none() => at = next,
                _ => return false,
            }
        }
        true
    }
}
