//! Outcomes that are not the accepted ones.

use crate::oracle::drift::Drift;
use crate::oracle::drift::LogLine;
use crate::oracle::findings::Findings;
use crate::oracle::golden::Standing;
use crate::oracle::suggestion::this_call;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::report::terminal;
use crate::report::trouble;
use crate::report::trouble::Sort;
use crate::report::trouble::Trouble;
use crate::report::wording::count;

/// So many lines of a difference are told; the rest is counted.
const MOST_LINES: usize = 20;

pub(super) fn of(judged: &Judged<'_>, findings: &Findings<'_>) -> Vec<Trouble> {
    if findings.excuse(judged).is_some() {
        return Vec::new();
    }
    let scenario = judged.scenario;
    match &judged.standing {
        // The outcome of a scenario that fails cannot be accepted, and its claims are reported already.
        Some(Standing::Drifted(_) | Standing::Missing) if judged.verdict != Verdict::Conforms => Vec::new(),
        Some(Standing::Drifted(drift)) => {
            let title = format!("{} drifts: {}", scenario.id, scenario.title);
            let bless = terminal::bless_command(judged);
            let advice =
                bless.map_or(String::new(), |it| format!("\nif the new outcome is right, accept it with `{it}`"));
            vec![Trouble::new(Sort::Drifts, title, drift_text(drift) + &advice).at(&scenario.place)]
        }
        Some(Standing::Missing) => {
            let title = format!("{} has no golden", scenario.id);
            let explain = this_call().plays(&["explain", &scenario.id]);
            let accept = terminal::bless_command(judged).map_or(String::new(), |it| format!("; accept it with `{it}`"));
            let advice = format!("look at the outcome with `{explain}`{accept}");
            vec![Trouble::new(Sort::NoGolden, title, advice).at(&scenario.place)]
        }
        Some(Standing::Unreadable(problems)) => problems.iter().map(trouble::of_problem).collect(),
        Some(Standing::Accepted) | None => Vec::new(),
    }
}

/// What differs, one line for each side of a difference.
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
        lines.push(format!("and {more}"));
    }
    lines.join("\n")
}
