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

/// A hash of eight bytes at a time, which is several times as fast as FNV-1a. It is equal on every machine, too.
#[derive(Debug, Default)]
pub(crate) struct WordHasher(u64);

impl WordHasher {
    fn mix(&mut self, word: u64) {
        let wide = u128::from(self.0 ^ word ^ 0x2d35_8dcc_aa6c_78a5) * 0x9e37_79b9_7f4a_7c15;
        self.0 = wide as u64 ^ (wide >> 64) as u64;
    }
}

/// Returns at most seven bytes as a number, the first byte lowest. Reads four bytes at a time, because nearly every
/// text has such a rest.
fn last_word(bytes: &[u8]) -> u64 {
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            let shift = 8 * (bytes.len() as u32 - 4);
            u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << shift
        }
        _ => bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    }
}

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.mix(u64::from_le_bytes(*word)));
        // The last word has at most seven bytes, so there is room for the length.
        self.mix(last_word(rest) | (bytes.len() as u64) << 56);
    }

    fn write_u8(&mut self, byte: u8) {
        self.mix(u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }
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

    #[test]
    fn the_fast_hash_is_stable_and_reads_every_byte() {
        let hash = |bytes: &[u8]| {
            let mut hasher = WordHasher::default();
            hasher.write(bytes);
            hasher.finish()
        };
        assert_eq!(hash(b"Harkonnen"), 0x2f9c_7b78_1165_9da4);
        let mut seen = std::collections::BTreeSet::new();
        let text: Vec<u8> = (1..=40).collect();
        for length in 0..=text.len() {
            assert!(seen.insert(hash(&text[..length])), "{length} bytes");
            for at in 0..length {
                let mut other = text[..length].to_vec();
                other[at] = 0;
                assert!(seen.insert(hash(&other)), "byte {at} of {length}");
            }
        }
    }
}
