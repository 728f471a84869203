//! LEADER RETURN: at the end of the battle phase leaders come back from the Territories.

use crate::leaders::prison_break;
use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::leader_disc::Place;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::event::Event;
use crate::table::event::HandBack;
use crate::table::event::ReturnReason;

pub(crate) fn gather(table: &mut Table) {
    // battle.md PRISON BREAK: the phase does not end with captives that no leader is left to guard.
    prison_break::test(table);
    let mut back = leaders_where(table, |disc| matches!(disc.place, Place::At(_)));
    // battle.md LEADER RETURN: each player takes back the leaders who stand in Territories …
    if !back.is_empty() && !table.applies(Switch::LeaderReturn) {
        back.clear();
    }
    // … and no leader from the Tanks.
    let dead = leaders_where(table, Disc::in_tanks);
    if !dead.is_empty() && !table.applies(Switch::DeadDoNotReturn) {
        back.extend(dead);
    }
    for leader in back {
        let Some(disc) = table.game.disc_mut(leader) else {
            continue;
        };
        disc.place = Place::Pool;
        let holder = disc.holder;
        table.record(Event::LeaderReturned { leader, holder, why: ReturnReason::LeaderReturn });
    }
    release_unused(table);
    release(table);
    table.campaign.used.clear();
}

/// battle.md LEADER RETURN: a leader who fought is free again for any Territory.
pub(crate) fn release(table: &mut Table) {
    let bound = leaders_where(table, |disc| disc.fought_in.is_some());
    if !bound.is_empty() && table.applies(Switch::ReturnedAreFree) {
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
    if !table.game.advanced || captives.is_empty() || table.applies(Switch::CapturedStaysUnused) {
        return;
    }
    for leader in captives {
        let Some(disc) = table.game.disc_mut(leader) else {
            continue;
        };
        disc.holder = disc.previous;
        let to = disc.holder;
        table.record(Event::CapturedLeaderReturned { leader, to, why: HandBack::Unused });
    }
}
