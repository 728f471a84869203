//! Random games for the Dune engine: a generator, set-ups, and a source of random decisions.

pub(crate) mod decision;
pub(crate) mod gambler;
pub(crate) mod set_up;

use truthsayer_dune::named::Named;

/// A small generator with a seed (SplitMix64).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        u32::try_from(self.roll() % u64::from(limit.max(1))).unwrap_or(0)
    }

    /// Returns true with this probability in percent.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Clone>(&mut self, things: &[T]) -> Option<T> {
        let count = u32::try_from(things.len()).ok().filter(|count| *count > 0)?;
        things.get(usize::try_from(self.below(count)).ok()?).cloned()
    }

    pub(crate) fn word<T: Named>(&mut self) -> T {
        self.pick(T::ALL).unwrap_or(T::ALL[0])
    }

    pub(crate) fn shuffled<T: Clone>(&mut self, things: &[T]) -> Vec<T> {
        let mut left = things.to_vec();
        let mut out = Vec::new();
        while !left.is_empty() {
            let count = u32::try_from(left.len()).unwrap_or(1);
            out.push(left.remove(usize::try_from(self.below(count)).unwrap_or(0)));
        }
        out
    }
}
