//! LEADER RETURN: at the end of the battle phase leaders come back from the Territories.

use super::disc::Disc;
use super::disc::Place;
use super::event::Event;
use super::event::HandBack;
use super::event::ReturnReason;
use super::leader::Leader;
use super::prison;
use super::switch::Switch;
use super::table::Table;

pub(crate) fn gather(table: &mut Table) {
    // battle.md PRISON BREAK: the phase does not end with captives whom nobody is left to guard.
    prison::test(table);
    let mut back = leaders_where(table, |disc| matches!(disc.place, Place::At(_)));
    // battle.md LEADER RETURN: each player takes back the leaders who stand in Territories …
    if !table.permits(Switch::LeaderReturn, !back.is_empty()) {
        back.clear();
    }
    // … and nobody from the Tanks.
    let dead = leaders_where(table, Disc::in_tanks);
    if !dead.is_empty() && table.ruled(Switch::DeadDoNotReturn, false, true) {
        back.extend(dead);
    }
    for leader in back {
        let Some(disc) = table.game.disc_mut(leader) else {
            continue;
        };
        disc.place = Place::Pool;
        let holder = disc.holder;
        table.tell(Event::LeaderReturned { leader, holder, why: ReturnReason::LeaderReturn });
    }
    release_unused(table);
    release(table);
    table.campaign.used.clear();
}

/// battle.md LEADER RETURN: whoever fought is free again for any Territory.
pub(crate) fn release(table: &mut Table) {
    let bound = leaders_where(table, |disc| disc.fought_in.is_some());
    if !bound.is_empty() && table.upholds(Switch::ReturnedAreFree) {
        for disc in &mut table.game.discs {
            disc.fought_in = None;
        }
    }
}

fn leaders_where(table: &Table, is_meant: fn(&Disc) -> bool) -> Vec<Leader> {
    table.game.discs.iter().filter(|disc| is_meant(disc)).map(|disc| disc.leader).collect()
}

/// battle.md CAPTURE: a captured leader stays with Harkonnen until it is used, however long that takes.
fn release_unused(table: &mut Table) {
    let captives = leaders_where(table, Disc::is_captive);
    if !table.game.advanced || captives.is_empty() || table.upholds(Switch::CapturedStaysUnused) {
        return;
    }
    for leader in captives {
        let Some(disc) = table.game.disc_mut(leader) else {
            continue;
        };
        disc.holder = disc.previous;
        let to = disc.holder;
        table.tell(Event::CapturedLeaderReturned { leader, to, why: HandBack::Unused });
    }
}
