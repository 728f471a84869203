//! The binary from the outside: arguments in, text and exit code out. One file per feature.

#[macro_use]
#[path = "../interpreters/mod.rs"]
mod interpreters;

mod author_mistakes;
mod bad_input;
mod bless;
mod change_hunt;
mod compare;
mod decimals;
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
mod hunt_external;
mod init;
#[cfg(target_os = "linux")]
mod interactive;
mod json_documents;
mod lint;
mod list;
#[cfg(unix)]
mod lsp;
mod machine_output;
mod manual;
mod misbehaving_mutants;
#[cfg(unix)]
mod moved_source;
mod mutants;
mod new;
mod observability;
#[cfg(unix)]
mod one_game;
mod other_engines;
mod own_game;
mod perft;
mod problem_isolation;
#[cfg(unix)]
mod programs;
mod project;
mod protocol;
#[cfg(target_os = "linux")]
mod pseudo_terminal;
mod reference_engine;
mod report;
mod report_compare;
mod report_scope;
mod review;
mod rulings;
mod scenario_files;
mod schema;
mod shards;
mod shipped_suite;
#[cfg(unix)]
mod suggestions;
mod suspects;
mod values;
mod verify;
#[cfg(unix)]
mod watch;
mod weak;
