//! Weak evidence: where the suite itself is weak, and what to do about each place.

use colored::Colorize;

use crate::report::terminal::problem;
use crate::report::text::weak;
use crate::report::text::wrapping::filled;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::weak::WeakEntry;
use truthsayer_oracle::evidence::weak::WeakEvidence;

/// Every unexplained entry that `wanted` accepts; with `verbose`, explained ones with their reasons, too.
pub(crate) fn list(evidence: &WeakEvidence, wanted: impl Fn(&WeakEntry) -> bool, verbose: bool) -> String {
    let (open, explained): (Vec<&WeakEntry>, Vec<&WeakEntry>) =
        evidence.entries.iter().filter(|entry| wanted(entry)).partition(|entry| entry.explained.is_none());
    let mut text: String = open.iter().map(|entry| block(entry)).collect();
    if verbose {
        text.extend(explained.iter().map(|entry| explained_block(entry)));
    }
    text.push_str(&problem::list(&evidence.outdated));
    let open = weak::tally(open.into_iter());
    text.push_str(&match open.is_empty() {
        true => format!("{}\n", "no weak evidence".green()),
        false => format!("{}\n", open.yellow()),
    });
    let explained = weak::explained(evidence);
    if !explained.is_empty() {
        text.push_str(&format!("explained: {explained}\n"));
    }
    text
}

/// The entry with its advice.
pub(super) fn block(entry: &WeakEntry) -> String {
    let head = format!("{}  {}\n", weak::label(entry.kind).yellow(), weak::subject(entry));
    let advice = format!("{}. {}.", weak::finding(entry).plain(), weak::advice(entry).plain());
    head + &filled(&advice, 2)
}

fn explained_block(entry: &WeakEntry) -> String {
    let reason = entry.explained.as_ref().map(weak::explanation).unwrap_or_default();
    format!("{}  {}\n", weak::label(entry.kind).dimmed(), weak::subject(entry)) + &filled(&reason, 2)
}

/// The closing lines of `prove`: reasons that are out of date, and how many claims pass without their clause.
pub(super) fn summary(findings: &Findings<'_>) -> String {
    let Some(evidence) = &findings.weak else { return String::new() };
    let claims = weak::tally(evidence.unexplained().filter(|entry| entry.kind.is_of_claims()));
    let command = this_call().plays(&["coverage", "--weak"]);
    if claims.is_empty() { String::new() } else { format!("{claims}; run `{command}` to list them\n") }
}
