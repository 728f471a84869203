//! Truthsayer, a rules-conformance oracle. *cli asks, engines play, the oracle judges, reports tell.*
//!
//! `docs/ARCHITECTURE.md` is the map; `tests/layering.rs` holds the walls.

pub mod cli;
pub mod engines;
pub mod oracle;
pub mod report;
pub mod source;

pub use truthsayer_protocol as protocol;
