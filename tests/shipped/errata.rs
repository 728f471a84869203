//! Changes of the rulebook break nothing else.

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
