//! PRESCIENCE: Atreides see one element of the opponent's plan before it is made.

use crate::battle::outline;
use crate::battle::outline::Outline;
use crate::battle::voice;
use crate::battle::weapons::Slot;
use crate::battle::wheel;
use crate::decisions::ask::Ask;
use crate::decisions::play::Flow;
use crate::decisions::play::Halt;
use crate::decisions::play::Play;
use crate::decisions::source::Mistake;
use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::leaders::leader_pool;
use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::half_strength::Half;
use crate::model::plan::Bearer;
use crate::model::plan::Plan;
use crate::model::reading::NumberShown;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::ability::Ability;
use crate::table::battle::Battle;
use crate::table::event::Event;
use crate::table::prescience_question::Element;
use crate::table::prescience_question::PrescienceQuestion;
use crate::table::prescience_question::Shown;

const BY: Faction = Faction::Atreides;

/// Offers Atreides their question.
pub(crate) fn offer(play: &mut Play) -> Flow<()> {
    if target(&play.table).is_none() {
        return Ok(());
    }
    let ask = Ask::optional(
        Kind::Prescience,
        BY,
        "battle.md PRESCIENCE: Atreides may see one element of the opponent's plan",
    );
    match play.ask(&ask)? {
        Some((_, Step::Prescience { element, .. })) => question(play, element),
        _ => Ok(()),
    }
}

/// Whether Atreides have an opponent to question in this battle.
pub(crate) fn may_ask(table: &Table) -> bool {
    target(table).is_some()
}

fn target(table: &Table) -> Option<Faction> {
    voice::target(table, BY, Switch::Prescience, Switch::PrescienceForAlly)
}

/// A second question in the same battle.
pub(crate) fn ask_again(play: &mut Play, number: u32, by: Faction, element: Element) -> Flow<()> {
    let prescience = play.table.battle.as_ref().and_then(|battle| battle.prescience);
    let was_none = prescience.is_some_and(|prescience| prescience.shown == Some(Shown::Nothing));
    let is_barred = if was_none {
        // battle.md PRESCIENCE: "none" is a valid answer, and Atreides do not ask for another element.
        play.table.applies(Switch::NothingElseAsked)
    } else {
        // battle.md PRESCIENCE: one element per battle.
        play.table.applies(Switch::OneElement)
    };
    if is_barred || by != BY {
        return play.refuse(number, Code::PrescienceUsed.refusal());
    }
    question(play, element)
}

fn question(play: &mut Play, element: Element) -> Flow<()> {
    let Some(target) = target(&play.table) else {
        return Ok(());
    };
    if let Some(battle) = &mut play.table.battle {
        battle.prescience = Some(PrescienceQuestion { target, element, shown: None, is_pending: true });
        battle.cancellable = Some(Ability::Prescience);
    }
    play.table.record(Event::PrescienceAsked { by: BY, target, element });
    let ask =
        Ask::required(Kind::Answer, vec![target], "battle.md PRESCIENCE: the opponent reveals the element asked for");
    while let Some((number, Step::Answer { shows, .. })) = ask_until_settled(play, &ask)? {
        let shows = as_shown(&play.table, shows);
        if !is_about(element, shows, shows_spice(&play.table)) {
            return Err(Halt::Mistake(nonsense(number, element)));
        }
        if let Err(refusal) = check_answer(&play.table, target, element, shows) {
            play.refuse(number, refusal)?;
            continue;
        }
        if let Some(battle) = &mut play.table.battle {
            battle.prescience = Some(PrescienceQuestion { target, element, shown: Some(shows), is_pending: false });
        }
        play.table.record(Event::PrescienceAnswered { by: target, element, shows });
        return Ok(());
    }
    Ok(())
}

/// Asks again if a worthless card cancelled the question and that card is cancelled in turn.
fn ask_until_settled(play: &mut Play, ask: &Ask) -> Flow<Option<(u32, Step)>> {
    loop {
        let answer = play.ask_while(ask, is_pending)?;
        if answer.is_some() || is_pending(&play.table) {
            return Ok(answer);
        }
        play.take_asides(|step, _| step.counters_a_karama())?;
        if !is_pending(&play.table) {
            forget_cancelled(play);
            return Ok(None);
        }
    }
}

/// Ends the time in which the worthless card that cancelled the question can itself be cancelled.
fn forget_cancelled(play: &mut Play) {
    if let Some(battle) = &mut play.table.battle {
        battle.cancellable = battle.cancellable.filter(|ability| *ability != Ability::WorthlessKarama);
    }
}

fn is_pending(table: &Table) -> bool {
    let prescience = table.battle.as_ref().and_then(|battle| battle.prescience);
    prescience.is_some_and(|prescience| prescience.is_pending)
}

/// battle.md PRESCIENCE: whether the spice behind a number is shown with it.
fn shows_spice(table: &Table) -> bool {
    let is_other = table.game.readings.number_shown == NumberShown::NumberAndSpice;
    !table.reads(is_other, Switch::NumberAlone, Switch::SpiceIsShown)
}

/// Adapts a scripted answer. If a clause is off, the script may show too much or too little.
fn as_shown(table: &Table, shows: Shown) -> Shown {
    match shows {
        Shown::Number { number, spice } if table.is_altered() => {
            Shown::Number { number, spice: shows_spice(table).then(|| spice.unwrap_or(0)) }
        }
        _ => shows,
    }
}

/// Whether an answer is of the kind that was asked for.
fn is_about(element: Element, shows: Shown, with_spice: bool) -> bool {
    match (element, shows) {
        (Element::Leader, Shown::Leader(_) | Shown::Card(Card::CheapHero) | Shown::Nothing) => true,
        (Element::Weapon | Element::Defense, Shown::Card(_) | Shown::Nothing) => true,
        (Element::Number, Shown::Number { spice, .. }) => spice.is_some() == with_spice,
        _ => false,
    }
}

fn nonsense(step: u32, element: Element) -> Mistake {
    let wanted = match element {
        Element::Leader => "a leader, `cheap_hero` or `none`",
        Element::Weapon | Element::Defense => "a card or `none`",
        Element::Number => "a number (with `spice` beside it exactly where that reading shows both)",
    };
    Mistake {
        at: format!("when[{}].answer.shows", step.saturating_sub(1)),
        why: format!("the question was about another element; the answer is {wanted}"),
    }
}

/// An answer has to be one that a legal plan can keep.
fn check_answer(table: &Table, by: Faction, element: Element, shows: Shown) -> Result<(), Refusal> {
    match (element, shows) {
        (_, Shown::Leader(leader)) => leader_pool::may_play(table, by, leader)?,
        (Element::Leader, Shown::Nothing) => leader_pool::check_empty(table, by, true)?,
        (Element::Weapon, Shown::Card(card)) => check_card(table, by, card, Some(Slot::Weapon))?,
        (Element::Defense, Shown::Card(card)) => check_card(table, by, card, Some(Slot::Defense))?,
        (_, Shown::Card(card)) => check_card(table, by, card, None)?,
        (_, Shown::Number { number, spice }) => check_number(table, by, number, spice)?,
        (_, Shown::Nothing) => {}
    }
    let Some(battle) = &table.battle else {
        return Ok(());
    };
    let Some(spoken) = battle.command_to(by) else {
        return Ok(());
    };
    let obeying: Vec<Outline> =
        outline::possible(table, by).into_iter().filter(|outline| voice::obeys(*outline, spoken)).collect();
    // battle.md VOICE: an answer must not make it impossible to obey a command.
    let blocks = !obeying.is_empty() && !obeying.iter().any(|outline| fits(*outline, element, shows));
    if blocks && table.applies(Switch::VoiceIsObeyed) {
        return Err(Code::VoiceDisobeyed.refusal());
    }
    Ok(())
}

fn check_card(table: &Table, by: Faction, card: Card, slot: Option<Slot>) -> Result<(), Refusal> {
    if !table.game.player(by).is_some_and(|player| player.holds(card)) {
        return Err(Code::CardNotInHand.refusal());
    }
    match slot {
        Some(Slot::Weapon) if !Slot::Weapon.takes(card) => Err(Code::NotAWeapon.refusal()),
        Some(Slot::Defense) if !Slot::Defense.takes(card) => Err(Code::NotADefense.refusal()),
        Some(_) if outline::possible(table, by).iter().all(|outline| outline.bearer.is_none()) => {
            Err(Code::CardsWithoutLeader.refusal())
        }
        _ => Ok(()),
    }
}

/// Checks a number without spice: some amount of spice must make it possible.
fn check_number(table: &Table, by: Faction, number: Half, spice: Option<u32>) -> Result<(), Refusal> {
    let Some(battle) = &table.battle else {
        return Ok(());
    };
    if let Some(spice) = spice {
        return wheel::check_dial(table, battle, by, number, spice).map(|_| ());
    }
    let most = if table.game.advanced { table.game.spice_of(by).min(20) } else { 0 };
    let attempts = (0..=most).map(|spice| wheel::check_dial(table, battle, by, number, spice));
    let mut last = Ok(());
    for attempt in attempts {
        match attempt {
            Ok(_) => return Ok(()),
            Err(refusal) => last = Err(refusal),
        }
    }
    last
}

fn fits(outline: Outline, element: Element, shown: Shown) -> bool {
    match element {
        Element::Leader => match shown {
            Shown::Leader(leader) => outline.bearer == Some(Bearer::Disc(leader)),
            Shown::Card(_) => outline.bearer == Some(Bearer::Hero),
            _ => outline.bearer.is_none(),
        },
        Element::Weapon => outline.weapon == card(shown),
        Element::Defense => outline.defense == card(shown),
        Element::Number => true,
    }
}

fn card(shown: Shown) -> Option<Card> {
    match shown {
        Shown::Card(card) => Some(card),
        _ => None,
    }
}

fn answer_of(battle: &Battle, faction: Faction) -> Option<(Element, Shown)> {
    let prescience = battle.prescience.filter(|prescience| prescience.target == faction)?;
    prescience.shown.map(|shown| (prescience.element, shown))
}

/// Whether an outline keeps what its player has shown, if anything.
pub(crate) fn keeps(battle: &Battle, faction: Faction, outline: Outline) -> bool {
    answer_of(battle, faction).is_none_or(|(element, shown)| fits(outline, element, shown))
}

/// battle.md PRESCIENCE: what was shown binds the plan, as far as the player is still able to keep it.
pub(crate) fn check(table: &Table, battle: &Battle, plan: &Plan) -> Result<(), Refusal> {
    let Some((element, shown)) = answer_of(battle, plan.by) else {
        return Ok(());
    };
    let is_kept = match shown {
        Shown::Number { number, spice } => plan.number == number && spice.is_none_or(|spice| plan.spice == spice),
        _ => fits(Outline::of(plan), element, shown),
    };
    if is_kept {
        return Ok(());
    }
    let is_able = match shown {
        Shown::Number { number, spice } => check_number(table, plan.by, number, spice).is_ok(),
        _ => outline::possible(table, plan.by).into_iter().any(|it| fits(it, element, shown)),
    };
    if is_able && table.applies(Switch::AnswerBinds) {
        return Err(Code::AnswerBroken.refusal());
    }
    Ok(())
}
