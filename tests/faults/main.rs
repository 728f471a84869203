//! Faults of the disk, of files, of names and of engines: a run ends in time, reports the fault, and changes no other
//! file. `docs/explanation/testing.md` lists the kinds.
#![cfg(unix)]

#[macro_use]
#[path = "../interpreters/mod.rs"]
mod interpreters;

mod belongings;
mod crowds;
mod days;
mod documents;
mod engines;
mod escapes;
mod ground;
mod journals;
mod killing;
mod links;
mod markup;
mod names;
mod pipes;
#[allow(dead_code, reason = "the tests of the command line use the rest")]
#[path = "../cli/project.rs"]
mod project;
mod reading;
mod results;
mod services;
mod sizes;
#[cfg(target_os = "linux")]
mod strays;
mod watch;
mod writing;
