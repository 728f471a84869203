//! The oracle judges. It knows no game and no output format.
//!
//! Rulebook and scenarios make a suite; an engine plays it; the judge gives a verdict on every claim; a golden
//! shows drift; knock-outs prove; the ledger adds up.

pub mod account;
pub mod audit;
pub mod block;
pub mod catalog;
pub mod citation;
pub mod claim;
pub mod clause;
pub mod code;
pub mod comparison;
pub mod concordance;
pub mod datapath;
pub mod day;
pub mod disk;
pub mod drift;
pub mod engine_entry;
pub mod erratum;
pub mod example;
pub mod exclusion;
pub mod fields;
pub mod findings;
pub mod fingerprint;
pub mod fixture;
pub mod flow;
pub mod gap;
pub mod golden;
pub mod jobs;
pub mod judge;
pub mod ledger;
pub mod lint;
pub mod listing;
pub mod log_excerpt;
pub mod manifest;
pub mod pattern;
pub mod problem;
pub mod project;
pub mod proof;
pub mod rulebook;
pub mod scenario;
pub mod standing;
pub mod suite;
pub mod trial;
pub mod verdict;
pub mod wording;
pub mod writer;
pub mod yaml;
