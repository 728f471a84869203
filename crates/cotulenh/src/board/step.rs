//! A step: one piece or stack acts once.

use crate::board::kind::Kind;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::rules::Rules;
use crate::rules::switch::Switch;

/// The effect of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Goes to an empty square.
    Plain,
    /// Captures and goes there.
    Normal,
    /// Captures and stays.
    Stay,
    /// Captures and is lost with the target.
    Suicide,
    /// Joins a friend.
    Combine,
}

/// One piece or stack acts once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The origin.
    pub from: Square,
    /// The target.
    pub to: Square,
    /// The actor: everything on the square, or the piece that deploys.
    pub group: Stack,
    /// The effect at the destination.
    pub effect: Effect,
    /// The actor leaves the other pieces of its stack behind.
    pub deploys: bool,
    /// Joins a piece that was deployed earlier.
    pub recombines: bool,
}

impl Effect {
    /// Whether the step captures a piece.
    #[inline]
    pub fn is_capture(self) -> bool {
        matches!(self, Effect::Normal | Effect::Stay | Effect::Suicide)
    }

    /// Whether a piece is on the target after the step.
    #[inline]
    pub fn places(self) -> bool {
        matches!(self, Effect::Plain | Effect::Normal | Effect::Combine)
    }

    /// Returns the name of the effect in events.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Plain => "plain",
            Effect::Normal => "normal",
            Effect::Stay => "stay",
            Effect::Suicide => "suicide",
            Effect::Combine => "combination",
        }
    }

    /// Returns the mark of the effect in notation. A capture has no mark if the switch of its clause is off.
    pub fn mark<R: Rules>(self, rules: &R) -> &'static str {
        // captures.md NORMAL CAPTURE, STAY CAPTURE, SUICIDE CAPTURE: each has its flag.
        match self {
            Effect::Plain => "",
            Effect::Normal => rules.choose(Switch::NormalMark, "x", ""),
            Effect::Stay => rules.choose(Switch::StayMark, "_", ""),
            Effect::Suicide => rules.choose(Switch::SuicideMark, "@", ""),
            Effect::Combine => "&",
        }
    }

    fn flag<R: Rules>(self, rules: &R) -> u32 {
        // captures.md NORMAL CAPTURE, STAY CAPTURE, SUICIDE CAPTURE: each has its mark.
        match self {
            Effect::Plain => 1,
            Effect::Normal => rules.choose(Switch::NormalMark, 2, 1),
            Effect::Stay => rules.choose(Switch::StayMark, 4, 1),
            Effect::Suicide => rules.choose(Switch::SuicideMark, 8, 1),
            Effect::Combine => 32,
        }
    }
}

impl Step {
    /// The sum of the flags of a step.
    pub fn flags<R: Rules>(self, rules: &R) -> u32 {
        self.effect.flag(rules) + if self.deploys { 16 } else { 0 }
    }

    /// The kind that acts: the carrier's.
    pub fn kind(self) -> Option<Kind> {
        self.group.carrier().map(|unit| unit.kind)
    }
}
