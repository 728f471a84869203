//! PRISON BREAK: without leaders of their own Harkonnen cannot hold the leaders of others.

use super::disc::Place;
use super::event::Event;
use super::event::HandBack;
use super::faction::Faction;
use super::leader::Leader;
use super::reading::ReturnedLeader;
use super::switch::Switch;
use super::table::Table;

/// To be tested after every death of a Harkonnen leader and after every capture.
pub fn test(table: &mut Table) {
    let game = &table.game;
    let captives: Vec<Leader> = game
        .held_by(Faction::Harkonnen)
        .filter(|disc| disc.is_captive() && !disc.in_tanks())
        .map(|disc| disc.leader)
        .collect();
    let has_own = game.leaders_of(Faction::Harkonnen).any(|disc| !disc.in_tanks());
    if captives.is_empty() || has_own || !game.advanced {
        return;
    }
    // battle.md:154: a captive is no leader of their own and does not put the break off.
    if !table.upholds(Switch::CaptivesAreNotOwn) || !table.upholds(Switch::PrisonBreak) {
        return;
    }
    table.tell(Event::PrisonBreak {});
    for leader in captives {
        hand_back(table, leader, HandBack::PrisonBreak);
    }
}

/// Gives a captured leader back to whoever had it before.
pub fn hand_back(table: &mut Table, leader: Leader, why: HandBack) {
    let is_free = table.game.readings.returned_leader == ReturnedLeader::Anywhere;
    let Some(disc) = table.game.disc_mut(leader) else {
        return;
    };
    disc.holder = disc.previous;
    disc.place = Place::Pool;
    if is_free {
        disc.fought_in = None;
    }
    let to = disc.holder;
    table.tell(Event::CapturedLeaderReturned { leader, to, why });
}
