//! The content of a square: nothing, a piece, or a carrier with passengers of its side.

use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::unit;
use crate::board::unit::Unit;

/// Up to three units, the carrier first. The side is stored next to them; a stack without units is an empty square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stack(u32);

const SLOTS: u32 = 3;
const UNITS: u32 = (1 << (SLOTS * unit::BITS)) - 1;
const BLUE: u32 = 1 << 15;

impl Stack {
    /// The empty stack.
    pub const NONE: Stack = Stack(0);

    /// A stack of one piece.
    #[inline]
    pub fn of(unit: Unit, side: Side) -> Stack {
        Stack(unit.code() | if side == Side::Blue { BLUE } else { 0 })
    }

    /// Creates a stack from units in this order. Units that do not fit are left out.
    pub fn from_units(units: impl IntoIterator<Item = Unit>, side: Side) -> Stack {
        let mut stack = Stack::NONE;
        for unit in units {
            stack = stack.push(unit, side);
        }
        stack
    }

    fn push(self, unit: Unit, side: Side) -> Stack {
        let slot = self.size() as u32;
        if slot == 0 {
            return Stack::of(unit, side);
        }
        if slot < SLOTS { Stack(self.0 | unit.code() << (slot * unit::BITS)) } else { self }
    }

    /// Whether the square is empty.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 & UNITS == 0
    }

    /// The side that owns the stack.
    #[inline]
    pub fn side(self) -> Side {
        if self.0 & BLUE == 0 { Side::Red } else { Side::Blue }
    }

    /// Whether the square holds a piece of this side.
    #[inline]
    pub fn belongs_to(self, side: Side) -> bool {
        !self.is_none() && self.side() == side
    }

    /// The carrier, or the only piece.
    #[inline]
    pub fn carrier(self) -> Option<Unit> {
        Unit::decode(self.0 & unit::MASK)
    }

    /// Whether the carrier is of this kind.
    #[inline]
    pub fn is_carried_by(self, kind: Kind) -> bool {
        self.0 & 0b1111 == kind as u32
    }

    /// Returns the number of pieces in the stack.
    #[inline]
    pub fn size(self) -> usize {
        let slot = |index: u32| usize::from(self.0 >> (index * unit::BITS) & unit::MASK != 0);
        slot(0) + slot(1) + slot(2)
    }

    /// Whether there is at most one piece, so that nothing can be deployed.
    #[inline]
    pub fn is_single(self) -> bool {
        !self.is_none() && self.0 & (UNITS & !unit::MASK) == 0
    }

    /// The pieces, the carrier first.
    #[inline]
    pub fn units(self) -> impl Iterator<Item = Unit> {
        (0..SLOTS).filter_map(move |slot| Unit::decode(self.0 >> (slot * unit::BITS) & unit::MASK))
    }

    /// The pieces that are carried.
    #[inline]
    pub fn passengers(self) -> impl Iterator<Item = Unit> {
        self.units().skip(1)
    }

    /// No kind occurs twice in a stack, so the kind identifies the unit.
    #[inline]
    pub fn unit(self, kind: Kind) -> Option<Unit> {
        self.units().find(|unit| unit.kind == kind)
    }

    /// Whether the stack contains a piece of this kind.
    #[inline]
    pub fn has(self, kind: Kind) -> bool {
        let slot = |index: u32| self.0 >> (index * unit::BITS) & 0b1111 == kind as u32;
        slot(0) || slot(1) || slot(2)
    }

    /// Returns the stack without these kinds.
    pub fn without(self, gone: Stack) -> Stack {
        Stack::from_units(self.units().filter(|unit| !gone.has(unit.kind)), self.side())
    }

    /// Returns the stack with all units heroic whose kind `promoted` accepts.
    pub fn with_heroic(self, promoted: impl Fn(Kind) -> bool) -> Stack {
        let raise = |unit: Unit| Unit { heroic: unit.heroic || promoted(unit.kind), ..unit };
        Stack::from_units(self.units().map(raise), self.side())
    }

    /// Returns the stack in FEN: `T`, `(ti)`, `+n`. An empty stack gives an empty text.
    pub fn text(self) -> String {
        let units: String = self.units().map(Unit::text).collect();
        let text = if self.size() > 1 { format!("({units})") } else { units };
        if self.side() == Side::Blue { text.to_ascii_lowercase() } else { text }
    }

    /// Returns the stack in move notation, in upper case for both sides.
    pub fn notation(self) -> String {
        self.text().to_ascii_uppercase()
    }
}
