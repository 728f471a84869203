//! Truthsayer, a rules-conformance oracle. *cli asks, engines play, the oracle judges, reports tell.*
//!
//! `docs/ARCHITECTURE.md` is the map; `tests/layering.rs` holds the walls.

pub mod cli;
pub mod engines;
pub mod oracle;
pub mod protocol;
pub mod report;
pub mod source;

/// Game data is made of many small maps that are built, compared and dropped at once; this allocator is made for that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
