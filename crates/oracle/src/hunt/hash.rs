//! Signs: hashes of observable features of a run, equal on every machine.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::hash::Hasher;

use crate::base::hash::Fnv;

/// A sign under construction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sign(u64);

impl Sign {
    pub(crate) fn of(kind: &str) -> Sign {
        Sign(Fnv::default().finish()).and(kind)
    }

    /// Adds a word.
    #[must_use]
    pub(crate) fn and(self, word: &str) -> Sign {
        let mut hasher = Fnv::from(self.0);
        hasher.write_word(word);
        Sign(hasher.finish())
    }

    /// Adds a number.
    #[must_use]
    pub(crate) fn and_number(self, number: u64) -> Sign {
        Sign((self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }

    pub(crate) fn number(self) -> u64 {
        self.0
    }
}

/// A hasher that returns the sign itself, because signs are already hashes.
#[derive(Debug, Default, Clone)]
pub(crate) struct SignHasher(u64);

impl Hasher for SignHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut hasher = Fnv::from(self.0);
        hasher.write(bytes);
        self.0 = hasher.finish();
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// A map keyed by signs.
pub(crate) type BySign<T> = HashMap<u64, T, BuildHasherDefault<SignHasher>>;
