//! Weak evidence of a rule: clauses that hold and are not proven, rest on one claim, or have words that no claim quotes.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::report::markdown::rule_report::clause_table;
use crate::report::markdown::rule_report::rule_command;
use crate::report::markdown::rule_report::scope;
use crate::report::text::escape::escape;
use crate::report::text::grammar::first_words;
use crate::report::text::grammar::listed;
use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::coverage::Showing;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status::RuleStatus;
use truthsayer_oracle::evidence::specificity::ENOUGH_OTHERS;
use truthsayer_oracle::evidence::unquoted;
use truthsayer_oracle::suite::grade::Grade;

/// Maximum number of clauses whose words or reasons are listed.
const MOST: usize = 5;
/// Maximum length of quoted words.
const LONGEST: usize = 60;

/// One list item per kind of weak evidence that the rule has.
pub(super) fn items(status: &RuleStatus<'_>, findings: &Findings<'_>) -> String {
    let items = [not_proven(status), thin(status), untested(status), unquoted_words(status, findings)];
    items.into_iter().flatten().map(|item| format!("- ⚠️ {item}\n")).collect()
}

fn not_proven(status: &RuleStatus<'_>) -> Option<String> {
    let holding = status.entries.iter().filter(|entry| matches!(entry.grade, Grade::Holds | Grade::Sharp));
    let reasons = holding.filter_map(|entry| {
        Some(format!("{} ({})", escape(&clause_table::address(entry, status)), scope::unproven(entry)?))
    });
    let reasons: Vec<String> = reasons.collect();
    (!reasons.is_empty())
        .then(|| format!("**Not proven:** {}.", cut(&reasons, &rule_command("coverage --missing", status))))
}

/// Proven clauses with a single claim that fails without them.
fn thin(status: &RuleStatus<'_>) -> Option<String> {
    let is_thin = |entry: &CoverageEntry| {
        let failing: BTreeSet<&ClaimRef> = entry.switches.iter().flat_map(|switch| &switch.witnesses).collect();
        entry.grade == Grade::Proven && failing.len() == 1
    };
    addresses(status, is_thin).map(|(clauses, is_one)| match is_one {
        true => format!("**Thin:** a single claim proves {clauses}."),
        false => format!("**Thin:** a single claim each proves {clauses}."),
    })
}

/// Proven clauses for which too few other switches took effect to test whether the claim is specific.
fn untested(status: &RuleStatus<'_>) -> Option<String> {
    let is_untested = |entry: &CoverageEntry| {
        let mut showings = entry.switches.iter().map(|switch| &switch.showing);
        let is_few =
            |showing: &Showing| matches!(showing, Showing::Specific { others, .. } if others.2 < ENOUGH_OTHERS);
        entry.grade == Grade::Proven && showings.any(is_few)
    };
    let (clauses, _) = addresses(status, is_untested)?;
    Some(format!(
        "**Specificity untested:** {clauses}; fewer than {ENOUGH_OTHERS} other switches took effect in the run that proves the clause."
    ))
}

/// The clauses with the longest unquoted words first.
fn unquoted_words(status: &RuleStatus<'_>, findings: &Findings<'_>) -> Option<String> {
    let book = &findings.suite.book;
    let of_clause = |entry: &CoverageEntry| {
        let line = book.line(&entry.id.file, entry.id.line)?;
        let stretches = unquoted::stretches(entry, findings.suite);
        let words = stretches.iter().filter_map(|range| line.text.get(range.clone()));
        let words: Vec<String> =
            words.map(|words| format!("“{}”", escape(&first_words(words.trim(), LONGEST)))).collect();
        let length: usize = stretches.iter().map(ExactSizeIterator::len).sum();
        let text = format!("{} {}", escape(&clause_table::address(entry, status)), words.join(", "));
        (!words.is_empty()).then_some((length, text))
    };
    let cited = status.entries.iter().filter(|entry| entry.reason.is_none() && !entry.claims.is_empty());
    let mut found: Vec<(usize, String)> = cited.filter_map(|entry| of_clause(entry)).collect();
    found.sort_by_key(|(length, _)| Reverse(*length));
    let found: Vec<String> = found.into_iter().map(|(_, text)| text).collect();
    let command = rule_command("coverage --unquoted", status);
    (!found.is_empty()).then(|| format!("**Words that no claim quotes:** {}.", cut(&found, &command)))
}

/// The addresses of the clauses that a test selects, as a list, and whether it is only one.
fn addresses(status: &RuleStatus<'_>, test: impl Fn(&CoverageEntry) -> bool) -> Option<(String, bool)> {
    let chosen = status.entries.iter().filter(|entry| test(entry));
    let chosen: Vec<String> = chosen.map(|entry| escape(&clause_table::address(entry, status))).collect();
    (!chosen.is_empty()).then(|| (listed(&chosen), chosen.len() == 1))
}

/// The first items, and the command that shows the rest.
fn cut(items: &[String], command: &str) -> String {
    let shown = items.iter().take(MOST).cloned().collect::<Vec<_>>().join("; ");
    match items.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown}; {more} more: {command}"),
    }
}
