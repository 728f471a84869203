//! The binary from the outside: arguments in, text and exit code out. One file per feature.

mod bad_input;
mod bless;
mod determinism;
mod exit_codes;
mod explain;
mod external_engine;
mod lint;
mod new;
mod project;
mod report;
mod shipped_suite;
mod verify;
