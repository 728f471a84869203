//! The eleven kinds of pieces.

/// A kind of piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// `C`. A side that loses it loses the game.
    Commander = 1,
    /// `I`
    Infantry,
    /// `E`
    Engineer,
    /// `G`
    AntiAir,
    /// `M`
    Militia,
    /// `T`
    Tank,
    /// `A`
    Artillery,
    /// `S`
    Missile,
    /// `F`
    AirForce,
    /// `N`
    Navy,
    /// `H`
    Headquarter,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 11] = [
        Kind::Commander,
        Kind::Infantry,
        Kind::Engineer,
        Kind::AntiAir,
        Kind::Militia,
        Kind::Tank,
        Kind::Artillery,
        Kind::Missile,
        Kind::AirForce,
        Kind::Navy,
        Kind::Headquarter,
    ];

    /// The kind with this number, counted from 1.
    #[inline]
    pub(super) fn numbered(number: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(number).wrapping_sub(1)).copied()
    }

    /// Returns the letter of the kind in notation and FEN, in upper case.
    pub fn letter(self) -> char {
        match self {
            Kind::Commander => 'C',
            Kind::Infantry => 'I',
            Kind::Engineer => 'E',
            Kind::AntiAir => 'G',
            Kind::Militia => 'M',
            Kind::Tank => 'T',
            Kind::Artillery => 'A',
            Kind::Missile => 'S',
            Kind::AirForce => 'F',
            Kind::Navy => 'N',
            Kind::Headquarter => 'H',
        }
    }

    /// Returns the kind with a letter, in upper or lower case.
    pub fn by_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// Whether it is a heavy piece, which the river stops.
    #[inline]
    pub fn is_heavy(self) -> bool {
        matches!(self, Kind::Artillery | Kind::AntiAir | Kind::Missile)
    }

    /// Whether the piece has an air defence zone.
    #[inline]
    pub fn defends_the_air(self) -> bool {
        matches!(self, Kind::Missile | Kind::Navy | Kind::AntiAir)
    }
}
