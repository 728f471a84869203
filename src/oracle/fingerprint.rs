//! Fingerprints: a short text that changes when what it stands for does, the same on every machine and every day.

/// FNV-1a over bytes. It tells changes apart; it is no protection against anybody who wants to deceive.
pub(crate) fn of(parts: &[&str]) -> String {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash = START;
    for part in parts {
        // A byte that no text holds keeps `a`, `bc` and `ab`, `c` apart.
        for byte in part.bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_stable_and_keeps_parts_apart() {
        assert_eq!(of(&[]), "cbf29ce484222325");
        assert_eq!(of(&["rule"]), of(&["rule"]));
        assert_ne!(of(&["a", "bc"]), of(&["ab", "c"]));
    }
}
