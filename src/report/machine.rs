//! Results for programs: JSON, JUnit, SARIF and GitHub annotations.

pub(crate) mod documents;
pub(crate) mod entries;
pub(crate) mod github;
pub(crate) mod hunt_json;
pub mod json;
pub(crate) mod junit;
pub(crate) mod kill_matrix;
pub(crate) mod reading_questions;
pub mod run_result;
pub(crate) mod sarif;
pub(crate) mod weak_json;
