//! The parts of a log around failures. Keeping whole logs would exhaust memory if every scenario fails.

use std::collections::BTreeMap;

use crate::judge;
use crate::judge::verdict::Mismatch;
use truthsayer_protocol::Event;

/// Number of events kept before and after a failure.
const AROUND: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogExcerpt {
    /// Number of events in the whole log.
    pub length: usize,
    lines: BTreeMap<usize, String>,
}

impl LogExcerpt {
    /// Returns the events around each failure.
    pub(crate) fn of(log: &[Event], mismatches: &[Mismatch]) -> LogExcerpt {
        let mut lines = BTreeMap::new();
        for at in mismatches.iter().flat_map(|mismatch| range(mismatch, log.len())) {
            if let Some(event) = log.get(at) {
                lines.entry(at).or_insert_with(|| judge::shown(event));
            }
        }
        LogExcerpt { length: log.len(), lines }
    }

    /// Returns the events around one failure, with their indices in the log.
    pub fn events_near(&self, mismatch: &Mismatch) -> Vec<(usize, &str)> {
        let range = range(mismatch, self.length);
        range.filter_map(|at| Some((at, self.lines.get(&at)?.as_str()))).collect()
    }
}

/// Returns the range around a failure, or the end of the log if the moment is unknown.
fn range(mismatch: &Mismatch, length: usize) -> std::ops::Range<usize> {
    let last = length.saturating_sub(1);
    let moment = mismatch.near.unwrap_or(last).min(last);
    moment.saturating_sub(AROUND)..(moment + AROUND + 1).min(length)
}
