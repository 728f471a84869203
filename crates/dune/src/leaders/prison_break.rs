//! PRISON BREAK: without leaders of their own Harkonnen cannot hold the leaders of others.

use crate::model::faction::Faction;
use crate::model::game::Game;
use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::leader_disc::Place;
use crate::model::reading::ReturnedLeader;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::event::Event;
use crate::table::event::HandBack;

/// To be tested after every death of a Harkonnen leader and after every capture.
pub(crate) fn test(table: &mut Table) {
    let game = &table.game;
    let captives: Vec<Leader> = game
        .held_by(Faction::Harkonnen)
        .filter(|disc| disc.is_captive() && !disc.in_tanks())
        .map(|disc| disc.leader)
        .collect();
    if captives.is_empty() || !has_no_guards(game) || !game.advanced {
        return;
    }
    // battle.md PRISON BREAK: a captive is not a leader of their own, so it does not prevent the break.
    let breaks = table.applies(Switch::CaptivesAreNotOwn) && table.applies(Switch::PrisonBreak);
    if !breaks {
        return;
    }
    table.record(Event::PrisonBreak {});
    for leader in captives {
        hand_back(table, leader, HandBack::PrisonBreak);
    }
}

/// Whether all leaders of Harkonnen's own are in the tanks.
pub(crate) fn has_no_guards(game: &Game) -> bool {
    game.leaders_of(Faction::Harkonnen).all(Disc::in_tanks)
}

/// battle.md DEDICATED LEADER: the Territory of its battle binds a leader for every holder, even after it is handed
/// back.
fn stays_bound(table: &Table, leader: Leader) -> bool {
    let has_fought = table.game.disc(leader).is_some_and(|disc| disc.fought_in.is_some());
    let is_other = table.game.readings.returned_leader == ReturnedLeader::Anywhere;
    !has_fought || table.reads(is_other, Switch::BoundWhoeverHolds, Switch::ReturnedFightsAnywhere)
}

/// Gives a captured leader back to its previous holder.
pub(crate) fn hand_back(table: &mut Table, leader: Leader, why: HandBack) {
    let is_bound = stays_bound(table, leader);
    let Some(disc) = table.game.disc_mut(leader) else {
        return;
    };
    disc.holder = disc.previous;
    disc.place = Place::Pool;
    if !is_bound {
        disc.fought_in = None;
    }
    let to = disc.holder;
    table.record(Event::CapturedLeaderReturned { leader, to, why });
}
