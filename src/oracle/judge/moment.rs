//! Which entry of a log a deviation is about. Marked only where that is sure.

use crate::oracle::flow_style;
use crate::oracle::judge::Judging;
use crate::protocol::Event;

/// From so many deviations of a scenario on, the moment of each is not looked for.
const MOST_MOMENTS: usize = 100;

/// Where to look in a log.
#[derive(Default)]
pub(super) struct LogSpot {
    /// The entry that it is, where that is sure.
    pub moment: Option<usize>,
    /// An entry near which something is to be seen.
    pub near: Option<usize>,
}

impl From<Option<usize>> for LogSpot {
    fn from(moment: Option<usize>) -> LogSpot {
        LogSpot { moment, near: moment }
    }
}

impl Judging<'_> {
    /// The one event that says more of the words of a path than any other does; of several, the last is near.
    pub(super) fn moment_of(&self, path: &str) -> LogSpot {
        // Looking through the log takes its time, and nobody reads more than a few of so many.
        if self.deviations.len() >= MOST_MOMENTS {
            return LogSpot::default();
        }
        let words: Vec<&str> = path.split('.').collect();
        let score = |event: &Event| {
            let text = flow_style::line(&event.data);
            words.iter().filter(|word| mentions(&text, word)).count()
        };
        let scores: Vec<usize> = self.outcome.log.iter().map(score).collect();
        let Some(best) = scores.iter().copied().max().filter(|best| *best > 0) else { return LogSpot::default() };
        let found: Vec<usize> = (0..scores.len()).filter(|at| scores[*at] == best).collect();
        let moment = if let [only] = found.as_slice() { Some(*only) } else { None };
        LogSpot { moment, near: found.last().copied() }
    }
}

fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|part| part == word)
}
