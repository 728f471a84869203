//! Running scenarios and mutants: verdicts, values, shards, the gate.

pub(crate) mod decimals;
pub(crate) mod determinism;
pub(crate) mod gaps;
pub(crate) mod gate;
pub(crate) mod mutants;
#[cfg(unix)]
pub(crate) mod one_game;
pub(crate) mod scenario_files;
pub(crate) mod shards;
pub(crate) mod shipped_suite;
pub(crate) mod suspects;
pub(crate) mod values;
pub(crate) mod verify;
