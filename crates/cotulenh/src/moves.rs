//! Moves: which steps a position has, which of them are legal, and what each does.

pub mod advance;
#[doc(hidden)]
pub mod attack;
pub mod perft;

pub(crate) mod air_defence;
pub(crate) mod calm;
pub(crate) mod capture;
pub(crate) mod consequence;
pub(crate) mod deployment;
pub(crate) mod execution;
pub(crate) mod legality;
pub(crate) mod line;
pub(crate) mod promotion;
pub(crate) mod pseudo_legal;
pub(crate) mod reach;
pub(crate) mod recombination;
pub(crate) mod rescue;
pub(crate) mod sight;
pub(crate) mod walk;
pub(crate) mod way_out;
pub(crate) mod without;

pub use legality::is_legal;
pub use legality::judges_every_step;
pub use legality::legal;
pub(crate) use legality::legal_to;
pub use pseudo_legal::for_each;
pub use pseudo_legal::from_square;
pub use pseudo_legal::has_any;
pub use pseudo_legal::of;
pub use pseudo_legal::towards;
