//! Signs: a number for something that can be noticed about a play, the same on every machine.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::hash::Hasher;

/// A sign while it is being put together (FNV-1a).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sign(u64);

impl Sign {
    pub(crate) fn of(kind: &str) -> Sign {
        Sign(0xcbf2_9ce4_8422_2325).and(kind)
    }

    /// The same with one more word.
    #[must_use]
    pub(crate) fn and(self, word: &str) -> Sign {
        let mut sum = self.0;
        for byte in word.bytes().chain([0xff]) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Sign(sum)
    }

    /// The same with one more number.
    #[must_use]
    pub(crate) fn and_number(self, number: u64) -> Sign {
        Sign((self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }

    pub(crate) fn number(self) -> u64 {
        self.0
    }
}

/// Signs are spread as evenly as hashes are, so that nothing needs to be done to find them again.
#[derive(Debug, Default, Clone)]
pub(crate) struct SignHasher(u64);

impl Hasher for SignHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// A map from signs.
pub(crate) type BySign<T> = HashMap<u64, T, BuildHasherDefault<SignHasher>>;
