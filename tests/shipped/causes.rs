//! Causes, judged from the outside: clauses are taken away, and the diagnosis has to name them.

mod mutants;
mod random_sets;
mod seed_engine;
pub(crate) mod shipped_game;
