//! The Dune engine, tested on its own. Tests that need scenarios are in `tests/shipped/dune_scenarios.rs` of the root package.

mod adapter;
mod advanced;
mod chance;
mod invariants;
mod names;
mod page;
mod rules;
mod task;
mod treachery;
mod turns;
mod under_way;
