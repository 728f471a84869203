//! The slowest scenarios of a run. Only for the terminal: durations differ from run to run.

use std::time::Duration;

use crate::report::text::grammar::count;
use truthsayer_oracle::evidence::findings::Findings;

/// The slowest scenarios, and the time of all of them together.
pub(crate) fn durations(findings: &Findings<'_>, most: usize) -> String {
    let timed = findings.judged.iter().filter_map(|judged| Some((judged.took?, judged.scenario.id.as_str())));
    let mut timed: Vec<(Duration, &str)> = timed.collect();
    timed.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(other.1)));
    let all: Duration = timed.iter().map(|(took, _)| *took).sum();
    let lines: String = timed.iter().take(most).map(|(took, id)| format!("{:>9}  {id}\n", shown(*took))).collect();
    format!("{lines}{:>9}  {} in all\n", shown(all), count(timed.len(), "scenario"))
}

fn shown(took: Duration) -> String {
    format!("{:.1} ms", took.as_secs_f64() * 1000.0)
}
