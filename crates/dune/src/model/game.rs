//! The whole state of a game: everything that a scenario can set up and claim.

use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::pile::Board;
use crate::model::player::Player;
use crate::model::reading::Readings;
use crate::model::spot::Sector;
use crate::model::territory::Territory;

/// The Kwisatz Haderach token of Atreides (advanced game).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Kwisatz {
    pub active: bool,
    /// Atreides Forces lost in battles so far.
    pub losses: u32,
    pub dead: bool,
    /// The one territory in which it serves this turn.
    pub used_in: Option<Territory>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    pub advanced: bool,
    pub storm_order: Vec<Faction>,
    pub storm: Option<Sector>,
    pub bank: u32,
    pub shield_wall_destroyed: bool,
    pub discard: Vec<Card>,
    /// One for each faction in play, in table order.
    pub players: Vec<Player>,
    /// One for each leader of the factions in play, in table order.
    pub discs: Vec<Disc>,
    /// Present when Atreides play the advanced game.
    pub kwisatz: Option<Kwisatz>,
    pub ground_spice: Board,
    pub readings: Readings,
    /// The Atreides Karama power is spent (battle.md ONE TIME ULTIMATE, once per game).
    pub plan_was_seen: bool,
    /// Factions whose right to revive leaders has begun and goes on (phases.md LEADER REVIVAL).
    pub reviving: Vec<Faction>,
}

impl Game {
    pub fn player(&self, faction: Faction) -> Option<&Player> {
        self.players.iter().find(|player| player.faction == faction)
    }

    pub(crate) fn player_mut(&mut self, faction: Faction) -> Option<&mut Player> {
        self.players.iter_mut().find(|player| player.faction == faction)
    }

    pub fn plays(&self, faction: Faction) -> bool {
        self.player(faction).is_some()
    }

    pub(crate) fn ally_of(&self, faction: Faction) -> Option<Faction> {
        self.player(faction)?.ally
    }

    pub fn spice_of(&self, faction: Faction) -> u32 {
        self.player(faction).map_or(0, |player| player.spice)
    }

    pub(crate) fn disc(&self, leader: Leader) -> Option<&Disc> {
        self.discs.iter().find(|disc| disc.leader == leader)
    }

    pub(crate) fn disc_mut(&mut self, leader: Leader) -> Option<&mut Disc> {
        self.discs.iter_mut().find(|disc| disc.leader == leader)
    }

    pub(crate) fn held_by(&self, faction: Faction) -> impl Iterator<Item = &Disc> {
        self.discs.iter().filter(move |disc| disc.holder == faction)
    }

    pub fn leaders_of(&self, home: Faction) -> impl Iterator<Item = &Disc> {
        self.discs.iter().filter(move |disc| disc.home() == home)
    }

    /// Takes spice from a faction; the caller has made sure that it is there.
    pub(crate) fn charge(&mut self, faction: Faction, amount: u32) -> u32 {
        let Some(player) = self.player_mut(faction) else {
            return 0;
        };
        let charged = amount.min(player.spice);
        player.spice -= charged;
        charged
    }

    pub(crate) fn credit(&mut self, faction: Faction, amount: u32) {
        if let Some(player) = self.player_mut(faction) {
            player.spice = player.spice.saturating_add(amount);
        }
    }
}
