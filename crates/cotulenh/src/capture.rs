//! The kinds of capture, and which of them an attacker has.

use super::kind::Kind;
use super::rules::Rules;
use super::sky::Air;
use super::square::Square;
use super::step::Deed;
use super::switch::Switch;
use super::terrain;
use super::terrain::Terrain;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Kinds {
    pub normal: bool,
    pub stay: bool,
    pub suicide: bool,
}

const NORMAL: Kinds = Kinds { normal: true, stay: false, suicide: false };
const STAY: Kinds = Kinds { normal: false, stay: true, suicide: false };
const SUICIDE: Kinds = Kinds { normal: false, stay: false, suicide: true };

impl Kinds {
    #[inline]
    pub(crate) fn deeds(self) -> impl Iterator<Item = Deed> {
        let all = [(self.normal, Deed::Normal), (self.stay, Deed::Stay), (self.suicide, Deed::Suicide)];
        all.into_iter().filter_map(|(has, deed)| has.then_some(deed))
    }

    pub(crate) fn has(self, deed: Deed) -> bool {
        self.deeds().any(|it| it == deed)
    }
}

/// The kinds of capture that an attacker has on a square, its path through the air being what it is.
#[inline]
pub(crate) fn kinds<R: Rules>(rules: &R, attacker: Kind, deploys: bool, target: Square, air: Air) -> Kinds {
    // air-defence.md ONE ZONE: inside it there is no way back.
    if air == Air::InZone && rules.upholds(Switch::OneZoneSuicide) {
        return SUICIDE;
    }
    let kinds = on_ground(rules, attacker, deploys, terrain::terrain(rules, target));
    // air-defence.md SUICIDE NEEDS A ZONE: there is no other reason to die.
    Kinds { suicide: rules.ruled(Switch::SuicideNeedsZone, false, true), ..kinds }
}

/// The kinds of capture as the ground under the target allows them.
#[inline]
pub(crate) fn on_ground<R: Rules>(rules: &R, attacker: Kind, deploys: bool, ground: Terrain) -> Kinds {
    // captures.md NAVY ON TERRAIN, LAND PIECES, AIR FORCE ON TERRAIN: whoever cannot stand there stays.
    match (attacker, ground) {
        (Kind::Navy, Terrain::Water) => rules.ruled(Switch::NavyOnWater, NORMAL, STAY),
        (Kind::Navy, Terrain::Land) => rules.ruled(Switch::NavyOnLand, STAY, NORMAL),
        (Kind::Navy, Terrain::Mixed) => rules.ruled(Switch::NavyOnMixed, NORMAL, STAY),
        (Kind::AirForce, Terrain::Water) => rules.ruled(Switch::AirForceOnWater, STAY, NORMAL),
        (Kind::AirForce, _) if deploys && rules.upholds(Switch::NoChoiceDeploying) => NORMAL,
        (Kind::AirForce, _) => rules.ruled(Switch::AirForceChoice, Kinds { stay: true, ..NORMAL }, NORMAL),
        (_, Terrain::Land) => rules.ruled(Switch::LandOnLand, NORMAL, STAY),
        (_, Terrain::Water) => rules.ruled(Switch::LandOnWater, STAY, NORMAL),
        (_, Terrain::Mixed) => rules.ruled(Switch::LandOnMixed, NORMAL, STAY),
    }
}
