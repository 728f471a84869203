//! The phases of a turn, and what can be played between two decisions of any phase.

mod asides;
mod battle_phase;
mod gift;
mod occupancy;
mod query;
pub(crate) mod run;
mod sandworm;
mod stewards;
mod storm;
pub(crate) mod underway;
