//! Which clauses and readings apply. Code asks only where the answer decides.

use crate::rules::reading::Readings;
use crate::rules::switch::Switch;

#[doc(hidden)]
pub mod reading;
pub mod switch;
#[doc(hidden)]
pub mod table;

/// The source of clauses in force. Move generation is generic over it, so fast searches need no checks at run time.
pub trait Rules {
    /// Maximum distance of a capture.
    const FURTHEST: u8;
    /// Whether all clauses are in force and all readings have their default, so that shortcuts may rely on them.
    const COMPLETE: bool;

    /// Whether a clause applies. An implementation may record the question, and its place in the source as the place
    /// that implements the clause. So ask only where the answer decides: `allowed || !rules.applies(clause)`.
    #[track_caller]
    fn applies(&self, switch: Switch) -> bool;

    /// Whether questions are recorded, so that all of them must be asked.
    fn records(&self) -> bool {
        !Self::COMPLETE
    }

    /// Returns `with` if a clause applies, otherwise `without`.
    #[inline]
    #[track_caller]
    fn choose<T>(&self, switch: Switch, with: T, without: T) -> T {
        if self.applies(switch) { with } else { without }
    }

    /// Returns how far to look for captures with a range: one square further if a clause may be off.
    #[inline]
    fn looks_for(range: u8) -> u8 {
        if Self::COMPLETE { range } else { range + 1 }
    }

    /// The readings that are chosen.
    fn readings(&self) -> Readings;

    /// Whether the default of a reading holds. With the default, its clause is in force; with the other reading, that
    /// reading's clause is off.
    #[inline]
    #[track_caller]
    fn reads(&self, other: bool, usual_clause: Switch, other_clause: Switch) -> bool {
        if other { !self.applies(other_clause) } else { self.applies(usual_clause) }
    }
}

/// All clauses and all default readings; records nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Strict;

impl Rules for Strict {
    /// The range of a heroic air force or navy.
    const FURTHEST: u8 = 5;
    const COMPLETE: bool = true;

    #[inline(always)]
    fn applies(&self, _: Switch) -> bool {
        true
    }

    #[inline(always)]
    fn readings(&self) -> Readings {
        Readings::DEFAULT
    }
}
