//! The shipped suites on the built-in engines: what holds for every engine, causes, grades, and a rulebook that changes.

mod causes;
mod cotulenh_page;
mod dune_scenarios;
mod engine_contract;
mod errata;
mod fired_switches;
mod hostile_tasks;
mod outcomes;
mod partial_observation;
mod planted_citations;
mod readings;
mod skipped_runs;
mod vocabulary;

/// The allocator of the program: these tests run the suites many times.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
