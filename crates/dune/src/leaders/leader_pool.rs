//! Who may lead a plan: the leader slot, and the duty to fill it.

use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::leader_disc::Place;
use crate::model::plan::Bearer;
use crate::model::plan::Draft;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::model::territory::Territory;
use crate::table::Table;
use crate::table::voice_command::Command;
use crate::table::voice_command::Order;
use crate::table::voice_command::Sort;

/// Whether a faction could put this leader into a plan now.
pub(crate) fn may_play(table: &Table, faction: Faction, leader: Leader) -> Result<(), Refusal> {
    let disc = table.game.disc(leader).filter(|disc| disc.holder == faction);
    let Some(disc) = disc else {
        return Err(Code::LeaderNotAvailable.refusal());
    };
    // battle.md NO TREACHERY: a dead leader does not fight.
    if disc.in_tanks() && table.applies(Switch::UnplayableLeaders) {
        return Err(Code::LeaderNotAvailable.refusal());
    }
    let here = table.battle.as_ref().map(|battle| battle.territory);
    let fault = match (disc.fought_in, here) {
        // battle.md DEDICATED LEADER: the leader is dedicated to the Territory of its first battle …
        (Some(bound), Some(here)) if bound != here => {
            table.applies(Switch::NotInTwoTerritories).then_some(Code::LeaderUsedElsewhere)
        }
        // … where it may fight again.
        (Some(_), Some(_)) => (!table.applies(Switch::AgainInSameTerritory)).then_some(Code::LeaderNotAvailable),
        _ => stands_apart(table, disc, here).then_some(Code::LeaderNotAvailable),
    };
    fault.map_or(Ok(()), |code| Err(code.refusal()))
}

/// battle.md SURVIVING LEADERS: a leader who stands in a Territory is outside the pool, so no plan can pick it
/// elsewhere.
fn stands_apart(table: &Table, disc: &Disc, here: Option<Territory>) -> bool {
    match disc.place {
        Place::At(place) if Some(place) != here => table.applies(Switch::SurvivorsOutsidePool),
        _ => false,
    }
}

/// Returns the leaders of whom the player must play one.
fn playable_discs(table: &Table, faction: Faction) -> Vec<Leader> {
    let here = table.battle.as_ref().map(|battle| battle.territory);
    let counts = |disc: &&Disc| {
        let is_elsewhere = disc.fought_in.is_some() && disc.fought_in != here;
        if disc.in_tanks() || is_elsewhere {
            // battle.md NO TREACHERY: leaders who are dead or fought elsewhere do not count.
            return !table.applies(Switch::UnplayableLeaders);
        }
        may_play(table, faction, disc.leader).is_ok()
    };
    table.game.held_by(faction).filter(counts).map(|disc| disc.leader).collect()
}

/// Whether the player has a Cheap Hero that no command forbids.
fn has_playable_hero(table: &Table, faction: Faction) -> bool {
    let holds = table.game.player(faction).is_some_and(|player| player.holds(Card::CheapHero));
    // battle.md VOICE: a player who is commanded not to play the Cheap Hero need not play it.
    holds && !(is_hero_forbidden(table, faction) && table.applies(Switch::VoiceIsObeyed))
}

/// Whether VOICE commands a faction not to play a Cheap Hero.
fn is_hero_forbidden(table: &Table, faction: Faction) -> bool {
    let command = table.battle.as_ref().and_then(|battle| battle.command_to(faction));
    command.is_some_and(|it| it.order == Order::NotPlay && it.what == Command::Sort(Sort::CheapHero))
}

/// Judges the leader slot of a plan.
pub(crate) fn check(table: &Table, draft: &Draft) -> Result<Option<Bearer>, Refusal> {
    let discs: Vec<Leader> = draft.bearers.iter().filter_map(|bearer| bearer.leader()).collect();
    let heroes = draft.bearers.len() - discs.len();
    // battle.md LEADERS: one disc at most …
    if (discs.len() > 1 && table.applies(Switch::OneDisc)) || heroes > 1 {
        return Err(Code::TwoLeaders.refusal());
    }
    // … and never a disc with a Cheap Hero.
    if !discs.is_empty() && heroes > 0 && table.applies(Switch::DiscOrHero) {
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
    // battle.md LEADERS: the Cheap Hero may be played even if the player has leaders.
    let has_disc = table.game.held_by(faction).any(|disc| may_play(table, faction, disc.leader).is_ok());
    if has_disc && !table.applies(Switch::HeroInPlaceOfDisc) {
        return Err(Code::LeaderRequired.under("dune/battle.md#LEADERS"));
    }
    Ok(())
}

/// Judges an empty leader slot: no leader or hero can fill it, and the player announces that.
pub(crate) fn check_empty(table: &Table, faction: Faction, announces: bool) -> Result<(), Refusal> {
    let has_disc = !playable_discs(table, faction).is_empty();
    let has_hero = has_playable_hero(table, faction);
    // battle.md CHEAP HERO: without a leader the Cheap Hero is not optional.
    if !has_disc && has_hero && table.applies(Switch::HeroMustBePlayed) {
        return Err(Code::HeroRequired.refusal());
    }
    // battle.md LEADER ANNOUNCEMENT: a player who can play a leader or a Cheap Hero must.
    if (has_disc || has_hero) && table.applies(Switch::LeaderMustBePlayed) {
        let code = if announces { Code::AnnouncementFalse } else { Code::LeaderRequired };
        return Err(code.refusal());
    }
    // battle.md LEADER ANNOUNCEMENT: a player who can play neither says so.
    if !has_disc && !has_hero && !announces && table.applies(Switch::NoLeaderIsAnnounced) {
        return Err(Code::AnnouncementMissing.refusal());
    }
    Ok(())
}
