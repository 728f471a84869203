//! Reports, explanations and output for machines.

pub(crate) mod documents;
pub(crate) mod explain;
pub(crate) mod json_documents;
pub(crate) mod machine_output;
pub(crate) mod manual;
pub(crate) mod report;
pub(crate) mod report_compare;
pub(crate) mod report_scope;
pub(crate) mod schema;
pub(crate) mod weak;
