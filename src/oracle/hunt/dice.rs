//! Dice: numbers that look random and are the same for the same seed on every machine.

/// A stream of numbers (SplitMix64).
#[derive(Debug, Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    /// The stream of one attempt. Each has its own, so that it does not matter who makes which attempt.
    pub(crate) fn new(seed: u64, round: u64, number: u64) -> Dice {
        let mut dice =
            Dice(seed ^ round.wrapping_mul(0xd134_2543_de82_ef95) ^ number.wrapping_mul(0xaf25_1af3_b0f0_25b5));
        dice.next();
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`; 0 where there is none.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        if count == 0 { 0 } else { (self.next() % count as u64) as usize }
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// One of a list; none of an empty one.
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
            let mut dice = Dice::new(seed, round, 3);
            (0..8).map(|_| dice.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(roll(7, 1), roll(7, 1));
        assert_ne!(roll(7, 1), roll(7, 2));
        assert_ne!(roll(7, 1), roll(8, 1));
    }

    #[test]
    fn nothing_is_chosen_from_nothing() {
        let mut dice = Dice::new(1, 1, 1);
        assert_eq!(dice.one::<u8>(&[]), None);
        assert_eq!(dice.below(0), 0);
        assert!((0..100).all(|_| dice.below(3) < 3));
    }
}
