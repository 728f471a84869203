//! The Karama: a card that cancels or prevents an ability, or shows Atreides a whole plan.

use crate::battle::wheel;
use crate::leaders::kwisatz;
use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::ability::Ability;
use crate::table::ability::Effect;
use crate::table::ability::Overruled;
use crate::table::ability::Use;
use crate::table::battle::Battle;
use crate::table::battle::Stage;
use crate::table::event::DiscardReason;
use crate::table::event::Event;

pub(crate) fn play(table: &mut Table, by: Faction, purpose: Use, card: Card) -> Result<(), Refusal> {
    check_card(table, by, card)?;
    let under_way = table.battle.as_ref().and_then(Battle::ability_under_way);
    let beside = under_way.is_some_and(|ability| purpose != Use::Against(ability));
    // An ability in progress can be cancelled, but no other card can be played during it.
    if beside && table.applies(Switch::AbilityGoesOn) {
        return Err(Code::AbilityUnderWay.refusal());
    }
    let (against, effect) = match purpose {
        Use::Against(ability) => {
            check_ability(table, by, ability)?;
            let effect = if ability.is_cancelled() { Effect::Cancels } else { Effect::Prevents };
            (Some(ability), effect)
        }
        Use::SeePlan(target) => {
            check_sight(table, by, target)?;
            (None, Effect::SeesPlan)
        }
    };
    table.record(Event::KaramaPlayed { by, card, against, effect });
    // battle.md KARAMA CARD: the card is discarded after use.
    if table.applies(Switch::KaramaIsDiscarded) {
        table.discard(by, card, DiscardReason::Played);
    }
    match purpose {
        Use::Against(ability) => stop(table, ability, card),
        Use::SeePlan(target) => see_plan(table, by, target),
    }
    Ok(())
}

fn check_card(table: &Table, by: Faction, card: Card) -> Result<(), Refusal> {
    let holds = table.game.player(by).is_some_and(|player| player.holds(card));
    // battle.md KARAMA: Bene Gesserit use worthless cards as Karamas, in the advanced game.
    let serves = card == Card::Karama
        || (card.is_worthless()
            && by == Faction::BeneGesserit
            && table.grants_advanced()
            && table.applies(Switch::WorthlessKarama));
    if holds && serves { Ok(()) } else { Err(Code::NoSuchKarama.refusal()) }
}

fn check_ability(table: &Table, by: Faction, ability: Ability) -> Result<(), Refusal> {
    let not_now = if ability.is_cancelled() {
        Code::KaramaNotNow.refusal()
    } else {
        Code::KaramaNotNow.under("dune/battle.md#KARAMA PREVENTS")
    };
    let Some(battle) = &table.battle else {
        return Err(not_now);
    };
    let in_time = if ability.is_cancelled() {
        battle.cancellable == Some(ability) && ability.owner() != by
    } else {
        battle.stage == Stage::BeforePlans
    };
    if !in_time {
        return Err(not_now);
    }
    if !ability.is_cancelled() && !is_available(table, battle, ability) {
        return Err(Code::NoSuchKarama.under("dune/battle.md#KARAMA PREVENTS"));
    }
    Ok(())
}

/// battle.md KARAMA PREVENTS: only an ability that a fighter could use can be prevented. All of these abilities belong to
/// the advanced game, and one that is prevented already cannot be used any more.
fn is_available(table: &Table, battle: &Battle, ability: Ability) -> bool {
    battle.role_of(ability.owner()).is_some()
        && !battle.is_prevented(ability)
        && table.grants_advanced()
        && match ability {
            Ability::KwisatzHaderach => kwisatz::check_ready(table, battle).is_ok(),
            Ability::Sardaukar => wheel::has_double_sardaukar(table, battle),
            Ability::Fedaykin => battle.elites_of(Faction::Fremen, &table.game) > 0,
            _ => true,
        }
}

/// battle.md ONE TIME ULTIMATE: Atreides alone, in the advanced game, once, and while there is a plan to see.
fn check_sight(table: &Table, by: Faction, target: Faction) -> Result<(), Refusal> {
    let may_see = by == Faction::Atreides && table.grants_advanced() && table.applies(Switch::KaramaSeesPlan);
    if !may_see {
        return Err(Code::NoSuchKarama.under("dune/battle.md#ONE TIME ULTIMATE"));
    }
    if table.game.plan_was_seen && table.applies(Switch::OncePerGame) {
        return Err(Code::KaramaUsedUp.refusal());
    }
    let is_there = table
        .battle
        .as_ref()
        .is_some_and(|battle| battle.stage == Stage::PlansFinal && battle.role_of(target).is_some());
    if is_there { Ok(()) } else { Err(Code::KaramaNotNow.under("dune/battle.md#ONE TIME ULTIMATE")) }
}

fn stop(table: &mut Table, ability: Ability, card: Card) {
    let holds = if ability.is_cancelled() {
        // battle.md KARAMA CANCELS: cancelled at the moment it is used.
        table.applies(Switch::KaramaCancels)
    } else {
        // battle.md KARAMA PREVENTS: prevented before it is used.
        table.applies(Switch::KaramaPrevents)
    };
    let Some(battle) = &mut table.battle else {
        return;
    };
    if !holds {
        return;
    }
    battle.cancellable = None;
    let capture_progress = battle.capture_progress;
    match ability {
        Ability::Voice => battle.voice = None,
        Ability::Prescience => set_pending(battle, false),
        Ability::CapturedLeader => battle.capture_progress = None,
        Ability::WorthlessKarama => restore(battle),
        other => battle.prevented.push(other),
    }
    // battle.md KARAMA CANCELS: using a worthless card as a Karama is an ability, which another Karama can cancel.
    if card.is_worthless() {
        battle.cancellable = Some(Ability::WorthlessKarama);
        battle.overruled = Some(Overruled { ability, capture_progress });
    }
}

fn set_pending(battle: &mut Battle, is_pending: bool) {
    if let Some(prescience) = &mut battle.prescience {
        prescience.is_pending = is_pending;
    }
}

/// Restores the ability that a worthless card stopped, as if that card had not been played.
fn restore(battle: &mut Battle) {
    let Some(Overruled { ability, capture_progress }) = battle.overruled.take() else {
        return;
    };
    match ability {
        Ability::Prescience => set_pending(battle, true),
        Ability::CapturedLeader => battle.capture_progress = capture_progress,
        other => battle.prevented.retain(|prevented| *prevented != other),
    }
    battle.cancellable = Some(ability).filter(|ability| ability.is_cancelled());
}

fn see_plan(table: &mut Table, by: Faction, target: Faction) {
    table.game.plan_was_seen = true;
    let Some(battle) = &table.battle else { return };
    let plan = battle.role_of(target).and_then(|role| battle.plan(role)).map(|plan| plan.revealed());
    if let Some(plan) = plan {
        table.record(Event::PlanSeen { by, target, plan });
    }
}
