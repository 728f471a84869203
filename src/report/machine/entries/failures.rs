//! Claims that fail and invalid scenarios: one entry per claim, at its line.

use crate::report::machine::entries;
use crate::report::machine::entries::Entry;
use crate::report::machine::entries::Sort;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Mismatch;
use truthsayer_oracle::judge::verdict::Verdict;

pub(super) fn of(judged: &Judged<'_>, findings: &Findings<'_>) -> Vec<Entry> {
    let entries: Vec<Entry> = match &judged.verdict {
        Verdict::Fail(mismatches) => claims(judged, mismatches, findings),
        Verdict::Crashed(crash) => vec![crash_entry(judged, &crash.mismatch)],
        Verdict::Rejected(mismatch) => vec![unclaimed(judged, mismatch)],
        Verdict::Invalid(problems) => {
            let own = |problem| {
                let entry = entries::of_problem(problem);
                let place = entry.place.clone().unwrap_or_else(|| judged.scenario.place.clone());
                entry.at(&place)
            };
            problems.iter().map(own).collect()
        }
        Verdict::Pass | Verdict::NoAnswer(_) | Verdict::Unsupported(_) | Verdict::Unobserved => Vec::new(),
    };
    match findings.excuse(judged) {
        Some(gap) => {
            let known = |entry| Entry { sort: Sort::Gap, excuse: Some(gap.sentence()), ..entry };
            entries.into_iter().map(known).collect()
        }
        None => entries,
    }
}

fn claims(judged: &Judged<'_>, mismatches: &[Mismatch], findings: &Findings<'_>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (index, claim) in judged.scenario.claims.iter().enumerate() {
        let own: Vec<&Mismatch> = mismatches.iter().filter(|mismatch| mismatch.claim == Some(index)).collect();
        let Some(first) = own.first() else { continue };
        let sort = match entries::is_explained(&judged.scenario.id, index, findings) {
            true => Sort::Explained,
            false => Sort::Fail,
        };
        let mut lines = entries::rule_lines(&claim.clauses, &findings.suite.book);
        lines.extend(own.iter().map(|mismatch| mismatch_line(mismatch)));
        let title = format!("{} fails: {}", judged.scenario.id, judged.scenario.title);
        entries.push(Entry::new(sort, title, lines.join("\n")).at(&first.place).about(&claim.clauses));
    }
    let rest = mismatches.iter().filter(|mismatch| mismatch.claim.is_none());
    entries.extend(rest.map(|mismatch| unclaimed(judged, mismatch)));
    entries
}

/// A mismatch that belongs to no claim.
fn unclaimed(judged: &Judged<'_>, mismatch: &Mismatch) -> Entry {
    let title = format!("{} fails: {}", judged.scenario.id, judged.scenario.title);
    Entry::new(Sort::Fail, title, mismatch_line(mismatch)).at(&mismatch.place)
}

fn crash_entry(judged: &Judged<'_>, mismatch: &Mismatch) -> Entry {
    let title = format!("{} crashed: {}", judged.scenario.id, judged.scenario.title);
    Entry::new(Sort::Crashed, title, mismatch_line(mismatch)).at(&mismatch.place)
}

/// A mismatch on one line.
pub(super) fn mismatch_line(mismatch: &Mismatch) -> String {
    let remark = mismatch.remark.map(|remark| format!(" ({remark})")).unwrap_or_default();
    format!("{}: expected {}, actual {}{remark}", mismatch.subject, mismatch.expected, mismatch.actual)
}
