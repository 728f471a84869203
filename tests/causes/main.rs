//! Causes, judged from the outside: clauses are taken away, and the diagnosis has to name them.

#[path = "../allocator/mod.rs"]
mod allocator;
mod mutants;
mod random_sets;
mod seed_engine;
mod shipped_game;
