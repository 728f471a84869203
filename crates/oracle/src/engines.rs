//! External engines: programs on stdio, recordings, and saved runs.

pub mod archive;
pub mod in_process;
pub mod process;
