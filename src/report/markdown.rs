//! Markdown reports: one per rule, an index, a summary, and the audit of a document.

pub mod audit;
pub mod report_folder;
pub(crate) mod rule_report;
