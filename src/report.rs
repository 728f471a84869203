//! Reports tell. A renderer chooses words, never a grade: everything it may know stands in the findings.

pub mod audit;
pub mod board;
pub mod comparison;
pub mod coverage;
pub mod document;
pub mod expectation;
pub mod json;
mod kill_matrix;
pub mod page;
pub mod terminal;
pub mod verification;
pub mod wording;
