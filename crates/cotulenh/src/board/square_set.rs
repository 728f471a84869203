//! A bit set of squares.

use crate::board::square::Direction;
use crate::board::square::SPAN;
use crate::board::square::Square;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SquareSet([u64; 3]);

impl SquareSet {
    /// Every square.
    pub(crate) const ALL: SquareSet = SquareSet([u64::MAX; 3]);

    #[inline]
    pub(crate) fn of(squares: impl IntoIterator<Item = Square>) -> SquareSet {
        let mut set = SquareSet::default();
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }

    #[inline]
    pub(crate) fn intersection(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// For each square, all squares on its lines that are at most so far away.
    pub(crate) const fn lines(furthest: u8) -> [SquareSet; SPAN] {
        let mut lines = [SquareSet([0; 3]); SPAN];
        let mut index = 0;
        while index < SPAN * Direction::ALL.len() {
            let (from, direction) = (index / Direction::ALL.len(), Direction::ALL[index % Direction::ALL.len()]);
            let (mut at, mut distance) = (Square::at(from as u8), 0);
            while distance < furthest
                && let Some(next) = at.step(direction)
            {
                lines[from].insert(next);
                (at, distance) = (next, distance + 1);
            }
            index += 1;
        }
        lines
    }

    #[inline]
    pub(crate) const fn insert(&mut self, square: Square) {
        self.0[square.index() >> 6] |= 1 << (square.index() & 63);
    }

    #[inline]
    pub(crate) fn remove(&mut self, square: Square) {
        self.0[square.index() >> 6] &= !(1 << (square.index() & 63));
    }

    #[inline]
    pub(crate) fn contains(&self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.index() & 63) & 1 == 1
    }

    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Members;

    #[inline]
    fn into_iter(self) -> Members {
        Members { words: self.0, word: 0 }
    }
}

/// The squares of a set, from a1 along each rank.
pub struct Members {
    words: [u64; 3],
    word: usize,
}

impl Iterator for Members {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while let Some(bits) = self.words.get_mut(self.word) {
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                // Three words of 64 bits: the index is below 192.
                return Some(Square::at((self.word << 6 | bit) as u8));
            }
            self.word += 1;
        }
        None
    }
}
