//! PRISON BREAK: without leaders of their own Harkonnen cannot hold the leaders of others.

use super::disc::Disc;
use super::disc::Place;
use super::event::Event;
use super::event::HandBack;
use super::faction::Faction;
use super::game::Game;
use super::leader::Leader;
use super::reading::ReturnedLeader;
use super::switch::Switch;
use super::table::Table;

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
    // battle.md PRISON BREAK: a captive is no leader of their own and does not put the break off.
    let breaks = table.upholds(Switch::CaptivesAreNotOwn) && table.upholds(Switch::PrisonBreak);
    if !breaks {
        return;
    }
    table.tell(Event::PrisonBreak {});
    for leader in captives {
        hand_back(table, leader, HandBack::PrisonBreak);
    }
}

/// All own leaders of Harkonnen are in the tanks.
pub(crate) fn has_no_guards(game: &Game) -> bool {
    game.leaders_of(Faction::Harkonnen).all(Disc::in_tanks)
}

/// battle.md DEDICATED LEADER: where it has fought binds a leader whoever holds it, so also after it was handed back.
fn stays_bound(table: &Table, leader: Leader) -> bool {
    let has_fought = table.game.disc(leader).is_some_and(|disc| disc.fought_in.is_some());
    let is_other = table.game.readings.returned_leader == ReturnedLeader::Anywhere;
    !has_fought || table.reads(is_other, Switch::BoundWhoeverHolds, Switch::ReturnedFightsAnywhere)
}

/// Gives a captured leader back to whoever had it before.
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
    table.tell(Event::CapturedLeaderReturned { leader, to, why });
}
