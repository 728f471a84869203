//! The pieces of the game: factions, leaders, cards, places and plans, and the state of a whole game.

pub mod card;
pub(crate) mod datum;
pub mod faction;
pub mod game;
pub mod half_strength;
pub mod leader;
pub mod leader_disc;
pub mod named;
pub mod pile;
pub mod plan;
pub mod player;
pub mod reading;
pub mod refusal;
pub mod spot;
pub mod switch;
pub mod territory;
