//! What claims say about events.

use std::borrow::Cow;

use crate::oracle::judge::Judging;
use crate::oracle::judge::moment::LogSpot;
use crate::oracle::judge::shown;
use crate::oracle::pattern::Pattern;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::sight::Knowledge;
use crate::protocol::EventNote;

/// What is found instead of an event that should have happened.
pub(crate) const NO_SUCH_EVENT: &str = "no such event";
pub(crate) const NO_FURTHER_EVENT: &str = "no further such event";
pub(crate) const HAPPENED_EARLIER: &str = "it happened earlier than the order claims";

impl Judging<'_> {
    pub(super) fn events(&mut self, patterns: &[Pattern]) {
        let mut next = 0;
        let mut used = Vec::new();
        for (line, pattern) in patterns.iter().enumerate() {
            let Some(wanted) = self.wanted(line, pattern) else { continue };
            match self.outcome.log[next..].iter().position(|event| wanted.fits(event)) {
                Some(found) => {
                    used.push(next + found);
                    next += found + 1;
                }
                None => return self.missing_event(pattern, next, &used),
            }
        }
    }

    /// No event from `next` on is left for the pattern. `used` are the events before it that other patterns took.
    fn missing_event(&mut self, pattern: &Pattern, next: usize, used: &[usize]) {
        let log = &self.outcome.log;
        let is_alike = |at: &usize| log[*at].name == pattern.name && !pattern.fits(&log[*at]);
        let alike: Vec<usize> = (next..log.len()).filter(is_alike).collect();
        let earlier = (0..next).rev().find(|at| !used.contains(at) && pattern.fits(&log[*at]));
        let taken = log.iter().rposition(|event| pattern.fits(event));
        let (actual, spot) = match (alike.as_slice(), earlier) {
            ([at], _) => (shown(&log[*at]), LogSpot::from(Some(*at))),
            ([at, ..], _) => (shown(&log[*at]), LogSpot { moment: None, near: Some(*at) }),
            ([], Some(at)) => (HAPPENED_EARLIER.to_owned(), LogSpot::from(Some(at))),
            ([], None) if taken.is_some() => (NO_FURTHER_EVENT.to_owned(), LogSpot { moment: None, near: taken }),
            ([], None) => (NO_SUCH_EVENT.to_owned(), LogSpot { moment: None, near: next.checked_sub(1) }),
        };
        let deviation = self.deviation(&pattern.place, "event", pattern.line(), actual, spot);
        self.deviations.push(deviation);
    }

    /// Each of them happens, an event of its own, whatever came first.
    pub(super) fn events_in_any_order(&mut self, patterns: &[Pattern]) {
        let mut wanted = Vec::new();
        for (line, pattern) in patterns.iter().enumerate() {
            wanted.extend(self.wanted(line, pattern).map(|narrowed| (pattern, narrowed)));
        }
        let log = &self.outcome.log;
        let fits: Vec<Vec<usize>> =
            wanted.iter().map(|(_, it)| (0..log.len()).filter(|at| it.fits(&log[*at])).collect()).collect();
        if let Some(unmet) = first_unmet(&fits, log.len()) {
            let pattern = wanted[unmet].0;
            self.missing_event(pattern, 0, &[]);
        }
    }

    pub(super) fn once(&mut self, pattern: &Pattern) {
        // With a field less, more events would fit.
        let Some(wanted) = self.fully_visible(pattern) else { return };
        let found: Vec<usize> = (0..self.outcome.log.len()).filter(|at| wanted.fits(&self.outcome.log[*at])).collect();
        let (expected, actual, moment) = match found.as_slice() {
            [_] => return,
            [] => return self.missing_event(pattern, 0, &[]),
            [_, second, ..] => (format!("{}, once", pattern.line()), format!("{} times", found.len()), Some(*second)),
        };
        let deviation = self.deviation(&pattern.place, "event", expected, actual, moment);
        self.deviations.push(deviation);
    }

    pub(super) fn no_event(&mut self, pattern: &Pattern) {
        // With a field less, something else would be forbidden.
        let Some(wanted) = self.fully_visible(pattern) else { return };
        if let Some(at) = self.outcome.log.iter().position(|event| wanted.fits(event)) {
            let (expected, actual) = (format!("no {}", pattern.line()), shown(&self.outcome.log[at]));
            let deviation = self.deviation(&pattern.place, "event", expected, actual, Some(at));
            self.deviations.push(deviation);
        }
    }

    /// An event to look for only where the engine knows all that the claim says of it.
    fn fully_visible<'p>(&mut self, pattern: &'p Pattern) -> Option<Cow<'p, Pattern>> {
        let wanted = self.wanted(0, pattern)?;
        if wanted.fields.len() < pattern.fields.len() {
            self.hide(0);
            return None;
        }
        Some(wanted)
    }

    /// All that the claim says of an event, or what is left of that where the engine has no word for some fields. Nothing
    /// where the engine cannot show it, and where it is the author's mistake, which is told and comes before all else.
    ///
    /// A misspelt event would hold for ever under `no_events`, so names and fields are checked where they are known.
    fn wanted<'p>(&mut self, line: usize, pattern: &'p Pattern) -> Option<Cow<'p, Pattern>> {
        if self.is_passed_over(line) {
            return None;
        }
        // What a reply shows is observed, whatever the engine says of itself.
        let known = if self.is_in_log(pattern) { Knowledge::Shown } else { self.sight.event(&pattern.name) };
        match known {
            Knowledge::Shown => self.with_known_fields(line, pattern, self.sight.own_note(&pattern.name)),
            Knowledge::Hidden => {
                self.hide(line);
                None
            }
            Knowledge::Unheard => {
                self.unheard(pattern);
                None
            }
        }
    }

    fn is_in_log(&self, pattern: &Pattern) -> bool {
        self.outcome.log.iter().any(|event| event.name == pattern.name)
    }

    fn unheard(&mut self, pattern: &Pattern) {
        let message = format!("the engine has no event `{}`", pattern.name);
        let problem = Problem::at(Kind::Misposed, &pattern.place, message);
        let full = problem::is_full(&self.problems);
        self.problems.push(if full { problem } else { problem.nearest(&pattern.name, self.sight.event_names()) });
    }

    /// Leaves out the fields that this engine has no word for, and tells of those that nobody has.
    fn with_known_fields<'p>(
        &mut self,
        line: usize,
        pattern: &'p Pattern,
        note: Option<&EventNote>,
    ) -> Option<Cow<'p, Pattern>> {
        let lists = |note: Option<&EventNote>, field: &String| note.is_some_and(|note| note.fields.contains(field));
        let is_known =
            |field: &String| (note.is_none() || lists(note, field)) && !self.sight.ignores(&pattern.name, field);
        let unknown: Vec<&String> = pattern.fields.iter().map(|(field, _)| field).filter(|it| !is_known(it)).collect();
        if unknown.is_empty() {
            return Some(Cow::Borrowed(pattern));
        }
        let reference = self.sight.reference_note(&pattern.name);
        let is_slip = |field: &&&String| !lists(reference, field) && !self.sight.ignores(&pattern.name, field);
        let slips: Vec<&String> = unknown.iter().filter(is_slip).copied().collect();
        if !slips.is_empty() {
            slips.into_iter().for_each(|field| self.unheard_field(pattern, field, note));
            return None;
        }
        if unknown.len() == pattern.fields.len() {
            self.hide(line);
            return None;
        }
        let kept = pattern.fields.iter().filter(|(field, _)| !unknown.contains(&field)).cloned().collect();
        Some(Cow::Owned(Pattern { fields: kept, ..pattern.clone() }))
    }

    fn unheard_field(&mut self, pattern: &Pattern, field: &str, note: Option<&EventNote>) {
        let known = note.map_or(&[] as &[String], |note| &note.fields);
        let message = format!("the event `{}` has no field `{field}`", pattern.name);
        let problem = Problem::at(Kind::Misposed, &pattern.place, message);
        let problem = problem.nearest(field, known.iter().map(String::as_str));
        self.problems.push(problem.help(format!("it has: {}", known.join(", "))));
    }
}

/// Gives every pattern an event of its own, if that can be done; else the first pattern that goes without.
fn first_unmet(fits: &[Vec<usize>], length: usize) -> Option<usize> {
    let mut taken: Vec<Option<usize>> = vec![None; length];
    (0..fits.len()).find(|pattern| !assign(*pattern, fits, &mut taken))
}

/// Takes a free event, or one whose pattern can be given another.
fn assign(first: usize, fits: &[Vec<usize>], taken: &mut [Option<usize>]) -> bool {
    // By which pattern each event was reached.
    let mut from: Vec<Option<usize>> = vec![None; taken.len()];
    let mut waiting = vec![first];
    while let Some(pattern) = waiting.pop() {
        for event in &fits[pattern] {
            if from[*event].is_some() {
                continue;
            }
            from[*event] = Some(pattern);
            match taken[*event] {
                Some(other) => waiting.push(other),
                None => {
                    give(*event, &from, taken);
                    return true;
                }
            }
        }
    }
    false
}

/// Hands every event on the way to the pattern by which it was reached; the first pattern had none before.
fn give(last: usize, from: &[Option<usize>], taken: &mut [Option<usize>]) {
    let mut event = last;
    while let Some(pattern) = from[event] {
        let before = taken.iter().position(|own| *own == Some(pattern));
        taken[event] = Some(pattern);
        let Some(other) = before else { return };
        event = other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_takes_an_event_of_its_own() {
        assert_eq!(first_unmet(&[vec![0, 1], vec![0]], 2), None, "the first one makes room");
        assert_eq!(first_unmet(&[vec![0, 1], vec![0], vec![1, 2], vec![1]], 3), Some(3));
        assert_eq!(first_unmet(&[vec![0, 1], vec![0, 2], vec![0]], 3), None, "along a chain");
        assert_eq!(first_unmet(&[vec![]], 3), Some(0));
        assert_eq!(first_unmet(&[], 0), None);
    }

    /// Whether each of these patterns can have an event of its own, by trying everything.
    fn fits_all(fits: &[Vec<usize>], taken: &mut Vec<usize>) -> bool {
        let Some((first, rest)) = fits.split_first() else { return true };
        first.iter().any(|event| {
            let is_free = !taken.contains(event);
            taken.push(*event);
            let found = is_free && fits_all(rest, taken);
            taken.pop();
            found
        })
    }

    #[test]
    fn the_first_that_goes_without_is_the_one_with_which_not_all_can_have_one() {
        // Every way in which four patterns can fit three events, and some in which five fit four.
        let rows = |number: usize, patterns: usize, events: usize| -> Vec<Vec<usize>> {
            let row =
                |pattern: usize| (0..events).filter(|event| number >> (pattern * events + event) & 1 == 1).collect();
            (0..patterns).map(row).collect()
        };
        let small = (0..1 << 12).map(|number| (rows(number, 4, 3), 3));
        let larger = (0..2000).map(|number| (rows(number * 523, 5, 4), 4));
        for (fits, events) in small.chain(larger) {
            let expected = (0..fits.len()).find(|last| !fits_all(&fits[..=*last], &mut Vec::new()));
            assert_eq!(first_unmet(&fits, events), expected, "{fits:?}");
        }
    }
}
