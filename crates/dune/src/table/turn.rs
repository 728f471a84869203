//! The turn and its phases, and the actions that a turn limits.

use crate::model::faction::Faction;
use crate::model::named::named;

named! {
    Phase, "phase" {
        Storm = "storm",
        SpiceBlow = "spice_blow",
        Revival = "revival",
        Battle = "battle",
    }
}

/// The history of this turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turn {
    pub(crate) played: Vec<Phase>,
    /// Factions that have used the one leader revival of the turn.
    pub leader_revivals: Vec<Faction>,
    /// Forces and elites that each faction has revived.
    pub revived: Vec<(Faction, u32, u32)>,
    /// Elites that a Ghola has brought back.
    pub revived_elites_by_ghola: Vec<(Faction, u32)>,
}

impl Turn {
    pub(crate) fn revived_by_ghola(&self, faction: Faction) -> u32 {
        self.revived_elites_by_ghola.iter().filter(|entry| entry.0 == faction).map(|entry| entry.1).sum()
    }

    pub(crate) fn revived_by(&self, faction: Faction) -> (u32, u32) {
        self.revived
            .iter()
            .filter(|entry| entry.0 == faction)
            .fold((0, 0), |sum, entry| (sum.0 + entry.1, sum.1 + entry.2))
    }
}
