//! A step: one piece or stack acts once.

use super::kind::Kind;
use super::rules::Rules;
use super::square::Square;
use super::stack::Stack;
use super::switch::Switch;

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
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
    /// Who acts: everything on the square, or the piece that deploys.
    pub group: Stack,
    /// What it does there.
    pub deed: Deed,
    /// It leaves a stack that stays behind.
    pub deploys: bool,
    /// Joins a piece that was deployed earlier.
    pub recombines: bool,
}

impl Deed {
    /// Whether it takes something.
    #[inline]
    pub fn is_capture(self) -> bool {
        matches!(self, Deed::Normal | Deed::Stay | Deed::Suicide)
    }

    /// Whether somebody stands on the target afterwards who did not before.
    #[inline]
    pub fn places(self) -> bool {
        matches!(self, Deed::Plain | Deed::Normal | Deed::Combine)
    }

    /// As events call it.
    pub fn name(self) -> &'static str {
        match self {
            Deed::Plain => "plain",
            Deed::Normal => "normal",
            Deed::Stay => "stay",
            Deed::Suicide => "suicide",
            Deed::Combine => "combination",
        }
    }

    /// The mark in notation. Without its clause a capture has none.
    pub fn mark<R: Rules>(self, rules: &R) -> &'static str {
        // captures.md NORMAL CAPTURE, STAY CAPTURE, SUICIDE CAPTURE: each has its flag.
        match self {
            Deed::Plain => "",
            Deed::Normal => kept(rules, Switch::NormalMark, "x", ""),
            Deed::Stay => kept(rules, Switch::StayMark, "_", ""),
            Deed::Suicide => kept(rules, Switch::SuicideMark, "@", ""),
            Deed::Combine => "&",
        }
    }

    fn flag<R: Rules>(self, rules: &R) -> u32 {
        // captures.md NORMAL CAPTURE, STAY CAPTURE, SUICIDE CAPTURE: each has its mark.
        match self {
            Deed::Plain => 1,
            Deed::Normal => kept(rules, Switch::NormalMark, 2, 1),
            Deed::Stay => kept(rules, Switch::StayMark, 4, 1),
            Deed::Suicide => kept(rules, Switch::SuicideMark, 8, 1),
            Deed::Combine => 32,
        }
    }
}

impl Step {
    /// The sum of the flags of a step.
    pub fn flags<R: Rules>(self, rules: &R) -> u32 {
        self.deed.flag(rules) + if self.deploys { 16 } else { 0 }
    }

    /// The kind that acts: the carrier's.
    pub fn kind(self) -> Option<Kind> {
        self.group.carrier().map(|unit| unit.kind)
    }
}

/// What a clause gives a step, or what it has without that clause.
#[track_caller]
fn kept<R: Rules, T>(rules: &R, switch: Switch, with: T, without: T) -> T {
    if rules.upholds(switch) { with } else { without }
}
