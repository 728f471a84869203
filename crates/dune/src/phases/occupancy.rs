//! The limit of occupancy: no more than two factions enter a stronghold. Shipment and movement ensure this, and the
//! engine plays neither. A set-up that breaks the limit is played with a warning.

use crate::model::faction::Faction;
use crate::model::named::Named;
use crate::model::territory::Terrain;
use crate::model::territory::Territory;
use crate::table::Table;

/// How many factions may stand in a stronghold. Advisors do not count (battle.md COEXISTENCE).
const MOST: usize = 2;

/// Warns about every stronghold with more factions than are allowed to enter.
pub(crate) fn warn(table: &mut Table) {
    let strongholds = Territory::ALL.iter().filter(|territory| territory.terrain() == Terrain::Stronghold);
    for territory in strongholds.copied() {
        let present = fighting_in(table, territory);
        if present.len() > MOST {
            table.remark(warning(territory, &present));
        }
    }
}

fn fighting_in(table: &Table, territory: Territory) -> Vec<Faction> {
    let order = table.game.storm_order.iter().copied();
    let stands = |faction: &Faction| {
        let player = table.game.player(*faction);
        player.is_some_and(|player| territory.spots().iter().any(|spot| player.fighters_at(*spot) > 0))
    };
    order.filter(stands).collect()
}

fn warning(territory: Territory, present: &[Faction]) -> String {
    let names: Vec<&str> = present.iter().map(|faction| faction.name()).collect();
    format!(
        "Forces of {} factions stand in {} ({}), though no more than two may enter a stronghold; it is played as it is",
        present.len(),
        territory.name(),
        names.join(", ")
    )
}
