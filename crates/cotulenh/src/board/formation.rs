//! Which pieces form a stack, and which of them is the carrier.

use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::stack::Stack;
use crate::board::unit::Unit;
use crate::board::without;
use crate::rules::Rules;
use crate::rules::switch::Switch;

const RIDERS: &[Kind] = &[Kind::Commander, Kind::Infantry, Kind::Militia];
const SAILORS: &[Kind] = &[Kind::Commander, Kind::Infantry, Kind::Militia, Kind::Tank];
const HEAVY: &[Kind] = &[Kind::Artillery, Kind::AntiAir, Kind::Missile];

/// The pieces that a carrier can carry: at most one kind per slot.
struct Hold {
    carrier: Kind,
    slots: &'static [&'static [Kind]],
    switch: Switch,
}

/// stacks.md NAVY CARRIES and the rules after it, one per carrier. Of several possible carriers, the first one in this
/// list carries.
const HOLDS: &[Hold] = &[
    Hold { carrier: Kind::Navy, slots: &[&[Kind::AirForce], SAILORS], switch: Switch::NavyCarries },
    Hold { carrier: Kind::AirForce, slots: &[&[Kind::Tank], RIDERS], switch: Switch::AirForceCarries },
    Hold { carrier: Kind::Tank, slots: &[RIDERS], switch: Switch::TankCarries },
    Hold { carrier: Kind::Engineer, slots: &[HEAVY], switch: Switch::EngineerCarries },
    Hold { carrier: Kind::Headquarter, slots: &[&[Kind::Commander]], switch: Switch::HeadquarterCarries },
];

/// Orders pieces as a stack, if they form one.
pub fn arrange<R: Rules>(rules: &R, units: &[Unit], side: Side) -> Option<Stack> {
    if let [unit] = units {
        return Some(Stack::of(*unit, side));
    }
    let hold = HOLDS.iter().find(|hold| units.iter().any(|unit| unit.kind == hold.carrier));
    if let Some(stack) = hold.and_then(|hold| fill(hold, units, side)) {
        return hold.filter(|hold| rules.applies(hold.switch)).map(|_| stack);
    }
    // stacks.md NO OTHER STACK: pieces that the list of holds does not allow together cannot share a square.
    let fits = without::share_a_square(units) && !rules.applies(Switch::NoOtherStack);
    fits.then(|| Stack::from_units(units.iter().copied(), side))
}

/// The carrier and its passengers in the order of the slots, if all have a place.
fn fill(hold: &Hold, units: &[Unit], side: Side) -> Option<Stack> {
    let of = |kinds: &[Kind]| units.iter().copied().find(|unit| kinds.contains(&unit.kind));
    let passengers = hold.slots.iter().filter_map(|kinds| of(kinds));
    let stack = Stack::from_units(of(&[hold.carrier]).into_iter().chain(passengers), side);
    (stack.size() == units.len()).then_some(stack)
}

/// The result of stepping onto a friendly piece or stack.
pub(crate) fn join<R: Rules>(rules: &R, standing: Stack, comer: Stack) -> Option<Stack> {
    if standing.size() + comer.size() > 3 {
        return None;
    }
    let mut units = [Unit::new(Kind::Commander); 3];
    let mut count = 0;
    for (slot, unit) in units.iter_mut().zip(standing.units().chain(comer.units())) {
        *slot = unit;
        count += 1;
    }
    let stack = arrange(rules, &units[..count], standing.side())?;
    // stacks.md CARRIER: the kinds of the pieces decide which one carries, not the order in which they came.
    let by_kind = rules.applies(Switch::CarrierByKind);
    Some(if by_kind { stack } else { Stack::from_units(units[..count].iter().copied(), standing.side()) })
}
