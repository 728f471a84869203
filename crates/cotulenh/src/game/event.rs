//! The events of the log.

use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::step::Effect;
use crate::board::unit::Unit;
use crate::game::refusal::Refusal;
use crate::game::result::Ending;
use crate::moves::consequence::PromotionReason;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    Moved { piece: Stack, from: Square, to: Square, wording: Wording },
    Captured { piece: Stack, from: Square, target: Square, taken: Stack, effect: Effect, wording: Wording },
    Combined { piece: Stack, from: Square, to: Square, stack: Stack, wording: Wording },
    Recombined { piece: Stack, onto: Square, stack: Stack, wording: Wording },
    DeploymentOpened { origin: Square, stack: Stack },
    DeploymentCommitted { origin: Square, left: Stack, by_itself: bool },
    DeploymentCancelled { origin: Square },
    Promoted { square: Square, unit: Unit, side: Side, why: PromotionReason },
    TurnPassed { to: Side, half_moves: u32, move_number: u32 },
    Undone { turn: bool },
    GameOver(Ending),
    Refused { step: usize, refusal: Refusal },
    Answered { step: usize, answer: QueryAnswer },
}

/// The notation of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    pub san: String,
    pub flags: u32,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryAnswer {
    List(Vec<String>),
    Yes(bool),
}

/// Every kind of event with its fields, for checking what claims say.
pub(crate) const KINDS: &[(&str, &[&str])] = &[
    ("moved", &["piece", "from", "to", "san", "flags"]),
    ("captured", &["piece", "from", "target", "taken", "kind", "san", "flags"]),
    ("combined", &["piece", "from", "to", "stack", "san", "flags"]),
    ("recombined", &["piece", "onto", "stack", "san"]),
    ("deployment_opened", &["origin", "stack"]),
    ("deployment_committed", &["origin", "left", "by"]),
    ("deployment_cancelled", &["origin"]),
    ("promoted", &["square", "piece", "why"]),
    ("turn_passed", &["to", "half_moves", "move_number"]),
    ("undone", &["what"]),
    ("game_over", &["result", "winner"]),
    ("refused", &["step", "code", "rule"]),
    ("answered", &["step", "answer"]),
];

/// The order of the events of one script step. Events of one group may swap.
pub const ORDER: &[&[&str]] = &[
    &["deployment_opened"],
    &["moved", "captured", "combined", "recombined"],
    &["promoted"],
    &["deployment_committed"],
    &["turn_passed"],
    &["game_over"],
];
