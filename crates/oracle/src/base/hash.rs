//! FNV-1a hashes. They are saved in files, so they are equal on every machine and with every compiler.

use std::hash::Hasher;

/// FNV-1a. It detects changes; it does not protect against forgery.
#[derive(Debug, Clone)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl From<u64> for Fnv {
    /// Continues from an earlier hash.
    fn from(hash: u64) -> Fnv {
        Fnv(hash)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl Fnv {
    /// Adds a word and a byte that no text contains, so that `a`, `bc` and `ab`, `c` differ.
    pub fn write_word(&mut self, word: &str) {
        self.write(word.as_bytes());
        self.write(&[0xff]);
    }
}

/// Returns the hash of several texts as 16 hexadecimal digits.
pub fn of(parts: &[&str]) -> String {
    let mut hasher = Fnv::default();
    parts.iter().for_each(|part| hasher.write_word(part));
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_stable_and_keeps_parts_apart() {
        assert_eq!(of(&[]), "cbf29ce484222325");
        assert_eq!(of(&["rule"]), of(&["rule"]));
        assert_ne!(of(&["a", "bc"]), of(&["ab", "c"]));
    }
}
