//! Finds the log entry of a failure. Set only if it is certain.

use crate::base::yaml_flow;
use crate::judge::Judging;

/// From this number of failures in one scenario on, moments are not searched.
const MOST_MOMENTS: usize = 100;

/// Position in a log.
#[derive(Default)]
pub(super) struct LogSpot {
    /// The entry that is the failure, if certain.
    pub moment: Option<usize>,
    /// An entry near the failure.
    pub near: Option<usize>,
}

impl From<Option<usize>> for LogSpot {
    fn from(moment: Option<usize>) -> LogSpot {
        LogSpot { moment, near: moment }
    }
}

impl Judging<'_> {
    /// Returns the only event that contains the most words of a path. If several do, `near` is the last one.
    pub(super) fn moment_of(&self, path: &str) -> LogSpot {
        // Searching the log for every failure is slow, and a reader needs only a few of them.
        if self.mismatches.len() >= MOST_MOMENTS {
            return LogSpot::default();
        }
        let words: Vec<&str> = path.split('.').collect();
        let texts =
            self.log_texts.get_or_init(|| self.outcome.log.iter().map(|it| yaml_flow::line(&it.data)).collect());
        let score = |text: &String| words.iter().filter(|word| mentions(text, word)).count();
        let scores: Vec<usize> = texts.iter().map(score).collect();
        let Some(best) = scores.iter().copied().max().filter(|best| *best > 0) else { return LogSpot::default() };
        let found: Vec<usize> = (0..scores.len()).filter(|at| scores[*at] == best).collect();
        let moment = if let [only] = found.as_slice() { Some(*only) } else { None };
        LogSpot { moment, near: found.last().copied() }
    }
}

fn mentions(text: &str, word: &str) -> bool {
    // Most texts do not contain the word at all, and searching is many times faster than splitting.
    text.contains(word) && text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|part| part == word)
}
