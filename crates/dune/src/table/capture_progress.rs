//! CAPTURED LEADERS in one battle: what Harkonnen choose, and how far the draw has come.

use crate::model::leader::Leader;
use crate::model::named::named;

named! { CaptureChoice, "choice" { Kill = "kill", Capture = "capture", Decline = "decline" } }

/// The progress of CAPTURED LEADERS after a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureProgress {
    /// No leader is drawn and nothing is decided yet.
    Open,
    /// Harkonnen have decided, but the leader is not drawn yet. Only in the reading in which they decide first.
    Decided,
    Drawn(Leader),
}
