//! Refusals: why a step is against the rules.

use super::kind::Kind;
use super::result::How;

/// A code, and the rule line it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub code: &'static str,
    pub rule: &'static str,
}

macro_rules! refusals {
    ($($NAME:ident = $code:literal $rule:literal;)+) => {
        $(pub const $NAME: Refusal = Refusal { code: $code, rule: concat!("cotulenh/", $rule) };)+

        /// Those with a rule of their own; `game_over` and `out_of_reach` make the others.
        const LISTED: &[Refusal] = &[$($NAME),+];
    };
}

refusals! {
    NO_PIECE = "no_piece" "pieces.md:3";
    NOT_IN_DEPLOYMENT = "not_in_deployment" "stacks.md:15";
    INVALID_TARGET = "invalid_target" "captures.md:38";
    OUT_OF_RANGE = "out_of_range" "captures.md:39";
    TERRAIN_MISMATCH = "terrain_mismatch" "captures.md:40";
    BLOCKED_PATH = "blocked_path" "captures.md:41";
    AIR_DEFENCE = "air_defence" "captures.md:42";
    COMMANDER_DANGER = "commander_danger" "captures.md:43";
    OCCUPIED = "invalid_target" "pieces.md:15";
    NOBODY_TO_JOIN = "invalid_target" "stacks.md:11";
    CLOSED_GROUND = "terrain_mismatch" "pieces.md:16";
    CLOSED_RIVER = "terrain_mismatch" "terrain.md:9";
    CLOSED_CORNER = "terrain_mismatch" "terrain.md:10";
    CANNOT_STAND_THERE = "terrain_mismatch" "terrain.md:7";
    PATH_ENDS = "air_defence" "air-defence.md:12-13";
    BLOCKED_MOVE = "blocked_path" "pieces.md:15";
    NO_STOP_IN_ZONE = "air_defence" "air-defence.md:11";
    NO_SUCH_STACK = "no_such_stack" "stacks.md:9";
    COMMANDER_SEEN = "commander_seen" "game-end.md:6";
    EXPOSED = "commander_danger" "game-end.md:5";
    UNSAFE_MOVE = "commander_danger" "game-end.md:7";
    CANNOT_RECOMBINE = "cannot_recombine" "stacks.md:25";
    NO_WAY_OUT = "no_way_out" "stacks.md:21";
    NO_DEPLOYMENT = "no_deployment" "stacks.md:19";
    CANNOT_STAND = "cannot_stand" "stacks.md:19";
    UNSAFE_COMMIT = "commander_danger" "stacks.md:19";
    ILLEGAL = "illegal" "captures.md:37";
    COMMIT_TOO_EARLY = "commit_too_early" "stacks.md:19";
}

/// Every refusal there is.
pub fn all() -> impl Iterator<Item = Refusal> {
    LISTED.iter().copied().chain(How::ALL.map(game_over)).chain(Kind::ALL.map(out_of_reach))
}

/// A step after the end of the game.
pub fn game_over(how: How) -> Refusal {
    let rule = match how {
        How::Checkmate => "cotulenh/game-end.md:10",
        How::Stalemate => "cotulenh/game-end.md:11",
        How::CommanderCaptured => "cotulenh/game-end.md:12",
        How::FiftyMoves => "cotulenh/game-end.md:13",
        How::Repetition => "cotulenh/game-end.md:14",
    };
    Refusal { code: "game_over", rule }
}

/// A move that this kind of piece does not make.
pub fn out_of_reach(kind: Kind) -> Refusal {
    let rule = match kind {
        Kind::Commander => "cotulenh/pieces.md:4",
        Kind::Infantry => "cotulenh/pieces.md:5",
        Kind::Engineer => "cotulenh/pieces.md:6",
        Kind::AntiAir => "cotulenh/pieces.md:7",
        Kind::Militia => "cotulenh/pieces.md:8",
        Kind::Tank => "cotulenh/pieces.md:9",
        Kind::Artillery => "cotulenh/pieces.md:10",
        Kind::Missile => "cotulenh/pieces.md:11",
        Kind::AirForce => "cotulenh/pieces.md:12",
        Kind::Navy => "cotulenh/pieces.md:13",
        Kind::Headquarter => "cotulenh/pieces.md:14",
    };
    Refusal { code: "out_of_range", rule }
}

impl Refusal {
    /// How far a step came before it failed.
    pub fn severity(self) -> usize {
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
