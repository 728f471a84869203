//! The judge, the mutants and the coverage, on a made-up game with an engine whose answers are all known.

mod changed_citations;
mod citations;
mod clauses;
mod coverage;
mod drift;
mod expectations;
mod failure_details;
mod floor;
mod gaps;
mod gate;
mod gate_lists;
mod grades;
mod next_steps;
mod observability;
mod proof;
mod readings;
mod refusals;
mod rejections;
mod shards;
mod support;
mod suspects;
mod verdicts;
