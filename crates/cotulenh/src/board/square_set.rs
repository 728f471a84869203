//! A bit set of squares.

use crate::board::square::Square;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SquareSet([u64; 3]);

impl SquareSet {
    #[inline]
    pub(crate) fn insert(&mut self, square: Square) {
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
