//! Claims that fail, and scenarios that make no sense: one trouble for each claim, at its line.

use crate::oracle::findings::Findings;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::report::trouble;
use crate::report::trouble::Sort;
use crate::report::trouble::Trouble;

pub(super) fn of(judged: &Judged<'_>, findings: &Findings<'_>) -> Vec<Trouble> {
    let troubles: Vec<Trouble> = match &judged.verdict {
        Verdict::Deviates(deviations) => claims(judged, deviations, findings),
        Verdict::Failed(crash) => vec![unclaimed(judged, &crash.deviation)],
        Verdict::Rejected(deviation) => vec![unclaimed(judged, deviation)],
        Verdict::Misposed(problems) => {
            let own = |problem| {
                let trouble = trouble::of_problem(problem);
                let place = trouble.place.clone().unwrap_or_else(|| judged.scenario.place.clone());
                trouble.at(&place)
            };
            problems.iter().map(own).collect()
        }
        Verdict::Conforms | Verdict::Unanswered(_) | Verdict::Unsupported(_) | Verdict::Unobserved => Vec::new(),
    };
    match findings.excuse(judged) {
        Some(gap) => {
            let known = |trouble| Trouble { sort: Sort::Gap, excuse: Some(gap.sentence()), ..trouble };
            troubles.into_iter().map(known).collect()
        }
        None => troubles,
    }
}

fn claims(judged: &Judged<'_>, deviations: &[Deviation], findings: &Findings<'_>) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    for (index, claim) in judged.scenario.claims.iter().enumerate() {
        let own: Vec<&Deviation> = deviations.iter().filter(|deviation| deviation.claim == Some(index)).collect();
        let Some(first) = own.first() else { continue };
        let sort = match trouble::is_explained(&judged.scenario.id, index, findings) {
            true => Sort::Explained,
            false => Sort::Deviates,
        };
        let mut lines = trouble::rule_lines(&claim.clauses, &findings.suite.book);
        lines.extend(own.iter().map(|deviation| deviation_line(deviation)));
        let title = format!("{} deviates: {}", judged.scenario.id, judged.scenario.title);
        troubles.push(Trouble::new(sort, title, lines.join("\n")).at(&first.place).about(&claim.clauses));
    }
    let rest = deviations.iter().filter(|deviation| deviation.claim.is_none());
    troubles.extend(rest.map(|deviation| unclaimed(judged, deviation)));
    troubles
}

/// Something that no claim speaks of.
fn unclaimed(judged: &Judged<'_>, deviation: &Deviation) -> Trouble {
    let title = format!("{} deviates: {}", judged.scenario.id, judged.scenario.title);
    Trouble::new(Sort::Deviates, title, deviation_line(deviation)).at(&deviation.place)
}

/// A deviation on one line.
pub(super) fn deviation_line(deviation: &Deviation) -> String {
    let remark = deviation.remark.map(|remark| format!(" ({remark})")).unwrap_or_default();
    format!("{}: expected {}, actual {}{remark}", deviation.subject, deviation.expected, deviation.actual)
}
