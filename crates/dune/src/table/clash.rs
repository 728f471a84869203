//! One battle to be fought: two factions and the places on which they meet.

use crate::model::faction::Faction;
use crate::model::game::Game;
use crate::model::player::Player;
use crate::model::spot::Sector;
use crate::model::spot::Spot;
use crate::model::territory::Territory;

/// Two factions that have to fight. The field holds the places whose Forces take part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    pub territory: Territory,
    pub field: Vec<Spot>,
    /// In Storm Order.
    pub pair: [Faction; 2],
}

impl Clash {
    pub fn involves(&self, faction: Faction) -> bool {
        self.pair.contains(&faction)
    }

    pub fn opponent_of(&self, faction: Faction) -> Option<Faction> {
        match self.pair {
            [one, other] if one == faction => Some(other),
            [other, one] if one == faction => Some(other),
            _ => None,
        }
    }

    pub(crate) fn is_on_field_of(&self, other: &Clash) -> bool {
        self.territory == other.territory && self.field == other.field
    }

    pub(crate) fn has_sector(&self, sector: Sector) -> bool {
        self.field.iter().any(|spot| spot.sector == Some(sector))
    }

    pub(crate) fn has_forces_of(&self, faction: Faction, game: &Game) -> bool {
        game.player(faction).is_some_and(|player| stands_on(player, &self.field))
    }
}

pub(crate) fn stands_on(player: &Player, spots: &[Spot]) -> bool {
    spots.iter().any(|spot| player.fighters_at(*spot) > 0)
}
