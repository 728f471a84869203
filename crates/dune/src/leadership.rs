//! Who may lead a plan: the leader slot, and the duty to fill it.

use super::card::Card;
use super::disc::Disc;
use super::disc::Place;
use super::faction::Faction;
use super::leader::Leader;
use super::plan::Bearer;
use super::plan::Draft;
use super::refusal::Code;
use super::refusal::Refusal;
use super::switch::Switch;
use super::table::Table;
use super::territory::Territory;
use super::voice;

/// Whether a faction could put this leader into a plan now.
pub(crate) fn may_play(table: &Table, faction: Faction, leader: Leader) -> Result<(), Refusal> {
    let disc = table.game.disc(leader).filter(|disc| disc.holder == faction);
    let Some(disc) = disc else {
        return Err(Code::LeaderNotAvailable.refusal());
    };
    // battle.md NO TREACHERY: the dead do not fight.
    if disc.in_tanks() && table.upholds(Switch::UnplayableLeaders) {
        return Err(Code::LeaderNotAvailable.refusal());
    }
    let here = table.battle.as_ref().map(|battle| battle.territory);
    let fault = match (disc.fought_in, here) {
        // battle.md DEDICATED LEADER: the leader is dedicated to the Territory of its first battle …
        (Some(bound), Some(here)) if bound != here => {
            table.upholds(Switch::NotInTwoTerritories).then_some(Code::LeaderUsedElsewhere)
        }
        // … where it may fight again.
        (Some(_), Some(_)) => table.ruled(Switch::AgainInSameTerritory, None, Some(Code::LeaderNotAvailable)),
        _ => stands_apart(table, disc, here).then_some(Code::LeaderNotAvailable),
    };
    fault.map_or(Ok(()), |code| Err(code.refusal()))
}

/// battle.md SURVIVING LEADERS: a leader who stands in a Territory is outside the pool, so nobody can pick it
/// elsewhere.
fn stands_apart(table: &Table, disc: &Disc, here: Option<Territory>) -> bool {
    match disc.place {
        Place::At(place) if Some(place) != here => table.upholds(Switch::SurvivorsOutsidePool),
        _ => false,
    }
}

/// The leaders that oblige a player to play one of them.
fn playable_discs(table: &Table, faction: Faction) -> Vec<Leader> {
    let here = table.battle.as_ref().map(|battle| battle.territory);
    let counts = |disc: &&Disc| {
        let is_elsewhere = disc.fought_in.is_some() && disc.fought_in != here;
        if disc.in_tanks() || is_elsewhere {
            // battle.md NO TREACHERY: the dead, and those who fought elsewhere, do not count.
            return table.ruled(Switch::UnplayableLeaders, false, true);
        }
        may_play(table, faction, disc.leader).is_ok()
    };
    table.game.held_by(faction).filter(counts).map(|disc| disc.leader).collect()
}

/// A Cheap Hero in hand that no command forbids.
fn hero_at_hand(table: &Table, faction: Faction) -> bool {
    let holds = table.game.player(faction).is_some_and(|player| player.holds(Card::CheapHero));
    // battle.md VOICE: a command not to play it is obeyed, so nothing obliges to play it.
    holds && !(voice::forbids_hero(table, faction) && table.upholds(Switch::VoiceIsObeyed))
}

/// Judges the leader slot of a plan.
pub(crate) fn check(table: &Table, draft: &Draft) -> Result<Option<Bearer>, Refusal> {
    let discs: Vec<Leader> = draft.bearers.iter().filter_map(|bearer| bearer.leader()).collect();
    let heroes = draft.bearers.len() - discs.len();
    // battle.md LEADERS: one disc at most …
    if (discs.len() > 1 && table.upholds(Switch::OneDisc)) || heroes > 1 {
        return Err(Code::TwoLeaders.refusal());
    }
    // … and never a disc with a Cheap Hero.
    if !discs.is_empty() && heroes > 0 && table.upholds(Switch::DiscOrHero) {
        return Err(Code::LeaderAndHero.refusal());
    }
    for leader in &discs {
        may_play(table, draft.by, *leader)?;
    }
    if discs.is_empty() && heroes > 0 {
        check_hero(table, draft.by)?;
    }
    let bearer = draft.bearers.iter().find(|bearer| bearer.leader().is_some());
    let bearer = bearer.or(draft.bearers.first()).copied();
    match bearer {
        Some(_) if draft.announces_no_leader => Err(Code::AnnouncementFalse.refusal()),
        Some(_) => Ok(bearer),
        None => check_empty(table, draft.by, draft.announces_no_leader).map(|()| None),
    }
}

fn check_hero(table: &Table, faction: Faction) -> Result<(), Refusal> {
    // battle.md LEADERS: the hero may be played even when discs are at hand.
    let has_disc = table.game.held_by(faction).any(|disc| may_play(table, faction, disc.leader).is_ok());
    if !table.permits(Switch::HeroInPlaceOfDisc, has_disc) {
        return Err(Code::LeaderRequired.under("dune/battle.md#LEADERS"));
    }
    Ok(())
}

/// Judges an empty leader slot: nobody may be there to fill it, and that has to be said.
pub(crate) fn check_empty(table: &Table, faction: Faction, announces: bool) -> Result<(), Refusal> {
    let has_disc = !playable_discs(table, faction).is_empty();
    let has_hero = hero_at_hand(table, faction);
    // battle.md CHEAP HERO: without a leader the Cheap Hero is not optional.
    if !has_disc && has_hero && table.upholds(Switch::HeroMustBePlayed) {
        return Err(Code::HeroRequired.refusal());
    }
    // battle.md LEADER ANNOUNCEMENT: whoever can play a leader or a Cheap Hero must.
    if (has_disc || has_hero) && table.upholds(Switch::LeaderMustBePlayed) {
        let code = if announces { Code::AnnouncementFalse } else { Code::LeaderRequired };
        return Err(code.refusal());
    }
    // battle.md LEADER ANNOUNCEMENT: whoever can play neither says so.
    if !has_disc && !has_hero && !announces && table.upholds(Switch::NoLeaderIsAnnounced) {
        return Err(Code::AnnouncementMissing.refusal());
    }
    Ok(())
}
