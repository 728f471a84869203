//! Reports tell. A renderer chooses words, never a grade: everything it may know stands in the findings.

pub mod audit;
pub mod board;
pub mod comparison;
pub mod coverage;
pub mod document;
pub mod errata;
pub mod expectation;
pub mod github;
pub mod hunt;
pub mod json;
pub mod junit;
mod kill_matrix;
pub mod page;
pub mod review_screen;
pub mod sarif;
pub mod screen;
pub mod terminal;
pub mod trouble;
pub mod verification;
pub mod wording;
