//! A pseudo-random number generator with the same numbers on every machine.

/// A generator of pseudo-random numbers (SplitMix64).
#[derive(Debug, Clone)]
pub(crate) struct Rng(u64);

impl Rng {
    /// Creates the generator of one attempt. Each has its own, so that results do not depend on scheduling.
    pub(crate) fn new(seed: u64, round: u64, number: u64) -> Rng {
        let mut rng =
            Rng(seed ^ round.wrapping_mul(0xd134_2543_de82_ef95) ^ number.wrapping_mul(0xaf25_1af3_b0f0_25b5));
        rng.next();
        rng
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `count`, or 0 if `count` is 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        if count == 0 { 0 } else { (self.next() % count as u64) as usize }
    }

    /// Returns true with a probability of one in `count`.
    pub(crate) fn once_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Returns a random item of a list; `None` if it is empty.
    pub(crate) fn one<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_another_one_others() {
        let roll = |seed, round| {
            let mut rng = Rng::new(seed, round, 3);
            (0..8).map(|_| rng.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(roll(7, 1), roll(7, 1));
        assert_ne!(roll(7, 1), roll(7, 2));
        assert_ne!(roll(7, 1), roll(8, 1));
    }

    #[test]
    fn an_empty_list_has_no_random_item() {
        let mut rng = Rng::new(1, 1, 1);
        assert_eq!(rng.one::<u8>(&[]), None);
        assert_eq!(rng.below(0), 0);
        assert!((0..100).all(|_| rng.below(3) < 3));
    }
}
