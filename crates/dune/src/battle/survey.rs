//! Finds battles: which two factions have to fight, on which sectors, and which factions the storm separates.

use crate::model::faction::Faction;
use crate::model::reading::CutOffForces;
use crate::model::spot::Sector;
use crate::model::spot::Spot;
use crate::model::switch::Switch;
use crate::model::territory::Territory;
use crate::table::Table;
use crate::table::clash::Clash;
use crate::table::clash::stands_on;
use crate::table::event::KeptApart;

/// Two factions in one territory that do not fight, because of the storm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Separation {
    pub territory: Territory,
    pub pair: [Faction; 2],
    pub why: KeptApart,
}

#[derive(Debug, Default)]
pub(crate) struct Survey {
    pub clashes: Vec<Clash>,
    pub separations: Vec<Separation>,
}

/// A part of a territory within which Forces can reach each other.
struct Zone {
    spots: Vec<Spot>,
    in_storm: bool,
}

/// Looks over the whole board.
pub(crate) fn survey(table: &Table) -> Survey {
    let mut survey = Survey::default();
    let mut seen: Vec<Territory> = Vec::new();
    for player in &table.game.players {
        let stacks = [Some(&player.normal), player.elites.as_ref()].into_iter().flatten();
        seen.extend(stacks.flat_map(|pile| pile.board.iter()).map(|(spot, _)| spot.territory));
        seen.extend(player.advisors.iter().map(|(spot, _)| spot.territory));
    }
    seen.sort_unstable();
    seen.dedup();
    for territory in seen {
        survey_territory(table, territory, &mut survey);
    }
    survey
}

fn survey_territory(table: &Table, territory: Territory, survey: &mut Survey) {
    let present = present_in(table, territory);
    let zones = zones(table.game.storm, territory);
    for (index, one) in present.iter().enumerate() {
        for other in present.iter().skip(index + 1) {
            if may_meet(table, territory, [*one, *other]) {
                meet(table, territory, &zones, [*one, *other], survey);
            }
        }
    }
}

/// The factions with tokens in this territory, in Storm Order.
fn present_in(table: &Table, territory: Territory) -> Vec<Faction> {
    let spots = territory.spots();
    let order = table.game.storm_order.iter().copied();
    order.filter(|faction| present_on(table, *faction, &spots)).collect()
}

/// Whether two factions in one territory have to fight at all.
fn may_meet(table: &Table, territory: Territory, pair: [Faction; 2]) -> bool {
    // battle.md NEUTRAL ZONE: the Polar Sink is neutral ground.
    if territory == Territory::PolarSink && table.applies(Switch::NeutralZone) {
        return false;
    }
    let [one, other] = pair;
    let are_allies = table.game.ally_of(one) == Some(other);
    let has_sisters = pair.contains(&Faction::BeneGesserit) && table.game.advanced;
    if has_sisters && has_advisors(table, territory) {
        // battle.md COEXISTENCE: advisors live in peace with all factions, allies included, and never fight.
        let in_peace = if are_allies { Switch::Coexistence } else { Switch::AdvisorsDoNotFight };
        if table.applies(in_peace) {
            return false;
        }
    } else if are_allies {
        // phases.md ALLIANCE: allies never fight each other.
        return false;
    } else if has_sisters && !table.applies(Switch::FightersAreForces) {
        // battle.md NONCOMBATANTS: fighters of the Bene Gesserit fight like all other Forces.
        return false;
    }
    // Forces of two factions in one Territory fight.
    table.applies(Switch::BattleWhereForcesMeet)
}

fn has_advisors(table: &Table, territory: Territory) -> bool {
    let sisters = table.game.player(Faction::BeneGesserit);
    sisters.is_some_and(|player| player.advisors.in_territory(territory) > 0)
}

/// Cuts a territory at the storm: the sectors before it, the sector in storm, the sectors after it.
fn zones(storm: Option<Sector>, territory: Territory) -> Vec<Zone> {
    let mut zones = vec![Zone { spots: Vec::new(), in_storm: false }];
    for spot in territory.spots() {
        if spot.sector.is_some() && spot.sector == storm {
            zones.push(Zone { spots: vec![spot], in_storm: true });
            zones.push(Zone { spots: Vec::new(), in_storm: false });
        } else if let Some(zone) = zones.last_mut() {
            zone.spots.push(spot);
        }
    }
    zones.retain(|zone| !zone.spots.is_empty());
    zones
}

fn meet(table: &Table, territory: Territory, zones: &[Zone], pair: [Faction; 2], survey: &mut Survey) {
    let shared: Vec<&Zone> = zones.iter().filter(|zone| share(table, pair, &zone.spots)).collect();
    if shared.is_empty() {
        let field = kept_apart(table, territory, zones, pair, survey);
        survey.clashes.extend(field.map(|field| Clash { territory, field, pair }));
        return;
    }
    for zone in shared {
        // battle.md BATTLING BLIND: factions that share the sector in storm fight in it.
        if zone.in_storm && !table.applies(Switch::BattlingBlind) {
            continue;
        }
        let field = fought_over(table, territory, zone, zones, pair);
        let clash = Clash { territory, field, pair };
        if !clash.field.is_empty() && !survey.clashes.contains(&clash) {
            survey.clashes.push(clash);
        }
    }
}

fn share(table: &Table, pair: [Faction; 2], spots: &[Spot]) -> bool {
    pair.iter().all(|faction| present_on(table, *faction, spots))
}

/// Tokens on some of these places. Whether advisors among them count is decided in `may_meet`.
fn present_on(table: &Table, faction: Faction, spots: &[Spot]) -> bool {
    table
        .game
        .player(faction)
        .is_some_and(|player| stands_on(player, spots) || spots.iter().any(|spot| player.advisors.at(*spot) > 0))
}

/// The places whose Forces take part in a battle over one zone.
fn fought_over(table: &Table, territory: Territory, zone: &Zone, zones: &[Zone], pair: [Faction; 2]) -> Vec<Spot> {
    let cut_off = zones.iter().filter(|other| other.spots != zone.spots);
    let has_cut_off = cut_off
        .flat_map(|zone| &zone.spots)
        .any(|spot| pair.iter().any(|faction| present_on(table, *faction, &[*spot])));
    let is_other = table.game.readings.cut_off_forces == CutOffForces::TakePart;
    // battle.md BATTLE DETERMINATION: Forces behind the storm take no part in the battle and survive it.
    if has_cut_off && !table.reads(is_other, Switch::CutOffForcesStayOut, Switch::CutOffForcesTakePart) {
        return territory.spots();
    }
    let same_place: Vec<Spot> = zone.spots.iter().copied().filter(|spot| share(table, pair, &[*spot])).collect();
    let apart = zone
        .spots
        .iter()
        .any(|spot| !same_place.contains(spot) && pair.iter().any(|faction| present_on(table, *faction, &[*spot])));
    // battle.md BATTLE DETERMINATION: the Territory is what counts, not the sector.
    if apart && !table.applies(Switch::WholeTerritoryMeets) {
        return same_place;
    }
    zone.spots.clone()
}

/// Returns why two factions do not fight, and the places on which they would fight without that rule.
fn kept_apart(
    table: &Table,
    territory: Territory,
    zones: &[Zone],
    pair: [Faction; 2],
    survey: &mut Survey,
) -> Option<Vec<Spot>> {
    let [one, other] = pair;
    let outside = |faction| zones.iter().any(|zone| !zone.in_storm && present_on(table, faction, &zone.spots));
    let inside = |faction| zones.iter().any(|zone| zone.in_storm && present_on(table, faction, &zone.spots));
    let mut reasons = Vec::new();
    // battle.md BATTLE DETERMINATION: the storm is between the two factions.
    if outside(one) && outside(other) {
        reasons.push((KeptApart::Between, table.applies(Switch::StormBetween)));
    }
    // battle.md BATTLE DETERMINATION: one group is in the storm and the other is not.
    if (inside(one) && outside(other)) || (outside(one) && inside(other)) {
        reasons.push((KeptApart::OneInside, table.applies(Switch::StormOneInside)));
    }
    if reasons.iter().any(|(_, holds)| !holds) {
        return Some(territory.spots());
    }
    let separations = reasons.into_iter().map(|(why, _)| Separation { territory, pair, why });
    survey.separations.extend(separations);
    None
}
