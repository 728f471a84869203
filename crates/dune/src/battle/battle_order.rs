//! The order of battles: which are still due, and who picks the next one.

use crate::battle::survey::survey;
use crate::decisions::step::BattleChoice;
use crate::model::faction::Faction;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::clash::Clash;

/// The battles still to be fought, in table order.
pub fn due(table: &Table) -> Vec<Clash> {
    let campaign = &table.campaign;
    let is_over = |clash: &Clash| campaign.fought.iter().any(|(_, fought)| fought == clash);
    let mut due: Vec<Clash> = survey(table).clashes.into_iter().filter(|clash| !is_over(clash)).collect();
    due.retain(|clash| !is_leftover(table, clash) || table.applies(Switch::LeftoversFight));
    for clash in without_forces(table) {
        // battle.md MULTIPLE BATTLES: an Aggressor without Forces in a Territory has no more battles there.
        let is_new = !is_over(&clash) && !due.contains(&clash);
        if is_new && !table.applies(Switch::AggressorNeedsForces) {
            due.push(clash);
        }
    }
    due
}

/// Whether this is a battle between two players who remain after an earlier Aggressor's battles there.
fn is_leftover(table: &Table, clash: &Clash) -> bool {
    table.campaign.fought.iter().any(|(aggressor, fought)| fought.is_on_field_of(clash) && !clash.involves(*aggressor))
}

/// Returns the battles that the Aggressor would still have if the last one had not cost all Forces.
fn without_forces(table: &Table) -> Vec<Clash> {
    let Some(aggressor) = table.campaign.aggressor else {
        return Vec::new();
    };
    let began_here = |clash: &Clash| {
        let began = |(by, fought): &(Faction, Clash)| *by == aggressor && fought.is_on_field_of(clash);
        table.campaign.fought.iter().any(began)
    };
    table
        .campaign
        .opening
        .iter()
        .filter(|clash| clash.involves(aggressor) && began_here(clash))
        .filter(|clash| !clash.has_forces_of(aggressor, &table.game))
        .filter(|clash| clash.opponent_of(aggressor).is_some_and(|other| clash.has_forces_of(other, &table.game)))
        .cloned()
        .collect()
}

/// Who picks the next battle.
pub(crate) fn next_aggressor(table: &Table, due: &[Clash]) -> Option<Faction> {
    let current = table.campaign.aggressor;
    let fights = |faction: Faction| due.iter().any(|clash| clash.involves(faction));
    if let Some(current) = current
        && fights(current)
    {
        return Some(current);
    }
    let order = &table.game.storm_order;
    let waiting: Vec<Faction> = order.iter().copied().filter(|faction| fights(*faction)).collect();
    let in_order = match current {
        // battle.md FIRST PLAYER: the player who comes first in Storm Order begins.
        None => table.applies(Switch::FirstPlayerIsAggressor),
        // battle.md FIRST PLAYER: then the next one in Storm Order who has a battle left.
        Some(_) => table.applies(Switch::NextAggressor),
    };
    if in_order { waiting.first().copied() } else { waiting.last().copied() }
}

/// The battle that the Aggressor picks, if the rules let it be picked now.
pub(crate) fn pick(table: &Table, due: &[Clash], aggressor: Faction, choice: &BattleChoice) -> Result<Clash, Refusal> {
    if choice.aggressor != aggressor {
        return Err(Code::NotTheAggressor.refusal());
    }
    // battle.md BATTLE DETERMINATION: fighting is not optional.
    if choice.pass && table.applies(Switch::BattlesMustBeFought) {
        return Err(Code::BattleNotOptional.refusal());
    }
    let own: Vec<&Clash> = due.iter().filter(|clash| clash.involves(aggressor)).collect();
    let picked = *fitting(due, choice).first().ok_or(Code::NoSuchBattle)?;
    keep_to_order(table, &own, picked, aggressor)?;
    Ok(picked.clone())
}

/// The battles that a choice describes.
pub(crate) fn fitting<'a>(due: &'a [Clash], choice: &BattleChoice) -> Vec<&'a Clash> {
    let fits = |clash: &&Clash| {
        let rival = clash.opponent_of(choice.aggressor);
        rival.is_some()
            && choice.territory.is_none_or(|territory| territory == clash.territory)
            && choice.against.is_none_or(|against| rival == Some(against))
            && choice.sector.is_none_or(|sector| clash.has_sector(sector))
    };
    due.iter().filter(fits).collect()
}

fn keep_to_order(table: &Table, own: &[&Clash], picked: &Clash, aggressor: Faction) -> Result<(), Refusal> {
    let first_field = own.first().is_none_or(|first| first.is_on_field_of(picked));
    // battle.md FIRST PLAYER: the Aggressor chooses the order of the battles.
    if !first_field && !table.applies(Switch::AggressorOrdersBattles) {
        return Err(Code::BattleOutOfOrder.refusal());
    }
    let rivals: Vec<Faction> = own
        .iter()
        .filter(|clash| clash.is_on_field_of(picked))
        .filter_map(|clash| clash.opponent_of(aggressor))
        .collect();
    let first_rival = table.game.storm_order.iter().find(|faction| rivals.contains(faction));
    let is_first = first_rival.is_none_or(|first| picked.involves(*first));
    // battle.md MULTIPLE BATTLES: among several opponents the Aggressor picks whom to fight first.
    if !is_first && !table.applies(Switch::AggressorPicksOpponent) {
        return Err(Code::BattleOutOfOrder.under("dune/battle.md#MULTIPLE BATTLES"));
    }
    Ok(())
}
