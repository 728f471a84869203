//! What claims say about events.

use std::borrow::Cow;

use crate::oracle::judge::Judging;
use crate::oracle::judge::moment::Spot;
use crate::oracle::judge::shown;
use crate::oracle::pattern::Pattern;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::sight::Knowledge;
use crate::protocol::EventNote;

/// An event to look for.
enum Wanted<'p> {
    /// All that the claim says of it, or what is left of that where the engine has no word for some fields.
    Pattern(Cow<'p, Pattern>),
    /// The engine cannot show it.
    Hidden,
    /// The author's mistake, and told as that.
    Slip,
}

impl Judging<'_> {
    pub(super) fn events(&mut self, patterns: &[Pattern]) {
        let mut next = 0;
        for (line, pattern) in patterns.iter().enumerate() {
            let wanted = match self.wanted(line, pattern) {
                Wanted::Pattern(wanted) => wanted,
                Wanted::Hidden => continue,
                Wanted::Slip => return,
            };
            match self.outcome.log[next..].iter().position(|event| wanted.fits(event)) {
                Some(found) => next += found + 1,
                None => return self.missing_event(pattern, next),
            }
        }
    }

    fn missing_event(&mut self, pattern: &Pattern, next: usize) {
        let log = &self.outcome.log;
        let alike: Vec<usize> = (next..log.len()).filter(|at| log[*at].name == pattern.name).collect();
        let earlier = log[..next].iter().rposition(|event| pattern.fits(event));
        let (actual, spot) = match (alike.as_slice(), earlier) {
            ([at], _) => (shown(&log[*at]), Spot::from(Some(*at))),
            ([at, ..], _) => (shown(&log[*at]), Spot { moment: None, near: Some(*at) }),
            ([], Some(at)) => ("it happened earlier than the order claims".to_owned(), Spot::from(Some(at))),
            ([], None) => ("no such event".to_owned(), Spot { moment: None, near: next.checked_sub(1) }),
        };
        let deviation = self.deviation(&pattern.place, "event", pattern.line(), actual, spot);
        self.deviations.push(deviation);
    }

    /// Each of them happens, an event of its own, whatever came first.
    pub(super) fn events_in_any_order(&mut self, patterns: &[Pattern]) {
        let mut wanted = Vec::new();
        for (line, pattern) in patterns.iter().enumerate() {
            match self.wanted(line, pattern) {
                Wanted::Pattern(narrowed) => wanted.push((pattern, narrowed)),
                Wanted::Hidden => {}
                Wanted::Slip => return,
            }
        }
        let log = &self.outcome.log;
        let fits: Vec<Vec<usize>> =
            wanted.iter().map(|(_, it)| (0..log.len()).filter(|at| it.fits(&log[*at])).collect()).collect();
        if let Some(unmet) = first_unmet(&fits, log.len()) {
            let pattern = wanted[unmet].0;
            self.missing_event(pattern, 0);
        }
    }

    pub(super) fn once(&mut self, pattern: &Pattern) {
        // With a field less, more events would fit.
        let Some(wanted) = self.whole(pattern) else { return };
        let found: Vec<usize> = (0..self.outcome.log.len()).filter(|at| wanted.fits(&self.outcome.log[*at])).collect();
        let (expected, actual, moment) = match found.as_slice() {
            [_] => return,
            [] => return self.missing_event(pattern, 0),
            [_, second, ..] => (format!("{}, once", pattern.line()), format!("{} times", found.len()), Some(*second)),
        };
        let deviation = self.deviation(&pattern.place, "event", expected, actual, moment);
        self.deviations.push(deviation);
    }

    pub(super) fn no_event(&mut self, pattern: &Pattern) {
        // With a field less, something else would be forbidden.
        let Some(wanted) = self.whole(pattern) else { return };
        if let Some(at) = self.outcome.log.iter().position(|event| wanted.fits(event)) {
            let (expected, actual) = (format!("no {}", pattern.line()), shown(&self.outcome.log[at]));
            let deviation = self.deviation(&pattern.place, "event", expected, actual, Some(at));
            self.deviations.push(deviation);
        }
    }

    /// An event to look for only where the engine knows all that the claim says of it.
    fn whole<'p>(&mut self, pattern: &'p Pattern) -> Option<Cow<'p, Pattern>> {
        match self.wanted(0, pattern) {
            Wanted::Pattern(wanted) if wanted.fields.len() == pattern.fields.len() => Some(wanted),
            Wanted::Pattern(_) => {
                self.hide(0);
                None
            }
            Wanted::Hidden | Wanted::Slip => None,
        }
    }

    /// A misspelt event would hold for ever under `no_events`, so names and fields are checked where they are known.
    fn wanted<'p>(&mut self, line: usize, pattern: &'p Pattern) -> Wanted<'p> {
        if self.is_passed_over(line) {
            return Wanted::Hidden;
        }
        let note = match self.sight.event(&pattern.name) {
            // What a reply shows is observed, whatever the engine says of itself.
            _ if self.is_in_log(pattern) => self.sight.profile.events.iter().find(|note| note.name == pattern.name),
            Knowledge::Shown(note) => note,
            Knowledge::Hidden => {
                self.hide(line);
                return Wanted::Hidden;
            }
            Knowledge::Unheard => {
                self.unheard(pattern);
                return Wanted::Slip;
            }
        };
        self.with_known_fields(line, pattern, note)
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
    fn with_known_fields<'p>(&mut self, line: usize, pattern: &'p Pattern, note: Option<&EventNote>) -> Wanted<'p> {
        let lists = |note: Option<&EventNote>, field: &String| note.is_some_and(|note| note.fields.contains(field));
        let is_known =
            |field: &String| (note.is_none() || lists(note, field)) && !self.sight.ignores(&pattern.name, field);
        let unknown: Vec<&String> = pattern.fields.iter().map(|(field, _)| field).filter(|it| !is_known(it)).collect();
        if unknown.is_empty() {
            return Wanted::Pattern(Cow::Borrowed(pattern));
        }
        let reference = self.sight.reference_note(&pattern.name);
        let is_slip = |field: &&&String| !lists(reference, field) && !self.sight.ignores(&pattern.name, field);
        let slips: Vec<&String> = unknown.iter().filter(is_slip).copied().collect();
        if !slips.is_empty() {
            slips.into_iter().for_each(|field| self.unheard_field(pattern, field, note));
            return Wanted::Slip;
        }
        if unknown.len() == pattern.fields.len() {
            self.hide(line);
            return Wanted::Hidden;
        }
        let kept = pattern.fields.iter().filter(|(field, _)| !unknown.contains(&field)).cloned().collect();
        Wanted::Pattern(Cow::Owned(Pattern { fields: kept, ..pattern.clone() }))
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
    // Breadth first: by which pattern each event was reached.
    let mut from: Vec<Option<usize>> = vec![None; taken.len()];
    let mut queue = std::collections::VecDeque::from([first]);
    while let Some(pattern) = queue.pop_front() {
        for event in &fits[pattern] {
            if from[*event].is_some() {
                continue;
            }
            from[*event] = Some(pattern);
            match taken[*event] {
                Some(other) => queue.push_back(other),
                None => return give(*event, first, &from, taken),
            }
        }
    }
    false
}

/// Hands every event on the way to the pattern by which it was reached.
fn give(last: usize, first: usize, from: &[Option<usize>], taken: &mut [Option<usize>]) -> bool {
    let mut event = last;
    while let Some(pattern) = from[event] {
        let before = taken.iter().position(|own| *own == Some(pattern));
        taken[event] = Some(pattern);
        match before {
            Some(other) if pattern != first => event = other,
            _ => break,
        }
    }
    true
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
}
