//! The treachery deck: thirty-three cards of twenty-three names.

use crate::model::named::named;

named! {
    Card, "card" {
        Crysknife = "crysknife",
        MaulaPistol = "maula_pistol",
        SlipTip = "slip_tip",
        Stunner = "stunner",
        Chaumas = "chaumas",
        Chaumurky = "chaumurky",
        EllacaDrug = "ellaca_drug",
        GomJabbar = "gom_jabbar",
        Lasgun = "lasgun",
        Shield = "shield",
        Snooper = "snooper",
        CheapHero = "cheap_hero",
        Baliset = "baliset",
        JubbaCloak = "jubba_cloak",
        Kulon = "kulon",
        LaLaLa = "la_la_la",
        TripToGamont = "trip_to_gamont",
        TleilaxuGhola = "tleilaxu_ghola",
        Karama = "karama",
        Truthtrance = "truthtrance",
        Hajr = "hajr",
        WeatherControl = "weather_control",
        FamilyAtomics = "family_atomics",
    }
}

/// The role of a card in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Projectile,
    Poison,
    Lasgun,
    Shield,
    Snooper,
    Hero,
    Worthless,
    /// Played outside battle plans.
    Elsewhere,
}

impl Card {
    pub(crate) fn kind(self) -> Kind {
        match self {
            Card::Crysknife | Card::MaulaPistol | Card::SlipTip | Card::Stunner => Kind::Projectile,
            Card::Chaumas | Card::Chaumurky | Card::EllacaDrug | Card::GomJabbar => Kind::Poison,
            Card::Lasgun => Kind::Lasgun,
            Card::Shield => Kind::Shield,
            Card::Snooper => Kind::Snooper,
            Card::CheapHero => Kind::Hero,
            Card::Baliset | Card::JubbaCloak | Card::Kulon | Card::LaLaLa | Card::TripToGamont => Kind::Worthless,
            Card::TleilaxuGhola
            | Card::Karama
            | Card::Truthtrance
            | Card::Hajr
            | Card::WeatherControl
            | Card::FamilyAtomics => Kind::Elsewhere,
        }
    }

    pub fn copies(self) -> usize {
        match self {
            Card::Shield | Card::Snooper => 4,
            Card::CheapHero => 3,
            Card::Karama | Card::Truthtrance => 2,
            _ => 1,
        }
    }

    pub(crate) fn is_weapon(self) -> bool {
        matches!(self.kind(), Kind::Projectile | Kind::Poison | Kind::Lasgun)
    }

    pub(crate) fn is_defense(self) -> bool {
        matches!(self.kind(), Kind::Shield | Kind::Snooper)
    }

    pub fn is_worthless(self) -> bool {
        self.kind() == Kind::Worthless
    }
}
