//! Causes, judged from the outside: clauses are taken away, and the diagnosis has to name them.

mod mutants;
mod random_sets;
mod seed_engine;
mod shipped_game;
