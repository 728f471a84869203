//! Mistakes of authors, and how they are reported.

pub(crate) mod author_mistakes;
pub(crate) mod bad_input;
pub(crate) mod exit_codes;
pub(crate) mod lint;
pub(crate) mod problem_isolation;
#[cfg(unix)]
pub(crate) mod suggestions;
