//! One piece: its kind and whether it is heroic.

use crate::board::kind::Kind;

/// A piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// Its kind.
    pub kind: Kind,
    /// Whether it has been promoted.
    pub heroic: bool,
}

/// Number of bits of a unit in a stack.
pub(super) const BITS: u32 = 5;
pub(super) const MASK: u32 = 0b1_1111;
pub(super) const HEROIC: u32 = 0b1_0000;

impl Unit {
    /// A piece that is not heroic.
    pub fn new(kind: Kind) -> Unit {
        Unit { kind, heroic: false }
    }

    #[inline]
    pub(super) fn code(self) -> u32 {
        self.kind as u32 | if self.heroic { HEROIC } else { 0 }
    }

    #[inline]
    pub(super) fn decode(code: u32) -> Option<Unit> {
        // Four bits hold the number of a kind.
        let kind = Kind::numbered((code & 0b1111) as u8)?;
        Some(Unit { kind, heroic: code & HEROIC != 0 })
    }

    /// Returns the unit in notation: `T`, or `+T` if heroic.
    pub fn text(self) -> String {
        format!("{}{}", if self.heroic { "+" } else { "" }, self.kind.letter())
    }
}
