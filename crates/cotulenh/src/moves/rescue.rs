//! Rescue: which steps of the waiting pieces of a deployment can still save their commander.
//!
//! Every conclusion here has to be provable, since nothing checks it again: tests compare it with trying everything.
//!
//! They follow from one claim: if an attacked commander does not stand on the origin, the attack lasts until a piece
//! steps onto the attacker or between the two. Joining an earlier step does not help. The reasons:
//!
//! - The commander and all other pieces that do not wait stay where they are.
//! - A piece that joins leaves the origin for a stack. The deployment is then replayed with the same captures, so the
//!   enemy has the same pieces, and no other square becomes occupied.
//! - Whether a navy carries the commander matters for the range of ships. A navy stays the carrier after any piece joins it.
//! - Air forces also depend on the air defence of this side, which no step strengthens if no piece on the origin
//!   defends. A defender attacks over other pieces or next to it, so the step before has promoted it already. A last
//!   guard does not occur with three other stacks.

use crate::board::Board;
use crate::board::deployment::Deployment;
use crate::board::kind::Kind;
use crate::board::square::Direction;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::board::stack::Stack;
use crate::board::unit::Unit;
use crate::moves::attack;
use crate::moves::attack::View;
use crate::moves::promotion::GUARDED;
use crate::moves::reach;
use crate::rules::Rules;

/// Returns the squares to which a deployment that may not end now may go on, or `None` if no step can save the
/// commander. All squares if several pieces wait, because any of them can be the one that saves it.
pub(crate) fn wanted<R: Rules>(rules: &R, board: &Board, deployment: &Deployment, waiting: Stack) -> Option<SquareSet> {
    let side = deployment.side();
    let commander = board.commander(side).filter(|_| !waiting.is_none())?;
    if commander == deployment.origin {
        return Some(SquareSet::ALL);
    }
    let mut siege = Siege { wanted: SquareSet::ALL, to_capture: SquareSet::default(), hopeless: false };
    let can_help = |square| waiting.units().any(|unit| could_reach(rules, board, unit, deployment.origin, square));
    if attack::is_exposed(rules, board)
        && let Some(enemy) = board.commander(side.other())
    {
        siege.meet(line(commander, enemy), can_help);
    }
    let settled = is_air_defence_settled(board, deployment);
    attack::for_each_attacker(rules, View::of(board), commander, side.other(), |attacker| {
        let Unit { kind, .. } = attacker.unit;
        if reach::shoots_over(rules, kind) && (settled || kind != Kind::AirForce) {
            siege.meet(SquareSet::of([attacker.square]), can_help);
        } else if kind != Kind::AirForce {
            siege.meet(line(commander, attacker.square), can_help);
        }
        siege.hopeless
    });
    if siege.hopeless || siege.to_capture.count() as usize > waiting.size() {
        return None;
    }
    match waiting.is_single() {
        true => Some(siege.wanted).filter(|wanted| wanted.count() > 0),
        false => Some(SquareSet::ALL),
    }
}

/// The demands of the attacks on a commander.
struct Siege {
    /// The squares that end every attack.
    wanted: SquareSet,
    /// The attackers that only a capture stops.
    to_capture: SquareSet,
    /// Whether an attack cannot be ended.
    hopeless: bool,
}

impl Siege {
    /// An attack that a step to one of these squares ends.
    fn meet(&mut self, ends: SquareSet, can_help: impl Fn(Square) -> bool) {
        self.hopeless |= !ends.into_iter().any(can_help);
        self.wanted = self.wanted.intersection(ends);
        if ends.count() == 1 {
            ends.into_iter().for_each(|square| self.to_capture.insert(square));
        }
    }
}

/// The squares from one to another, without the first.
fn line(from: Square, to: Square) -> SquareSet {
    let Some((direction, distance)) = Direction::between(from, to) else { return SquareSet::default() };
    let mut at = from;
    SquareSet::of((0..distance).map_while(|_| {
        at = at.step(direction)?;
        Some(at)
    }))
}

/// Whether no step of the deployment can strengthen the air defence of its side.
fn is_air_defence_settled(board: &Board, deployment: &Deployment) -> bool {
    let defends = board.at(deployment.origin).units().any(|unit| unit.kind.defends_the_air());
    !defends && deployment.base.occupied(deployment.side()).count() > GUARDED + 1
}

/// Whether a piece might step from the origin to a square, whatever stands in between, now or once it is heroic.
fn could_reach<R: Rules>(rules: &R, board: &Board, unit: Unit, origin: Square, target: Square) -> bool {
    let hero = Unit { heroic: true, ..unit };
    let at_navy = board.at(target).is_carried_by(Kind::Navy);
    Direction::between(origin, target).is_some_and(|(direction, distance)| {
        let moves = reach::move_range(rules, hero, direction);
        distance <= reach::capture_range(rules, hero, direction, at_navy).max(moves)
    })
}
