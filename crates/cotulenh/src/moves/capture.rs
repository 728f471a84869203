//! The kinds of capture, and which of them an attacker has.

use crate::board::kind::Kind;
use crate::board::square::Square;
use crate::board::step::Effect;
use crate::board::terrain;
use crate::board::terrain::Terrain;
use crate::moves::air_defence::Air;
use crate::rules::Rules;
use crate::rules::switch::Switch;

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
    pub(crate) fn effects(self) -> impl Iterator<Item = Effect> {
        let all = [(self.normal, Effect::Normal), (self.stay, Effect::Stay), (self.suicide, Effect::Suicide)];
        all.into_iter().filter_map(|(has, effect)| has.then_some(effect))
    }

    pub(crate) fn has(self, effect: Effect) -> bool {
        self.effects().any(|it| it == effect)
    }
}

/// Returns the kinds of capture that an attacker has on a square, for a given state of its flight.
#[inline]
pub(crate) fn kinds<R: Rules>(rules: &R, attacker: Kind, deploys: bool, target: Square, air: Air) -> Kinds {
    // air-defence.md ONE ZONE: an air force that captures inside a zone cannot return.
    if air == Air::InZone && rules.applies(Switch::OneZoneSuicide) {
        return SUICIDE;
    }
    let kinds = on_ground(rules, attacker, deploys, terrain::terrain(rules, target));
    // air-defence.md SUICIDE NEEDS A ZONE: a suicide capture is possible only inside a zone.
    Kinds { suicide: !rules.applies(Switch::SuicideNeedsZone), ..kinds }
}

/// Returns the kinds of capture that the ground under the target allows.
#[inline]
pub(crate) fn on_ground<R: Rules>(rules: &R, attacker: Kind, deploys: bool, ground: Terrain) -> Kinds {
    // captures.md NAVY ON TERRAIN, LAND PIECES, AIR FORCE ON TERRAIN: a piece that may not stand on the target's square
    // makes a stay capture.
    match (attacker, ground) {
        (Kind::Navy, Terrain::Water) => rules.choose(Switch::NavyOnWater, NORMAL, STAY),
        (Kind::Navy, Terrain::Land) => rules.choose(Switch::NavyOnLand, STAY, NORMAL),
        (Kind::Navy, Terrain::Mixed) => rules.choose(Switch::NavyOnMixed, NORMAL, STAY),
        (Kind::AirForce, Terrain::Water) => rules.choose(Switch::AirForceOnWater, STAY, NORMAL),
        (Kind::AirForce, _) if deploys && rules.applies(Switch::NoChoiceDeploying) => NORMAL,
        (Kind::AirForce, _) => rules.choose(Switch::AirForceChoice, Kinds { stay: true, ..NORMAL }, NORMAL),
        (_, Terrain::Land) => rules.choose(Switch::LandOnLand, NORMAL, STAY),
        (_, Terrain::Water) => rules.choose(Switch::LandOnWater, STAY, NORMAL),
        (_, Terrain::Mixed) => rules.choose(Switch::LandOnMixed, NORMAL, STAY),
    }
}
