//! Refusals: codes and rules for illegal steps.

use crate::board::kind::Kind;
use crate::game::result::How;

/// A code, and the rule that it cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub code: &'static str,
    pub rule: &'static str,
}

macro_rules! refusals {
    ($($NAME:ident = $code:literal $rule:literal;)+) => {
        $(pub(crate) const $NAME: Refusal = Refusal { code: $code, rule: concat!("cotulenh/", $rule) };)+

        /// The refusals with a rule of their own; `game_over` and `out_of_reach` create the others.
        const LISTED: &[Refusal] = &[$($NAME),+];
    };
}

refusals! {
    NO_PIECE = "no_piece" "pieces.md#TURN";
    NOT_IN_DEPLOYMENT = "not_in_deployment" "stacks.md#ONLY THE STACK";
    INVALID_TARGET = "invalid_target" "captures.md#INVALID TARGET";
    OUT_OF_RANGE = "out_of_range" "captures.md#OUT OF RANGE";
    TERRAIN_MISMATCH = "terrain_mismatch" "captures.md#TERRAIN MISMATCH";
    BLOCKED_PATH = "blocked_path" "captures.md#BLOCKED PATH";
    AIR_DEFENCE = "air_defence" "captures.md#AIR DEFENCE";
    COMMANDER_DANGER = "commander_danger" "captures.md#COMMANDER DANGER";
    OCCUPIED = "invalid_target" "pieces.md#BLOCKED MOVES";
    NOBODY_TO_JOIN = "invalid_target" "stacks.md#COMBINING";
    CLOSED_GROUND = "terrain_mismatch" "pieces.md#CLOSED GROUND";
    CLOSED_RIVER = "terrain_mismatch" "terrain.md#RIVER";
    CLOSED_CORNER = "terrain_mismatch" "terrain.md#RIVER MOUTH";
    CANNOT_STAND_THERE = "terrain_mismatch" "terrain.md#STANDING";
    SECOND_ZONE = "air_defence" "air-defence.md#SECOND ZONE";
    LEAVES_ZONE = "air_defence" "air-defence.md#LEAVING A ZONE";
    BLOCKED_MOVE = "blocked_path" "pieces.md#BLOCKED MOVES";
    NO_STOP_IN_ZONE = "air_defence" "air-defence.md#ONE ZONE";
    NO_SUCH_STACK = "no_such_stack" "stacks.md#NO OTHER STACK";
    COMMANDER_SEEN = "commander_seen" "game-end.md#SIGHT";
    EXPOSED = "commander_danger" "game-end.md#EXPOSURE";
    UNSAFE_MOVE = "commander_danger" "game-end.md#SAFETY";
    CANNOT_RECOMBINE = "cannot_recombine" "stacks.md#RECOMBINING";
    NO_WAY_OUT = "no_way_out" "stacks.md#WAY OUT";
    NO_DEPLOYMENT = "no_deployment" "stacks.md#COMMIT";
    CANNOT_STAND = "cannot_stand" "stacks.md#COMMIT";
    UNSAFE_COMMIT = "commander_danger" "stacks.md#COMMIT";
    ILLEGAL = "illegal" "captures.md#ORDER OF FAULTS";
    COMMIT_TOO_EARLY = "commit_too_early" "stacks.md#COMMIT";
}

/// Every possible refusal.
pub(crate) fn all() -> impl Iterator<Item = Refusal> {
    LISTED.iter().copied().chain(How::ALL.map(game_over)).chain(Kind::ALL.map(out_of_reach))
}

/// A step after the end of the game.
pub(crate) fn game_over(how: How) -> Refusal {
    let rule = match how {
        How::Checkmate => "cotulenh/game-end.md#CHECKMATE",
        How::Stalemate => "cotulenh/game-end.md#STALEMATE",
        How::CommanderCaptured => "cotulenh/game-end.md#COMMANDER CAPTURED",
        How::FiftyMoves => "cotulenh/game-end.md#FIFTY MOVES",
        How::Repetition => "cotulenh/game-end.md#REPETITION",
    };
    Refusal { code: "game_over", rule }
}

/// A move that this kind of piece does not make.
pub(crate) fn out_of_reach(kind: Kind) -> Refusal {
    let rule = match kind {
        Kind::Commander => "cotulenh/pieces.md#COMMANDER",
        Kind::Infantry => "cotulenh/pieces.md#INFANTRY",
        Kind::Engineer => "cotulenh/pieces.md#ENGINEER",
        Kind::AntiAir => "cotulenh/pieces.md#ANTI-AIR",
        Kind::Militia => "cotulenh/pieces.md#MILITIA",
        Kind::Tank => "cotulenh/pieces.md#TANK",
        Kind::Artillery => "cotulenh/pieces.md#ARTILLERY",
        Kind::Missile => "cotulenh/pieces.md#MISSILE",
        Kind::AirForce => "cotulenh/pieces.md#AIR FORCE",
        Kind::Navy => "cotulenh/pieces.md#NAVY",
        Kind::Headquarter => "cotulenh/pieces.md#HEADQUARTER",
    };
    Refusal { code: "out_of_range", rule }
}

impl Refusal {
    /// Returns a rank of the refusal: the later the failed check, the higher the rank.
    pub(crate) fn severity(self) -> usize {
        const ORDER: [&str; 11] = [
            "no_piece",
            "not_in_deployment",
            "invalid_target",
            "out_of_range",
            "terrain_mismatch",
            "blocked_path",
            "air_defence",
            "no_such_stack",
            "commander_seen",
            "commander_danger",
            "no_way_out",
        ];
        ORDER.iter().position(|code| *code == self.code).unwrap_or(0)
    }
}
