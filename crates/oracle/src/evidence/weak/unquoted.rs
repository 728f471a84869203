//! Finds words of a clause that no claim quotes. If they changed, no quote would break.

use std::ops::Range;

use super::WeakEntry;
use crate::evidence::coverage::CoverageEntry;
use crate::rulebook::rule_line::RuleLine;
use crate::suite::Suite;
use crate::suite::weak_kind::WeakKind;

/// Returns an entry with the unquoted words, if there are any.
pub(super) fn entry(entry: &CoverageEntry, suite: &Suite) -> Option<WeakEntry> {
    let line = suite.book.line(&entry.id.file, entry.id.line)?;
    let words = stretches(entry, suite).into_iter().filter_map(|range| Some(line.text.get(range)?.trim().to_owned()));
    let what: Vec<String> = words.collect();
    (!what.is_empty()).then(|| WeakEntry { what, ..WeakEntry::of_clause(WeakKind::Unquoted, &entry.id) })
}

/// Returns the ranges of the rule line that belong to the clause and to no quote of a claim on it.
fn stretches(entry: &CoverageEntry, suite: &Suite) -> Vec<Range<usize>> {
    let Some(line) = suite.book.line(&entry.id.file, entry.id.line) else { return Vec::new() };
    let Some(clause) = line.clause_range(entry.id.clause) else { return Vec::new() };
    let mut quoted: Vec<Range<usize>> = Vec::new();
    for (claim, _) in &entry.claims {
        let claim = suite.scenario(&claim.scenario).and_then(|scenario| scenario.claims.get(claim.claim));
        let Some(claim) = claim else { continue };
        // A quote that spans lines covers the whole clause.
        quoted.push(claim.citation.stretch(line).unwrap_or_else(|| clause.clone()));
    }
    quoted.sort_by_key(|range| range.start);
    let mut open = clause.start;
    let mut found = Vec::new();
    for range in quoted {
        found.push(open..range.start.min(clause.end));
        open = open.max(range.end);
    }
    found.push(open..clause.end);
    found.retain(|range| says_something(line, range));
    found
}

fn says_something(line: &RuleLine, range: &Range<usize>) -> bool {
    let words = line.text.get(range.clone());
    words.is_some_and(|words| words.chars().any(char::is_alphanumeric))
}
