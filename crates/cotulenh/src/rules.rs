//! Which clauses are in force, asked where a clause takes effect and nowhere else.

use super::reading::Readings;
use super::switch::Switch;

/// Everything that decides is generic over this, so that bulk work compiles the questions away.
pub trait Rules {
    /// The longest capture that there can be.
    const FURTHEST: u8;
    /// By how much a knock-out can lengthen a capture past other pieces.
    const SLACK: u8;
    /// Whether all clauses are in force, so that conclusions may be drawn from them.
    const COMPLETE: bool;

    /// Whether a clause is in force. The place of the question is noted as the place that implements the clause.
    #[track_caller]
    fn upholds(&self, switch: Switch) -> bool;

    /// The readings that are chosen.
    fn readings(&self) -> Readings;

    /// Whether the default of a reading holds: its clause is in force, or where the other reading is chosen, the
    /// clause of that one is not.
    #[inline]
    #[track_caller]
    fn reads(&self, other: bool, usual_clause: Switch, other_clause: Switch) -> bool {
        if other { !self.upholds(other_clause) } else { self.upholds(usual_clause) }
    }
}

/// All clauses, all default readings, nothing noted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Strict;

impl Rules for Strict {
    /// A heroic air force or navy.
    const FURTHEST: u8 = 5;
    const SLACK: u8 = 0;
    const COMPLETE: bool = true;

    #[inline(always)]
    fn upholds(&self, _: Switch) -> bool {
        true
    }

    #[inline(always)]
    fn readings(&self) -> Readings {
        Readings::DEFAULT
    }
}
