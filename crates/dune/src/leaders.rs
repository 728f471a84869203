//! Leaders: who may lead, how leaders die, wait, are captured and come back. Includes the Kwisatz Haderach.

pub mod capture;
pub(crate) mod dead_again;
pub(crate) mod death;
pub(crate) mod kwisatz;
pub(crate) mod leader_pool;
pub(crate) mod leader_return;
pub(crate) mod prison_break;
