//! Changes of the rulebook break nothing else.

mod accepting;
mod address_mentions;
mod addresses;
mod edits;
mod engines;
mod killed_fixes;
mod project_copy;
mod ranges;
mod renames;
mod repeated_fixes;
mod repeated_sentences;
mod words;
