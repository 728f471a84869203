//! Calling "Traitor!": who may, against whom, and who does.

use crate::decisions::ask::Ask;
use crate::decisions::play::Flow;
use crate::decisions::play::Play;
use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::reading::TraitorCard;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::battle::Role;
use crate::table::event::Event;

/// For each side the faction that called on its behalf. Each call is made without knowledge of the other.
pub(crate) type Calls = [Option<Faction>; 2];

pub(crate) fn collect(play: &mut Play) -> Flow<Calls> {
    let mut calls: Calls = [None, None];
    for role in Role::BOTH {
        for caller in candidates(&play.table, role) {
            if calls[role as usize].is_none() && is_called(play, role, caller)? {
                calls[role as usize] = Some(caller);
            }
        }
    }
    for role in Role::BOTH {
        if let Some(caller) = calls[role as usize] {
            announce(&mut play.table, role, caller);
        }
    }
    Ok(calls)
}

/// The leader against whom this side could call.
fn suspect(table: &Table, role: Role) -> Option<Leader> {
    table.battle.as_ref()?.plan(role.other())?.leader()
}

/// Those who hold the card of the opposing leader: the fighter, and Harkonnen as its ally.
fn candidates(table: &Table, role: Role) -> Vec<Faction> {
    let Some(battle) = &table.battle else {
        return Vec::new();
    };
    let Some(leader) = suspect(table, role) else {
        return Vec::new();
    };
    let Some(disc) = table.game.disc(leader) else {
        return Vec::new();
    };
    let fighter = battle.fighter(role);
    let mut callers = Vec::new();
    if holds_card(table, fighter, leader) && is_callable(table, disc) && table.applies(Switch::TraitorCall) {
        callers.push(fighter);
    }
    // battle.md ALLIANCE: Harkonnen use their cards in an ally's battle too.
    let friend = Faction::Harkonnen;
    let is_ally = table.game.ally_of(fighter) == Some(friend);
    if is_ally && holds_card(table, friend, leader) && is_callable(table, disc) && table.applies(Switch::TraitorForAlly)
    {
        callers.push(friend);
    }
    callers
}

fn holds_card(table: &Table, faction: Faction, leader: Leader) -> bool {
    let Some(player) = table.game.player(faction) else {
        return false;
    };
    match player.traitors.iter().position(|traitor| *traitor == leader) {
        // battle.md TRAITORS: Harkonnen can use each of their cards, the other factions only one.
        Some(index) if index > 0 && faction == Faction::Harkonnen => table.applies(Switch::HarkonnenTraitors),
        found => found.is_some(),
    }
}

fn is_callable(table: &Table, disc: &Disc) -> bool {
    // battle.md TRAITORS, NO LOYALTY: it does not matter that the leader was not the opponent's at the start.
    if disc.is_captive() {
        let is_bound = !table.game.advanced || table.applies(Switch::NoLoyalty);
        let is_theirs = is_bound && table.applies(Switch::AnyActiveLeader);
        if !is_theirs {
            return false;
        }
    }
    // phases.md LEADER REVIVAL: it does not matter that the leader was dead in between.
    disc.deaths == 0 || table.applies(Switch::RevivedStillTraitor)
}

fn is_called(play: &mut Play, role: Role, caller: Faction) -> Flow<bool> {
    let why = "battle.md TRAITORS: the opponent's leader is a traitor";
    let is_blocked = accompanied(&play.table, role);
    if is_blocked {
        // The call would have no effect, so the script need not decline it.
        let answer = play.ask(&Ask::open(Kind::Traitor, caller, why))?;
        let tries = matches!(answer, Some((_, Step::Traitor { call: true, .. })));
        // battle.md ATREIDES LOYALTY: a leader with the Kwisatz Haderach is loyal.
        let is_loyal = tries && play.table.applies(Switch::KwisatzLoyalty);
        if !is_loyal {
            return Ok(tries);
        }
        if let Some(leader) = suspect(&play.table, role) {
            let why = "kwisatz_haderach";
            play.table.record(Event::TraitorBlocked { by: caller, leader, why });
        }
        return Ok(false);
    }
    let answer = play.ask(&Ask::optional(Kind::Traitor, caller, why))?;
    let calls = matches!(answer, Some((_, Step::Traitor { call: true, .. })));
    // battle.md TRAITORS: a call is optional.
    Ok(calls || !play.table.applies(Switch::CallIsOptional))
}

fn accompanied(table: &Table, role: Role) -> bool {
    let plan = table.battle.as_ref().and_then(|battle| battle.plan(role.other()));
    plan.is_some_and(|plan| plan.kwisatz_haderach)
}

fn announce(table: &mut Table, role: Role, caller: Faction) {
    let Some(leader) = suspect(table, role) else {
        return;
    };
    let Some(battle) = &table.battle else { return };
    let fighter = battle.fighter(role);
    table.record(Event::TraitorCalled { by: caller, r#for: fighter, leader });
    // readings.md TRAITOR CARD: in the other reading, a card can be used for only one call.
    if table.game.readings.traitor_card == TraitorCard::UsedUp
        && table.applies(Switch::TraitorCardUsedUp)
        && let Some(player) = table.game.player_mut(caller)
    {
        player.traitors.retain(|traitor| *traitor != leader);
    }
}
