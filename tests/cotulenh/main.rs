//! The CoTuLenh engine, tested from outside.

mod corpus;
mod formation;
mod play;
mod properties;
mod undo;
