//! The possessions of one faction: spice, cards, traitors and tokens.

use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::pile::Board;
use crate::model::pile::Pile;
use crate::model::spot::Spot;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    pub faction: Faction,
    pub spice: u32,
    pub ally: Option<Faction>,
    pub hand: Vec<Card>,
    pub traitors: Vec<Leader>,
    pub normal: Pile,
    /// Starred tokens; none at all in the basic game and for factions without them.
    pub elites: Option<Pile>,
    /// Bene Gesserit tokens that do not fight. In the tanks and in reserve they are like any other.
    pub advisors: Board,
}

impl Player {
    pub fn normal_at(&self, spot: Spot) -> u32 {
        self.normal.board.at(spot)
    }

    pub fn elites_at(&self, spot: Spot) -> u32 {
        self.elites.as_ref().map_or(0, |elites| elites.board.at(spot))
    }

    /// Tokens that can fight here.
    pub(crate) fn fighters_at(&self, spot: Spot) -> u32 {
        self.normal_at(spot) + self.elites_at(spot)
    }

    pub fn holds(&self, card: Card) -> bool {
        self.hand.contains(&card)
    }

    /// Takes one copy of a card out of the hand, if it is there.
    pub(crate) fn give_up(&mut self, card: Card) -> bool {
        let Some(index) = self.hand.iter().position(|held| *held == card) else {
            return false;
        };
        self.hand.remove(index);
        true
    }
}
