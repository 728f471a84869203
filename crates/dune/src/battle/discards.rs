//! Cards and abilities that the winner of a battle may keep.

use crate::battle::aftermath::Decided;
use crate::battle::resolution::CardsFate;
use crate::battle::weapons;
use crate::decisions::ask::Ask;
use crate::decisions::play::Flow;
use crate::decisions::play::Play;
use crate::decisions::step::Kind;
use crate::decisions::step::OneTime;
use crate::decisions::step::Step;
use crate::model::card::Card;
use crate::model::plan::Plan;
use crate::model::refusal::Code;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::battle::Role;
use crate::table::event::DiscardReason;
use crate::table::event::Event;

/// Discards or keeps the cards of both plans.
pub(crate) fn cards(play: &mut Play, decided: &Decided) -> Flow<()> {
    for role in Role::BOTH {
        let plan = decided.plan(role);
        match decided.resolution.sides[role as usize].cards {
            CardsFate::Kept => {}
            CardsFate::Discarded(why) => {
                for card in &plan.cards {
                    if is_given_up(&play.table, *card) {
                        play.table.discard(plan.by, *card, why);
                    }
                }
            }
            CardsFate::Chosen { with_one_shots } => winners_cards(play, plan, with_one_shots)?,
        }
    }
    Ok(())
}

/// battle.md CHEAP HERO: a Cheap Hero is discarded because it was used, by winner and loser.
fn is_given_up(table: &Table, card: Card) -> bool {
    card != Card::CheapHero || table.applies(Switch::HeroIsDiscarded)
}

fn winners_cards(play: &mut Play, plan: &Plan, with_one_shots: bool) -> Flow<()> {
    let (mut kept, gone): (Vec<Card>, Vec<Card>) =
        plan.cards.iter().partition(|card| is_kept(&play.table, **card, with_one_shots));
    for card in gone {
        play.table.discard(plan.by, card, DiscardReason::AfterUse);
    }
    // battle.md WINNING: the winner may discard cards that need not be discarded.
    if !kept.is_empty() && play.table.applies(Switch::WinnerMayDiscard) {
        for card in chosen_discards(play, plan)? {
            if let Some(index) = kept.iter().position(|held| *held == card) {
                kept.remove(index);
                play.table.discard(plan.by, card, DiscardReason::Chosen);
            }
        }
    }
    for card in kept {
        play.table.record(Event::CardKept { faction: plan.by, card });
    }
    Ok(())
}

/// Whether a card of the winner need not be discarded.
fn is_kept(table: &Table, card: Card, with_one_shots: bool) -> bool {
    if !weapons::is_one_shot(table, card) {
        // battle.md WINNING: a card without the text "Discard after use" may be kept.
        return table.applies(Switch::WinnerMayKeep);
    }
    // battle.md CHEAP HERO: the Cheap Hero is discarded after use; only a traitor call saves it (battle.md TRAITORS).
    with_one_shots || !is_given_up(table, card)
}

fn chosen_discards(play: &mut Play, plan: &Plan) -> Flow<Vec<Card>> {
    let ask = Ask::optional(Kind::Cards, plan.by, "battle.md WINNING: the winner may discard cards played");
    while let Some((number, Step::Cards { discard, .. })) = play.ask(&ask)? {
        let mut played = plan.cards.clone();
        let was_played = discard.iter().all(|card| {
            let place = played.iter().position(|other| other == card);
            place.map(|index| played.remove(index)).is_some()
        });
        if was_played {
            return Ok(discard);
        }
        play.refuse(number, Code::CardNotPlayed.refusal())?;
    }
    Ok(Vec::new())
}

/// battle.md TRAITORS: returns the cards that a traitor caller counts as not used.
pub(crate) fn unused(play: &mut Play, decided: &Decided) -> Flow<Vec<OneTime>> {
    let Some(role) = decided.resolution.caller else {
        return Ok(Vec::new());
    };
    let plan = decided.plan(role);
    let played = one_time_abilities(&play.table, plan);
    let may_treat = !played.is_empty() && play.table.applies(Switch::OneTimeUnused);
    if !may_treat {
        return Ok(Vec::new());
    }
    let ask = Ask::optional(
        Kind::Unused,
        plan.by,
        "battle.md TRAITOR CALLED: the caller may treat one-time abilities as not used",
    );
    while let Some((number, Step::Unused { treat, .. })) = play.ask(&ask)? {
        if treat.iter().all(|ability| played.contains(ability)) {
            return Ok(treat);
        }
        play.refuse(number, Code::AbilityNotPlayed.refusal())?;
    }
    Ok(Vec::new())
}

fn one_time_abilities(table: &Table, plan: &Plan) -> Vec<OneTime> {
    let mut abilities = Vec::new();
    if plan.kwisatz_haderach {
        abilities.push(OneTime::KwisatzHaderach);
    }
    let disc = plan.leader().and_then(|leader| table.game.disc(leader));
    if table.game.advanced && disc.is_some_and(|disc| disc.is_captive() && !disc.in_tanks()) {
        abilities.push(OneTime::CapturedLeader);
    }
    abilities
}
