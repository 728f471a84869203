//! The judge: a scenario and an engine's reply in, a verdict out. It cannot fail and knows no game.

use crate::oracle::claim::Expectation;
use crate::oracle::claim::ExpectedAnswer;
use crate::oracle::datapath;
use crate::oracle::flow_style;
use crate::oracle::pattern::Pattern;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::scenario::Scenario;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::ANSWERED;
use crate::protocol::Data;
use crate::protocol::Event;
use crate::protocol::EventNote;
use crate::protocol::Fault;
use crate::protocol::Outcome;
use crate::protocol::Profile;
use crate::protocol::REFUSED;
use crate::protocol::Reply;
use crate::protocol::nearest::nearest;
use crate::protocol::text;
use crate::source::Place;

/// From so many deviations of a scenario on, each claim is told with only one more.
const MOST_DEVIATIONS: usize = 1000;
/// From so many deviations of a scenario on, the moment of each is not looked for.
const MOST_MOMENTS: usize = 100;

/// Judges one reply of an engine that tells this about itself.
pub fn judge(scenario: &Scenario, reply: &Result<Reply, Fault>, profile: &Profile) -> Verdict {
    match reply {
        Err(fault) => Verdict::Unanswered(fault.clone()),
        Ok(Reply::Misposed(complaint)) => {
            let place = scenario.locate_complaint(complaint);
            let problem = Problem::at(Kind::Misposed, &place, complaint.why.clone());
            Verdict::Misposed(vec![
                problem.help(format!("the engine cannot play `{}` of {}", complaint.at, scenario.id)),
            ])
        }
        Ok(Reply::Unsupported(why)) => Verdict::Unsupported(why.clone()),
        Ok(Reply::Played(outcome)) => judge_outcome(scenario, outcome, profile),
        Ok(_) => {
            let why = "it is of a kind that is not known here".to_owned();
            Verdict::Unanswered(Fault::Garbled { line: String::new(), why, last_words: String::new() })
        }
    }
}

fn judge_outcome(scenario: &Scenario, outcome: &Outcome, profile: &Profile) -> Verdict {
    let mut judging = Judging {
        outcome,
        known: &profile.events,
        deviations: Vec::new(),
        absent: Absent::default(),
        problems: Vec::new(),
        claim: None,
        expectation: None,
    };
    let idle = scenario.idle_claims(profile);
    for (index, claim) in scenario.claims.iter().enumerate() {
        judging.problems.extend(claim.under.problems(profile));
        if idle.contains(&index) {
            continue;
        }
        judging.claim = Some(index);
        for (index, expectation) in claim.then.iter().enumerate() {
            judging.expectation = Some(index);
            judging.expectation(expectation);
        }
    }
    (judging.claim, judging.expectation) = (None, None);
    judging.unexpected_refusals(scenario);
    // A path that leads nowhere is a slip of the author, unless the engine is at fault anyway: then it may well be
    // the reason why nothing is there.
    if !judging.deviations.is_empty() && judging.absent.number == judging.problems.len() {
        judging.deviations.append(&mut judging.absent.deviations);
    } else if !judging.problems.is_empty() {
        return Verdict::Misposed(problem::bounded(judging.problems));
    }
    if judging.deviations.is_empty() { Verdict::Conforms } else { Verdict::Deviates(judging.deviations) }
}

struct Judging<'a> {
    outcome: &'a Outcome,
    known: &'a [EventNote],
    deviations: Vec<Deviation>,
    absent: Absent,
    problems: Vec<Problem>,
    /// The claim and the expectation that are being judged.
    claim: Option<usize>,
    expectation: Option<usize>,
}

/// Claimed values whose path leads nowhere, each also told as a problem.
#[derive(Default)]
struct Absent {
    number: usize,
    deviations: Vec<Deviation>,
}

impl<'a> Judging<'a> {
    fn expectation(&mut self, expectation: &Expectation) {
        match expectation {
            Expectation::Change { path, before, after, .. } => self.change(expectation, path, before, after),
            Expectation::Unchanged { path, .. } => self.unchanged(expectation, path),
            Expectation::State { path, value, .. } => self.state(expectation, path, value),
            Expectation::Events { patterns, .. } => self.events(patterns),
            Expectation::NoEvent { pattern } => self.no_event(pattern),
            Expectation::Refused { step, code, rule, .. } => self.refused(expectation, *step, code, rule.as_deref()),
            Expectation::Answer { step, holds, .. } => self.answer(expectation, *step, holds),
        }
    }

    fn change(&mut self, expectation: &Expectation, path: &str, before: &Data, after: &Data) {
        let Some((was, is)) = self.values(expectation, path) else {
            return self.absent(expectation, path, shown_change(before, after));
        };
        if !datapath::same(was, before) || !datapath::same(is, after) {
            let moment = self.moment_of(path);
            self.deviate(expectation, path, shown_change(before, after), shown_change(was, is), moment);
        }
    }

    fn unchanged(&mut self, expectation: &Expectation, path: &str) {
        let Some((was, is)) = self.values(expectation, path) else { return };
        if datapath::same(was, is) {
            return;
        }
        for (inner, was, is) in datapath::differences(was, is) {
            let path = if inner.is_empty() { path.to_owned() } else { format!("{path}.{inner}") };
            let moment = self.moment_of(&path);
            self.deviate(
                expectation,
                &path,
                format!("{}, unchanged", flow_style::line(was)),
                shown_change(was, is),
                moment,
            );
        }
    }

    fn state(&mut self, expectation: &Expectation, path: &str, value: &Data) {
        let Some((was, is)) = self.values(expectation, path) else {
            return self.absent(expectation, path, flow_style::line(value));
        };
        if datapath::same(was, value) {
            let message = format!(
                "`{path}` was {} before anything was played, so this claim is vacuous",
                flow_style::line(value)
            );
            let problem = Problem::at(Kind::Vacuous, expectation.place(), message);
            self.problems.push(problem.help("claim what changes, or say `unchanged`"));
        } else if !datapath::same(is, value) {
            let moment = self.moment_of(path);
            self.deviate(expectation, path, flow_style::line(value), flow_style::line(is), moment);
        }
    }

    /// The value before and after. A path that leads nowhere in either state is the author's mistake.
    fn values(&mut self, expectation: &Expectation, path: &str) -> Option<(&'a Data, &'a Data)> {
        let Outcome { before, after, .. } = self.outcome;
        let (was, is) = (datapath::find(before, path), datapath::find(after, path));
        if was.is_none() && is.is_none() {
            let problem = Problem::at(Kind::Misposed, expectation.place(), format!("the state has no `{path}`"));
            let full = problem::is_full(&self.problems);
            self.problems.push(if full { problem } else { suggest_path(problem, before, path) });
            return None;
        }
        Some((was.unwrap_or(&datapath::MISSING), is.unwrap_or(&datapath::MISSING)))
    }

    fn absent(&mut self, expectation: &Expectation, path: &str, expected: String) {
        let deviation =
            self.deviation(expectation.place(), path, expected, "the state has no such path".to_owned(), None);
        self.absent.number += 1;
        tell(&mut self.absent.deviations, deviation);
    }

    fn events(&mut self, patterns: &[Pattern]) {
        let mut next = 0;
        for pattern in patterns {
            if !self.is_known(pattern) {
                return;
            }
            let log = &self.outcome.log;
            match log[next..].iter().position(|event| pattern.fits(event)) {
                Some(found) => next += found + 1,
                None => {
                    self.missing_event(pattern, next);
                    return;
                }
            }
        }
    }

    fn missing_event(&mut self, pattern: &Pattern, next: usize) {
        let log = &self.outcome.log;
        let alike = log[next..].iter().position(|event| event.name == pattern.name).map(|at| at + next);
        let earlier = log[..next].iter().rposition(|event| pattern.fits(event));
        let (actual, moment) = match (alike, earlier) {
            (Some(at), _) => (shown(&log[at]), Some(at)),
            (None, Some(at)) => ("it happened earlier than the order claims".to_owned(), Some(at)),
            (None, None) => ("no such event".to_owned(), next.checked_sub(1)),
        };
        let deviation = self.deviation(&pattern.place, "event", pattern.line(), actual, moment);
        self.deviations.push(deviation);
    }

    fn no_event(&mut self, pattern: &Pattern) {
        if !self.is_known(pattern) {
            return;
        }
        if let Some(at) = self.outcome.log.iter().position(|event| pattern.fits(event)) {
            let (expected, actual) = (format!("no {}", pattern.line()), shown(&self.outcome.log[at]));
            let deviation = self.deviation(&pattern.place, "event", expected, actual, Some(at));
            self.deviations.push(deviation);
        }
    }

    /// A misspelt event would hold for ever under `no_events`, so names and fields are checked where they are known.
    fn is_known(&mut self, pattern: &Pattern) -> bool {
        if self.known.is_empty() {
            return true;
        }
        let Some(note) = self.known.iter().find(|note| note.name == pattern.name) else {
            let problem =
                Problem::at(Kind::Misposed, &pattern.place, format!("the engine has no event `{}`", pattern.name));
            let names = self.known.iter().map(|note| note.name.as_str());
            let full = problem::is_full(&self.problems);
            self.problems.push(if full { problem } else { problem.nearest(&pattern.name, names) });
            return false;
        };
        let mut known = true;
        for (field, _) in pattern.fields.iter().filter(|(field, _)| !note.fields.contains(field)) {
            let message = format!("the event `{}` has no field `{field}`", pattern.name);
            let problem = Problem::at(Kind::Misposed, &pattern.place, message);
            let problem = problem.nearest(field, note.fields.iter().map(String::as_str));
            self.problems.push(problem.help(format!("it has: {}", note.fields.join(", "))));
            known = false;
        }
        known
    }

    fn refused(&mut self, expectation: &Expectation, step: usize, code: &str, rule: Option<&str>) {
        let refusal = self.outcome.log.iter().position(|event| event.name == REFUSED && step_of(event) == Some(step));
        let expected = match rule {
            Some(rule) => format!("refused with {code} by {rule}"),
            None => format!("refused with {code}"),
        };
        let subject = format!("step {step}");
        let Some(at) = refusal else {
            let moment = self.outcome.log.len().checked_sub(1);
            return self.deviate(expectation, &subject, expected, "accepted".to_owned(), moment);
        };
        let data = &self.outcome.log[at].data;
        let as_claimed = data["code"] == *code && rule.is_none_or(|rule| data["rule"] == *rule);
        if !as_claimed {
            let text = |key: &str| data[key].as_str().map_or("?".to_owned(), text::one_line);
            let actual = format!("refused with {} by {}", text("code"), text("rule"));
            self.deviate(expectation, &subject, expected, actual, Some(at));
        }
    }

    fn answer(&mut self, expectation: &Expectation, step: usize, holds: &ExpectedAnswer) {
        let found = self.outcome.log.iter().position(|event| event.name == ANSWERED && step_of(event) == Some(step));
        let subject = format!("the answer to step {step}");
        let Some(at) = found else {
            return self.deviate(expectation, &subject, "an answer".to_owned(), "none was given".to_owned(), None);
        };
        let answer = self.outcome.log[at].data["answer"].clone();
        let items: Vec<Data> = answer.as_array().cloned().unwrap_or_else(|| vec![answer.clone()]);
        let has = |wanted: &Data| items.iter().any(|item| datapath::matches(wanted, item));
        let expected = match holds {
            ExpectedAnswer::Is(data) if datapath::same(data, &answer) => return,
            ExpectedAnswer::Is(data) => flow_style::line(data),
            ExpectedAnswer::Has { includes, excludes } => {
                let missing: Vec<Data> = includes.iter().filter(|item| !has(item)).cloned().collect();
                let extra: Vec<Data> = excludes.iter().filter(|item| has(item)).cloned().collect();
                match (missing.is_empty(), extra.is_empty()) {
                    (true, true) => return,
                    (false, true) => format!("also {}", flow_style::line(&missing.into())),
                    (true, false) => format!("without {}", flow_style::line(&extra.into())),
                    (false, false) => {
                        format!(
                            "also {}, without {}",
                            flow_style::line(&missing.into()),
                            flow_style::line(&extra.into())
                        )
                    }
                }
            }
        };
        self.deviate(expectation, &subject, expected, flow_style::line(&answer), Some(at));
    }

    /// A refusal that no claim expects is never passed over in silence.
    fn unexpected_refusals(&mut self, scenario: &Scenario) {
        let expected = |step: usize| {
            let named = |then: &Expectation| matches!(then, Expectation::Refused { step: named, .. } if *named == step);
            scenario.claims.iter().any(|claim| claim.then.iter().any(named))
        };
        for (at, event) in self.outcome.log.iter().enumerate().filter(|(_, event)| event.name == REFUSED) {
            let step = step_of(event);
            if step.is_some_and(expected) {
                continue;
            }
            // An engine that does not say which step it refused has refused one all the same.
            let at_step = |step: usize| scenario.locate(&format!("when[{}]", step.saturating_sub(1)));
            let place = step.map_or_else(|| scenario.locate("when"), at_step);
            let subject = step.map_or_else(|| "a step".to_owned(), |step| format!("step {step}"));
            let deviation = self.deviation(&place, &subject, "accepted".to_owned(), shown(event), Some(at));
            self.deviations.push(deviation);
        }
    }

    fn deviate(
        &mut self,
        expectation: &Expectation,
        subject: &str,
        expected: String,
        actual: String,
        moment: Option<usize>,
    ) {
        let deviation = self.deviation(expectation.place(), subject, expected, actual, moment);
        tell(&mut self.deviations, deviation);
    }

    fn deviation(
        &self,
        place: &Place,
        subject: &str,
        expected: String,
        actual: String,
        moment: Option<usize>,
    ) -> Deviation {
        let Judging { claim, expectation, .. } = *self;
        Deviation { claim, expectation, place: place.clone(), subject: subject.to_owned(), expected, actual, moment }
    }

    /// The last event that speaks of what a path is about: most of its words stand in it.
    fn moment_of(&self, path: &str) -> Option<usize> {
        // Looking through the log takes its time, and nobody reads more than a few of so many.
        if self.deviations.len() >= MOST_MOMENTS {
            return None;
        }
        let words: Vec<&str> = path.split('.').collect();
        let score = |event: &Event| {
            let text = flow_style::line(&event.data);
            words.iter().filter(|word| mentions(&text, word)).count()
        };
        let scored = self.outcome.log.iter().enumerate().map(|(at, event)| (score(event), at));
        scored.filter(|(score, _)| *score > 0).max().map(|(_, at)| at)
    }
}

/// Every claim that fails is told, but where there are many, not with everything that is not as it says.
fn tell(deviations: &mut Vec<Deviation>, deviation: Deviation) {
    let is_told = deviations.last().is_some_and(|last| last.claim == deviation.claim);
    if !is_told || deviations.len() < MOST_DEVIATIONS {
        deviations.push(deviation);
    }
}

fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|part| part == word)
}

fn step_of(event: &Event) -> Option<usize> {
    event.data["step"].as_u64().and_then(|step| usize::try_from(step).ok())
}

pub fn shown(event: &Event) -> String {
    format!("{} {}", event.name, flow_style::line(&event.data))
}

fn shown_change(before: &Data, after: &Data) -> String {
    if datapath::same(before, after) {
        return format!("{}, unchanged", flow_style::line(before));
    }
    format!("{} -> {}", flow_style::line(before), flow_style::line(after))
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
