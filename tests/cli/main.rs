//! The binary from the outside: arguments in, text and exit code out. One file per feature.

mod bad_input;
mod beside;
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
mod gate;
mod hunt;
#[cfg(all(unix, feature = "interpreters"))]
mod hunt_strangers;
#[cfg(feature = "interpreters")]
mod identity;
mod init;
mod knockouts;
mod lint;
mod machines;
mod manual;
mod mistakes;
#[cfg(unix)]
mod moved_source;
mod neighbours;
mod new;
#[cfg(feature = "interpreters")]
mod numbers;
#[cfg(unix)]
mod one_game;
mod perft;
#[cfg(unix)]
mod programs;
mod project;
mod report;
mod review;
mod schema;
#[cfg(target_os = "linux")]
mod screen;
mod shards;
mod shipped_suite;
#[cfg(feature = "interpreters")]
mod showing;
#[cfg(feature = "interpreters")]
mod spoilers;
#[cfg(feature = "interpreters")]
mod strangers;
#[cfg(unix)]
mod suggestions;
#[cfg(target_os = "linux")]
mod terminal;
mod tried;
mod verify;
#[cfg(unix)]
mod watch;
mod wire;
