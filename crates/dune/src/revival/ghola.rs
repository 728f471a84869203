//! The Tleilaxu Ghola: a card that revives at any time, free of charge.

use crate::decisions::step::Wanted;
use crate::leaders::kwisatz;
use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::reading::GholaElites;
use crate::model::reading::GholaKwisatz;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::revival;
use crate::revival::force_revival;
use crate::table::Table;
use crate::table::event::DiscardReason;
use crate::table::event::Event;

/// battle.md TLEILAXU GHOLA: maximum number of Forces.
const MOST: u32 = 5;

pub(crate) fn play(table: &mut Table, by: Faction, wanted: Wanted) -> Result<(), Refusal> {
    check(table, by, wanted)?;
    if !table.applies(Switch::Ghola) {
        return Err(Code::GholaNotAllowed.refusal());
    }
    table.discard(by, Card::TleilaxuGhola, DiscardReason::Played);
    match wanted {
        Wanted::Leader(leader) => {
            revival::bring_back(table, leader);
            table.record(Event::LeaderRevived { leader, faction: by, price: 0 });
        }
        Wanted::KwisatzHaderach => kwisatz::revive(table),
        Wanted::Forces { forces, elites } => {
            force_revival::return_to_reserves(table, by, forces, elites);
            table.turn.revived_elites_by_ghola.push((by, elites));
            table.record(Event::ForcesRevived { faction: by, forces, elites, price: 0 });
        }
    }
    Ok(())
}

/// Whether the card can be played now. Neither the number of dead leaders nor the side of a disc matters.
pub(crate) fn check(table: &Table, by: Faction, wanted: Wanted) -> Result<(), Refusal> {
    let holds = table.game.player(by).is_some_and(|player| player.holds(Card::TleilaxuGhola));
    if !holds {
        return Err(Code::CardNotInHand.under("dune/battle.md#TLEILAXU GHOLA"));
    }
    match wanted {
        Wanted::Leader(leader) => revival::in_own_tanks(table, by, leader).map(|_| ()),
        Wanted::KwisatzHaderach => {
            let is_dead = table.game.kwisatz.as_ref().is_some_and(|kwisatz| kwisatz.dead);
            let can_be = is_dead && by == Faction::Atreides;
            if can_be && revives_kwisatz(table) { Ok(()) } else { Err(Code::GholaNotAllowed.refusal()) }
        }
        Wanted::Forces { forces, elites } => {
            force_revival::check_tanks(table, by, forces, elites)?;
            if forces.saturating_add(elites) > MOST {
                return Err(Code::TooManyForces.under("dune/battle.md#TLEILAXU GHOLA"));
            }
            check_elites(table, by, elites)
        }
    }
}

/// battle.md TLEILAXU GHOLA: the token is not a leader, unless the reading says so.
fn revives_kwisatz(table: &Table) -> bool {
    let is_other = table.game.readings.ghola_kwisatz_haderach == GholaKwisatz::Yes;
    !table.reads(is_other, Switch::GholaLeavesKwisatz, Switch::GholaRevivesKwisatz)
}

/// battle.md TLEILAXU GHOLA: the limit on starred Forces does not apply to the card, unless the other reading is
/// chosen.
fn check_elites(table: &Table, by: Faction, elites: u32) -> Result<(), Refusal> {
    let is_other = table.game.readings.ghola_elites == GholaElites::OnePerTurn;
    let is_beyond = force_revival::is_beyond_training(table, by, elites);
    if is_beyond && !table.reads(is_other, Switch::GholaElites, Switch::GholaTraining) {
        return Err(Code::TooManyElites.under("dune/battle.md#TLEILAXU GHOLA"));
    }
    Ok(())
}
