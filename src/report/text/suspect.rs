//! Suspects as text.

use crate::report::text::grammar::count;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::suspect::Suspect;

/// How many of the claims on the clause fail, and how the engine deviates if the suspect is a cause.
pub(crate) fn share(suspect: &Suspect, findings: &Findings<'_>) -> String {
    let Suspect { failing, of, .. } = suspect;
    let verb = if *failing == 1 { "fails" } else { "fail" };
    let text = format!("{failing} of {} {verb}", count(*of, "claim"));
    match findings.diagnosis.confirmed(suspect) {
        Some(cause) => format!("{text} (cause: {})", cause.kind.name()),
        None => text,
    }
}
