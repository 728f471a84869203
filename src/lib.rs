//! The Truthsayer program: the command line and the reports.
//!
//! `docs/ARCHITECTURE.md` is the map; `tests/repository/layering` checks the order of the rooms.

pub mod builtin_engines;
pub mod cli;
pub mod report;
