//! External engines, other engines and switches.

pub(crate) mod change_hunt;
pub(crate) mod compare;
#[cfg(unix)]
pub(crate) mod engine_command;
pub(crate) mod external_engine;
pub(crate) mod hunt;
#[cfg(unix)]
pub(crate) mod hunt_external;
pub(crate) mod misbehaving_mutants;
pub(crate) mod observability;
pub(crate) mod other_engines;
pub(crate) mod perft;
pub(crate) mod protocol;
pub(crate) mod reference_engine;
