//! Which clauses are in force, asked where a clause takes effect and nowhere else.

use super::reading::Readings;
use super::switch::Switch;
use super::without;

/// Everything that decides is generic over this, so that bulk work compiles the questions away.
pub trait Rules {
    /// The longest capture that there can be.
    const FURTHEST: u8;
    /// Whether all clauses are in force, so that conclusions may be drawn from them.
    const COMPLETE: bool;

    /// Whether a clause is in force. The place of the question is noted as the place that implements the clause.
    #[track_caller]
    fn upholds(&self, switch: Switch) -> bool;

    /// What a clause says; and beside it what happens without it, which is no rule.
    #[inline]
    #[track_caller]
    fn ruled<T>(&self, switch: Switch, with: T, without: T) -> T {
        if self.upholds(switch) { with } else { without }
    }

    /// Whether what a clause demands is met. It takes effect where it is not; without it nobody demands anything.
    #[inline]
    #[track_caller]
    fn demands(&self, switch: Switch, met: bool) -> bool {
        met || !self.upholds(switch)
    }

    /// Whether something may be that a clause permits. It takes effect where it is; without it, it may not be.
    #[inline]
    #[track_caller]
    fn permits(&self, switch: Switch, is: bool) -> bool {
        !is || self.upholds(switch)
    }

    /// How far to look for captures of a range: as far as it reaches, unless a clause may be missing.
    #[inline]
    fn looks_for(range: u8) -> u8 {
        if Self::COMPLETE { range } else { without::one_further(range) }
    }

    /// The readings that are chosen.
    fn readings(&self) -> Readings;

    /// Whether the default of a reading holds: its clause is in force, or where the other reading is chosen, the
    /// clause of that one is not.
    #[inline]
    #[track_caller]
    fn reads(&self, other: bool, usual_clause: Switch, other_clause: Switch) -> bool {
        if other { self.ruled(other_clause, false, true) } else { self.upholds(usual_clause) }
    }
}

/// All clauses, all default readings, nothing noted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Strict;

impl Rules for Strict {
    /// A heroic air force or navy.
    const FURTHEST: u8 = 5;
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
