//! The turn and its phases, and what can be done only so often in a turn.

use super::faction::Faction;
use super::leader_return;
use super::named::named;
use super::table::Table;

named! {
    Phase, "phase" {
        Storm = "storm",
        SpiceBlow = "spice_blow",
        Revival = "revival",
        Battle = "battle",
    }
}

/// What has happened in this turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turn {
    played: Vec<Phase>,
    /// Factions that have used the one leader revival of the turn.
    pub leader_revivals: Vec<Faction>,
    /// Forces and elites that each faction has revived.
    pub revived: Vec<(Faction, u32, u32)>,
}

impl Turn {
    pub fn revived_by(&self, faction: Faction) -> (u32, u32) {
        self.revived
            .iter()
            .filter(|entry| entry.0 == faction)
            .fold((0, 0), |sum, entry| (sum.0 + entry.1, sum.1 + entry.2))
    }
}

/// Opens a phase. A storm, or a phase that comes again, begins a new turn.
pub fn enter(table: &mut Table, phase: Phase) {
    let new_turn = phase == Phase::Storm || table.turn.played.contains(&phase);
    if new_turn {
        table.turn = Turn::default();
        // battle.md:30: the marks of the phase before, where the play has not seen its end.
        leader_return::release(table);
        // battle.md:60: one Territory per turn, so the mark ends with the turn.
        if let Some(kwisatz) = &mut table.game.kwisatz {
            kwisatz.used_in = None;
        }
    }
    table.turn.played.push(phase);
}
