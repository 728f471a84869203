//! The battle phase so far: its Aggressor, the battles fought and the leaders used.

use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::territory::Territory;
use crate::table::clash::Clash;

/// The history of this battle phase.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Campaign {
    pub aggressor: Option<Faction>,
    /// Battles that are over, each with its Aggressor.
    pub fought: Vec<(Faction, Clash)>,
    /// Every faction that stood on each field when the phase began.
    pub opening: Vec<Clash>,
    /// Leaders that were used, and where. Includes leaders who are free to fight again.
    pub used: Vec<(Leader, Territory)>,
}

impl Campaign {
    pub(crate) fn was_used_outside(&self, leader: Leader, here: Option<Territory>) -> bool {
        self.used.iter().any(|(used, place)| *used == leader && Some(*place) != here)
    }
}
