//! Causes, judged from the outside: clauses are taken away, and the diagnosis has to name them.

mod bench;
mod mutants;
mod random_sets;
mod seed_engine;
