//! Checks expectations on events.

use std::borrow::Cow;

use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::number_comparison::near;
use crate::base::tolerance::Tolerance;
use crate::judge::Judging;
use crate::judge::moment::LogSpot;
use crate::judge::observability::BlindSpot;
use crate::judge::observability::Visibility;
use crate::judge::shown;
use crate::judge::spelling;
use crate::judge::verdict::Mismatch;
use crate::judge::verdict::Unshown;
use crate::suite::event_pattern::Pattern;
use truthsayer_protocol::Event;
use truthsayer_protocol::EventNote;

/// Actual values for a missing event.
pub const NO_SUCH_EVENT: &str = "no such event";
pub const NO_FURTHER_EVENT: &str = "no further such event";
pub const HAPPENED_EARLIER: &str = "it happened earlier than the order claims";

impl Judging<'_> {
    pub(super) fn events(&mut self, patterns: &[Pattern]) {
        let tolerance = &self.scenario.tolerance;
        let mut next = 0;
        let mut used = Vec::new();
        for (line, pattern) in patterns.iter().enumerate() {
            let Some(wanted) = self.wanted(line, pattern) else { continue };
            match self.outcome.log[next..].iter().position(|event| wanted.fits(event, tolerance)) {
                Some(found) => {
                    used.push(next + found);
                    next += found + 1;
                }
                None => return self.missing_event(&wanted, next, &used),
            }
        }
    }

    /// Reports that no event from `next` on matches the pattern. `used` are the earlier events that other patterns
    /// matched.
    fn missing_event(&mut self, pattern: &Pattern, next: usize, used: &[usize]) {
        let (log, tolerance) = (&self.outcome.log, &self.scenario.tolerance);
        let is_alike = |at: &usize| log[*at].name == pattern.name && !pattern.fits(&log[*at], tolerance);
        let alike: Vec<usize> = (next..log.len()).filter(is_alike).collect();
        let earlier = (0..next).rev().find(|at| !used.contains(at) && pattern.fits(&log[*at], tolerance));
        let taken = log.iter().rposition(|event| pattern.fits(event, tolerance));
        let rounded = alike.iter().find_map(|at| Some((*at, near(pattern.unlike(&log[*at], tolerance)?)?)));
        let remark = rounded.map(|(_, remark)| remark);
        let (actual, spot) = match (alike.as_slice(), earlier) {
            ([at], _) => (shown(&log[*at]), LogSpot::from(Some(*at))),
            ([first, ..], _) => {
                let at = rounded.map_or(*first, |(at, _)| at);
                (shown(&log[at]), LogSpot { moment: None, near: Some(at) })
            }
            ([], Some(at)) => (HAPPENED_EARLIER.to_owned(), LogSpot::from(Some(at))),
            ([], None) if taken.is_some() => (NO_FURTHER_EVENT.to_owned(), LogSpot { moment: None, near: taken }),
            ([], None) => (NO_SUCH_EVENT.to_owned(), LogSpot { moment: None, near: next.checked_sub(1) }),
        };
        let unshown = if earlier.is_some() { None } else { unshown(pattern, log, next, tolerance) };
        let mismatch = self.mismatch(&pattern.place, "event", pattern.line(), actual, spot);
        let spelled = log[next..].iter().find_map(|event| spelling::of_event(pattern, event, &self.scenario.tolerance));
        let spelled = spelled.into_iter().flatten().collect();
        self.mismatches.push(Mismatch { remark, unshown: unshown.map(Box::new), spelled, ..mismatch });
    }

    /// Checks that each pattern matches a different event, in any order.
    pub(super) fn events_in_any_order(&mut self, patterns: &[Pattern]) {
        let mut wanted = Vec::new();
        for (line, pattern) in patterns.iter().enumerate() {
            wanted.extend(self.wanted(line, pattern));
        }
        let (log, tolerance) = (&self.outcome.log, &self.scenario.tolerance);
        let fits: Vec<Vec<usize>> =
            wanted.iter().map(|it| (0..log.len()).filter(|at| it.fits(&log[*at], tolerance)).collect()).collect();
        if let Some(unmet) = first_unmet(&fits, log.len()) {
            self.missing_event(&wanted[unmet], 0, &[]);
        }
    }

    pub(super) fn once(&mut self, pattern: &Pattern) {
        // Without a hidden field, more events would match.
        let Some(wanted) = self.fully_visible(pattern) else { return };
        let (log, tolerance) = (&self.outcome.log, &self.scenario.tolerance);
        let found: Vec<usize> = (0..log.len()).filter(|at| wanted.fits(&log[*at], tolerance)).collect();
        let (expected, actual, moment) = match found.as_slice() {
            [_] => return,
            [] => return self.missing_event(pattern, 0, &[]),
            [_, second, ..] => (format!("{}, once", pattern.line()), format!("{} times", found.len()), Some(*second)),
        };
        let mismatch = self.mismatch(&pattern.place, "event", expected, actual, moment);
        self.mismatches.push(mismatch);
    }

    pub(super) fn no_event(&mut self, pattern: &Pattern) {
        // Without a hidden field, other events would be forbidden.
        let Some(wanted) = self.fully_visible(pattern) else { return };
        let tolerance = &self.scenario.tolerance;
        if let Some(at) = self.outcome.log.iter().position(|event| wanted.fits(event, tolerance)) {
            let (expected, actual) = (format!("no {}", pattern.line()), shown(&self.outcome.log[at]));
            let mismatch = self.mismatch(&pattern.place, "event", expected, actual, Some(at));
            self.mismatches.push(mismatch);
        } else {
            self.note_blind_spot(&wanted);
        }
    }

    /// Records an event that may be the forbidden one but lacks a field to decide. Only the whole run shows whether the
    /// engine ever sends that field.
    fn note_blind_spot(&mut self, wanted: &Pattern) {
        let alike = self.outcome.log.iter().filter(|event| event.name == wanted.name);
        let found = alike.map(|event| (event, lacking(wanted, &[event])));
        let tolerance = &self.scenario.tolerance;
        let mut found =
            found.filter(|(event, fields)| !fields.is_empty() && wanted.without(fields).fits(event, tolerance));
        let Some((_, mut fields)) = found.next() else { return };
        fields.retain(|field| !self.observability.lists_field(&wanted.name, field));
        if !fields.is_empty() {
            let (line, event) = (self.line(0), wanted.name.clone());
            self.hidden.insert_blind_spot(BlindSpot { line, event, fields });
        }
    }

    /// Returns the pattern only if the engine shows all of its fields.
    fn fully_visible<'p>(&mut self, pattern: &'p Pattern) -> Option<Cow<'p, Pattern>> {
        let wanted = self.wanted(0, pattern)?;
        if wanted.fields.len() < pattern.fields.len() {
            self.hide(0);
            return None;
        }
        Some(wanted)
    }

    /// Returns the pattern without the fields that the engine does not show. Returns `None` if the engine cannot show
    /// the event, or if the author made a mistake, which is reported.
    ///
    /// Names and fields are checked if the engine declares them, because a misspelled event would always pass
    /// `no_events`.
    fn wanted<'p>(&mut self, line: usize, pattern: &'p Pattern) -> Option<Cow<'p, Pattern>> {
        if self.is_skipped(line) {
            return None;
        }
        // An event in the log is known, even if `hello` does not list it.
        let is_sent = self.is_in_log(pattern) && !self.observability.omits_event(&pattern.name);
        let known = if is_sent { Visibility::Shown } else { self.observability.event(&pattern.name) };
        match known {
            Visibility::Shown => self.with_known_fields(line, pattern, self.observability.own_note(&pattern.name)),
            Visibility::Hidden => {
                self.hide(line);
                None
            }
            Visibility::Unknown => {
                self.unknown_event(pattern);
                None
            }
        }
    }

    fn is_in_log(&self, pattern: &Pattern) -> bool {
        self.outcome.log.iter().any(|event| event.name == pattern.name)
    }

    fn unknown_event(&mut self, pattern: &Pattern) {
        let message = format!("the engine has no event `{}`", pattern.name);
        let problem = Problem::at(Kind::Invalid, &pattern.place, message);
        let full = diagnostic::is_full(&self.problems);
        self.problems.push(if full {
            problem
        } else {
            problem.nearest(&pattern.name, self.observability.event_names())
        });
    }

    /// Removes the fields that this engine does not show, and reports those that no engine has.
    fn with_known_fields<'p>(
        &mut self,
        line: usize,
        pattern: &'p Pattern,
        note: Option<&EventNote>,
    ) -> Option<Cow<'p, Pattern>> {
        let slips: Vec<&String> = pattern.field_names().filter(|field| self.is_slip(pattern, field)).collect();
        if !slips.is_empty() {
            let known = note.or_else(|| self.observability.reference_note(&pattern.name));
            slips.into_iter().for_each(|field| self.unknown_field(pattern, field, known));
            return None;
        }
        let is_hidden = |field: &String| {
            let name = &pattern.name;
            note.is_some_and(|note| !note.fields.contains(field))
                || self.observability.ignores(name, field)
                || self.observability.omits_field(name, field)
                || self.observability.skipped_parts.is_some_and(|hidden| hidden.contains_field(self.line(line), field))
        };
        let hidden: Vec<String> = pattern.field_names().filter(|field| is_hidden(field)).cloned().collect();
        if hidden.is_empty() {
            return Some(Cow::Borrowed(pattern));
        }
        if hidden.len() == pattern.fields.len() {
            self.hide(line);
            return None;
        }
        let wanted = pattern.without(&hidden);
        self.hide_fields(line, hidden);
        Some(Cow::Owned(wanted))
    }

    /// Returns whether a field is misspelled: no list contains it, and the engine does not send it.
    fn is_slip(&self, pattern: &Pattern, field: &String) -> bool {
        let lists = [self.observability.own_note(&pattern.name), self.observability.reference_note(&pattern.name)];
        let is_listed = lists.iter().flatten().any(|note| note.fields.contains(field));
        let is_sent = |event: &Event| event.name == pattern.name && event.data.get(field).is_some();
        let own_list = lists[0].is_some();
        lists.iter().any(Option::is_some)
            && !is_listed
            && !self.observability.ignores(&pattern.name, field)
            && (own_list || !self.outcome.log.iter().any(is_sent))
    }

    fn unknown_field(&mut self, pattern: &Pattern, field: &str, note: Option<&EventNote>) {
        let known = note.map_or(&[] as &[String], |note| note.fields.as_slice());
        let message = format!("the event `{}` has no field `{field}`", pattern.name);
        let problem = Problem::at(Kind::Invalid, &pattern.place, message);
        let problem = problem.nearest(field, known.iter().map(String::as_str));
        self.problems.push(problem.help(format!("it has: {}", known.join(", "))));
    }
}

/// Returns the hidden fields, if only they prevent a match.
fn unshown(wanted: &Pattern, log: &[Event], next: usize, tolerance: &Tolerance) -> Option<Unshown> {
    let is_alike = |event: &&Event| event.name == wanted.name;
    if !log.iter().any(|event| is_alike(&event)) {
        return Some(Unshown::Event(wanted.name.clone()));
    }
    let alike: Vec<&Event> = log[next..].iter().filter(is_alike).collect();
    let fields = lacking(wanted, &alike);
    let rest = wanted.without(&fields);
    let is_found = !fields.is_empty() && alike.into_iter().any(|event| rest.fits(event, tolerance));
    is_found.then(|| Unshown::Fields { event: wanted.name.clone(), fields })
}

/// Returns the claimed fields that none of these events has. A null field counts as missing.
fn lacking(wanted: &Pattern, events: &[&Event]) -> Vec<String> {
    let has = |event: &&Event, field: &String| event.data.get(field).is_some_and(|value| !value.is_null());
    let claimed = wanted.fields.iter().filter(|(_, value)| !value.is_null()).map(|(field, _)| field);
    claimed.filter(|field| !events.iter().any(|event| has(event, field))).cloned().collect()
}

/// Returns the first pattern that cannot have an event of its own, by bipartite matching.
fn first_unmet(fits: &[Vec<usize>], length: usize) -> Option<usize> {
    let mut taken: Vec<Option<usize>> = vec![None; length];
    (0..fits.len()).find(|pattern| !assign(*pattern, fits, &mut taken))
}

/// Assigns a free event, or one whose pattern can take another.
fn assign(first: usize, fits: &[Vec<usize>], taken: &mut [Option<usize>]) -> bool {
    // The pattern by which each event was reached.
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

/// Reassigns every event on the path to the pattern by which it was reached.
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

    /// Returns whether each pattern can have an event of its own, by exhaustive search.
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
    fn the_first_unmatched_expectation_is_reported() {
        // All combinations of four patterns and three events, and some of five and four.
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
