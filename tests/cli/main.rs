//! The binary from the outside: arguments in, text and exit code out. One file per feature.

#[macro_use]
#[path = "../interpreters/mod.rs"]
mod interpreters;

mod bad_input;
mod beside;
mod bless;
mod change_hunt;
mod compare;
mod determinism;
mod documents;
mod drafts;
#[cfg(unix)]
mod engine_command;
mod exit_codes;
mod explain;
mod external_engine;
mod gaps;
mod gate;
mod hunt;
#[cfg(unix)]
mod hunt_strangers;
mod identity;
mod init;
mod json_documents;
mod lint;
mod list;
#[cfg(unix)]
mod lsp;
mod machines;
mod manual;
mod mistakes;
#[cfg(unix)]
mod moved_source;
mod mutants;
mod neighbours;
mod new;
mod numbers;
#[cfg(unix)]
mod one_game;
mod own_game;
mod perft;
#[cfg(unix)]
mod programs;
mod project;
mod report;
mod review;
mod rulings;
mod scenario_files;
mod schema;
#[cfg(target_os = "linux")]
mod screen;
mod shards;
mod shipped_suite;
mod showing;
mod spoilers;
mod strangers;
#[cfg(unix)]
mod suggestions;
mod suspects;
#[cfg(target_os = "linux")]
mod terminal;
mod tried;
mod values;
mod verify;
#[cfg(unix)]
mod watch;
mod weak;
mod wire;
