//! Mutants: which claims fail, and whether for the right reason.

pub(crate) mod evidence;
pub(crate) mod mutants;
pub(crate) mod proof_tasks;
pub(crate) mod skipped_expectations;
pub(crate) mod specificity;
pub(crate) mod unstable_runs;
pub(crate) mod weak;
pub(crate) mod whole_outcomes;
mod witness_order;
