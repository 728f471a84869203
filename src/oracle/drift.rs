//! Drift: in what the outcome differs from the accepted one.

use std::collections::BTreeMap;

use similar::ChangeTag;
use similar::TextDiff;

use crate::oracle::claim::Claim;
use crate::oracle::datapath;
use crate::oracle::expectation::Expectation;
use crate::oracle::golden::RecordedOutcome;
use crate::oracle::judge;
use crate::oracle::scenario::Scenario;
use crate::oracle::then;
use crate::oracle::verdict::Verdict;
use crate::protocol::ANSWERED;
use crate::protocol::REFUSED;

#[derive(Debug, Clone, PartialEq)]
pub struct Drift {
    /// State paths whose recorded change differs: path, accepted, now.
    pub changes: Vec<(String, Option<String>, Option<String>)>,
    /// The log compared line by line; only lines that differ and those beside them.
    pub log: Vec<LogLine>,
}

/// One line of the compared log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogLine {
    Same(String),
    Gone(String),
    New(String),
}

impl LogLine {
    pub fn text(&self) -> &str {
        match self {
            LogLine::Same(text) | LogLine::Gone(text) | LogLine::New(text) => text,
        }
    }

    /// The name of the event on this line.
    pub fn event(&self) -> &str {
        self.text().split(':').next().unwrap_or("")
    }

    /// The step that a refusal or an answer is about. Keys are sorted, so it is the last one.
    fn step(&self) -> Option<usize> {
        self.text().rsplit_once("step: ")?.1.trim_end_matches('}').parse().ok()
    }

    /// The line as the judge shows an event.
    fn shown(&self) -> String {
        self.text().replacen(": ", " ", 1)
    }

    pub fn differs(&self) -> bool {
        !matches!(self, LogLine::Same(_))
    }
}

/// What to say of a recorded change that differs from another one only by rounding.
pub(crate) fn near(accepted: &str, now: &str) -> Option<&'static str> {
    let (accepted, now) = (then::change_of(accepted)?, then::change_of(now)?);
    judge::near([(&accepted.0, &now.0), (&accepted.1, &now.1)])
}

impl Drift {
    /// None when both say the same.
    pub fn between(accepted: RecordedOutcome, now: RecordedOutcome) -> Option<Drift> {
        let mut paths: BTreeMap<String, (Option<String>, Option<String>)> = BTreeMap::new();
        for (path, change) in accepted.changes {
            paths.entry(path).or_default().0 = Some(change);
        }
        for (path, change) in now.changes {
            paths.entry(path).or_default().1 = Some(change);
        }
        let changes: Vec<_> =
            paths.into_iter().filter(|(_, (a, b))| a != b).map(|(path, (a, b))| (path, a, b)).collect();
        let log = compare_logs(&accepted.log, &now.log);
        (!changes.is_empty() || !log.is_empty()).then_some(Drift { changes, log })
    }

    /// The part of the drift that a claim speaks of: its paths and its events.
    pub fn touching(&self, claim: &Claim) -> Drift {
        let on_path =
            |path: &str| claim.then.iter().filter_map(|then| then.path()).any(|own| datapath::touches(own, path));
        let speaks_of = |then: &Expectation, line: &LogLine| match then {
            Expectation::Refused { step, .. } => line.event() == REFUSED && line.step() == Some(*step),
            Expectation::Answer { step, .. } => line.event() == ANSWERED && line.step() == Some(*step),
            _ => then.patterns().iter().any(|pattern| pattern.name == line.event()),
        };
        let in_events = |line: &LogLine| line.differs() && claim.then.iter().any(|then| speaks_of(then, line));
        Drift {
            changes: self.changes.iter().filter(|(path, ..)| on_path(path)).cloned().collect(),
            log: self.log.iter().filter(|line| in_events(line)).cloned().collect(),
        }
    }

    /// What is left when everything is taken away that the failing claims of a scenario speak of, and every refusal that is
    /// shown as a deviation.
    pub(crate) fn beyond(&self, scenario: &Scenario, verdict: &Verdict) -> Drift {
        let failing = scenario.claims.iter().enumerate().filter(|(index, _)| verdict.fails(*index));
        let mut shown: Vec<Drift> = failing.map(|(_, claim)| self.touching(claim)).collect();
        let unclaimed = verdict.deviations().iter().filter(|deviation| deviation.claim.is_none());
        let refusals: Vec<&str> = unclaimed.map(|deviation| deviation.actual.as_str()).collect();
        let is_shown = |line: &&LogLine| line.differs() && refusals.contains(&line.shown().as_str());
        shown.push(Drift { changes: Vec::new(), log: self.log.iter().filter(is_shown).cloned().collect() });
        self.without(&shown)
    }

    /// What is left when the parts that claims speak of are taken away.
    pub fn without(&self, parts: &[Drift]) -> Drift {
        let is_told = |path: &str| parts.iter().any(|part| part.changes.iter().any(|(other, ..)| other == path));
        let told_line = |line: &LogLine| line.differs() && parts.iter().any(|part| part.log.contains(line));
        let log: Vec<LogLine> = self.log.iter().filter(|line| !told_line(line)).cloned().collect();
        Drift {
            changes: self.changes.iter().filter(|(path, ..)| !is_told(path)).cloned().collect(),
            log: if log.iter().any(LogLine::differs) { log } else { Vec::new() },
        }
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.log.is_empty()
    }
}

fn compare_logs(accepted: &[String], now: &[String]) -> Vec<LogLine> {
    if accepted == now {
        return Vec::new();
    }
    // Every line ends alike, the last one too; otherwise it would differ as soon as another follows it.
    let text = |log: &[String]| log.iter().flat_map(|line| [line, "\n"]).collect::<String>();
    let (old, new) = (text(accepted), text(now));
    let diff = TextDiff::configure().diff_lines(&old, &new);
    let mut lines = Vec::new();
    for group in diff.grouped_ops(2) {
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let text = change.value().trim_end().to_owned();
            lines.push(match change.tag() {
                ChangeTag::Equal => LogLine::Same(text),
                ChangeTag::Delete => LogLine::Gone(text),
                ChangeTag::Insert => LogLine::New(text),
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(log: &[&str], changes: &[(&str, &str)]) -> RecordedOutcome {
        RecordedOutcome {
            log: log.iter().map(|line| (*line).to_owned()).collect(),
            changes: changes.iter().map(|(path, change)| ((*path).to_owned(), (*change).to_owned())).collect(),
        }
    }

    #[test]
    fn equal_records_do_not_drift() {
        let one = record(&["a: {}"], &[("x", "1 -> 2")]);
        assert_eq!(Drift::between(one.clone(), one), None);
    }

    #[test]
    fn a_lost_a_new_and_a_different_change_are_all_drift() {
        let old = record(&[], &[("a", "1 -> 2"), ("b", "1 -> 2"), ("c", "1 -> 2")]);
        let new = record(&[], &[("b", "1 -> 3"), ("c", "1 -> 2"), ("d", "0 -> 1")]);
        let paths: Vec<_> = Drift::between(old, new).unwrap().changes.into_iter().map(|c| c.0).collect();
        assert_eq!(paths, ["a", "b", "d"]);
    }

    #[test]
    fn the_order_of_the_log_counts() {
        let drift = Drift::between(record(&["a: {}", "b: {}"], &[]), record(&["b: {}", "a: {}"], &[])).unwrap();
        assert!(drift.log.iter().any(LogLine::differs));
    }
}
