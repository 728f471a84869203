//! Compares runs and engines, and checks documents against a run.

pub mod audit;
pub mod comparable;
pub mod comparison;
pub mod difference;
pub(crate) mod difference_text;
pub mod result_model;
pub mod saved_run;
