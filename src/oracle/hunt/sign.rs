//! Signs: a number for something that can be noticed about a play, the same on every machine.

/// A sign while it is being put together (FNV-1a).
#[derive(Debug, Clone, Copy)]
pub struct Sign(u64);

impl Sign {
    pub fn of(kind: &str) -> Sign {
        Sign(0xcbf2_9ce4_8422_2325).and(kind)
    }

    /// The same with one more word.
    #[must_use]
    pub fn and(self, word: &str) -> Sign {
        let mut sum = self.0;
        for byte in word.bytes().chain([0xff]) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Sign(sum)
    }

    pub fn number(self) -> u64 {
        self.0
    }
}
