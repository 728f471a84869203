//! The CoTuLenh engine, tested from outside.

mod corpus;
mod fen;
mod formation;
mod play;
mod properties;
mod readings;
