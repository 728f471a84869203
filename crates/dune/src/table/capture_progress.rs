//! CAPTURED LEADERS in one battle: what Harkonnen choose, and how far the draw has come.

use crate::model::leader::Leader;
use crate::model::named::named;

named! { CaptureChoice, "choice" { Kill = "kill", Capture = "capture", Decline = "decline" } }

/// How far CAPTURED LEADERS has come after a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureProgress {
    /// No leader is drawn and nothing is decided yet.
    Open,
    /// They have decided and the draw is still to come, in the reading that has it so.
    Decided,
    Drawn(Leader),
}
