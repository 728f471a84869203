//! Tests of the CoTuLenh engine.

mod answers;
mod corpus;
mod fen;
mod formation;
mod history;
mod play;
mod properties;
mod readings;
mod undo;
