//! The behaviour of mutants. None of this is a rule: it runs only if a switch is off.

use crate::board::unit::Unit;

/// Any two or three pieces of different kinds share a square.
pub(crate) fn share_a_square(units: &[Unit]) -> bool {
    let distinct = units.iter().enumerate().all(|(at, unit)| units[..at].iter().all(|it| it.kind != unit.kind));
    !units.is_empty() && units.len() <= 3 && distinct
}
