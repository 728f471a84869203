//! Drafts, each with its verdict so far.

use colored::Colorize;

use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_protocol::text;

/// One line for each draft that ran.
pub(super) fn list(findings: &Findings<'_>) -> String {
    findings
        .drafts
        .iter()
        .map(|judged| format!("{} {}: {}\n", "draft".cyan(), judged.scenario.id, status(judged)))
        .collect()
}

fn status(judged: &Judged<'_>) -> String {
    let lacks = judged.scenario.claims.iter().all(|claim| claim.then.is_empty());
    match &judged.verdict {
        Verdict::Pass if lacks => "no claims yet".to_owned(),
        Verdict::Invalid(problems) => {
            let first = problems.first().map_or("", |problem| problem.message.as_str());
            format!("invalid: {}", text::one_line(first))
        }
        Verdict::NoAnswer(fault) => format!("no answer: {}", text::one_line(&fault.to_string())),
        other => other.name().to_owned(),
    }
}
