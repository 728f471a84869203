//! The parts of a log that show a deviation. A whole log per scenario would fill the memory of a run that goes wrong
//! everywhere.

use std::collections::BTreeMap;

use crate::oracle::judge;
use crate::oracle::verdict::Deviation;
use crate::protocol::Event;

/// How many events are kept before and after a moment.
const AROUND: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogExcerpt {
    /// How many events the log has in all.
    pub length: usize,
    lines: BTreeMap<usize, String>,
}

impl LogExcerpt {
    /// What happened around each deviation.
    pub(crate) fn of(log: &[Event], deviations: &[Deviation]) -> LogExcerpt {
        let mut lines = BTreeMap::new();
        for at in deviations.iter().flat_map(|deviation| range(deviation, log.len())) {
            if let Some(event) = log.get(at) {
                lines.entry(at).or_insert_with(|| judge::shown(event));
            }
        }
        LogExcerpt { length: log.len(), lines }
    }

    /// The events around one deviation, each with its place in the log.
    pub(crate) fn events_near(&self, deviation: &Deviation) -> Vec<(usize, &str)> {
        let range = range(deviation, self.length);
        range.filter_map(|at| Some((at, self.lines.get(&at)?.as_str()))).collect()
    }
}

/// The end of the log where nobody knows the moment.
fn range(deviation: &Deviation, length: usize) -> std::ops::Range<usize> {
    let last = length.saturating_sub(1);
    let moment = deviation.near.unwrap_or(last).min(last);
    moment.saturating_sub(AROUND)..(moment + AROUND + 1).min(length)
}
