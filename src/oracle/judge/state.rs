//! What claims say about the state before and after.

use crate::oracle::datapath;
use crate::oracle::expectation::Expectation;
use crate::oracle::flow_style;
use crate::oracle::judge::Judging;
use crate::oracle::judge::near;
use crate::oracle::judge::shown_change;
use crate::oracle::judge::tell;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::verdict::Unshown;
use crate::protocol::Data;
use crate::protocol::Outcome;
use crate::protocol::nearest::nearest;

/// What stands at a path before and after.
enum Values<'a> {
    Shown(&'a Data, &'a Data),
    /// In neither state is there anything, although there should be.
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
                if !datapath::same(was, before) || !datapath::same(is, after) {
                    let moment = self.moment_of(path);
                    let (expected, actual) = (shown_change(before, after), shown_change(was, is));
                    let remark = remark((before, after), (was, is));
                    self.deviate(expectation, path, expected, actual, moment, remark);
                    self.note_placeholder(path, before, (was, is));
                }
            }
        }
    }

    pub(super) fn unchanged(&mut self, expectation: &Expectation, path: &str) {
        let (was, is) = match self.values(expectation, path) {
            Values::Shown(was, is) => (was, is),
            Values::Absent if self.sight.promised_path(path).is_some() => {
                return self.absent(expectation, path, "unchanged".to_owned());
            }
            Values::Absent | Values::Hidden => return,
        };
        for (inner, was, is) in datapath::differences(was, is) {
            let path = if inner.is_empty() { path.to_owned() } else { format!("{path}.{inner}") };
            let moment = self.moment_of(&path);
            let expected = format!("{}, unchanged", flow_style::line(was));
            self.deviate(expectation, &path, expected, shown_change(was, is), moment, near([(was, is)]));
        }
    }

    pub(super) fn state(&mut self, expectation: &Expectation, path: &str, value: &Data) {
        let (was, is) = match self.values(expectation, path) {
            Values::Hidden => return,
            Values::Absent => return self.absent(expectation, path, flow_style::line(value)),
            Values::Shown(was, is) => (was, is),
        };
        // That another engine begins otherwise than the game's own is no slip of the author.
        if datapath::same(was, value) && !self.sight.is_foreign() {
            let message = format!(
                "`{path}` was {} before anything was played, so this claim is vacuous",
                flow_style::line(value)
            );
            let problem = Problem::at(Kind::Vacuous, expectation.place(), message);
            self.problems.push(problem.help("claim what changes, or say `unchanged`; of the set-up, `holds_before`"));
        } else if !datapath::same(is, value) {
            let moment = self.moment_of(path);
            let remark = remark((value, value), (value, is));
            self.deviate(expectation, path, flow_style::line(value), flow_style::line(is), moment, remark);
        } else if datapath::same(was, value) {
            let actual = format!("{} from the beginning", flow_style::line(value));
            let expected = format!("{} at the end only", flow_style::line(value));
            self.deviate(expectation, path, expected, actual, None, None);
        }
    }

    pub(super) fn holds_before(&mut self, expectation: &Expectation, path: &str, value: &Data) {
        match self.values(expectation, path) {
            Values::Hidden => {}
            Values::Absent => self.absent(expectation, path, flow_style::line(value)),
            Values::Shown(was, is) => {
                if !datapath::same(was, value) {
                    let expected = format!("{} before anything is played", flow_style::line(value));
                    let remark = near([(value, was)]);
                    self.deviate(expectation, path, expected, flow_style::line(was), None, remark);
                    self.note_placeholder(path, value, (was, is));
                }
            }
        }
    }

    /// Marks the last deviation if the engine shows null in both states and the set-up demands a value: the engine has the
    /// path, but does not fill it.
    fn note_placeholder(&mut self, path: &str, before: &Data, (was, is): (&Data, &Data)) {
        if was.is_null() && is.is_null() && !before.is_null() {
            self.note_unshown(Unshown::Path(path.to_owned()));
        }
    }

    /// Returns the values at a path. A path that is in neither state is the author's mistake if this is the reference
    /// engine and `observes` does not promise it. Paths that `observes` leaves out are hidden whatever the engine sends.
    fn values(&mut self, expectation: &Expectation, path: &str) -> Values<'a> {
        if self.is_passed_over(0) {
            return Values::Hidden;
        }
        let Outcome { before, after, .. } = self.outcome;
        let (was, is) = (datapath::find(before, path), datapath::find(after, path));
        let (is_absent, is_promised) = (was.is_none() && is.is_none(), self.sight.promised_path(path).is_some());
        if self.sight.omits_path(path) || is_absent && !is_promised && self.sight.is_foreign() {
            self.hide(0);
            return Values::Hidden;
        }
        if is_absent {
            if !is_promised {
                let full = problem::is_full(&self.problems);
                self.problems.push(unknown_path(expectation, path, (!full).then_some(before)));
            }
            return Values::Absent;
        }
        Values::Shown(was.unwrap_or(&datapath::MISSING), is.unwrap_or(&datapath::MISSING))
    }

    fn absent(&mut self, expectation: &Expectation, path: &str, expected: String) {
        let promised = self.sight.promised_path(path);
        let although = promised.map(|it| format!(", although `observes` declares `{it}`")).unwrap_or_default();
        let actual = format!("the state has no such path{although}");
        let mut deviation = self.deviation(expectation.place(), path, expected, actual, None);
        if promised.is_some() {
            deviation.unshown = Some(Box::new(Unshown::Path(path.to_owned())));
            return tell(&mut self.deviations, deviation);
        }
        self.absent.number += 1;
        tell(&mut self.absent.deviations, deviation);
    }
}

/// What explains at a glance why something is not as expected, before or after; on one side at least it is not.
fn remark(expected: (&Data, &Data), found: (&Data, &Data)) -> Option<&'static str> {
    let sides = [(expected.0, found.0), (expected.1, found.1)];
    let wrong: Vec<(&Data, &Data)> = sides.into_iter().filter(|(wanted, got)| !datapath::same(wanted, got)).collect();
    if wrong.iter().all(|(wanted, got)| has_same_members(wanted, got)) {
        return Some("the same members, in another order");
    }
    let is_missing = |data: &Data| std::ptr::eq(data, &datapath::MISSING);
    match (is_missing(found.0), is_missing(found.1)) {
        (true, false) => Some("null because there was no such path before"),
        (false, true) => Some("null because there is no such path any more"),
        _ => near(wrong),
    }
}

fn has_same_members(one: &Data, other: &Data) -> bool {
    let (Some(one), Some(other)) = (one.as_array(), other.as_array()) else { return false };
    let sorted = |list: &[Data]| {
        let mut members: Vec<String> = list.iter().map(flow_style::line).collect();
        members.sort();
        members
    };
    sorted(one) == sorted(other)
}

/// The author's mistake: a path that the state of the reference engine does not have. `state` is used for suggestions.
pub(crate) fn unknown_path(expectation: &Expectation, path: &str, state: Option<&Data>) -> Problem {
    let place = expectation.place();
    // The path is a key, or an item of a list.
    let key = if place.text() == path { None } else { place.key_before(path) };
    let place = key.as_ref().unwrap_or(place);
    let problem = Problem::at(Kind::Misposed, place, format!("the state has no `{path}`"));
    match state {
        Some(state) => suggest_path(problem, state, path),
        None => problem,
    }
}

/// Names the part of the path that leads nowhere and what stands there instead.
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
    problem.help(format!("`{walked}` is {}", flow_style::line(here)))
}

fn listed(keys: &[&str]) -> String {
    const MOST: usize = 12;
    let shown = keys.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    if keys.len() > MOST { format!("{shown}, …") } else { shown }
}
