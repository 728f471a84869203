//! Drafts: what is still being written, each with how it stands by now.

use colored::Colorize;

use crate::oracle::findings::Findings;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::protocol::text;

/// One line for each draft that was played.
pub(super) fn list(findings: &Findings<'_>) -> String {
    findings
        .drafts
        .iter()
        .map(|judged| format!("{} {}: {}\n", "draft".cyan(), judged.scenario.id, standing(judged)))
        .collect()
}

fn standing(judged: &Judged<'_>) -> String {
    let lacks = judged.scenario.claims.iter().all(|claim| claim.then.is_empty());
    match &judged.verdict {
        Verdict::Conforms if lacks => "no claim yet".to_owned(),
        Verdict::Misposed(problems) => {
            let first = problems.first().map_or("", |problem| problem.message.as_str());
            format!("misposed, {}", text::one_line(first))
        }
        Verdict::Unanswered(fault) => format!("unanswered, {}", text::one_line(&fault.to_string())),
        other => other.name().to_owned(),
    }
}
