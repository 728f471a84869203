//! The rules of one battle: which battles are due, abilities before the plans, plans, outcome and losses.

pub(crate) mod aftermath;
pub(crate) mod battle_losses;
pub mod battle_order;
pub(crate) mod casualties;
pub(crate) mod discards;
pub(crate) mod explosion;
pub(crate) mod fight;
pub(crate) mod karama;
pub mod legality;
pub mod outline;
pub(crate) mod prescience;
pub(crate) mod resolution;
pub(crate) mod strike;
pub(crate) mod survey;
pub(crate) mod traitor_calls;
pub(crate) mod traitor_outcome;
pub(crate) mod voice;
pub(crate) mod weapons;
pub(crate) mod wheel;
pub(crate) mod without;
