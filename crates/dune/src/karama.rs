//! The Karama: a card that cancels or prevents an ability, or shows Atreides a whole plan.

use super::battle::Battle;
use super::battle::Stage;
use super::capture::Seizure;
use super::card::Card;
use super::event::DiscardReason;
use super::event::Event;
use super::faction::Faction;
use super::kwisatz;
use super::named::named;
use super::refusal::Code;
use super::refusal::Refusal;
use super::switch::Switch;
use super::table::Table;
use super::wheel;

named! {
    Ability, "ability that a Karama can stop" {
        Voice = "voice",
        Prescience = "prescience",
        CapturedLeader = "captured_leader",
        KwisatzHaderach = "kwisatz_haderach",
        Sardaukar = "sardaukar",
        Fedaykin = "fedaykin",
        BattleHardened = "battle_hardened",
        WorthlessKarama = "worthless_karama",
    }
}

named! { Effect, "effect" { Cancels = "cancels", Prevents = "prevents", SeesPlan = "sees_plan" } }

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Against(Ability),
    SeePlan(Faction),
}

/// What a worthless card played as a Karama has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overruled {
    ability: Ability,
    /// How far the capture had come then, if there was one.
    seizure: Option<Seizure>,
}

impl Ability {
    /// Whose ability it is.
    pub(crate) fn owner(self) -> Faction {
        match self {
            Ability::Voice | Ability::WorthlessKarama => Faction::BeneGesserit,
            Ability::Prescience | Ability::KwisatzHaderach => Faction::Atreides,
            Ability::CapturedLeader => Faction::Harkonnen,
            Ability::Sardaukar => Faction::Emperor,
            Ability::Fedaykin | Ability::BattleHardened => Faction::Fremen,
        }
    }

    /// Some abilities are cancelled when they are used, the others prevented before.
    fn is_cancelled(self) -> bool {
        matches!(self, Ability::Voice | Ability::Prescience | Ability::CapturedLeader | Ability::WorthlessKarama)
    }
}

pub(crate) fn play(table: &mut Table, by: Faction, purpose: Use, card: Card) -> Result<(), Refusal> {
    check_card(table, by, card)?;
    let under_way = table.battle.as_ref().and_then(Battle::ability_under_way);
    let beside = under_way.is_some_and(|ability| purpose != Use::Against(ability));
    // An ability that has begun can be cancelled, but nothing else is played inside it.
    if beside && table.upholds(Switch::AbilityGoesOn) {
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
    table.tell(Event::KaramaPlayed { by, card, against, effect });
    // battle.md KARAMA CARD: and then it is gone.
    if table.upholds(Switch::KaramaIsDiscarded) {
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
            && table.upholds(Switch::WorthlessKarama));
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
    if !ability.is_cancelled() && !is_at_hand(table, battle, ability) {
        return Err(Code::NoSuchKarama.under("dune/battle.md#KARAMA PREVENTS"));
    }
    Ok(())
}

/// battle.md KARAMA PREVENTS: only what somebody in this battle could use can be prevented. All of these abilities belong to
/// the advanced game, and one that is prevented already cannot be used any more.
fn is_at_hand(table: &Table, battle: &Battle, ability: Ability) -> bool {
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
    let may_see = by == Faction::Atreides && table.grants_advanced() && table.upholds(Switch::KaramaSeesPlan);
    if !may_see {
        return Err(Code::NoSuchKarama.under("dune/battle.md#ONE TIME ULTIMATE"));
    }
    if table.game.plan_was_seen && table.upholds(Switch::OncePerGame) {
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
        table.upholds(Switch::KaramaCancels)
    } else {
        // battle.md KARAMA PREVENTS: prevented before it is used.
        table.upholds(Switch::KaramaPrevents)
    };
    let Some(battle) = &mut table.battle else {
        return;
    };
    if !holds {
        return;
    }
    battle.cancellable = None;
    let seizure = battle.seizure;
    match ability {
        Ability::Voice => battle.voice = None,
        Ability::Prescience => set_pending(battle, false),
        Ability::CapturedLeader => battle.seizure = None,
        Ability::WorthlessKarama => restore(battle),
        other => battle.prevented.push(other),
    }
    // battle.md KARAMA CANCELS: to use a worthless card so is an ability itself, which can be cancelled in turn.
    if card.is_worthless() {
        battle.cancellable = Some(Ability::WorthlessKarama);
        battle.overruled = Some(Overruled { ability, seizure });
    }
}

fn set_pending(battle: &mut Battle, is_pending: bool) {
    if let Some(vision) = &mut battle.vision {
        vision.is_pending = is_pending;
    }
}

/// Takes back what a worthless card has stopped, which from then on is as if that card had not been played.
fn restore(battle: &mut Battle) {
    let Some(Overruled { ability, seizure }) = battle.overruled.take() else {
        return;
    };
    match ability {
        Ability::Prescience => set_pending(battle, true),
        Ability::CapturedLeader => battle.seizure = seizure,
        other => battle.prevented.retain(|prevented| *prevented != other),
    }
    battle.cancellable = Some(ability).filter(|ability| ability.is_cancelled());
}

fn see_plan(table: &mut Table, by: Faction, target: Faction) {
    table.game.plan_was_seen = true;
    let Some(battle) = &table.battle else { return };
    let plan = battle.role_of(target).and_then(|role| battle.plan(role)).map(|plan| plan.revealed());
    if let Some(plan) = plan {
        table.tell(Event::PlanSeen { by, target, plan });
    }
}
