//! The Kwisatz Haderach: when it can be used, what it costs to wake it, and what marks it.

use super::battle::Battle;
use super::event::Event;
use super::karama::Ability;
use super::plan::Bearer;
use super::plan::Draft;
use super::refusal::Code;
use super::refusal::Refusal;
use super::switch::Switch;
use super::table::Table;
use super::territory::Territory;

/// battle.md:59: so many Forces lost in battles wake it.
const AWAKES_AT: u32 = 7;

/// The token counts like a leader of this strength, in battle and in revival.
pub const STRENGTH: u32 = 2;

/// Judges the token in a plan.
pub fn check(table: &Table, battle: &Battle, draft: &Draft, bearer: Option<Bearer>) -> Result<(), Refusal> {
    if !draft.kwisatz_haderach {
        return Ok(());
    }
    let Some(kwisatz) = &table.game.kwisatz else {
        return Err(Code::KwisatzHaderachAsleep.refusal());
    };
    if battle.is_prevented(Ability::KwisatzHaderach) {
        return Err(Code::KwisatzHaderachPrevented.refusal());
    }
    if !kwisatz.active && table.upholds(Switch::KwisatzAsleep) {
        return Err(Code::KwisatzHaderachAsleep.refusal());
    }
    // battle.md:63: once killed it has to be revived first.
    if kwisatz.dead && table.upholds(Switch::KwisatzRevivedLikeLeader) {
        return Err(Code::KwisatzHaderachDead.refusal());
    }
    // battle.md:60: one Territory per turn.
    let is_elsewhere = kwisatz.used_in.is_some_and(|place| place != battle.territory);
    if is_elsewhere && table.upholds(Switch::KwisatzOneTerritory) {
        return Err(Code::KwisatzHaderachElsewhere.refusal());
    }
    // battle.md:60: it accompanies somebody.
    if bearer.is_none() && table.upholds(Switch::KwisatzNeedsBearer) {
        return Err(Code::KwisatzHaderachAlone.refusal());
    }
    Ok(())
}

/// Counts Atreides Forces lost in a battle, in whatever way.
pub fn count_losses(table: &mut Table, lost: u32) {
    if lost == 0 || table.game.kwisatz.is_none() || !table.upholds(Switch::KwisatzCountsLosses) {
        return;
    }
    let Some(kwisatz) = &mut table.game.kwisatz else {
        return;
    };
    kwisatz.losses = kwisatz.losses.saturating_add(lost);
    let (total, is_active) = (kwisatz.losses, kwisatz.active);
    table.tell(Event::KwisatzHaderachLosses { total });
    if total >= AWAKES_AT && !is_active && table.upholds(Switch::KwisatzAwakes) {
        if let Some(kwisatz) = &mut table.game.kwisatz {
            kwisatz.active = true;
        }
        table.tell(Event::KwisatzHaderachAwakes {});
    }
}

/// Whether so many losses have woken it.
pub fn is_awake(losses: u32) -> bool {
    losses >= AWAKES_AT
}

/// The token served here this turn, or its user takes it as not used.
pub fn mark(table: &mut Table, territory: Territory, is_used: bool) {
    let Some(kwisatz) = &mut table.game.kwisatz else {
        return;
    };
    if is_used {
        kwisatz.used_in = Some(territory);
        table.tell(Event::KwisatzHaderachUsed { territory });
    } else {
        table.tell(Event::KwisatzHaderachNotUsed { territory });
    }
}

pub fn kill(table: &mut Table) {
    if let Some(kwisatz) = &mut table.game.kwisatz {
        kwisatz.dead = true;
        table.tell(Event::KwisatzHaderachKilled {});
    }
}

pub fn revive(table: &mut Table) {
    if let Some(kwisatz) = &mut table.game.kwisatz {
        kwisatz.dead = false;
        table.tell(Event::KwisatzHaderachRevived {});
    }
}
