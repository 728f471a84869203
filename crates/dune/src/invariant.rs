//! Invariants of every play after every step.

use crate::battle::battle_order;
use crate::battle::survey;
use crate::model::card::Card;
use crate::model::faction::FORCES;
use crate::model::faction::Faction;
use crate::model::game::Game;
use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::leader_disc::Place;
use crate::model::named::Named;
use crate::model::plan::Bearer;
use crate::model::plan::Revealed;
use crate::model::reading::ReturnedLeader;
use crate::model::reading::ShortBank;
use crate::model::territory::Territory;
use crate::table::Table;
use crate::table::event::Event;
use crate::table::event::PaidFor;
use crate::table::event::ReturnReason;
use crate::table::event::WonBy;

/// An invariant that does not hold, and what shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    pub invariant: &'static str,
    pub what: String,
}

fn breach(invariant: &'static str, what: String) -> Breach {
    Breach { invariant, what }
}

/// Compares the table with the game that the play began with.
pub fn breaches(start: &Game, table: &Table) -> Vec<Breach> {
    let game = &table.game;
    let mut found = tokens(game);
    found.extend(discs(start, game));
    found.extend(cards(start, game));
    found.extend(spice(start, game));
    found.extend(dedication(table));
    found.extend(prison(game));
    found.extend(used_captives(table));
    found.extend(deaths(start, table));
    found.extend(support(table));
    if matches!(table.log().last(), Some(Event::BattlePhaseEnds {})) {
        found.extend(phase_end(table));
    }
    found
}

/// INV.1: each faction has twenty tokens, five or three of them starred.
fn tokens(game: &Game) -> Vec<Breach> {
    let mut found = Vec::new();
    for player in &game.players {
        let elites = player.elites.as_ref().map_or(0, |pile| pile.total());
        let total = player.normal.total() + elites + player.advisors.total();
        let owned = if game.advanced { player.faction.elites() } else { 0 };
        if total != FORCES || elites != owned {
            let name = player.faction.name();
            found.push(breach("INV.1", format!("{name} has {total} tokens, {elites} of them starred")));
        }
    }
    found
}

/// INV.2: every leader disc exists once, and a dead leader is in the tanks of its own faction.
fn discs(start: &Game, game: &Game) -> Vec<Breach> {
    let leaders = |game: &Game| game.discs.iter().map(|disc| disc.leader).collect::<Vec<Leader>>();
    let mut found = Vec::new();
    if leaders(start) != leaders(game) {
        found.push(breach("INV.2", "the discs are not those of the beginning".to_owned()));
    }
    for disc in game.discs.iter().filter(|disc| disc.in_tanks() && disc.is_captive()) {
        let (leader, holder) = (disc.leader.name(), disc.holder.name());
        found.push(breach("INV.2", format!("{leader} lies in the tanks but is held by {holder}")));
    }
    found
}

/// INV.3: no treachery card appears or vanishes.
fn cards(start: &Game, game: &Game) -> Vec<Breach> {
    let count = |game: &Game, card: Card| {
        let hands = game.players.iter().flat_map(|player| &player.hand);
        hands.chain(&game.discard).filter(|other| **other == card).count()
    };
    let changed = Card::ALL.iter().filter(|card| count(start, **card) != count(game, **card));
    changed.map(|card| breach("INV.3", format!("there are {} of {}", count(game, *card), card.name()))).collect()
}

/// INV.4: spice moves, but its total does not change.
fn spice(start: &Game, game: &Game) -> Vec<Breach> {
    let sum = |game: &Game| {
        let owned: u32 = game.players.iter().map(|player| player.spice).sum();
        game.bank + owned + game.ground_spice.total()
    };
    let (before, now) = (sum(start), sum(game));
    // A bank that must pay in full adds the missing spice.
    let is_made_up = now > before && game.readings.short_bank == ShortBank::PaysInFull;
    if before == now || is_made_up { Vec::new() } else { vec![breach("INV.4", format!("{before} spice became {now}"))] }
}

/// INV.5: no leader fights in two Territories in one phase, unless the traitor rule has set it free.
fn dedication(table: &Table) -> Vec<Breach> {
    let mut bound: Vec<(Leader, Territory)> = Vec::new();
    let mut place = None;
    let mut found = Vec::new();
    for event in table.log() {
        match event {
            Event::BattlePhaseBegins {} => bound.clear(),
            Event::BattleBegins { territory, .. } => place = Some(*territory),
            Event::PlansRevealed { aggressor, defender } => {
                for leader in [aggressor, defender].into_iter().flatten().filter_map(leader_of) {
                    let Some(here) = place else { continue };
                    if bound.iter().any(|(other, there)| *other == leader && *there != here) {
                        found.push(breach("INV.5", format!("{} fights in two places", leader.name())));
                    }
                    bound.push((leader, here));
                }
            }
            Event::LeaderReturned { leader, why: ReturnReason::TraitorCaller, .. } => {
                bound.retain(|(other, _)| other != leader);
            }
            Event::CapturedLeaderReturned { leader, .. } if may_go_anywhere(&table.game) => {
                bound.retain(|(other, _)| other != leader);
            }
            _ => {}
        }
    }
    found
}

fn leader_of(plan: &Revealed) -> Option<Leader> {
    plan.leader.and_then(Bearer::leader)
}

fn may_go_anywhere(game: &Game) -> bool {
    game.readings.returned_leader == ReturnedLeader::Anywhere
}

/// INV.7: without leaders of their own Harkonnen hold no captives.
fn prison(game: &Game) -> Vec<Breach> {
    let mut own = game.leaders_of(Faction::Harkonnen);
    let captive = game.held_by(Faction::Harkonnen).find(|disc| disc.is_captive());
    match captive {
        Some(disc) if game.advanced && own.all(Disc::in_tanks) => {
            vec![breach("INV.7", format!("{} is still held", disc.leader.name()))]
        }
        _ => Vec::new(),
    }
}

/// INV.8: a captive that has fought for Harkonnen is gone once the battle is over, unless a traitor decided it.
fn used_captives(table: &Table) -> Vec<Breach> {
    if table.battle.is_some() || !table.game.advanced {
        return Vec::new();
    }
    let mut used: Vec<Leader> = Vec::new();
    let mut led: Option<Leader> = None;
    for event in table.log() {
        match event {
            Event::PlansRevealed { aggressor, defender } => {
                let plans = [aggressor, defender].into_iter().flatten();
                led = plans.filter(|plan| plan.by == Faction::Harkonnen).find_map(leader_of);
                used.extend(led);
            }
            Event::BattleWon { winner: Faction::Harkonnen, by: WonBy::Traitor, .. } => {
                used.retain(|leader| Some(*leader) != led);
            }
            Event::LeaderCaptured { leader, .. } => used.retain(|other| other != leader),
            _ => {}
        }
    }
    let held = table.game.held_by(Faction::Harkonnen).filter(|disc| disc.is_captive());
    let kept = held.filter(|disc| used.contains(&disc.leader));
    kept.map(|disc| breach("INV.8", format!("{} was used and is still held", disc.leader.name()))).collect()
}

/// INV.11: a player who pays for support pays exactly the spice in the plan.
fn support(table: &Table) -> Vec<Breach> {
    let mut committed: Vec<(Faction, u32)> = Vec::new();
    let mut found = Vec::new();
    for event in table.log() {
        match event {
            Event::PlansRevealed { aggressor, defender } => {
                let plans = [aggressor, defender].into_iter().flatten();
                committed = plans.map(|plan| (plan.by, plan.spice)).collect();
            }
            Event::SpicePaid { faction, amount, why: PaidFor::Support }
                if !committed.contains(&(*faction, *amount)) =>
            {
                found.push(breach("INV.11", format!("{} paid {amount} for support", faction.name())));
            }
            _ => {}
        }
    }
    found
}

/// INV.10: a death is logged exactly when a disc goes to the tanks.
fn deaths(start: &Game, table: &Table) -> Vec<Breach> {
    // For each leader, according to the log: whether it is dead, and how often it has died.
    let mut recorded: Vec<(Leader, bool, u32)> =
        start.discs.iter().map(|disc| (disc.leader, disc.in_tanks(), disc.deaths)).collect();
    for event in table.log() {
        match event {
            Event::LeaderKilled { leader, .. } => {
                for entry in recorded.iter_mut().filter(|entry| entry.0 == *leader) {
                    *entry = (*leader, true, entry.2 + 1);
                }
            }
            Event::LeaderRevived { leader, .. } => {
                for entry in recorded.iter_mut().filter(|entry| entry.0 == *leader) {
                    entry.1 = false;
                }
            }
            _ => {}
        }
    }
    let is_so = |disc: &&Disc| recorded.contains(&(disc.leader, disc.in_tanks(), disc.deaths));
    let differing = table.game.discs.iter().filter(|disc| !is_so(disc));
    differing
        .map(|disc| breach("INV.10", format!("the log and the table differ about {}", disc.leader.name())))
        .collect()
}

/// INV.6 and INV.9: at the end of the phase no leader is in a Territory and no battle is left to fight.
fn phase_end(table: &Table) -> Vec<Breach> {
    let mut found = Vec::new();
    for disc in table.game.discs.iter().filter(|disc| matches!(disc.place, Place::At(_))) {
        found.push(breach("INV.6", format!("{} still stands in a Territory", disc.leader.name())));
    }
    let left = survey::survey(table).clashes;
    if let Some(clash) = left.first().or(battle_order::due(table).first()) {
        found.push(breach("INV.9", format!("a battle is left in {}", clash.territory.name())));
    }
    found
}
