//! Changes of the rulebook since the last review, and the repair of addresses.

pub mod address_uses;
pub mod changes;
pub mod impact;
pub mod journal;
pub mod next_lock;
pub mod pending_changes;
pub mod repair;
pub mod ruling;
pub mod write_allowlist;
pub mod yaml_edit;
