//! Numbers of the battle wheel, counted in half points so that no fraction is ever rounded.

use std::iter::Sum;
use std::ops::Add;
use std::ops::Sub;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Half(i32);

impl Half {
    pub const ZERO: Half = Half(0);

    pub fn from_halves(halves: i32) -> Half {
        Half(halves)
    }

    pub(crate) fn from_points(points: u32) -> Half {
        Half(i32::try_from(points).map_or(i32::MAX, |points| points.saturating_mul(2)))
    }

    pub(crate) fn in_halves(self) -> i32 {
        self.0
    }

    pub(crate) fn is_whole(self) -> bool {
        self.0 % 2 == 0
    }

    pub(crate) fn times(self, count: u32) -> Half {
        Half(i32::try_from(count).map_or(i32::MAX, |count| self.0.saturating_mul(count)))
    }
}

impl Add for Half {
    type Output = Half;

    fn add(self, other: Half) -> Half {
        Half(self.0.saturating_add(other.0))
    }
}

impl Sub for Half {
    type Output = Half;

    fn sub(self, other: Half) -> Half {
        Half(self.0.saturating_sub(other.0))
    }
}

impl Sum for Half {
    fn sum<I: Iterator<Item = Half>>(parts: I) -> Half {
        parts.fold(Half::ZERO, Half::add)
    }
}
