//! Weak evidence in words: what is weak, and what to do about it.

use std::collections::BTreeMap;

use crate::report::text::advice::Advice;
use crate::report::text::grammar::count;
use crate::report::text::grammar::listed;
use truthsayer_oracle::evidence::specificity::ENOUGH_OTHERS;
use truthsayer_oracle::evidence::weak::Explanation;
use truthsayer_oracle::evidence::weak::WeakEntry;
use truthsayer_oracle::evidence::weak::WeakEvidence;
use truthsayer_oracle::suite::weak_kind::WeakKind;

/// Maximum number of clauses that a claim depends on in a sentence.
const MOST_CLAUSES: usize = 3;

/// The name of a kind: `passes without its clause`.
pub(crate) fn label(kind: WeakKind) -> String {
    kind.name().replace('-', " ")
}

/// The weakness of the entry, as a sentence without its full stop.
pub(crate) fn finding(entry: &WeakEntry) -> Advice {
    match entry.kind {
        WeakKind::PassesWithoutItsClause => match entry.depends_on.as_slice() {
            [] => Advice::words("The claim passes with its clause off"),
            clauses => {
                let more = clauses.len().saturating_sub(MOST_CLAUSES);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let first: Vec<String> = clauses.iter().take(MOST_CLAUSES).map(ToString::to_string).collect();
                let first = if more.is_empty() { listed(&first) } else { first.join(", ") };
                Advice::words(format!("The claim passes with its clause off. It depends on {first}{more}"))
            }
        },
        WeakKind::NeverFails => Advice::words("The claim passes whichever switch is off"),
        WeakKind::Thin => Advice::words(format!("Only {} fails without the clause", entry.claim_name())),
        WeakKind::Unclaimed => {
            let scenario = entry.scenario.as_deref().unwrap_or_default();
            Advice::words(format!("It occurs in goldens, first in {scenario}, and no claim expects it"))
        }
        WeakKind::Unquoted => {
            let words: Vec<String> = entry.what.iter().map(|words| format!("“{words}”")).collect();
            Advice::words(format!("No claim quotes {}", words.join(" … ")))
        }
        WeakKind::SpecificityUntested => {
            let few = format!("Fewer than {ENOUGH_OTHERS} other switches took effect in the run that proves it (");
            switches(Advice::words(few), &entry.what).and(")")
        }
        WeakKind::TakesOthersAlong => {
            let [own, others @ ..] = entry.what.as_slice() else { return Advice::default() };
            let all = Advice::words("With ").code(own).and(" off, turning off one of these changes nothing more: ");
            switches(all, others)
        }
    }
}

fn switches(text: Advice, names: &[String]) -> Advice {
    names.iter().enumerate().fold(text, |text, (at, name)| text.and(if at == 0 { "" } else { ", " }).code(name))
}

/// Advice for the entry, as a sentence without its full stop.
pub(crate) fn advice(entry: &WeakEntry) -> Advice {
    let limit = |text: Advice| text.code("limit: \"<reason>\"").and(" if the claim shows the limit of the rule");
    match entry.kind {
        WeakKind::PassesWithoutItsClause => {
            limit(Advice::words("Cite the clause that the claim depends on, change what it expects, or add "))
        }
        WeakKind::NeverFails => {
            limit(Advice::words("Expect something that the clause changes, remove the claim, or add "))
        }
        WeakKind::Thin => Advice::words("Add a claim on a second case of the rule, or explain the clause with ")
            .code("thin: \"<reason>\"")
            .and(" in the catalog"),
        WeakKind::Unclaimed => Advice::words("Expect it in a claim on the rule that it follows from"),
        WeakKind::Unquoted => Advice::words("Quote these words in a claim that depends on them"),
        WeakKind::SpecificityUntested => {
            Advice::words(format!("Add a scenario in which {ENOUGH_OTHERS} or more other switches take effect"))
        }
        WeakKind::TakesOthersAlong => {
            let check = "Check that the switch turns off only its own clause; the precondition of another rule looks ";
            Advice::words(format!("{check}the same"))
        }
    }
}

/// The entry below its clause: the kind, the claim, and the advice or the reason that explains it.
pub(crate) fn note(entry: &WeakEntry) -> String {
    let claim = if entry.kind.is_of_claims() { format!(", {}", entry.claim_name()) } else { String::new() };
    let text = match &entry.explained {
        Some(why) => explanation(why).trim_end_matches('.').to_owned(),
        None => format!("{}. {}", finding(entry).plain(), advice(entry).plain()),
    };
    format!("{}{claim}: {text}.", label(entry.kind))
}

/// Why an entry is not a weakness.
pub(crate) fn explanation(explanation: &Explanation) -> String {
    match explanation {
        Explanation::OtherRow(row) => {
            format!("another row fails without the clause: claim {} of {}", row.claim + 1, row.scenario)
        }
        Explanation::Reason(reason) => reason.clone(),
    }
}

/// The number of entries of each kind: `12 passes without its clause, 3 thin`.
pub(crate) fn tally<'w>(entries: impl Iterator<Item = &'w WeakEntry>) -> String {
    let mut numbers: BTreeMap<WeakKind, usize> = BTreeMap::new();
    entries.for_each(|entry| *numbers.entry(entry.kind).or_default() += 1);
    let part = |(kind, number): (WeakKind, usize)| match kind {
        WeakKind::PassesWithoutItsClause if number == 1 => "1 claim passes without its clause".to_owned(),
        WeakKind::PassesWithoutItsClause => format!("{} pass without their clause", count(number, "claim")),
        WeakKind::NeverFails if number == 1 => "1 claim never fails".to_owned(),
        WeakKind::NeverFails => format!("{} never fail", count(number, "claim")),
        WeakKind::Thin => count(number, "thin clause"),
        WeakKind::Unclaimed => count(number, "unclaimed fact"),
        WeakKind::Unquoted => format!("{} with unquoted words", count(number, "clause")),
        WeakKind::SpecificityUntested => format!("{} with untested specificity", count(number, "clause")),
        WeakKind::TakesOthersAlong if number == 1 => "1 switch takes others along".to_owned(),
        WeakKind::TakesOthersAlong => format!("{} take others along", count(number, "switch")),
    };
    numbers.into_iter().map(part).collect::<Vec<_>>().join(", ")
}

/// How many entries are explained: `3 with a reason, 38 by another row`. Empty if none is.
pub(crate) fn explained(weak: &WeakEvidence) -> String {
    let reasons = weak.reasons().count();
    let rows = weak.entries.iter().filter(|entry| matches!(entry.explained, Some(Explanation::OtherRow(_)))).count();
    let parts = [(reasons, "by a written reason"), (rows, "by another row of the same claim")];
    let parts: Vec<String> =
        parts.into_iter().filter(|(number, _)| *number > 0).map(|(number, how)| format!("{number} {how}")).collect();
    parts.join(", ")
}
