//! Grades each clause from runs with and without its switch.

pub mod cause;
pub mod coverage;
pub mod failure;
pub mod findings;
pub mod judged_mutants;
pub mod kill_matrix;
pub mod known_gaps;
pub mod mutant;
pub mod never_shown;
pub mod other_spelling;
pub mod proof;
pub mod reference_engine;
pub mod rule_status;
pub mod sharpness;
pub mod source_excerpt;
pub mod specificity;
pub mod suspect;
pub mod weak;
