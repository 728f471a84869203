//! Faults of the disk, of files, of names and of engines: a run ends in time, reports the fault, and changes no other
//! file. `docs/explanation/testing.md` lists the kinds.
#![cfg(unix)]

#[macro_use]
#[path = "../interpreters/mod.rs"]
mod interpreters;

mod ci_variables;
mod control_characters;
mod dates;
mod documents;
mod engines;
mod failing_writes;
mod fixtures;
mod forged_results;
mod input_sizes;
mod journals;
mod killed_runs;
mod links;
mod many_items;
mod markup;
#[cfg(target_os = "linux")]
mod orphan_processes;
mod pipes;
#[allow(dead_code, reason = "the tests of the command line use the rest")]
#[path = "../cli/project.rs"]
mod project;
mod supervised_run;
mod unreadable_files;
mod unusual_names;
mod user_files;
