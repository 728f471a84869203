//! Which entry of a log a deviation is about. Marked only where that is sure.

use crate::oracle::flow_style;
use crate::oracle::judge::Judging;
use crate::protocol::Event;

/// From so many deviations of a scenario on, the moment of each is not looked for.
const MOST_MOMENTS: usize = 100;

impl Judging<'_> {
    /// The one event that says more of the words of a path than any other does.
    pub(super) fn moment_of(&self, path: &str) -> Option<usize> {
        // Looking through the log takes its time, and nobody reads more than a few of so many.
        if self.deviations.len() >= MOST_MOMENTS {
            return None;
        }
        let words: Vec<&str> = path.split('.').collect();
        let score = |event: &Event| {
            let text = flow_style::line(&event.data);
            words.iter().filter(|word| mentions(&text, word)).count()
        };
        let scores: Vec<usize> = self.outcome.log.iter().map(score).collect();
        let best = scores.iter().copied().max().filter(|best| *best > 0)?;
        only(scores.iter().enumerate().filter(|(_, score)| **score == best).map(|(at, _)| at))
    }
}

fn only(mut found: impl Iterator<Item = usize>) -> Option<usize> {
    match (found.next(), found.next()) {
        (Some(at), None) => Some(at),
        _ => None,
    }
}

fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|part| part == word)
}
