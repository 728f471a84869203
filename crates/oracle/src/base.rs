//! Files, YAML, data paths and diagnostics. Nothing here depends on rules or scenarios.

pub mod atomic_write;
pub(crate) mod bounded;
pub mod data_tree;
pub mod datapath;
pub mod date;
pub mod decimal_math;
pub mod diagnostic;
pub mod digest;
pub mod file_stamp;
pub mod hash;
pub mod number_comparison;
pub mod parallel;
pub(crate) mod plain_fault;
pub mod project_files;
pub mod safe_read;
pub mod source;
pub mod strict_map;
pub mod suggestion;
pub mod tolerance;
pub mod unsaved_files;
pub mod yaml;
pub mod yaml_block;
pub mod yaml_flow;
