//! Abilities that a Karama can stop, and what a Karama does to them.

use crate::model::faction::Faction;
use crate::model::named::named;
use crate::table::capture_progress::CaptureProgress;

named! {
    Ability, "ability that a Karama can stop" {
        Voice = "voice",
        Prescience = "prescience",
        CapturedLeader = "captured_leader",
        KwisatzHaderach = "kwisatz_haderach",
        Sardaukar = "sardaukar",
        Fedaykin = "fedaykin",
        BattleHardened = "battle_hardened",
        WorthlessKarama = "worthless_karama",
    }
}

named! { Effect, "effect" { Cancels = "cancels", Prevents = "prevents", SeesPlan = "sees_plan" } }

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Against(Ability),
    SeePlan(Faction),
}

/// The ability that a worthless card, played as a Karama, has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overruled {
    pub(crate) ability: Ability,
    /// The progress of the capture at that moment, if there was one.
    pub(crate) capture_progress: Option<CaptureProgress>,
}

impl Ability {
    /// Whose ability it is.
    pub(crate) fn owner(self) -> Faction {
        match self {
            Ability::Voice | Ability::WorthlessKarama => Faction::BeneGesserit,
            Ability::Prescience | Ability::KwisatzHaderach => Faction::Atreides,
            Ability::CapturedLeader => Faction::Harkonnen,
            Ability::Sardaukar => Faction::Emperor,
            Ability::Fedaykin | Ability::BattleHardened => Faction::Fremen,
        }
    }

    /// Some abilities are cancelled when they are used, the others prevented before.
    pub(crate) fn is_cancelled(self) -> bool {
        matches!(self, Ability::Voice | Ability::Prescience | Ability::CapturedLeader | Ability::WorthlessKarama)
    }
}
