//! The revival phase: what each faction brings back from the tanks, in Storm Order.

pub(crate) mod force_revival;
pub(crate) mod ghola;

use crate::decisions::ask::Ask;
use crate::decisions::play::Flow;
use crate::decisions::play::Play;
use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::decisions::step::Wanted;
use crate::leaders::dead_again;
use crate::leaders::kwisatz;
use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::leader_disc::Place;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::event::Event;
use crate::table::event::PaidFor;

pub(crate) fn play(play: &mut Play) -> Flow<()> {
    for faction in play.table.game.storm_order.clone() {
        let ask = Ask::open(Kind::Revive, faction, "phases.md FORCE REVIVAL: each faction may revive");
        while let Some((number, Step::Revive { wanted, .. })) = play.ask(&ask)? {
            let done = match wanted {
                Wanted::Leader(leader) => revive_leader(&mut play.table, faction, leader),
                Wanted::KwisatzHaderach => revive_kwisatz(&mut play.table, faction),
                Wanted::Forces { forces, elites } => force_revival::revive(&mut play.table, faction, forces, elites),
            };
            if let Err(refusal) = done {
                play.refuse(number, refusal)?;
            }
        }
    }
    Ok(())
}

fn revive_leader(table: &mut Table, by: Faction, leader: Leader) -> Result<(), Refusal> {
    let disc = in_own_tanks(table, by, leader)?;
    check_turn(table, by)?;
    check_open(table, by)?;
    check_wait(table, &disc)?;
    // battle.md TYING UP LOOSE ENDS: a leader who died in captivity is revived at home like any other.
    if disc.died_captive && !table.applies(Switch::HomeRevivesCaptive) {
        return Err(Code::LeaderWaits.under("dune/battle.md#TYING UP LOOSE ENDS"));
    }
    // phases.md LEADER REVIVAL: the price is the strength.
    let price = if table.applies(Switch::RevivalHasPrice) { leader.strength() } else { 0 };
    check_purse(table, by, price)?;
    table.turn.leader_revivals.push(by);
    begin_right(table, by);
    // phases.md LEADER REVIVAL: the revived leader is back in the pool.
    if table.applies(Switch::RevivedInPool) {
        bring_back(table, leader);
    }
    table.record(Event::LeaderRevived { leader, faction: by, price });
    pay(table, by, price);
    Ok(())
}

/// A leader of this faction that lies in the tanks.
pub(crate) fn in_own_tanks(table: &Table, by: Faction, leader: Leader) -> Result<Disc, Refusal> {
    let disc = table.game.disc(leader).filter(|disc| disc.home() == by && disc.in_tanks());
    disc.cloned().ok_or(Code::LeaderNotAvailable.under("dune/phases.md#LEADER REVIVAL"))
}

/// Puts a dead leader back into the pool of its home. The leader still counts as having fought in this phase.
pub(crate) fn bring_back(table: &mut Table, leader: Leader) {
    if let Some(disc) = table.game.disc_mut(leader) {
        disc.place = Place::Pool;
        disc.holder = disc.home();
        disc.died_captive = false;
        disc.has_waited = false;
    }
    end_right(table, leader.home());
}

/// phases.md LEADER REVIVAL: one leader per turn.
fn check_turn(table: &Table, by: Faction) -> Result<(), Refusal> {
    if table.turn.leader_revivals.contains(&by) && table.applies(Switch::OneLeaderPerTurn) {
        return Err(Code::RevivalUsed.refusal());
    }
    Ok(())
}

/// phases.md LEADER REVIVAL: no Active Leader is left, or every leader has died at least once. Once begun, the right
/// goes on.
fn check_open(table: &Table, by: Faction) -> Result<(), Refusal> {
    let game = &table.game;
    let has_active = game.held_by(by).any(|disc| !disc.in_tanks());
    let all_died = game.leaders_of(by).all(|disc| disc.deaths > 0)
        && (game.held_by(by).all(|disc| !disc.is_captive()) || table.applies(Switch::CaptivesAreNotOwn));
    let goes_on = game.reviving.contains(&by);
    let is_open = !has_active || all_died || (goes_on && table.applies(Switch::RevivalGoesOn));
    if !is_open && table.applies(Switch::RevivalIsOpen) {
        return Err(Code::RevivalNotOpen.refusal());
    }
    let has_kwisatz = game.kwisatz.as_ref().is_some_and(|kwisatz| kwisatz.active || kwisatz.dead);
    // battle.md ASCENSION: the Kwisatz Haderach, alive or dead, is not counted among the leaders.
    let is_counted = by == Faction::Atreides && has_kwisatz && !table.applies(Switch::Ascension);
    if is_counted {
        return Err(Code::RevivalNotOpen.under("dune/battle.md#ASCENSION"));
    }
    Ok(())
}

/// phases.md DEAD AGAIN: a leader who died again waits until all others have died as often or cannot be had.
fn check_wait(table: &Table, disc: &Disc) -> Result<(), Refusal> {
    if dead_again::binds(table, disc) { Err(Code::LeaderWaits.refusal()) } else { Ok(()) }
}

pub(crate) fn check_purse(table: &Table, by: Faction, price: u32) -> Result<(), Refusal> {
    if price > table.game.spice_of(by) { Err(Code::PriceNotPaid.refusal()) } else { Ok(()) }
}

/// phases.md LEADER REVIVAL: with the first revival the right to go on begins.
fn begin_right(table: &mut Table, by: Faction) {
    if !table.game.reviving.contains(&by) {
        table.game.reviving.push(by);
    }
}

/// phases.md LEADER REVIVAL: it lasts until the tanks hold no leader who could be revived. A leader who waits could not.
fn end_right(table: &mut Table, by: Faction) {
    if !table.game.reviving.contains(&by) {
        return;
    }
    let is_left = table.game.leaders_of(by).any(|disc| disc.in_tanks() && !dead_again::binds(table, disc));
    if !is_left {
        table.game.reviving.retain(|faction| *faction != by);
    }
}

pub(crate) fn pay(table: &mut Table, faction: Faction, price: u32) {
    if price > 0 {
        let amount = table.game.charge(faction, price);
        table.game.bank = table.game.bank.saturating_add(amount);
        table.record(Event::SpicePaid { faction, amount, why: PaidFor::Revival });
    }
}

/// battle.md REAWAKEN: the Kwisatz Haderach is revived like a leader, and in place of one.
fn revive_kwisatz(table: &mut Table, by: Faction) -> Result<(), Refusal> {
    let is_dead = table.game.kwisatz.as_ref().is_some_and(|kwisatz| kwisatz.dead);
    if by != Faction::Atreides || !is_dead {
        return Err(Code::LeaderNotAvailable.under("dune/battle.md#REAWAKEN"));
    }
    let is_spent = table.turn.leader_revivals.contains(&by);
    // battle.md REAWAKEN: it takes the leader revival of the turn, which must not be spent yet …
    if is_spent && table.applies(Switch::KwisatzUsesRevival) {
        check_turn(table, by)?;
    }
    let is_last = table.game.leaders_of(by).all(|disc| disc.deaths > 0 || disc.is_captive());
    // battle.md REAWAKEN: all others have died once or cannot be had.
    if !is_last && table.applies(Switch::KwisatzWaits) {
        return Err(Code::RevivalNotOpen.under("dune/battle.md#REAWAKEN"));
    }
    check_purse(table, by, kwisatz::STRENGTH)?;
    // … and spends it.
    if table.applies(Switch::KwisatzUsesRevival) {
        table.turn.leader_revivals.push(by);
    }
    kwisatz::revive(table);
    pay(table, by, kwisatz::STRENGTH);
    Ok(())
}
