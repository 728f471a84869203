//! A battle plan: as a player submits it, as the rules accept it, and as the other players see it.

use crate::model::card::Card;
use crate::model::datum::Datum;
use crate::model::faction::Faction;
use crate::model::half_strength::Half;
use crate::model::leader::Leader;

/// The leader of a plan: a disc or a Cheap Hero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bearer {
    Disc(Leader),
    Hero,
}

impl Bearer {
    pub(crate) fn leader(self) -> Option<Leader> {
        match self {
            Bearer::Disc(leader) => Some(leader),
            Bearer::Hero => None,
        }
    }
}

impl From<Bearer> for Datum {
    fn from(bearer: Bearer) -> Datum {
        match bearer {
            Bearer::Disc(leader) => leader.into(),
            Bearer::Hero => Card::CheapHero.into(),
        }
    }
}

/// Tokens counted by sort, and by whether spice is paid for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tokens {
    pub normal_spiced: u32,
    pub normal_unspiced: u32,
    pub elite_spiced: u32,
    pub elite_unspiced: u32,
}

impl Tokens {
    pub fn normal(self) -> u32 {
        self.normal_spiced.saturating_add(self.normal_unspiced)
    }

    pub fn elite(self) -> u32 {
        self.elite_spiced.saturating_add(self.elite_unspiced)
    }

    pub fn spiced(self) -> u32 {
        self.normal_spiced.saturating_add(self.elite_spiced)
    }
}

/// The number of a plan: dialed as such, or given as the exact tokens it is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    Missing,
    Dial(Half),
    Exact(Tokens),
}

/// A plan as a player submits it. It may break any rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub by: Faction,
    pub number: Number,
    pub spice: u32,
    pub bearers: Vec<Bearer>,
    pub weapons: Vec<Card>,
    pub defenses: Vec<Card>,
    pub announces_no_leader: bool,
    pub kwisatz_haderach: bool,
}

/// A plan that the rules accept. Only `legality::check` makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub by: Faction,
    pub number: Half,
    pub spice: u32,
    /// The tokens behind the number, where the player named them.
    pub exact: Option<Tokens>,
    pub bearer: Option<Bearer>,
    pub weapon: Option<Card>,
    pub defense: Option<Card>,
    /// Every card of the plan, the Cheap Hero included.
    pub cards: Vec<Card>,
    pub announces_no_leader: bool,
    pub kwisatz_haderach: bool,
}

impl Plan {
    pub(crate) fn leader(&self) -> Option<Leader> {
        self.bearer.and_then(Bearer::leader)
    }

    pub(crate) fn revealed(&self) -> Revealed {
        Revealed {
            by: self.by,
            dial: self.number,
            spice: self.spice,
            leader: self.bearer,
            weapon: self.weapon,
            defense: self.defense,
            kwisatz_haderach: self.kwisatz_haderach,
        }
    }
}

/// The visible parts of a revealed plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revealed {
    pub by: Faction,
    pub dial: Half,
    pub spice: u32,
    pub leader: Option<Bearer>,
    pub weapon: Option<Card>,
    pub defense: Option<Card>,
    pub kwisatz_haderach: bool,
}

impl Revealed {
    /// Everything but the player who made the plan.
    pub(crate) fn shown(self) -> Vec<(&'static str, Datum)> {
        vec![
            ("dial", self.dial.into()),
            ("spice", self.spice.into()),
            ("leader", self.leader.into()),
            ("weapon", self.weapon.into()),
            ("defense", self.defense.into()),
            ("kwisatz_haderach", self.kwisatz_haderach.into()),
        ]
    }
}

impl From<Revealed> for Datum {
    fn from(plan: Revealed) -> Datum {
        let mut fields = vec![("by", plan.by.into())];
        fields.extend(plan.shown());
        Datum::Record(fields)
    }
}
