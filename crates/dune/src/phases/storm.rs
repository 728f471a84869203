//! The storm phase: the storm moves on and strikes what stands on sand in its way.

use crate::battle::casualties;
use crate::battle::casualties::Toll;
use crate::decisions::ask::Ask;
use crate::decisions::play::Flow;
use crate::decisions::play::Play;
use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::leaders::death;
use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::leader_disc::Place;
use crate::model::named::Named;
use crate::model::reading::FremenStorm;
use crate::model::spot::SECTORS;
use crate::model::spot::Sector;
use crate::model::spot::Spot;
use crate::model::switch::Switch;
use crate::model::territory::Terrain;
use crate::model::territory::Territory;
use crate::table::Table;
use crate::table::event::DeathCause;
use crate::table::event::Event;
use crate::table::event::LossReason;

pub(crate) fn play(play: &mut Play) -> Flow<()> {
    let Some(from) = play.table.game.storm else {
        return Ok(());
    };
    let ask = Ask::draw(Kind::DrawStorm, "phases.md STORM MOVE: how many sectors the storm moves");
    let Some((_, Step::DrawStorm(distance))) = play.ask(&ask)? else {
        return Ok(());
    };
    let path = path(&play.table, from, distance);
    let to = path.last().copied().unwrap_or(from);
    play.table.game.storm = Some(to);
    play.table.record(Event::StormMoves { from: u32::from(from.0), to: u32::from(to.0) });
    if distance == 0 {
        return Ok(());
    }
    for territory in Territory::ALL {
        strike(&mut play.table, *territory, &path);
    }
    Ok(())
}

/// The sectors that the storm leaves, crosses and reaches.
fn path(table: &Table, from: Sector, distance: u32) -> Vec<Sector> {
    // phases.md STORM MOVE: the sectors are numbered counter-clockwise.
    let step = if distance == 0 || table.applies(Switch::StormMoves) { 1 } else { SECTORS - 1 };
    let sector = |moved: u32| (u32::from(from.0) + moved * step) % SECTORS;
    (0..=distance).filter_map(|moved| u8::try_from(sector(moved)).ok()).map(Sector).collect()
}

fn strike(table: &mut Table, territory: Territory, path: &[Sector]) {
    let struck: Vec<Spot> = territory
        .spots()
        .into_iter()
        .filter(|spot| match spot.sector {
            Some(sector) => path.contains(&sector),
            // phases.md STORM AND POLAR SINK: the Polar Sink has no sector and is never in storm.
            None => !table.applies(Switch::PolarSinkIsCalm),
        })
        .collect();
    if struck.is_empty() {
        return;
    }
    // phases.md STORM AND SPICE: the storm neither passes nor stops on the sector that it leaves.
    let swept = path.get(1..).unwrap_or_default();
    // Fremen tokens that the storm has found in this Territory so far.
    let mut fremen = 0;
    for spot in &struck {
        strike_forces(table, *spot, &mut fremen);
        let is_swept = spot.sector.is_none_or(|sector| swept.contains(&sector));
        // phases.md STORM AND SPICE: spice on the ground is swept away.
        if is_swept && table.game.ground_spice.at(*spot) > 0 && table.applies(Switch::StormDestroysSpice) {
            casualties::lose_ground_spice(table, *spot, LossReason::Storm);
        }
    }
    spare_leaders(table, territory);
}

fn strike_forces(table: &mut Table, spot: Spot, fremen: &mut u32) {
    for faction in table.game.storm_order.clone() {
        let there = casualties::everyone(table, faction, spot);
        if there.total() == 0 || is_safe(table, spot.territory) {
            continue;
        }
        // phases.md STORM STRIKES: every Force on sand.
        if !table.applies(Switch::StormStrikes) {
            continue;
        }
        let toll = if faction == Faction::Fremen { fremen_toll(table, there, *fremen) } else { there };
        if faction == Faction::Fremen {
            *fremen += there.total();
        }
        casualties::lose(table, faction, spot, toll, LossReason::Storm);
    }
}

/// Whether the ground protects those who stand on it.
fn is_safe(table: &Table, territory: Territory) -> bool {
    let was_opened = matches!(territory, Territory::ImperialBasin | Territory::Arrakeen | Territory::Carthag)
        && table.game.shield_wall_destroyed;
    // battle.md FAMILY ATOMICS: without the Shield Wall, the storm reaches these three territories.
    if was_opened && table.applies(Switch::AtomicsEndProtection) {
        return false;
    }
    match territory.terrain() {
        // phases.md STORM STRIKES: rock and strongholds are safe …
        Terrain::Rock | Terrain::Stronghold => table.applies(Switch::RockIsSafe),
        // … and so is the Imperial Basin.
        Terrain::Sand if territory == Territory::ImperialBasin => table.applies(Switch::BasinIsSafe),
        Terrain::Sand | Terrain::PolarSink => false,
    }
}

/// battle.md STORM LOSSES: of the Fremen only half are lost, rounded up. Starred tokens are the last to go.
fn fremen_toll(table: &Table, there: Toll, before: u32) -> Toll {
    let is_halved = table.grants_advanced() && table.applies(Switch::FremenStormLosses);
    if !is_halved {
        return there;
    }
    let is_other = table.game.readings.fremen_storm_losses == FremenStorm::ByTerritory;
    // battle.md STORM LOSSES: losses are rounded up in each sector, not once per Territory.
    let by_sector = before == 0 || table.reads(is_other, Switch::StormHalfBySector, Switch::StormHalfByTerritory);
    let before = if by_sector { 0 } else { before };
    let lost = (before + there.total()).div_ceil(2) - before.div_ceil(2);
    let normal = lost.min(there.normal);
    Toll { normal, elites: lost - normal, advisors: 0 }
}

/// phases.md STORM AND LEADERS: the storm does not kill leaders in a Territory.
fn spare_leaders(table: &mut Table, territory: Territory) {
    let there = standing(table, territory);
    if there.is_empty() || table.applies(Switch::StormSparesLeaders) {
        return;
    }
    for leader in there {
        death::kill(table, leader, DeathCause::Storm);
    }
}

/// The leaders who stand in a territory.
pub(crate) fn standing(table: &Table, territory: Territory) -> Vec<Leader> {
    let discs = table.game.discs.iter();
    discs.filter(|disc| disc.place == Place::At(territory)).map(|disc| disc.leader).collect()
}
