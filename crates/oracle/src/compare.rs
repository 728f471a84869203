//! Compares runs and engines, and checks documents against a run.

pub mod audit;
pub mod comparable;
pub mod comparison;
pub mod difference;
pub mod result_model;
pub mod saved_run;
