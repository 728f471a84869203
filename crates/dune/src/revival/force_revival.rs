//! Forces that come back from the tanks.

use crate::model::faction::Faction;
use crate::model::reading::GholaElites;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::revival;
use crate::table::Table;
use crate::table::event::Event;

/// phases.md FORCE REVIVAL: how many Forces a faction revives in a turn at most.
const MOST: u32 = 3;

/// phases.md FORCE REVIVAL: what each one beyond the free number costs.
const PRICE: u32 = 2;

/// battle.md SARDAUKAR TRAINING: how many starred tokens.
const MOST_ELITES: u32 = 1;

pub(crate) fn revive(table: &mut Table, by: Faction, forces: u32, elites: u32) -> Result<(), Refusal> {
    check_tanks(table, by, forces, elites)?;
    check_training(table, by, elites)?;
    let before = table.turn.revived_by(by);
    let elite_weight = if elites + before.1 > 0 { elite_weight(table, by) } else { 1 };
    let weigh = |forces: u32, elites: u32| forces.saturating_add(elites.saturating_mul(elite_weight));
    let so_far = weigh(before.0, before.1);
    let total = so_far.saturating_add(weigh(forces, elites));
    if total > MOST && table.applies(Switch::ThreeForcesPerTurn) {
        return Err(Code::TooManyForces.refusal());
    }
    let price = price(table, by, so_far, total);
    if price > table.game.spice_of(by) {
        return Err(Code::PriceNotPaid.under("dune/phases.md#FORCE REVIVAL"));
    }
    table.turn.revived.push((by, forces, elites));
    // phases.md FORCE REVIVAL: they go to the reserves.
    if table.applies(Switch::RevivedToReserves) {
        return_to_reserves(table, by, forces, elites);
    }
    table.record(Event::ForcesRevived { faction: by, forces, elites, price });
    revival::pay(table, by, price);
    Ok(())
}

/// No more can come back than lie in the tanks.
pub(crate) fn check_tanks(table: &Table, by: Faction, forces: u32, elites: u32) -> Result<(), Refusal> {
    let Some(player) = table.game.player(by) else {
        return Err(Code::TooManyForces.refusal());
    };
    if forces > player.normal.tanks {
        return Err(Code::TooManyForces.refusal());
    }
    let dead = player.elites.as_ref().map_or(0, |pile| pile.tanks);
    if elites > dead { Err(Code::TooManyElites.refusal()) } else { Ok(()) }
}

/// Whether these starred tokens, with those revived earlier in the turn, exceed the limit of a turn.
pub(crate) fn is_beyond_training(table: &Table, by: Faction, elites: u32) -> bool {
    let before = table.turn.revived_by(by).1 + table.turn.revived_by_ghola(by);
    elites > 0 && before.saturating_add(elites) > MOST_ELITES
}

/// battle.md SARDAUKAR TRAINING: one starred token per turn. Tokens that a Ghola revives do not count, unless the other
/// reading is chosen.
fn check_training(table: &Table, by: Faction, elites: u32) -> Result<(), Refusal> {
    let counts_ghola = table.game.readings.ghola_elites == GholaElites::OnePerTurn;
    let ghola = if counts_ghola { table.turn.revived_by_ghola(by) } else { 0 };
    if elites == 0 || table.turn.revived_by(by).1 + ghola + elites <= MOST_ELITES {
        return Ok(());
    }
    let rule = match by {
        Faction::Emperor if table.applies(Switch::SardaukarTraining) => "dune/battle.md#SARDAUKAR TRAINING",
        Faction::Fremen if table.applies(Switch::FedaykinTraining) => "dune/battle.md#FEDAYKIN TRAINING",
        _ => return Ok(()),
    };
    Err(Code::TooManyElites.under(rule))
}

/// battle.md REVIVAL: in revival a starred token counts as one Force.
fn elite_weight(table: &Table, by: Faction) -> u32 {
    let counts_one = match by {
        Faction::Emperor => table.applies(Switch::SardaukarRevivedAsOne),
        Faction::Fremen => table.applies(Switch::FedaykinRevivedAsOne),
        _ => true,
    };
    if counts_one { 1 } else { 2 }
}

/// Returns the price of the Forces between `so_far` and `total`.
fn price(table: &Table, by: Faction, so_far: u32, total: u32) -> u32 {
    // phases.md FORCE REVIVAL: the free number costs nothing; each faction has its own line for that number.
    let is_granted =
        table.applies(Switch::FreeNumberIsFree) && by.free_revival_switch().is_none_or(|switch| table.applies(switch));
    let free = if is_granted { by.free_revival() } else { 0 };
    let paid = total.max(free) - so_far.max(free);
    // phases.md FORCE REVIVAL: each further one costs 2.
    if paid > 0 && table.applies(Switch::FurtherForcesCostTwo) { paid.saturating_mul(PRICE) } else { 0 }
}

pub(crate) fn return_to_reserves(table: &mut Table, by: Faction, forces: u32, elites: u32) {
    if let Some(player) = table.game.player_mut(by) {
        player.normal.revive(forces);
        if let Some(pile) = &mut player.elites {
            pile.revive(elites);
        }
    }
}
