//! The CoTuLenh engine, tested from outside.

mod corpus;
mod fen;
mod formation;
mod page;
mod play;
mod properties;
mod readings;
#[path = "../shipped/mod.rs"]
mod shipped;
mod undo;
