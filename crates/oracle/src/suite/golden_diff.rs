//! Drift: the differences between an outcome and its golden.

use std::collections::BTreeMap;

use similar::ChangeTag;
use similar::TextDiff;

use crate::base::datapath;
use crate::base::number_comparison;
use crate::base::source::SourceFile;
use crate::base::tolerance::Tolerance;
use crate::base::yaml;
use crate::suite::claim::Claim;
use crate::suite::expectation::Expectation;
use crate::suite::expectation_reader;
use crate::suite::golden::RecordedOutcome;
use truthsayer_protocol::ANSWERED;
use truthsayer_protocol::Data;
use truthsayer_protocol::REFUSED;

#[derive(Debug, Clone, PartialEq)]
pub struct Drift {
    /// Changed state paths: path, accepted value, current value.
    pub changes: Vec<(String, Option<String>, Option<String>)>,
    /// Differing lines of the log, with their neighbours.
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

    /// Returns the name of the event on this line.
    pub fn event(&self) -> &str {
        self.text().split(':').next().unwrap_or("")
    }

    /// Returns the step of a refusal or an answer. Keys are sorted, so `step` is the last one.
    fn step(&self) -> Option<usize> {
        self.text().rsplit_once("step: ")?.1.trim_end_matches('}').parse().ok()
    }

    /// Returns the line in the form in which the judge shows events.
    pub fn shown(&self) -> String {
        self.text().replacen(": ", " ", 1)
    }

    pub fn differs(&self) -> bool {
        !matches!(self, LogLine::Same(_))
    }
}

/// Returns a note if two recorded changes differ only by rounding.
pub fn near(accepted: &str, now: &str) -> Option<&'static str> {
    let (accepted, now) = (expectation_reader::change_of(accepted)?, expectation_reader::change_of(now)?);
    number_comparison::near([(&accepted.0, &now.0), (&accepted.1, &now.1)])
}

impl Drift {
    /// Returns `None` if both are equal, with numbers compared by the tolerance.
    pub fn between(accepted: RecordedOutcome, now: RecordedOutcome, tolerance: &Tolerance) -> Option<Drift> {
        let now = if tolerance.is_exact() { now } else { within_tolerance(&accepted, now, tolerance) };
        let mut paths: BTreeMap<String, (Option<String>, Option<String>)> = BTreeMap::new();
        for (path, change) in accepted.changes {
            paths.entry(path).or_default().0 = Some(change);
        }
        for (path, change) in now.changes {
            paths.entry(path).or_default().1 = Some(change);
        }
        let changes: Vec<_> = paths
            .into_iter()
            .filter(|(_, (a, b))| a != b && !are_equal(a, b, tolerance))
            .map(|(path, (a, b))| (path, a, b))
            .collect();
        let log = compare_logs(&accepted.log, &now.log);
        (!changes.is_empty() || !log.is_empty()).then_some(Drift { changes, log })
    }

    /// Returns the part of the drift on the paths and events of a claim.
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

    /// Returns the drift without the parts that belong to claims.
    pub fn without(&self, parts: &[Drift]) -> Drift {
        let is_in_part = |path: &str| parts.iter().any(|part| part.changes.iter().any(|(other, ..)| other == path));
        let is_line_in_part = |line: &LogLine| line.differs() && parts.iter().any(|part| part.log.contains(line));
        let log: Vec<LogLine> = self.log.iter().filter(|line| !is_line_in_part(line)).cloned().collect();
        Drift {
            changes: self.changes.iter().filter(|(path, ..)| !is_in_part(path)).cloned().collect(),
            log: if log.iter().any(LogLine::differs) { log } else { Vec::new() },
        }
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.log.is_empty()
    }
}

/// Returns the outcome with the accepted text wherever it differs only within the tolerance.
fn within_tolerance(accepted: &RecordedOutcome, mut now: RecordedOutcome, tolerance: &Tolerance) -> RecordedOutcome {
    let known: BTreeMap<&String, &String> = accepted.changes.iter().map(|(path, change)| (path, change)).collect();
    for (path, change) in &mut now.changes {
        let old = known.get(path).and_then(|old| expectation_reader::change_of(old));
        if let (Some(old), Some(new)) = (old, expectation_reader::change_of(change))
            && tolerance.same(&old.0, &new.0)
            && tolerance.same(&old.1, &new.1)
        {
            change.clone_from(known[&*path]);
        }
    }
    // Lines that replace each other are compared one by one; lines that are new or gone are not.
    for op in similar::capture_diff_slices(similar::Algorithm::Myers, &accepted.log, &now.log) {
        for (old, new) in op.old_range().zip(op.new_range()) {
            let pair = (log_entry(&accepted.log[old]), log_entry(&now.log[new]));
            if let (Some(one), Some(other)) = pair
                && tolerance.same(&one, &other)
            {
                now.log[new].clone_from(&accepted.log[old]);
            }
        }
    }
    now
}

/// Returns a line of the log as data: a map with one key.
fn log_entry(line: &str) -> Option<Data> {
    yaml::read(&SourceFile::new("log", line)).ok().map(|node| node.to_data())
}

/// Returns whether a path that changes on one side only changes within the tolerance.
fn are_equal(one: &Option<String>, other: &Option<String>, tolerance: &Tolerance) -> bool {
    match (one, other) {
        (Some(only), None) | (None, Some(only)) if !tolerance.is_exact() => {
            expectation_reader::change_of(only).is_some_and(|(before, after)| tolerance.same(&before, &after))
        }
        _ => false,
    }
}

fn compare_logs(accepted: &[String], now: &[String]) -> Vec<LogLine> {
    if accepted == now {
        return Vec::new();
    }
    // Every line ends with a line break; otherwise the last line would differ when another follows it.
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
        assert_eq!(Drift::between(one.clone(), one, &Tolerance::default()), None);
    }

    #[test]
    fn a_lost_a_new_and_a_different_change_are_all_drift() {
        let old = record(&[], &[("a", "1 -> 2"), ("b", "1 -> 2"), ("c", "1 -> 2")]);
        let new = record(&[], &[("b", "1 -> 3"), ("c", "1 -> 2"), ("d", "0 -> 1")]);
        let paths: Vec<_> =
            Drift::between(old, new, &Tolerance::default()).unwrap().changes.into_iter().map(|c| c.0).collect();
        assert_eq!(paths, ["a", "b", "d"]);
    }

    #[test]
    fn the_order_of_the_log_counts() {
        let (one, other) = (record(&["a: {}", "b: {}"], &[]), record(&["b: {}", "a: {}"], &[]));
        let drift = Drift::between(one, other, &Tolerance::default()).unwrap();
        assert!(drift.log.iter().any(LogLine::differs));
    }
}
