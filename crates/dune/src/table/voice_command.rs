//! The command of VOICE in one battle.

use crate::model::card::Card;
use crate::model::datum::Datum;
use crate::model::faction::Faction;
use crate::model::named::named;

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

/// The object of a command: a kind of card, or a card by name.
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
pub struct VoiceCommand {
    pub target: Faction,
    pub order: Order,
    pub what: Command,
}
