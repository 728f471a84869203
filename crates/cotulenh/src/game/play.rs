//! A small interface for players: list the legal steps of a position, find one by its text, play it.

use crate::board::Trail;
use crate::board::position::Position;
use crate::board::step::Step;
use crate::moves;
use crate::moves::advance::Progress;
use crate::moves::perft::Perft;
use crate::notation;
use crate::notation::fen;
use crate::rules::Strict;

impl Position {
    /// The initial position of a game. Use [`fen::read`] for any other position.
    pub fn start() -> Position {
        match fen::read(fen::START) {
            Ok(position) => position,
            Err(fault) => unreachable!("the start is a position: {}", fault.why),
        }
    }

    /// The legal steps of the side to move, or of the stack whose deployment is open. Does not check whether the game
    /// is over.
    pub fn legal_steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        moves::legal(&Strict, &mut self.clone(), &mut Trail::new(), &mut steps);
        steps
    }

    /// The legal step that is written like this, in SAN or LAN.
    pub fn find_step(&self, text: &str) -> Option<Step> {
        let legal = self.legal_steps();
        let fits = |step: &Step| notation::san(&Strict, *step, &legal) == text || notation::lan(&Strict, *step) == text;
        legal.iter().copied().find(fits)
    }

    /// Plays a legal step. While a deployment is open it stays the same side's turn; [`Position::commit`] ends it.
    pub fn play(&mut self, step: Step) -> Progress {
        self.advance(&Strict, step, &mut Trail::new(), &mut |_| {})
    }

    /// Returns the number of sequences of `depth` legal steps. [`Perft`] is faster for repeated counts.
    pub fn perft(&self, depth: u32) -> u64 {
        Perft::default().count(&mut self.clone(), depth)
    }
}
