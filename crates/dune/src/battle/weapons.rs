//! The weapon and the defense of a plan.

use crate::model::card::Card;
use crate::model::card::Kind;
use crate::model::plan::Bearer;
use crate::model::plan::Draft;
use crate::model::reading::WinnersWorthless;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::table::Table;

/// The two card slots of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    Weapon,
    Defense,
}

impl Slot {
    /// Whether a card can fill the slot at all.
    pub(crate) fn takes(self, card: Card) -> bool {
        card.is_worthless()
            || match self {
                Slot::Weapon => card.is_weapon(),
                Slot::Defense => card.is_defense(),
            }
    }

    fn refusal(self) -> Refusal {
        match self {
            Slot::Weapon => Code::NotAWeapon.refusal(),
            Slot::Defense => Code::NotADefense.refusal(),
        }
    }
}

/// Judges the cards of a plan that has this bearer.
pub(crate) fn check(table: &Table, draft: &Draft, bearer: Option<Bearer>) -> Result<(), Refusal> {
    check_bearer(table, draft, bearer)?;
    // battle.md TREACHERY CARDS: one weapon and one defense at most.
    let (weapons, defenses) = (draft.weapons.len(), draft.defenses.len());
    if (weapons > 1 || defenses > 1) && table.applies(Switch::OneWeaponOneDefense) {
        let code = if weapons > 1 { Code::TwoWeapons } else { Code::TwoDefenses };
        return Err(code.refusal());
    }
    for card in &draft.weapons {
        check_slot(table, *card, Slot::Weapon)?;
    }
    for card in &draft.defenses {
        check_slot(table, *card, Slot::Defense)?;
    }
    check_hand(table, draft)?;
    check_freedom(table, draft, bearer)
}

fn check_bearer(table: &Table, draft: &Draft, bearer: Option<Bearer>) -> Result<(), Refusal> {
    if draft.weapons.is_empty() && draft.defenses.is_empty() {
        return Ok(());
    }
    let is_allowed = match bearer {
        // battle.md NO TREACHERY: a plan without a leader or hero contains only a number.
        None => !table.applies(Switch::NoCardsWithoutLeader),
        // battle.md CHEAP HERO: weapon and defense may go with the hero.
        Some(Bearer::Hero) => table.applies(Switch::HeroCarriesCards),
        Some(Bearer::Disc(_)) => true,
    };
    if is_allowed { Ok(()) } else { Err(Code::CardsWithoutLeader.refusal()) }
}

fn check_slot(table: &Table, card: Card, slot: Slot) -> Result<(), Refusal> {
    let is_taken = match card {
        // battle.md TREACHERY CARDS: a worthless card goes into either slot.
        card if card.is_worthless() => table.applies(Switch::WorthlessFillsSlots),
        card if slot.takes(card) => true,
        // battle.md HAJR, WEATHER CONTROL: cards of other phases.
        Card::Hajr => !table.applies(Switch::HajrNotInPlan),
        Card::WeatherControl => !table.applies(Switch::WeatherControlNotInPlan),
        _ => false,
    };
    if is_taken { Ok(()) } else { Err(slot.refusal()) }
}

/// battle.md TREACHERY CARDS: what is played comes from the hand, and one card fills one slot.
fn check_hand(table: &Table, draft: &Draft) -> Result<(), Refusal> {
    let hand = table.game.player(draft.by).map_or(&[][..], |player| &player.hand);
    let played = cards_of(draft);
    for card in &played {
        let held = hand.iter().filter(|in_hand| *in_hand == card).count();
        let used = played.iter().filter(|in_plan| *in_plan == card).count();
        if held == 0 && table.applies(Switch::CardFromHand) {
            return Err(Code::CardNotInHand.refusal());
        }
        if held > 0 && used > held && table.applies(Switch::CardInOneSlot) {
            return Err(Code::CardInTwoSlots.refusal());
        }
    }
    Ok(())
}

/// Checks that the player may leave out a card.
fn check_freedom(table: &Table, draft: &Draft, bearer: Option<Bearer>) -> Result<(), Refusal> {
    let has_weapon = !draft.weapons.is_empty();
    let has_defense = !draft.defenses.is_empty();
    // battle.md TREACHERY CARDS: a player may play a weapon without a defense, or a defense without a weapon.
    if has_weapon != has_defense && !table.applies(Switch::WeaponOrDefenseAlone) {
        return Err(Code::CardsRequired.under("dune/battle.md#TREACHERY CARDS"));
    }
    let could_play = table
        .game
        .player(draft.by)
        .is_some_and(|player| player.hand.iter().any(|card| Slot::Weapon.takes(*card) || Slot::Defense.takes(*card)));
    // battle.md BATTLE PLAN: a player may play neither.
    let plays_none = bearer.is_some() && !has_weapon && !has_defense;
    if plays_none && could_play && !table.applies(Switch::CardsAreOptional) {
        return Err(Code::CardsRequired.refusal());
    }
    Ok(())
}

/// Every card that a draft plays, the Cheap Hero included.
pub(crate) fn cards_of(draft: &Draft) -> Vec<Card> {
    let heroes = draft.bearers.iter().filter(|bearer| **bearer == Bearer::Hero);
    let mut cards = draft.weapons.clone();
    cards.extend(&draft.defenses);
    cards.extend(heroes.map(|_| Card::CheapHero));
    cards
}

/// Whether a card is discarded after use: the Cheap Hero, and worthless cards in the other reading.
pub(crate) fn is_one_shot(table: &Table, card: Card) -> bool {
    let is_other = table.game.readings.worthless_of_winner == WinnersWorthless::Discarded;
    // readings.md WORTHLESS CARD OF THE WINNER: in the other reading, it is discarded like a Cheap Hero.
    card.kind() == Kind::Hero || (card.is_worthless() && is_other && table.applies(Switch::WorthlessIsSpent))
}
