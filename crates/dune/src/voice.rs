//! VOICE: the Bene Gesserit command what the opponent plays, or does not play.

use super::ask::Ask;
use super::battle::Battle;
use super::card::Card;
use super::card::Kind as CardKind;
use super::datum::Datum;
use super::event::Event;
use super::faction::Faction;
use super::karama::Ability;
use super::named::named;
use super::outline;
use super::outline::Outline;
use super::plan::Bearer;
use super::plan::Plan;
use super::play::Flow;
use super::play::Play;
use super::prescience;
use super::refusal::Code;
use super::refusal::Refusal;
use super::step::Kind;
use super::step::Step;
use super::switch::Switch;
use super::table::Table;

named! { Order, "command" { Play = "play", NotPlay = "not_play" } }

named! {
    Sort, "kind of card" {
        ProjectileWeapon = "projectile_weapon",
        PoisonWeapon = "poison_weapon",
        ProjectileDefense = "projectile_defense",
        PoisonDefense = "poison_defense",
        CheapHero = "cheap_hero",
        Worthless = "worthless",
    }
}

/// What a command is about: a kind of card, or a card called by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    Sort(Sort),
    Card(Card),
}

impl From<Command> for Datum {
    fn from(command: Command) -> Datum {
        match command {
            Command::Sort(sort) => sort.into(),
            Command::Card(card) => card.into(),
        }
    }
}

/// A command that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spoken {
    pub target: Faction,
    pub order: Order,
    pub what: Command,
}

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
            battle.voice = Some(Spoken { target, order, what });
            battle.cancellable = Some(Ability::Voice);
        }
        play.table.tell(Event::VoiceUsed { by, target, command: order, what });
        return Ok(());
    }
    Ok(())
}

/// Whether Bene Gesserit have somebody to command in this battle.
pub(crate) fn may_speak(table: &Table) -> bool {
    target(table, Faction::BeneGesserit, Switch::Voice, Switch::VoiceForAlly).is_some()
}

/// Against whom a faction may use an ability of its own in this battle: the opponent, or the ally's opponent.
pub(crate) fn target(table: &Table, by: Faction, own: Switch, for_ally: Switch) -> Option<Faction> {
    let battle = table.battle.as_ref()?;
    let fighter = battle.represented_by(by, &table.game)?;
    let is_allowed = if fighter == by { table.upholds(own) } else { table.upholds(for_ally) };
    if is_allowed { battle.opponent_of(fighter) } else { None }
}

/// battle.md VOICE: special weapons and defenses are called by name, ordinary ones by kind.
fn check_command(table: &Table, what: Command) -> Result<(), Refusal> {
    match what {
        Command::Card(card) if card != Card::Lasgun && table.upholds(Switch::VoiceByName) => {
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

pub(crate) fn obeys(outline: Outline, spoken: Spoken) -> bool {
    match spoken.order {
        Order::Play => holds(outline, spoken.what),
        Order::NotPlay => !holds(outline, spoken.what),
    }
}

/// The command that binds a faction in this battle.
pub(crate) fn binding(battle: &Battle, faction: Faction) -> Option<Spoken> {
    battle.voice.filter(|spoken| spoken.target == faction)
}

pub(crate) fn forbids_hero(table: &Table, faction: Faction) -> bool {
    let Some(battle) = &table.battle else {
        return false;
    };
    binding(battle, faction)
        .is_some_and(|spoken| spoken.order == Order::NotPlay && spoken.what == Command::Sort(Sort::CheapHero))
}

/// battle.md VOICE: a plan complies as far as its player is able to.
pub(crate) fn check(table: &Table, battle: &Battle, plan: &Plan) -> Result<(), Refusal> {
    let Some(spoken) = binding(battle, plan.by) else {
        return Ok(());
    };
    if obeys(Outline::of(plan), spoken) {
        return Ok(());
    }
    let is_able = outline::possible(table, plan.by)
        .into_iter()
        .any(|outline| obeys(outline, spoken) && prescience::keeps(battle, plan.by, outline));
    // battle.md VOICE: who has no such card, or may not play it, is excused.
    let is_excused = !is_able && table.upholds(Switch::VoiceExcuse);
    if !is_excused && table.upholds(Switch::VoiceIsObeyed) {
        return Err(Code::VoiceDisobeyed.refusal());
    }
    Ok(())
}
