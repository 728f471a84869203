//! Tokens of one sort that a faction owns: in reserve, in the tanks and on the board.

use std::collections::BTreeMap;

use crate::model::spot::Spot;
use crate::model::territory::Territory;

/// Tokens on the board. A spot stays listed once it was named, so that a report can show it at zero.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Board(BTreeMap<Spot, u32>);

impl Board {
    pub(crate) fn at(&self, spot: Spot) -> u32 {
        self.0.get(&spot).copied().unwrap_or(0)
    }

    pub(crate) fn in_territory(&self, territory: Territory) -> u32 {
        self.iter().filter(|(spot, _)| spot.territory == territory).map(|(_, count)| count).sum()
    }

    pub fn total(&self) -> u32 {
        self.0.values().sum()
    }

    pub fn put(&mut self, spot: Spot, count: u32) {
        *self.0.entry(spot).or_insert(0) += count;
    }

    /// Removes up to `count` tokens and returns how many were removed.
    pub fn take(&mut self, spot: Spot, count: u32) -> u32 {
        let Some(there) = self.0.get_mut(&spot) else {
            return 0;
        };
        let taken = count.min(*there);
        *there -= taken;
        taken
    }

    pub fn iter(&self) -> impl Iterator<Item = (Spot, u32)> {
        self.0.iter().map(|(spot, count)| (*spot, *count))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pile {
    pub reserves: u32,
    pub tanks: u32,
    pub board: Board,
}

impl Pile {
    pub fn total(&self) -> u32 {
        self.reserves + self.tanks + self.board.total()
    }

    /// Returns tokens from the tanks to reserve and returns their number.
    pub(crate) fn revive(&mut self, count: u32) -> u32 {
        let back = count.min(self.tanks);
        self.tanks -= back;
        self.reserves += back;
        back
    }
}
