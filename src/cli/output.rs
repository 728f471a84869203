//! Where results go: the console, result files, exit codes and errors.

pub(crate) mod console;
pub(crate) mod recording;
pub(crate) mod result_writer;
