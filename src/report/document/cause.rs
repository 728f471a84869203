//! A likely cause in the sentences of a document.

use crate::oracle::cause::Cause;
use crate::oracle::findings::Findings;
use crate::report::document::telling::code;
use crate::report::terminal::cause_share;
use crate::report::terminal::explained_claims;
use crate::report::wording::count;

/// Kind and share, what it explains, what mending it unblocks, and where to begin.
pub(crate) fn cause_text(cause: &Cause, findings: &Findings<'_>) -> String {
    let mut text = format!("It is likely {}: {}.", cause.kind.name(), cause_share(cause));
    if !cause.explains.is_empty() {
        text.push_str(&format!(" This explains {}.", explained_claims(cause, findings)));
    }
    if !cause.obscures.is_empty() {
        text.push_str(&format!(" Once it is mended, {} can be judged.", count(cause.obscures.len(), "more clause")));
    }
    text.push_str(&format!(" Begin with {}", code(&cause.scenario)));
    match &cause.holds_in {
        Some(holds) => text + &format!("; it holds in {}.", code(holds)),
        None => text + ".",
    }
}
