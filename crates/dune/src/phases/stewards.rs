//! UNIVERSAL STEWARDS: advisors who are alone before the battle phase become fighters.

use crate::model::faction::Faction;
use crate::model::player::Player;
use crate::model::spot::Spot;
use crate::model::switch::Switch;
use crate::model::territory::Territory;
use crate::table::Table;
use crate::table::event::Event;

pub(crate) fn flip_advisors(table: &mut Table) {
    let Some(sisters) = table.game.player(Faction::BeneGesserit) else {
        return;
    };
    if !table.game.advanced {
        return;
    }
    let stacks: Vec<(Spot, u32)> = sisters.advisors.iter().filter(|(_, count)| *count > 0).collect();
    for (spot, count) in stacks {
        if !becomes_fighters(table, spot) {
            continue;
        }
        let Some(sisters) = table.game.player_mut(Faction::BeneGesserit) else {
            return;
        };
        sisters.advisors.take(spot, count);
        sisters.normal.board.put(spot, count);
        let Spot { territory, sector } = spot;
        table.record(Event::AdvisorsFlipped { territory, sector, count });
    }
}

fn becomes_fighters(table: &Table, spot: Spot) -> bool {
    let ally = table.game.ally_of(Faction::BeneGesserit);
    let others: Vec<Faction> = table
        .game
        .players
        .iter()
        .filter(|player| player.faction != Faction::BeneGesserit && is_in(player, spot.territory))
        .map(|player| player.faction)
        .collect();
    if others.iter().any(|faction| Some(*faction) != ally) {
        return false;
    }
    // battle.md PEACETIME: the presence of an ally keeps them advisors. Only an ally can be present while they count as
    // alone.
    if !others.is_empty() && table.applies(Switch::Peacetime) {
        return false;
    }
    let in_storm = spot.sector.is_some() && spot.sector == table.game.storm;
    // battle.md STORMED IN: a storm also keeps them advisors …
    if in_storm && table.applies(Switch::StormedIn) {
        return false;
    }
    // battle.md ADAPTIVE FORCE: … and then the others in that Territory stay advisors, too, because all must be of one
    // type.
    if !in_storm && holds_back_others(table, spot.territory) && table.applies(Switch::AdaptiveForce) {
        return false;
    }
    table.applies(Switch::UniversalStewards)
}

/// Some of the advisors in this Territory are under storm, and battle.md STORMED IN keeps them advisors.
fn holds_back_others(table: &Table, territory: Territory) -> bool {
    has_stormed_in(table, territory) && table.applies(Switch::StormedIn)
}

fn has_stormed_in(table: &Table, territory: Territory) -> bool {
    let Some(sisters) = table.game.player(Faction::BeneGesserit) else {
        return false;
    };
    sisters.advisors.iter().any(|(spot, count)| {
        spot.territory == territory && count > 0 && spot.sector.is_some() && spot.sector == table.game.storm
    })
}

fn is_in(player: &Player, territory: Territory) -> bool {
    territory.spots().iter().any(|spot| player.fighters_at(*spot) > 0)
}
