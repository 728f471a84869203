//! Weak evidence: where the suite itself is weak, and what to do about each place.

use colored::Colorize;

use crate::report::terminal::problem;
use crate::report::text::grammar::count;
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
        text.extend(explained.iter().map(|entry| block(entry)));
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

/// The entry with its advice, or with the reason that explains it.
fn block(entry: &WeakEntry) -> String {
    let label = weak::label(entry.kind);
    let (label, text) = match &entry.explained {
        Some(explanation) => (label.dimmed(), weak::explanation(explanation)),
        None => (label.yellow(), format!("{}. {}.", weak::finding(entry).plain(), weak::advice(entry).plain())),
    };
    format!("{label}  {}\n", entry.subject()) + &filled(&text, 2)
}

/// The closing line of `prove`: how many claims pass without their clause.
pub(super) fn summary(findings: &Findings<'_>) -> String {
    // In a partial run, the row that explains a claim may be missing.
    let is_whole = findings.judged.len() == findings.suite.scenarios.len();
    let Some(evidence) = findings.weak.as_ref().filter(|_| is_whole) else { return String::new() };
    // Without further runs, claims that never fail cannot be distinguished.
    let number = evidence.unexplained().filter(|entry| entry.kind.is_of_claims()).count();
    let command = this_call().plays(&["coverage", "--weak"]);
    match number {
        0 => String::new(),
        1 => format!("1 claim passes without its clause; run `{command}` to list it\n"),
        _ => format!("{} pass without their clause; run `{command}` to list them\n", count(number, "claim")),
    }
}
