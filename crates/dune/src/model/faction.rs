//! The six factions of the classic game, in the order in which tables list them.

use crate::model::named::named;
use crate::model::switch::Switch;

named! {
    Faction, "faction" {
        Atreides = "atreides",
        BeneGesserit = "bene_gesserit",
        Emperor = "emperor",
        Fremen = "fremen",
        Harkonnen = "harkonnen",
        SpacingGuild = "spacing_guild",
    }
}

/// Every faction owns twenty tokens, elites and advisors included.
pub const FORCES: u32 = 20;

/// The part of a faction that is plain data.
struct Facts {
    faction: Faction,
    elites: u32,
    free_revival: u32,
    /// The switch of the rule that grants the free revival; the rulebook has no such rule for the Spacing Guild.
    free_revival_switch: Option<Switch>,
}

const FACTS: [Facts; 6] = [
    facts(Faction::Atreides, 0, 2, Some(Switch::FreeRevivalOfAtreides)),
    facts(Faction::BeneGesserit, 0, 1, Some(Switch::FreeRevivalOfBeneGesserit)),
    facts(Faction::Emperor, 5, 1, Some(Switch::FreeRevivalOfEmperor)),
    facts(Faction::Fremen, 3, 3, Some(Switch::FreeRevivalOfFremen)),
    facts(Faction::Harkonnen, 0, 2, Some(Switch::FreeRevivalOfHarkonnen)),
    facts(Faction::SpacingGuild, 0, 1, None),
];

const fn facts(faction: Faction, elites: u32, free_revival: u32, free_revival_switch: Option<Switch>) -> Facts {
    Facts { faction, elites, free_revival, free_revival_switch }
}

impl Faction {
    fn facts(self) -> &'static Facts {
        let facts = &FACTS[self as usize];
        debug_assert!(facts.faction == self);
        facts
    }

    /// How many of the twenty tokens are starred (in the advanced game).
    pub fn elites(self) -> u32 {
        self.facts().elites
    }

    /// How many treachery cards it may hold (battle.md TREMENDOUSLY TREACHEROUS).
    pub(crate) fn hand_limit(self) -> usize {
        if self == Faction::Harkonnen { 8 } else { 4 }
    }

    /// How many Traitor Cards it keeps (battle.md TERRIBLY TRAITOROUS).
    pub(crate) fn traitors_kept(self) -> usize {
        if self == Faction::Harkonnen { 4 } else { 1 }
    }

    pub(crate) fn free_revival(self) -> u32 {
        self.facts().free_revival
    }

    pub(crate) fn free_revival_switch(self) -> Option<Switch> {
        self.facts().free_revival_switch
    }
}
