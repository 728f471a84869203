//! The two sides.

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Moves first; upper case in FEN.
    Red,
    /// Lower case in FEN.
    Blue,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    /// The enemy.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }

    /// The index of the side in an array with an entry for each side.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// `red` or `blue`.
    pub fn name(self) -> &'static str {
        match self {
            Side::Red => "red",
            Side::Blue => "blue",
        }
    }
}
