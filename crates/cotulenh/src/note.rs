//! What a step brings about besides itself.

use super::side::Side;
use super::square::Square;
use super::stack::Stack;
use super::unit::Unit;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Note {
    Taken { square: Square, stack: Stack },
    Promoted { square: Square, unit: Unit, side: Side, why: Why },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    Attack,
    LastGuard,
}

impl Why {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Why::Attack => "attack",
            Why::LastGuard => "last_guard",
        }
    }
}

/// For whoever does not want to know.
#[inline(always)]
pub(crate) fn ignored(_: Note) {}
