//! Grammar, wrapping and small pieces of text that all reports share.

pub(crate) mod advice;
pub mod board;
pub(crate) mod cause;
pub(crate) mod comparison_words;
pub(crate) mod escape;
pub(crate) mod expectation;
pub(crate) mod fault_help;
pub(crate) mod grammar;
pub mod next_step;
pub(crate) mod refusal;
pub(crate) mod suspect;
pub(crate) mod weak;
pub(crate) mod wrapping;
