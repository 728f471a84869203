//! Perft: counts the step sequences of a position to a depth, the usual check of a move generator.

use crate::board::Trail;
use crate::board::position::Position;
use crate::board::step::Step;
use crate::moves;
use crate::rules::Strict;

/// Counts sequences of steps. A deploying step counts as a ply; a commit does not.
pub struct Perft {
    trail: Trail,
    /// One list of steps for each ply, kept so that generating allocates nothing.
    lists: Vec<Vec<Step>>,
}

impl Default for Perft {
    fn default() -> Perft {
        Perft { trail: Trail::with_capacity(256), lists: Vec::new() }
    }
}

impl Perft {
    /// Returns the number of sequences of `depth` steps. The position is the same afterwards.
    pub fn count(&mut self, position: &mut Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut steps = self.lists.pop().unwrap_or_default();
        moves::legal(&Strict, position, &mut self.trail, &mut steps);
        let count = if depth == 1 {
            steps.len() as u64
        } else {
            steps.iter().map(|step| self.after(position, *step, depth - 1)).sum()
        };
        self.lists.push(steps);
        count
    }

    /// The steps of a position with the count below each.
    pub fn divide(&mut self, position: &mut Position, depth: u32) -> Vec<(Step, u64)> {
        let mut steps = Vec::new();
        moves::legal(&Strict, position, &mut self.trail, &mut steps);
        steps.into_iter().map(|step| (step, self.after(position, step, depth.saturating_sub(1)))).collect()
    }

    fn after(&mut self, position: &mut Position, step: Step, depth: u32) -> u64 {
        let undo = position.make(&Strict, step, &mut self.trail);
        let count = self.count(position, depth);
        position.unmake(undo, &mut self.trail);
        count
    }
}
