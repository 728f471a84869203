//! The fuzz targets: one function for every reader of untrusted input.
//!
//! Each takes any bytes and panics where a property does not hold. `make fuzz` lets libFuzzer look for such bytes;
//! `tests/fuzz` tries a bounded number of them in every `make test`.

pub mod bend;
pub mod board;
pub mod catalog;
pub mod citations;
pub mod clause_splitter;
pub mod cotulenh_task;
pub mod datapath;
pub mod dune_task;
pub mod errata;
pub mod fen;
pub mod floor;
mod folder;
pub mod golden;
pub mod harmless;
pub mod nasty;
mod part;
mod problems;
pub mod project;
pub mod recording;
pub mod rng;
pub mod san;
pub mod saved;
pub mod saved_run;
pub mod scenario;
pub mod seeds;
pub mod stock;
mod task;
pub mod wire;
pub mod yaml;

/// A target: its name and the function that tests an input.
pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: &[Target] = &[
    ("saved_run", saved_run::run),
    ("board", board::run),
    ("catalog", catalog::run),
    ("citations", citations::run),
    ("clause_splitter", clause_splitter::run),
    ("cotulenh_task", cotulenh_task::run),
    ("datapath", datapath::run),
    ("dune_task", dune_task::run),
    ("errata", errata::run),
    ("fen", fen::run),
    ("floor", floor::run),
    ("golden", golden::run),
    ("project", project::run),
    ("recording", recording::run),
    ("san", san::run),
    ("saved", saved::run),
    ("scenario", scenario::run),
    ("wire", wire::run),
    ("yaml", yaml::run),
];
