//! Causes in the shipped suites: switches are turned off, and the diagnosis must name their clauses.

mod mutants;
mod random_sets;
mod seed_engine;
pub(crate) mod shipped_game;
