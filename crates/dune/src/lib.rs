//! The battle phase of Dune as an engine for the Truthsayer oracle.
//!
//! The rooms, from left to right: `model`, `table`, `decisions`, `leaders`, `revival`, `battle`, `phases`, `adapter`.
//! A module imports only its own room and rooms to the left. Only `adapter` knows the protocol. `invariant` is a check
//! for tests and fuzzing; no room imports it.

mod adapter;
pub mod battle;
mod decisions;
pub mod invariant;
mod leaders;
mod model;
mod phases;
mod revival;
pub mod table;

pub use adapter::Dune;
pub use adapter::ThriftyDune;
pub use adapter::door_given;
pub use adapter::door_steps;
pub use adapter::door_words;
pub use adapter::profile;
pub use adapter::readings;
pub use adapter::script;
pub use battle::legality;
pub use battle::outline;
pub use decisions::ask;
pub use decisions::play::Asked;
pub use decisions::play::PlayRecord;
pub use decisions::source;
pub use decisions::step;
pub use leaders::capture;
pub use model::card;
pub use model::faction;
pub use model::game;
pub use model::half_strength;
pub use model::leader;
pub use model::leader_disc;
pub use model::named;
pub use model::pile;
pub use model::plan;
pub use model::player;
pub use model::reading;
pub use model::refusal;
pub use model::spot;
pub use model::switch;
pub use model::territory;
pub use phases::run::run;
pub use phases::underway::Underway;
pub use table::event;
pub use table::turn;

/// The example of the README, compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
