//! Consequences of a step: captures and promotions.

use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::unit::Unit;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    Taken { square: Square, stack: Stack },
    Promoted { square: Square, unit: Unit, side: Side, why: PromotionReason },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromotionReason {
    Attack,
    LastGuard,
}

impl PromotionReason {
    pub(crate) fn name(self) -> &'static str {
        match self {
            PromotionReason::Attack => "attack",
            PromotionReason::LastGuard => "last_guard",
        }
    }
}

/// Discards a consequence.
#[inline(always)]
pub(crate) fn ignored(_: Consequence) {}
