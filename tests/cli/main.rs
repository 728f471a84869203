//! The binary from the outside: arguments in, text and exit code out. One file per feature.

mod bad_input;
mod bless;
#[cfg(feature = "interpreters")]
mod compare;
mod determinism;
mod documents;
mod drafts;
#[cfg(unix)]
mod engine_command;
mod exit_codes;
mod explain;
#[cfg(feature = "interpreters")]
mod external_engine;
#[cfg(feature = "interpreters")]
mod gaps;
mod hunt;
mod knockouts;
mod lint;
mod new;
mod perft;
mod project;
mod report;
mod schema;
mod shipped_suite;
#[cfg(feature = "interpreters")]
mod spoilers;
#[cfg(feature = "interpreters")]
mod strangers;
mod tried;
mod verify;
mod wire;
