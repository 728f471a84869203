//! Weak evidence of a rule: clauses that hold and are not proven, weak claims and clauses, and the reasons for those
//! that are explained.

use std::cmp::Reverse;

use crate::report::markdown::rule_report::clause_table;
use crate::report::markdown::rule_report::rule_command;
use crate::report::markdown::rule_report::scope;
use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::grammar::capital;
use crate::report::text::grammar::count;
use crate::report::text::grammar::first_words;
use crate::report::text::grammar::listed;
use crate::report::text::weak;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status::RuleStatus;
use truthsayer_oracle::evidence::weak::WeakEntry;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_oracle::suite::weak_kind::WeakKind;

/// Maximum number of entries of one kind.
const MOST: usize = 5;
/// Maximum length of quoted words.
const LONGEST: usize = 60;
/// Maximum number of clauses that a claim depends on.
const MOST_CLAUSES: usize = 3;

/// One list item per kind of weak evidence that the rule has, then every written reason.
pub(super) fn items(status: &RuleStatus<'_>, findings: &Findings<'_>) -> String {
    let own = entries(status, findings);
    let kinds = WeakKind::ALL.into_iter().filter_map(|kind| item(kind, &own, status));
    let items = not_proven(status).into_iter().chain(kinds);
    items.map(|item| format!("- ⚠️ {item}\n")).collect::<String>() + &reasons(&own, status)
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

/// The unexplained entries of one kind, as one item.
fn item(kind: WeakKind, entries: &[&WeakEntry], status: &RuleStatus<'_>) -> Option<String> {
    let own = entries.iter().copied().filter(|entry| entry.kind == kind && entry.explained.is_none());
    let mut own: Vec<&WeakEntry> = own.collect();
    if own.is_empty() {
        return None;
    }
    if kind == WeakKind::Unquoted {
        // The longest words first.
        own.sort_by_key(|entry| Reverse(entry.what.iter().map(String::len).sum::<usize>()));
    }
    let label = capital(&weak::label(kind));
    let text = match kind {
        WeakKind::Thin | WeakKind::SpecificityUntested => {
            let clauses: Vec<String> = own.iter().map(|entry| short_addresses(entry, status)).collect();
            format!("{}; {}", listed(&clauses), why(kind))
        }
        _ => {
            let items: Vec<String> = own.iter().map(|entry| of_entry(entry, status)).collect();
            cut(&items, &rule_command("coverage --weak", status))
        }
    };
    Some(format!("**{label}:** {text}."))
}

fn why(kind: WeakKind) -> &'static str {
    match kind {
        WeakKind::Thin => "a single claim fails without the clause",
        _ => "too few other switches took effect in the run that proves the clause",
    }
}

/// The clause with what is weak about it.
fn of_entry(entry: &WeakEntry, status: &RuleStatus<'_>) -> String {
    let clauses = short_addresses(entry, status);
    let claim = entry.claim.map_or(0, |claim| claim + 1);
    let claim = format!("claim {claim} of {}", code(entry.scenario.as_deref().unwrap_or_default()));
    match entry.kind {
        WeakKind::PassesWithoutItsClause if !entry.depends_on.is_empty() => {
            let on: Vec<String> = entry.depends_on.iter().take(MOST_CLAUSES).map(|id| code(&id.to_string())).collect();
            format!("{clauses} {claim} (depends on {})", on.join(", "))
        }
        WeakKind::PassesWithoutItsClause | WeakKind::NeverFails => format!("{clauses} {claim}"),
        WeakKind::Unquoted => {
            let words = entry.what.iter().map(|words| format!("“{}”", escape(&first_words(words, LONGEST))));
            format!("{clauses} {}", words.collect::<Vec<_>>().join(", "))
        }
        _ => format!("{clauses} {}", weak::finding(entry).markdown()),
    }
}

/// The written reasons of limits and thin clauses. All are shown, because they replace evidence. The rows of a table
/// share one.
fn reasons(entries: &[&WeakEntry], status: &RuleStatus<'_>) -> String {
    let mut shared: Vec<(String, usize)> = Vec::new();
    for (entry, reason) in entries.iter().filter_map(|entry| Some((entry, entry.reason()?))) {
        let (clauses, reason) = (short_addresses(entry, status), escape(reason.trim_end_matches('.')));
        let text = match entry.kind {
            WeakKind::Thin => format!("- **Thin, with a reason:** {clauses}: {reason}."),
            _ => {
                let claim = entry.claim.map_or(0, |claim| claim + 1);
                let scenario = entry.scenario.as_deref().unwrap_or_default();
                let scenario = code(scenario.split('[').next().unwrap_or(scenario));
                format!("- **Limit:** {clauses}, claim {claim} of {scenario}: {reason}.")
            }
        };
        match shared.iter_mut().find(|(known, _)| *known == text) {
            Some((_, rows)) => *rows += 1,
            None => shared.push((text, 1)),
        }
    }
    let line = |(text, rows): (String, usize)| match rows {
        1 => format!("{text}\n"),
        _ => format!("{text} ({})\n", count(rows, "row")),
    };
    shared.into_iter().map(line).collect()
}

/// The weak evidence of the clauses of the rule.
fn entries<'f>(status: &RuleStatus<'_>, findings: &'f Findings<'_>) -> Vec<&'f WeakEntry> {
    let is_own = |entry: &&WeakEntry| status.entries.iter().any(|own| entry.clauses.contains(&own.id));
    findings.weak.iter().flat_map(|weak| &weak.entries).filter(is_own).collect()
}

fn short_addresses(entry: &WeakEntry, status: &RuleStatus<'_>) -> String {
    let own = status.entries.iter().filter(|own| entry.clauses.contains(&own.id));
    listed(&own.map(|own| escape(&clause_table::address(own, status))).collect::<Vec<_>>())
}

/// The first items, and the command that shows the rest.
fn cut(items: &[String], command: &str) -> String {
    let shown = items.iter().take(MOST).cloned().collect::<Vec<_>>().join("; ");
    match items.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown}; {more} more: {command}"),
    }
}
