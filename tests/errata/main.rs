//! Errata day: the rulebook changes, and nothing breaks that did not change.

mod accepting;
mod addresses;
mod copy;
mod edits;
mod engines;
mod kills;
mod mention;
mod twice;
mod words;
