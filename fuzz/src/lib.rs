//! What is fuzzed: one function for every place that reads what a stranger wrote.
//!
//! Each takes any bytes and panics where a property does not hold. `make fuzz` lets libFuzzer look for such bytes;
//! `tests/fuzz` tries a bounded number of them in every `make test`.

pub(crate) mod account;
pub(crate) mod bend;
pub(crate) mod board;
pub(crate) mod catalog;
pub(crate) mod citations;
pub(crate) mod clause_splitter;
pub(crate) mod cotulenh_task;
pub(crate) mod datapath;
pub(crate) mod dice;
pub(crate) mod dune_task;
pub(crate) mod fen;
mod folder;
pub(crate) mod golden;
pub(crate) mod harmless;
pub(crate) mod known;
pub(crate) mod nasty;
mod part;
mod problems;
pub(crate) mod project;
pub(crate) mod recording;
pub(crate) mod san;
pub(crate) mod scenario;
pub(crate) mod seeds;
pub(crate) mod stock;
mod task;
pub(crate) mod wire;
pub(crate) mod yaml;

/// A target: its name and what it does with an input.
pub(crate) type Target = (&'static str, fn(&[u8]));

pub(crate) const TARGETS: &[Target] = &[
    ("account", account::run),
    ("board", board::run),
    ("catalog", catalog::run),
    ("citations", citations::run),
    ("clause_splitter", clause_splitter::run),
    ("cotulenh_task", cotulenh_task::run),
    ("datapath", datapath::run),
    ("dune_task", dune_task::run),
    ("fen", fen::run),
    ("golden", golden::run),
    ("project", project::run),
    ("recording", recording::run),
    ("san", san::run),
    ("scenario", scenario::run),
    ("wire", wire::run),
    ("yaml", yaml::run),
];
