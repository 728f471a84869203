//! Reports tell. A renderer chooses words, never a grade: everything it may know stands in the findings.

mod advice;
pub mod audit;
pub mod board;
pub mod comparison;
pub mod coverage;
pub(crate) mod document;
pub mod errata;
pub(crate) mod expectation;
pub(crate) mod github;
pub(crate) mod hunt;
pub mod json;
pub(crate) mod junit;
mod kill_matrix;
pub(crate) mod page;
pub(crate) mod review_screen;
pub(crate) mod sarif;
pub(crate) mod screen;
pub mod terminal;
pub(crate) mod trouble;
pub mod verification;
pub(crate) mod wording;
