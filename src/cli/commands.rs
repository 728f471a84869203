//! One file per command.

pub(crate) mod audit;
pub(crate) mod bless;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod coverage;
pub(crate) mod engine;
pub mod errata;
pub(crate) mod explain;
pub(crate) mod gate;
pub(crate) mod help;
pub(crate) mod hunt;
pub(crate) mod init;
pub(crate) mod lint;
pub(crate) mod list;
pub(crate) mod lsp;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod prove;
pub(crate) mod report;
pub mod review;
pub(crate) mod schema;
pub(crate) mod verify;
pub(crate) mod watch;
