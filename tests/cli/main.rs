//! The binary from the outside: arguments in, text and exit code out. One file per feature.

#[macro_use]
#[path = "../interpreters/mod.rs"]
mod interpreters;

mod authoring;
mod engines;
mod input;
#[cfg(unix)]
mod programs;
mod project;
#[cfg(target_os = "linux")]
mod pseudo_terminal;
mod reporting;
mod running;
