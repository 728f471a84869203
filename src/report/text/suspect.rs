//! Suspects as text.

use crate::report::text::grammar::count;
use truthsayer_oracle::evidence::suspect::Suspect;

/// How many of the claims on the clause fail.
pub(crate) fn share(suspect: &Suspect) -> String {
    let Suspect { failing, of, .. } = suspect;
    let verb = if *failing == 1 { "fails" } else { "fail" };
    format!("{failing} of {} {verb}", count(*of, "claim"))
}
