//! Tokens that are lost, sector by sector.

use crate::model::faction::Faction;
use crate::model::player::Player;
use crate::model::spot::Spot;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::event::Event;
use crate::table::event::LossReason;

/// Tokens on one spot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Toll {
    pub normal: u32,
    pub elites: u32,
    pub advisors: u32,
}

impl Toll {
    pub(crate) fn total(self) -> u32 {
        self.normal + self.elites + self.advisors
    }

    /// Everything that can fight here.
    pub(crate) fn fighters(player: &Player, spot: Spot) -> Toll {
        Toll { normal: player.normal_at(spot), elites: player.elites_at(spot), advisors: 0 }
    }
}

/// All tokens in a place, for effects that strike the whole place.
pub(crate) fn everyone(table: &Table, faction: Faction, spot: Spot) -> Toll {
    let Some(player) = table.game.player(faction) else {
        return Toll::default();
    };
    let advisors = player.advisors.at(spot);
    // battle.md COEXISTENCE: advisors do not fight, but they are struck like other Forces.
    let is_struck = advisors > 0 && table.applies(Switch::AdvisorsAreStruck);
    Toll { advisors: if is_struck { advisors } else { 0 }, ..Toll::fighters(player, spot) }
}

/// Sends tokens to the tanks and returns their number.
pub(crate) fn lose(table: &mut Table, faction: Faction, spot: Spot, toll: Toll, why: LossReason) -> u32 {
    let Some(lost) = take(table, faction, spot, toll, why) else {
        return 0;
    };
    if let Some(player) = table.game.player_mut(faction) {
        player.normal.tanks += lost.normal + lost.advisors;
        if let Some(elites) = &mut player.elites {
            elites.tanks += lost.elites;
        }
    }
    lost.total()
}

/// Returns tokens to the reserves. No rule does this: it replaces `lose` if the switch `dialed_to_tanks` is off.
pub(crate) fn withdraw(table: &mut Table, faction: Faction, spot: Spot, toll: Toll, why: LossReason) {
    let Some(gone) = take(table, faction, spot, toll, why) else {
        return;
    };
    if let Some(player) = table.game.player_mut(faction) {
        player.normal.reserves += gone.normal;
        if let Some(elites) = &mut player.elites {
            elites.reserves += gone.elites;
        }
    }
}

fn take(table: &mut Table, faction: Faction, spot: Spot, toll: Toll, why: LossReason) -> Option<Toll> {
    let player = table.game.player_mut(faction)?;
    let taken = Toll {
        normal: player.normal.board.take(spot, toll.normal),
        elites: player.elites.as_mut().map_or(0, |pile| pile.board.take(spot, toll.elites)),
        advisors: player.advisors.take(spot, toll.advisors),
    };
    if taken.total() == 0 {
        return None;
    }
    table.record(Event::ForcesLost {
        faction,
        territory: spot.territory,
        sector: spot.sector,
        forces: taken.normal,
        elites: taken.elites,
        advisors: taken.advisors,
        why,
    });
    Some(taken)
}

/// Moves spice from the ground to the bank.
pub(crate) fn lose_ground_spice(table: &mut Table, spot: Spot, why: LossReason) {
    let amount = table.game.ground_spice.at(spot);
    if amount > 0 {
        table.game.ground_spice.take(spot, amount);
        table.game.bank = table.game.bank.saturating_add(amount);
        let Spot { territory, sector } = spot;
        table.record(Event::GroundSpiceLost { territory, sector, amount, why });
    }
}
