//! Errata day: the rulebook changes, and nothing breaks that did not change.

mod accepting;
mod addresses;
mod copies;
mod copy;
mod edits;
mod engines;
mod kills;
mod mention;
mod ranges;
mod renames;
mod twice;
mod words;
