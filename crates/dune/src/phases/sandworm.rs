//! The spice blow, as far as it touches Forces: where the sandworm strikes.

use crate::battle::casualties;
use crate::decisions::ask::Ask;
use crate::decisions::play::Flow;
use crate::decisions::play::Play;
use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::leaders::death;
use crate::model::faction::Faction;
use crate::model::spot::Spot;
use crate::model::switch::Switch;
use crate::model::territory::Territory;
use crate::phases::storm::standing;
use crate::table::Table;
use crate::table::event::DeathCause;
use crate::table::event::Event;
use crate::table::event::LossReason;

pub(crate) fn play(play: &mut Play) -> Flow<()> {
    let ask = Ask::draw(Kind::DrawSandworm, "phases.md SANDWORM: where the sandworm strikes, if at all");
    let Some((_, Step::DrawSandworm(Some(territory)))) = play.ask(&ask)? else {
        return Ok(());
    };
    let table = &mut play.table;
    table.record(Event::SandwormStrikes { territory });
    for spot in territory.spots() {
        devour(table, spot);
        // phases.md SANDWORM: the spice is gone too.
        if table.game.ground_spice.at(spot) > 0 && table.applies(Switch::WormDevoursSpice) {
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
        if faction == Faction::Fremen && table.applies(Switch::WormSparesFremen) {
            continue;
        }
        if table.applies(Switch::WormDevoursForces) {
            casualties::lose(table, faction, spot, toll, LossReason::Sandworm);
        }
    }
}

/// phases.md SANDWORM: a leader in the Territory is not harmed.
fn spare_leaders(table: &mut Table, territory: Territory) {
    let there = standing(table, territory);
    if there.is_empty() || table.applies(Switch::WormSparesLeaders) {
        return;
    }
    for leader in there {
        death::kill(table, leader, DeathCause::Sandworm);
    }
}
