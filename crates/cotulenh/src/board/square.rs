//! The squares of the board, a1 to k12, and the eight directions in which lines run over it.

use std::fmt;

/// A square. Ranks are sixteen apart, so that a step over the edge of the board always lands outside it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// One more than the highest index of a square.
pub const SPAN: usize = 192;

const FILES: u8 = 11;
const RANKS: u8 = 12;

impl Square {
    /// Creates a square from a file (0 to 10) and a rank (0 to 11).
    pub fn new(file: u8, rank: u8) -> Option<Square> {
        (file < FILES && rank < RANKS).then_some(Square(rank << 4 | file))
    }

    /// Reads `a1` to `k12`.
    pub fn parse(text: &str) -> Option<Square> {
        let (file, rank) = text.split_at_checked(1)?;
        let file = file.bytes().next()?.checked_sub(b'a')?;
        if rank.starts_with(['0', '+']) {
            return None;
        }
        let rank: u8 = rank.parse().ok()?;
        Square::new(file, rank.checked_sub(1)?)
    }

    /// All squares, a1 first, then along each rank.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..RANKS).flat_map(|rank| (0..FILES).filter_map(move |file| Square::new(file, rank)))
    }

    /// Returns the index of the square in arrays of [`SPAN`] entries and in sets of squares.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square with an index that came from [`Square::index`].
    #[inline]
    pub(super) const fn at(index: u8) -> Square {
        Square(index)
    }

    /// Returns the file as a number; the a-file is 0.
    #[inline]
    pub fn file(self) -> u8 {
        self.0 & 15
    }

    /// Returns the rank as a number; the first rank is 0.
    #[inline]
    pub fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// Returns the file as a letter, `a` to `k`.
    pub fn file_letter(self) -> char {
        char::from(b'a' + self.file())
    }

    /// The next square in a direction, unless the board ends here.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let next = self.0.wrapping_add(direction.offset());
        if (next & 15) < FILES && next < RANKS << 4 { Some(Square(next)) } else { None }
    }

    /// The square of the straight distance between two squares.
    #[inline]
    pub fn distance_squared(self, other: Square) -> u32 {
        let files = u32::from(self.file().abs_diff(other.file()));
        let ranks = u32::from(self.rank().abs_diff(other.rank()));
        files * files + ranks * ranks
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the eight directions. The first four run along files and ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Direction(u8);

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 8] = [
        Direction(16),
        Direction(1),
        Direction(240),
        Direction(255),
        Direction(17),
        Direction(241),
        Direction(239),
        Direction(15),
    ];
    /// The directions along files and ranks.
    pub const STRAIGHT: [Direction; 4] = [Direction(16), Direction(1), Direction(240), Direction(255)];

    #[inline]
    const fn offset(self) -> u8 {
        self.0
    }

    /// Returns whether the direction is diagonal.
    #[inline]
    pub fn is_diagonal(self) -> bool {
        self.0 & 15 != 0 && !matches!(self.0, 1 | 255)
    }

    /// Returns whether the direction runs along a file.
    #[inline]
    pub fn is_vertical(self) -> bool {
        self.0 & 15 == 0
    }

    /// Returns the opposite direction.
    #[inline]
    pub fn opposite(self) -> Direction {
        Direction(self.0.wrapping_neg())
    }

    /// The direction and the distance from one square to another, if they share a line.
    pub fn between(from: Square, to: Square) -> Option<(Direction, u8)> {
        let files = i16::from(to.file()) - i16::from(from.file());
        let ranks = i16::from(to.rank()) - i16::from(from.rank());
        if (files, ranks) == (0, 0) || (files != 0 && ranks != 0 && files.abs() != ranks.abs()) {
            return None;
        }
        let offset = ranks.signum() * 16 + files.signum();
        let distance = files.unsigned_abs().max(ranks.unsigned_abs());
        // Both fit: the offset is one of eight, the distance at most eleven.
        Some((Direction((offset & 255) as u8), distance as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_read_as_it_is_written() {
        assert_eq!(Square::all().count(), usize::from(FILES) * usize::from(RANKS));
        for square in Square::all() {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        for odd in ["", "a", "a0", "a13", "l1", "a01", "1a", "a+1", "ä1", "a1 "] {
            assert_eq!(Square::parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_line_leads_where_its_direction_says() {
        for from in Square::all() {
            for direction in Direction::ALL {
                let mut at = from;
                let mut distance = 0;
                while let Some(next) = at.step(direction) {
                    (at, distance) = (next, distance + 1);
                    assert_eq!(Direction::between(from, at), Some((direction, distance)));
                    assert_eq!(Direction::between(at, from), Some((direction.opposite(), distance)));
                }
            }
        }
        let knight = (Square::parse("d4"), Square::parse("e6"));
        assert_eq!(knight.0.zip(knight.1).and_then(|(from, to)| Direction::between(from, to)), None);
    }
}
