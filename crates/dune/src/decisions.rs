//! Decisions: the steps of players and of chance, the questions that ask for them, and the source that answers.

pub mod ask;
pub(crate) mod play;
pub mod source;
pub mod step;
