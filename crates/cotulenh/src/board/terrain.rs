//! Terrain: water, land and mixed squares, which piece may stand where, and what the river stops.

use crate::board::kind::Kind;
use crate::board::square::Direction;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::rules::Rules;
use crate::rules::switch::Switch;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Terrain {
    Water,
    Mixed,
    Land,
}

const FILE_C: u8 = 2;
const FILE_F: u8 = 5;
const FILE_H: u8 = 7;
/// The first rank beyond the river, which is rank 7.
const FAR_BANK: u8 = 6;

#[inline]
pub(crate) fn terrain<R: Rules>(rules: &R, square: Square) -> Terrain {
    let (file, rank) = (square.file(), square.rank());
    if file < FILE_C {
        return if rules.applies(Switch::WaterFiles) { Terrain::Water } else { Terrain::Mixed };
    }
    if file == FILE_C {
        return if rules.applies(Switch::CoastIsMixed) { Terrain::Mixed } else { Terrain::Land };
    }
    if file <= FILE_C + 2 && (rank == FAR_BANK || rank == FAR_BANK - 1) {
        return if rules.applies(Switch::RiverMouthIsMixed) { Terrain::Mixed } else { Terrain::Land };
    }
    if rules.applies(Switch::RestIsLand) { Terrain::Land } else { Terrain::Mixed }
}

/// Whether a piece of this kind, on its own or as a carrier, may stand on a square.
#[inline]
pub(crate) fn may_stand<R: Rules>(rules: &R, kind: Kind, square: Square) -> bool {
    let ground = terrain(rules, square);
    // terrain.md STANDING: ships on water, the others on land, all of them on mixed squares.
    match kind {
        Kind::Navy => ground != Terrain::Land || !rules.applies(Switch::NavyStands),
        Kind::AirForce => ground != Terrain::Water || !rules.applies(Switch::AirForceNeedsGround),
        _ => ground != Terrain::Water || !rules.applies(Switch::OthersStand),
    }
}

/// Whether a piece or a stack may stand on a square.
#[inline]
pub(crate) fn stack_may_stand<R: Rules>(rules: &R, stack: Stack, square: Square) -> bool {
    let Some(carrier) = stack.carrier() else { return true };
    // terrain.md STACKS STAND: passengers add no limit of their own.
    may_stand(rules, carrier.kind, square)
        && (stack.is_single()
            || rules.applies(Switch::CarrierStands)
            || stack.passengers().all(|unit| may_stand(rules, unit.kind, square)))
}

/// Whether the river stops a piece or stack that steps.
#[inline]
pub(crate) fn is_heavy<R: Rules>(rules: &R, group: Stack) -> bool {
    let Some(carrier) = group.carrier() else { return false };
    // terrain.md RIVER: an engineer is not heavy, whichever piece it carries.
    let carries = carrier.kind == Kind::Engineer && !group.is_single();
    carrier.kind.is_heavy() || (carries && !rules.applies(Switch::CarriedHeavyCrosses))
}

/// Whether the river is between two squares on the line of a heavy piece, without a bridge.
#[inline]
pub(crate) fn river_stops<R: Rules>(rules: &R, from: Square, to: Square, direction: Direction) -> bool {
    if (from.rank() < FAR_BANK) == (to.rank() < FAR_BANK) {
        return false;
    }
    let on_bridge = direction.is_vertical() && matches!(from.file(), FILE_F | FILE_H);
    // terrain.md RIVER: except along the bridges.
    rules.applies(Switch::RiverStopsHeavy) && !(on_bridge && rules.applies(Switch::Bridges))
}

/// Whether a step from one square to the next cuts a corner of the river mouth: c5 and d6, c8 and d7.
#[inline]
pub(crate) fn cuts_corner<R: Rules>(rules: &R, from: Square, to: Square) -> bool {
    let pair = |square: Square| (square.file(), square.rank());
    let corner = |a, b| matches!((a, b), ((2, 4), (3, 5)) | ((2, 7), (3, 6)));
    let (a, b) = (pair(from), pair(to));
    (corner(a, b) || corner(b, a)) && rules.applies(Switch::NavyCorners)
}
