//! The Kwisatz Haderach: when it can be used, what wakes it, and the record of its use.

use crate::model::plan::Bearer;
use crate::model::plan::Draft;
use crate::model::reading::UnusedKwisatz;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::model::territory::Territory;
use crate::table::Table;
use crate::table::ability::Ability;
use crate::table::battle::Battle;
use crate::table::event::Event;

/// battle.md THE SLEEPER HAS AWAKENED: number of lost Forces that wakes it.
const AWAKES_AT: u32 = 7;

/// The token counts like a leader of this strength, in battle and in revival.
pub(crate) const STRENGTH: u32 = 2;

/// Refuses a plan that uses the Kwisatz Haderach token against the rules.
pub(crate) fn check(table: &Table, battle: &Battle, draft: &Draft, bearer: Option<Bearer>) -> Result<(), Refusal> {
    if !draft.kwisatz_haderach {
        return Ok(());
    }
    if battle.is_prevented(Ability::KwisatzHaderach) {
        return Err(Code::KwisatzHaderachPrevented.refusal());
    }
    check_ready(table, battle)?;
    // battle.md KWISATZ HADERACH: it accompanies a leader or a Cheap Hero.
    if bearer.is_none() && table.applies(Switch::KwisatzNeedsBearer) {
        return Err(Code::KwisatzHaderachAlone.refusal());
    }
    Ok(())
}

/// Whether the token could be used in this battle. Does not check for a Karama.
pub(crate) fn check_ready(table: &Table, battle: &Battle) -> Result<(), Refusal> {
    let Some(kwisatz) = &table.game.kwisatz else {
        return Err(Code::KwisatzHaderachAsleep.refusal());
    };
    if !kwisatz.active && table.applies(Switch::KwisatzAsleep) {
        return Err(Code::KwisatzHaderachAsleep.refusal());
    }
    // battle.md REAWAKEN: once killed it has to be revived first.
    if kwisatz.dead && table.applies(Switch::KwisatzRevivedLikeLeader) {
        return Err(Code::KwisatzHaderachDead.refusal());
    }
    // battle.md KWISATZ HADERACH: one Territory per turn.
    let is_elsewhere = kwisatz.used_in.is_some_and(|place| place != battle.territory);
    if is_elsewhere && table.applies(Switch::KwisatzOneTerritory) {
        return Err(Code::KwisatzHaderachElsewhere.refusal());
    }
    Ok(())
}

/// Counts the Atreides Forces lost in a battle.
pub(crate) fn count_losses(table: &mut Table, lost: u32) {
    let counts = lost > 0 && table.game.kwisatz.is_some() && table.applies(Switch::KwisatzCountsLosses);
    if !counts {
        return;
    }
    let Some(kwisatz) = &mut table.game.kwisatz else {
        return;
    };
    kwisatz.losses = kwisatz.losses.saturating_add(lost);
    let (total, is_active) = (kwisatz.losses, kwisatz.active);
    table.record(Event::KwisatzHaderachLosses { total });
    if total >= AWAKES_AT && !is_active && table.applies(Switch::KwisatzAwakes) {
        if let Some(kwisatz) = &mut table.game.kwisatz {
            kwisatz.active = true;
        }
        table.record(Event::KwisatzHaderachAwakes {});
    }
}

/// Returns whether Atreides have lost enough Forces in battle to wake the Kwisatz Haderach.
pub(crate) fn is_awake(losses: u32) -> bool {
    losses >= AWAKES_AT
}

/// Records that the token was used in this Territory this turn.
pub(crate) fn mark(table: &mut Table, territory: Territory) {
    if let Some(kwisatz) = &mut table.game.kwisatz {
        kwisatz.used_in = Some(territory);
        table.record(Event::KwisatzHaderachUsed { territory });
    }
}

/// battle.md TRAITORS: for a traitor caller the token counts as not used. Its use in an earlier battle of the turn
/// still counts.
pub(crate) fn treat_as_unused(table: &mut Table, territory: Territory) {
    let was_used = table.game.kwisatz.as_ref().is_some_and(|kwisatz| kwisatz.used_in.is_some());
    let is_other = table.game.readings.unused_kwisatz_haderach == UnusedKwisatz::FreeAgain;
    if was_used && !table.reads(is_other, Switch::EarlierUseCounts, Switch::UnusedKwisatzIsFree) {
        release(table);
    }
    table.record(Event::KwisatzHaderachNotUsed { territory });
}

/// Allows the Kwisatz Haderach to be used in any Territory again.
pub(crate) fn release(table: &mut Table) {
    if let Some(kwisatz) = &mut table.game.kwisatz {
        kwisatz.used_in = None;
    }
}

pub(crate) fn kill(table: &mut Table) {
    if let Some(kwisatz) = &mut table.game.kwisatz {
        kwisatz.dead = true;
        table.record(Event::KwisatzHaderachKilled {});
    }
}

pub(crate) fn revive(table: &mut Table) {
    if let Some(kwisatz) = &mut table.game.kwisatz {
        kwisatz.dead = false;
        table.record(Event::KwisatzHaderachRevived {});
    }
}
