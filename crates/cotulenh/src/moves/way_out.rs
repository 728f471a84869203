//! Way out: whether a deployment can be committed after a step, at once or after further steps.
//!
//! It plays the steps and takes them back instead of copying the position, and leaves out what cannot save the commander
//! (`rescue`). It relies on all clauses being in force. `legality` tries everything otherwise, and tests compare the two.

use crate::board::Board;
use crate::board::Trail;
use crate::board::deployment::Deployment;
use crate::board::position::Position;
use crate::board::step::Step;
use crate::moves::consequence;
use crate::moves::execution;
use crate::moves::pseudo_legal;
use crate::moves::rescue;
use crate::rules::Rules;

/// Whether a deploying step leaves a way to a commit. The position is unchanged afterwards.
pub(crate) fn exists<R: Rules>(rules: &R, position: &mut Position, step: Step, trail: &mut Trail) -> bool {
    let deployment = match &position.deployment {
        Some(open) => Deployment::clone(open),
        None => Deployment::open(&position.board, step.from),
    };
    let mut search = Search { rules, deployment, trail, steps: Vec::new() };
    if step.recombines { search.joins(&position.board, step) } else { search.steps(&mut position.board, step) }
}

struct Search<'a, R> {
    rules: &'a R,
    deployment: Deployment,
    trail: &'a mut Trail,
    /// The steps that are left to try, of all plies.
    steps: Vec<Step>,
}

impl<R: Rules> Search<'_, R> {
    /// Whether the deployment can be committed after a step of a waiting piece.
    fn steps(&mut self, board: &mut Board, step: Step) -> bool {
        let mark = self.trail.len();
        let before = self.deployment.steps;
        execution::execute(self.rules, board, step, self.trail, &mut consequence::ignored);
        self.deployment.push(step);
        let found = self.can_finish(board);
        self.deployment.steps = before;
        board.take_back(self.trail, mark);
        found
    }

    /// Whether the deployment can be committed after a waiting piece has joined an earlier step.
    fn joins(&mut self, board: &Board, step: Step) -> bool {
        let before = self.deployment.steps;
        let joined = self.deployment.recombine(self.rules, step, board);
        let found = joined.is_some_and(|mut board| self.can_finish(&mut board));
        self.deployment.steps = before;
        found
    }

    fn can_finish(&mut self, board: &mut Board) -> bool {
        if self.deployment.may_commit(self.rules, board) {
            return true;
        }
        let waiting = self.deployment.unused(self.rules, board);
        let Some(wanted) = rescue::wanted(self.rules, board, &self.deployment, waiting) else { return false };
        let begin = self.steps.len();
        let found = &mut self.steps;
        pseudo_legal::in_deployment(self.rules, board, &self.deployment, wanted, &mut |step| found.push(step));
        let mut finishes = false;
        while self.steps.len() > begin
            && !finishes
            && let Some(step) = self.steps.pop()
        {
            finishes = if step.recombines { self.joins(board, step) } else { self.steps(board, step) };
        }
        self.steps.truncate(begin);
        finishes
    }
}
