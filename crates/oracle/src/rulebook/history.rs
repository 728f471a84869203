//! The rulebook as it was last reviewed, and how the current text differs from it.

pub mod alignment;
pub mod lock;
pub mod reviewed_rulebook;
pub mod word_diff;
