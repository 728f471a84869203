//! The Forces that each side of a battle loses, and the winner's choice among them.

use crate::battle::aftermath::Decided;
use crate::battle::casualties;
use crate::battle::casualties::Toll;
use crate::battle::resolution::ForcesFate;
use crate::battle::wheel;
use crate::battle::wheel::Muster;
use crate::battle::wheel::Purpose;
use crate::decisions::ask::Ask;
use crate::decisions::play::Flow;
use crate::decisions::play::Play;
use crate::decisions::step::Kind;
use crate::decisions::step::Split;
use crate::decisions::step::Step;
use crate::model::faction::Faction;
use crate::model::half_strength::Half;
use crate::model::plan::Plan;
use crate::model::refusal::Code;
use crate::model::spot::Spot;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::battle::Role;
use crate::table::event::LossReason;

/// The losses in each place.
type Losses = Vec<(Spot, Toll)>;

/// Removes the losses of one side and returns the number of tokens.
pub(crate) fn exact(play: &mut Play, decided: &Decided, role: Role) -> Flow<u32> {
    let faction = decided.battle.fighter(role);
    let plan = decided.plan(role);
    let all = everything(&play.table, &decided.battle.field, faction);
    match decided.resolution.sides[role as usize].forces {
        ForcesFate::Kept => Ok(0),
        ForcesFate::AllLost(why) => Ok(lose(&mut play.table, faction, &all, why)),
        ForcesFate::Dialed => {
            // battle.md BATTLE WHEEL: both sides lose the Forces that they dialed, the winner too.
            let is_lost = plan.number > Half::ZERO && play.table.applies(Switch::DialedForcesAreLost);
            if !is_lost {
                return Ok(0);
            }
            let dialed = choose(play, decided, plan, &all)?;
            // battle.md WINNING: the winner loses no other Forces.
            let is_part = count(&dialed) < count(&all);
            let only_dialed = !is_part || play.table.applies(Switch::WinnerLosesOnlyDialed);
            let losses = if only_dialed { dialed } else { all };
            Ok(pay(&mut play.table, faction, &losses))
        }
    }
}

/// battle.md WINNING: those Forces go to the Tanks.
fn pay(table: &mut Table, faction: Faction, losses: &Losses) -> u32 {
    if table.applies(Switch::DialedToTanks) {
        return lose(table, faction, losses, LossReason::Dialed);
    }
    for (spot, toll) in losses {
        casualties::withdraw(table, faction, *spot, *toll, LossReason::Dialed);
    }
    0
}

fn lose(table: &mut Table, faction: Faction, losses: &Losses, why: LossReason) -> u32 {
    losses.iter().map(|(spot, toll)| casualties::lose(table, faction, *spot, *toll, why)).sum()
}

fn count(losses: &Losses) -> u32 {
    losses.iter().map(|(_, toll)| toll.total()).sum()
}

fn everything(table: &Table, field: &[Spot], faction: Faction) -> Losses {
    let Some(player) = table.game.player(faction) else {
        return Vec::new();
    };
    field.iter().map(|spot| (*spot, Toll::fighters(player, *spot))).filter(|(_, toll)| toll.total() > 0).collect()
}

/// The numbers of normal and starred tokens that add up to the dialed number.
fn options(table: &Table, decided: &Decided, plan: &Plan) -> Vec<(u32, u32)> {
    let there = Muster::of(table, &decided.battle, plan.by);
    let worth = wheel::worth(table, &decided.battle, plan.by, plan.spice, Purpose::Losses);
    let sets = match plan.exact {
        Some(tokens) if worth.of(tokens) == plan.number => vec![tokens],
        _ => wheel::fitting(plan.number, plan.spice, there, &worth),
    };
    let mut options: Vec<(u32, u32)> =
        sets.iter().map(|tokens| (tokens.normal().min(there.normal), tokens.elite().min(there.elite))).collect();
    options.sort_unstable();
    options.dedup();
    // More was dialed than the Forces are worth, which the rules do not allow: all of them go.
    if options.is_empty() { vec![(there.normal, there.elite)] } else { options }
}

/// Returns the losses of a winner: determined by the number, or chosen by the winner if there are several ways.
fn choose(play: &mut Play, decided: &Decided, plan: &Plan, all: &Losses) -> Flow<Losses> {
    let options = options(&play.table, decided, plan);
    let is_spread = all.len() > 1 || options.len() > 1;
    // battle.md WINNING: the winner chooses the sectors from which the losses come.
    if is_spread && !play.table.applies(Switch::WinnerChoosesLosses) {
        return Ok(from_one_sector(all, &options));
    }
    if let [(normal, elites)] = options.as_slice()
        && let Some(only) = only_way(all, *normal, *elites)
    {
        return Ok(only);
    }
    let ask = Ask::required(
        Kind::Losses,
        vec![plan.by],
        "battle.md WINNING: the winner chooses which Forces make up the number dialed",
    );
    loop {
        let Some((number, Step::Losses { normal, elites, .. })) = play.ask(&ask)? else {
            return Ok(Vec::new());
        };
        match named(all, &normal, &elites).filter(|losses| options.contains(&sum(losses))) {
            Some(losses) => return Ok(losses),
            None => play.refuse(number, Code::LossesDoNotFit.refusal())?,
        }
    }
}

/// Only with a switch off: takes the losses from the first sector only.
fn from_one_sector(all: &Losses, options: &[(u32, u32)]) -> Losses {
    let (normal, elites) = options.first().copied().unwrap_or_default();
    let take = |toll: &Toll| Toll { normal: normal.min(toll.normal), elites: elites.min(toll.elites), advisors: 0 };
    all.iter().take(1).map(|(spot, toll)| (*spot, take(toll))).collect()
}

fn sum(losses: &Losses) -> (u32, u32) {
    losses.iter().fold((0, 0), |(normal, elites), (_, toll)| (normal + toll.normal, elites + toll.elites))
}

/// The distribution over the places, if the numbers leave only one.
fn only_way(all: &Losses, normal: u32, elites: u32) -> Option<Losses> {
    let normals = spread(&all.iter().map(|(_, toll)| toll.normal).collect::<Vec<_>>(), normal)?;
    let elites = spread(&all.iter().map(|(_, toll)| toll.elites).collect::<Vec<_>>(), elites)?;
    let tolls = normals.into_iter().zip(elites);
    let tolls = tolls.map(|(normal, elites)| Toll { normal, elites, advisors: 0 });
    Some(all.iter().map(|(spot, _)| *spot).zip(tolls).collect())
}

fn spread(there: &[u32], wanted: u32) -> Option<Vec<u32>> {
    let stacks = there.iter().filter(|count| **count > 0).count();
    if wanted == 0 {
        Some(vec![0; there.len()])
    } else if wanted == there.iter().sum::<u32>() || stacks == 1 {
        Some(there.iter().map(|count| wanted.min(*count)).collect())
    } else {
        None
    }
}

/// Returns the losses that a player named. `None` if the player names tokens that are not there.
fn named(all: &Losses, normal: &Split, elites: &Split) -> Option<Losses> {
    let mut losses: Losses = all.iter().map(|(spot, _)| (*spot, Toll::default())).collect();
    for (spot, count) in places(all, normal, |toll| toll.normal)? {
        losses.iter_mut().find(|(place, _)| *place == spot)?.1.normal += count;
    }
    for (spot, count) in places(all, elites, |toll| toll.elites)? {
        losses.iter_mut().find(|(place, _)| *place == spot)?.1.elites += count;
    }
    let is_there = losses
        .iter()
        .zip(all)
        .all(|((_, lost), (_, there))| lost.normal <= there.normal && lost.elites <= there.elites);
    is_there.then_some(losses)
}

/// Returns where tokens of one sort are lost. A plain number is enough only if all of them are in one place.
fn places(all: &Losses, split: &Split, sort: fn(&Toll) -> u32) -> Option<Vec<(Spot, u32)>> {
    match split {
        Split::Number(0) => Some(Vec::new()),
        Split::Number(count) => {
            let mut stacks = all.iter().filter(|(_, toll)| sort(toll) > 0);
            match (stacks.next(), stacks.next()) {
                (Some((spot, _)), None) => Some(vec![(*spot, *count)]),
                _ => None,
            }
        }
        Split::Sectors(sectors) => sectors
            .iter()
            .map(|(sector, count)| {
                let place = all.iter().find(|(spot, _)| spot.sector == Some(*sector))?;
                Some((place.0, *count))
            })
            .collect(),
    }
}
