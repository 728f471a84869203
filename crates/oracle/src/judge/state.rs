//! Checks expectations on the state before and after.

use crate::base::datapath;
use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::number_comparison::near;
use crate::base::tolerance::Tolerance;
use crate::base::yaml_flow;
use crate::judge::Judging;
use crate::judge::push_mismatch;
use crate::judge::shown_change;
use crate::judge::spelling;
use crate::judge::verdict::Unshown;
use crate::suite::expectation::Expectation;
use crate::suite::expectation_reader::value_reader::number_range::accepts;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::nearest::nearest;

/// The values at a path before and after.
enum Values<'a> {
    Shown(&'a Data, &'a Data),
    /// The path is in neither state, although it should be.
    Absent,
    /// The engine cannot show it.
    Hidden,
}

impl<'a> Judging<'a> {
    pub(super) fn change(&mut self, expectation: &Expectation, path: &str, before: &Data, after: &Data) {
        match self.values(expectation, path) {
            Values::Hidden => {}
            Values::Absent => self.absent(expectation, path, shown_change(before, after)),
            Values::Shown(was, is) => {
                let tolerance = &self.scenario.tolerance;
                let as_claimed = accepts(before, was, tolerance) && accepts(after, is, tolerance);
                // With a range or a tolerance, one value can be as claimed on both sides.
                if !as_claimed || tolerance.same(was, is) {
                    let moment = self.moment_of(path);
                    let (expected, actual) = (shown_change(before, after), shown_change(was, is));
                    let remark = remark((before, after), (was, is), tolerance);
                    self.fail(expectation, path, expected, actual, moment, remark);
                    self.note_placeholder(path, before, (was, is));
                    self.note_spelling(spelling::of_values([(before, was), (after, is)], &self.scenario.tolerance));
                }
            }
        }
    }

    pub(super) fn unchanged(&mut self, expectation: &Expectation, path: &str) {
        let (was, is) = match self.values(expectation, path) {
            Values::Shown(was, is) => (was, is),
            Values::Absent if self.observability.promised_path(path).is_some() => {
                return self.absent(expectation, path, "unchanged".to_owned());
            }
            Values::Absent | Values::Hidden => return,
        };
        let tolerance = &self.scenario.tolerance;
        for (inner, was, is) in datapath::differences(was, is) {
            if tolerance.same(was, is) {
                continue;
            }
            let path = if inner.is_empty() { path.to_owned() } else { format!("{path}.{inner}") };
            let moment = self.moment_of(&path);
            let expected = format!("{}, unchanged", yaml_flow::line(was));
            self.fail(expectation, &path, expected, shown_change(was, is), moment, near([(was, is)]));
        }
    }

    pub(super) fn state(&mut self, expectation: &Expectation, path: &str, value: &Data) {
        let (was, is) = match self.values(expectation, path) {
            Values::Hidden => return,
            Values::Absent => return self.absent(expectation, path, yaml_flow::line(value)),
            Values::Shown(was, is) => (was, is),
        };
        // Another engine may start differently from the reference engine; that is not the author's mistake.
        let tolerance = &self.scenario.tolerance;
        let held_before = accepts(value, was, tolerance);
        if held_before && !self.observability.is_foreign() {
            let message =
                format!("`{path}` was {} before the first step, so this claim is vacuous", yaml_flow::line(was));
            let problem = Problem::at(Kind::Vacuous, expectation.place(), message);
            self.problems
                .push(problem.help("claim a change, or write `unchanged`; for the set-up, write `holds_before`"));
        } else if !accepts(value, is, tolerance) {
            let moment = self.moment_of(path);
            let remark = remark((value, value), (value, is), tolerance);
            self.fail(expectation, path, yaml_flow::line(value), yaml_flow::line(is), moment, remark);
            self.note_spelling(spelling::of_values([(value, is)], &self.scenario.tolerance));
        } else if held_before {
            let actual = format!("{} from the beginning", yaml_flow::line(value));
            let expected = format!("{} only at the end", yaml_flow::line(value));
            self.fail(expectation, path, expected, actual, None, None);
        }
    }

    pub(super) fn holds_before(&mut self, expectation: &Expectation, path: &str, value: &Data) {
        match self.values(expectation, path) {
            Values::Hidden => {}
            Values::Absent => self.absent(expectation, path, yaml_flow::line(value)),
            Values::Shown(was, is) => {
                if !accepts(value, was, &self.scenario.tolerance) {
                    let expected = format!("{} before the first step", yaml_flow::line(value));
                    let remark = near([(value, was)]);
                    self.fail(expectation, path, expected, yaml_flow::line(was), None, remark);
                    self.note_placeholder(path, value, (was, is));
                    self.note_spelling(spelling::of_values([(value, was)], &self.scenario.tolerance));
                }
            }
        }
    }

    /// Marks the last failure if the engine shows null in both states although the set-up requires a value: the engine
    /// has the path but does not fill it.
    fn note_placeholder(&mut self, path: &str, before: &Data, (was, is): (&Data, &Data)) {
        if was.is_null() && is.is_null() && !before.is_null() {
            self.note_unshown(Unshown::Path(path.to_owned()));
        }
    }

    /// Returns the values at a path. A path that is in neither state is the author's mistake if this is the reference
    /// engine and `observes` does not promise it. Paths that `observes` leaves out are hidden whatever the engine sends.
    fn values(&mut self, expectation: &Expectation, path: &str) -> Values<'a> {
        if self.is_skipped(0) {
            return Values::Hidden;
        }
        let Outcome { before, after, .. } = self.outcome;
        let (was, is) = (datapath::find(before, path), datapath::find(after, path));
        let (is_absent, is_promised) =
            (was.is_none() && is.is_none(), self.observability.promised_path(path).is_some());
        if self.observability.omits_path(path) || is_absent && !is_promised && self.observability.is_foreign() {
            self.hide(0);
            return Values::Hidden;
        }
        if is_absent {
            if !is_promised {
                let full = diagnostic::is_full(&self.problems);
                self.problems.push(unknown_path(expectation, path, (!full).then_some(before)));
            }
            return Values::Absent;
        }
        Values::Shown(was.unwrap_or(&datapath::MISSING), is.unwrap_or(&datapath::MISSING))
    }

    fn absent(&mut self, expectation: &Expectation, path: &str, expected: String) {
        let promised = self.observability.promised_path(path);
        let although = promised.map(|it| format!(", although `observes` declares `{it}`")).unwrap_or_default();
        let actual = format!("the state has no such path{although}");
        let mut mismatch = self.mismatch(expectation.place(), path, expected, actual, None);
        if promised.is_some() {
            mismatch.unshown = Some(Box::new(Unshown::Path(path.to_owned())));
            return push_mismatch(&mut self.mismatches, mismatch);
        }
        self.absent.number += 1;
        push_mismatch(&mut self.absent.mismatches, mismatch);
    }
}

/// Returns a short explanation of a difference before or after, if there is one.
fn remark(expected: (&Data, &Data), found: (&Data, &Data), tolerance: &Tolerance) -> Option<&'static str> {
    let sides = [(expected.0, found.0), (expected.1, found.1)];
    let is_wrong = |(wanted, got): &(&Data, &Data)| !std::ptr::eq(*wanted, *got) && !accepts(wanted, got, tolerance);
    let wrong: Vec<(&Data, &Data)> = sides.into_iter().filter(is_wrong).collect();
    if !wrong.is_empty() && wrong.iter().all(|(wanted, got)| has_same_members(wanted, got)) {
        return Some("the same members, in another order");
    }
    let is_missing = |data: &Data| std::ptr::eq(data, &datapath::MISSING);
    match (is_missing(found.0), is_missing(found.1)) {
        (true, false) => Some("null because there was no such path before"),
        (false, true) => Some("null because there is no such path any more"),
        _ => near(wrong.clone()).or_else(|| quoted_number(&wrong)),
    }
}

/// Returns a remark if the claim quotes a number that the engine shows as a number.
fn quoted_number(wrong: &[(&Data, &Data)]) -> Option<&'static str> {
    let swapped = wrong.iter().map(|(wanted, got)| (*got, *wanted));
    let found = spelling::of_values(swapped, &Tolerance::default())?;
    let is_only = found.iter().eq([&spelling::Spelling::NumberAsText]);
    is_only.then_some("the claim expects a text, the engine shows a number: remove the quotes")
}

fn has_same_members(one: &Data, other: &Data) -> bool {
    let (Some(one), Some(other)) = (one.as_array(), other.as_array()) else { return false };
    let sorted = |list: &[Data]| {
        let mut members: Vec<String> = list.iter().map(yaml_flow::line).collect();
        members.sort();
        members
    };
    sorted(one) == sorted(other)
}

/// The author's mistake: a path that the state of the reference engine does not have. `state` is used for suggestions.
pub(crate) fn unknown_path(expectation: &Expectation, path: &str, state: Option<&Data>) -> Problem {
    let place = expectation.place();
    // The path is a map key or a list item.
    let key = if place.text() == path { None } else { place.key_before(path) };
    let place = key.as_ref().unwrap_or(place);
    let problem = Problem::at(Kind::Invalid, place, format!("the state has no `{path}`"));
    match state {
        Some(state) => suggest_path(problem, state, path),
        None => problem,
    }
}

/// Names the first part of the path that does not exist, and the valid keys there.
fn suggest_path(problem: Problem, state: &Data, path: &str) -> Problem {
    let mut here = state;
    let mut walked = String::new();
    for part in path.split('.') {
        let Some(map) = here.as_object() else { break };
        match map.get(part) {
            Some(next) => {
                here = next;
                walked = if walked.is_empty() { part.to_owned() } else { format!("{walked}.{part}") };
            }
            None => {
                let keys: Vec<&str> = map.keys().map(String::as_str).collect();
                return match nearest(part, keys.iter().copied()) {
                    Some(near) => problem.help(format!("did you mean `{near}` instead of `{part}`?")),
                    None => problem.help(format!(
                        "{} has: {}",
                        if walked.is_empty() { "the state" } else { &walked },
                        listed(&keys)
                    )),
                };
            }
        }
    }
    problem.help(format!("`{walked}` is {}", yaml_flow::line(here)))
}

fn listed(keys: &[&str]) -> String {
    const MOST: usize = 12;
    let shown = keys.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    if keys.len() > MOST { format!("{shown}, …") } else { shown }
}
