//! The spice blow, as far as it touches Forces: where the sandworm strikes.

use super::ask::Ask;
use super::casualties;
use super::death;
use super::event::DeathCause;
use super::event::Event;
use super::event::LossReason;
use super::faction::Faction;
use super::play::Flow;
use super::play::Play;
use super::spot::Spot;
use super::step::Kind;
use super::step::Step;
use super::storm::standing;
use super::switch::Switch;
use super::table::Table;
use super::territory::Territory;

pub(crate) fn play(play: &mut Play) -> Flow<()> {
    let ask = Ask::draw(Kind::DrawSandworm, "phases.md SANDWORM: where the sandworm strikes, if at all");
    let Some((_, Step::DrawSandworm(Some(territory)))) = play.ask(&ask)? else {
        return Ok(());
    };
    let table = &mut play.table;
    table.tell(Event::SandwormStrikes { territory });
    for spot in territory.spots() {
        devour(table, spot);
        // phases.md SANDWORM: the spice is gone too.
        if table.game.ground_spice.at(spot) > 0 && table.upholds(Switch::WormDevoursSpice) {
            casualties::lose_ground_spice(table, spot, LossReason::Sandworm);
        }
    }
    spare_leaders(table, territory);
    Ok(())
}

fn devour(table: &mut Table, spot: Spot) {
    for faction in table.game.storm_order.clone() {
        let toll = casualties::everyone(table, faction, spot);
        if toll.total() == 0 {
            continue;
        }
        // battle.md SHAI-HULUD: Fremen are not devoured.
        if faction == Faction::Fremen && table.upholds(Switch::WormSparesFremen) {
            continue;
        }
        if table.upholds(Switch::WormDevoursForces) {
            casualties::lose(table, faction, spot, toll, LossReason::Sandworm);
        }
    }
}

/// phases.md SANDWORM: nor is a leader who stands there.
fn spare_leaders(table: &mut Table, territory: Territory) {
    let there = standing(table, territory);
    if there.is_empty() || table.upholds(Switch::WormSparesLeaders) {
        return;
    }
    for leader in there {
        death::kill(table, leader, DeathCause::Sandworm);
    }
}
