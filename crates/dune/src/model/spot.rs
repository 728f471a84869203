//! A place where tokens or spice can lie: one sector of one territory.

use crate::model::territory::Territory;

/// The sectors run counter-clockwise around the map; the last and the first are neighbours.
pub(crate) const SECTORS: u32 = 18;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sector(pub u8);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    pub territory: Territory,
    /// None only in the Polar Sink.
    pub sector: Option<Sector>,
}
