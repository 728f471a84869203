//! VOICE: the Bene Gesserit command what the opponent plays, or does not play.

use crate::battle::outline;
use crate::battle::outline::Outline;
use crate::battle::prescience;
use crate::decisions::ask::Ask;
use crate::decisions::play::Flow;
use crate::decisions::play::Play;
use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::model::card::Card;
use crate::model::card::Kind as CardKind;
use crate::model::faction::Faction;
use crate::model::plan::Bearer;
use crate::model::plan::Plan;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::ability::Ability;
use crate::table::battle::Battle;
use crate::table::event::Event;
use crate::table::voice_command::Command;
use crate::table::voice_command::Order;
use crate::table::voice_command::Sort;
use crate::table::voice_command::VoiceCommand;

/// Offers the Bene Gesserit their command.
pub(crate) fn offer(play: &mut Play) -> Flow<()> {
    let by = Faction::BeneGesserit;
    let Some(target) = target(&play.table, by, Switch::Voice, Switch::VoiceForAlly) else {
        return Ok(());
    };
    let ask = Ask::optional(Kind::Voice, by, "battle.md VOICE: Bene Gesserit may command the opponent");
    while let Some((number, Step::Voice { order, what, .. })) = play.ask(&ask)? {
        if let Err(refusal) = check_command(&play.table, what) {
            play.refuse(number, refusal)?;
            continue;
        }
        if let Some(battle) = &mut play.table.battle {
            battle.voice = Some(VoiceCommand { target, order, what });
            battle.cancellable = Some(Ability::Voice);
        }
        play.table.record(Event::VoiceUsed { by, target, command: order, what });
        return Ok(());
    }
    Ok(())
}

/// Whether Bene Gesserit have an opponent to command in this battle.
pub(crate) fn may_speak(table: &Table) -> bool {
    target(table, Faction::BeneGesserit, Switch::Voice, Switch::VoiceForAlly).is_some()
}

/// Against whom a faction may use an ability of its own in this battle: the opponent, or the ally's opponent.
pub(crate) fn target(table: &Table, by: Faction, own: Switch, for_ally: Switch) -> Option<Faction> {
    let battle = table.battle.as_ref()?;
    let fighter = battle.represented_by(by, &table.game)?;
    let is_allowed = if fighter == by { table.applies(own) } else { table.applies(for_ally) };
    if is_allowed { battle.opponent_of(fighter) } else { None }
}

/// battle.md VOICE: special weapons and defenses are called by name, ordinary ones by kind.
fn check_command(table: &Table, what: Command) -> Result<(), Refusal> {
    match what {
        Command::Card(card) if card != Card::Lasgun && table.applies(Switch::VoiceByName) => {
            Err(Code::VoiceNotACommand.refusal())
        }
        _ => Ok(()),
    }
}

/// Whether a plan holds what a command is about.
fn holds(outline: Outline, what: Command) -> bool {
    let weapon = outline.weapon.map(Card::kind);
    let defense = outline.defense.map(Card::kind);
    match what {
        Command::Sort(Sort::ProjectileWeapon) => weapon == Some(CardKind::Projectile),
        Command::Sort(Sort::PoisonWeapon) => weapon == Some(CardKind::Poison),
        Command::Sort(Sort::ProjectileDefense) => defense == Some(CardKind::Shield),
        Command::Sort(Sort::PoisonDefense) => defense == Some(CardKind::Snooper),
        Command::Sort(Sort::CheapHero) => outline.bearer == Some(Bearer::Hero),
        Command::Sort(Sort::Worthless) => [weapon, defense].contains(&Some(CardKind::Worthless)),
        Command::Card(card) => [outline.weapon, outline.defense].contains(&Some(card)),
    }
}

pub(crate) fn obeys(outline: Outline, spoken: VoiceCommand) -> bool {
    match spoken.order {
        Order::Play => holds(outline, spoken.what),
        Order::NotPlay => !holds(outline, spoken.what),
    }
}

/// battle.md VOICE: a plan complies as far as its player is able to.
pub(crate) fn check(table: &Table, battle: &Battle, plan: &Plan) -> Result<(), Refusal> {
    let Some(spoken) = battle.command_to(plan.by) else {
        return Ok(());
    };
    if obeys(Outline::of(plan), spoken) {
        return Ok(());
    }
    let is_able = outline::possible(table, plan.by)
        .into_iter()
        .any(|outline| obeys(outline, spoken) && prescience::keeps(battle, plan.by, outline));
    // battle.md VOICE: a player without such a card, or who may not play it, need not obey.
    let is_excused = !is_able && table.applies(Switch::VoiceExcuse);
    if !is_excused && table.applies(Switch::VoiceIsObeyed) {
        return Err(Code::VoiceDisobeyed.refusal());
    }
    Ok(())
}
