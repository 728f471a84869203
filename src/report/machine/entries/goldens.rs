//! Drifted and missing goldens.

use crate::report::machine::entries;
use crate::report::machine::entries::Entry;
use crate::report::machine::entries::Sort;
use crate::report::text::grammar::count;
use crate::report::text::refusal;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::suite::golden::GoldenStatus;
use truthsayer_oracle::suite::golden_diff::Drift;
use truthsayer_oracle::suite::golden_diff::LogLine;

/// Maximum number of lines per difference; the rest is counted.
const MOST_LINES: usize = 20;

pub(super) fn of(judged: &Judged<'_>, findings: &Findings<'_>) -> Vec<Entry> {
    if findings.excuse(judged).is_some() {
        return Vec::new();
    }
    let scenario = judged.scenario;
    match &judged.status {
        // The outcome of a scenario that fails cannot be accepted, and its claims are reported already.
        Some(GoldenStatus::Drifted(_) | GoldenStatus::Missing) if judged.verdict != Verdict::Pass => Vec::new(),
        Some(GoldenStatus::Drifted(drift)) => {
            let title = format!("{} drifts: {}", scenario.id, scenario.title);
            let accept = refusal::how_to_accept(judged);
            let advice = accept.map_or(String::new(), |accept| format!("\nif the new outcome is right, {accept}"));
            vec![Entry::new(Sort::Drifts, title, drift_text(drift) + &advice).at(&scenario.place)]
        }
        Some(GoldenStatus::Missing) => {
            let title = format!("{} has no golden", scenario.id);
            let explain = this_call().plays(&["explain", &scenario.id]);
            let accept = refusal::how_to_accept(judged).map_or(String::new(), |accept| format!("; {accept}"));
            let advice = format!("`{explain}` shows the outcome{accept}");
            vec![Entry::new(Sort::NoGolden, title, advice).at(&scenario.place)]
        }
        Some(GoldenStatus::Unreadable(problems)) => problems.iter().map(entries::of_problem).collect(),
        Some(GoldenStatus::Accepted) | None => Vec::new(),
    }
}

/// The differences, one line each.
fn drift_text(drift: &Drift) -> String {
    let shown = |change: &Option<String>| change.clone().unwrap_or_else(|| "unchanged".to_owned());
    let changes = drift
        .changes
        .iter()
        .map(|(path, accepted, now)| format!("{path}: accepted {}, now {}", shown(accepted), shown(now)));
    let log = drift.log.iter().filter_map(|line| match line {
        LogLine::Same(_) => None,
        LogLine::Gone(line) => Some(format!("- {line}")),
        LogLine::New(line) => Some(format!("+ {line}")),
    });
    let mut lines: Vec<String> = changes.chain(log).collect();
    if lines.len() > MOST_LINES {
        let more = count(lines.len() - MOST_LINES, "more difference");
        lines.truncate(MOST_LINES);
        lines.push(more);
    }
    lines.join("\n")
}
