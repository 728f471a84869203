//! What claims say about steps: refusals and answers.

use crate::oracle::datapath;
use crate::oracle::expectation::Expectation;
use crate::oracle::expectation::ExpectedAnswer;
use crate::oracle::flow_style;
use crate::oracle::judge::Judging;
use crate::oracle::judge::shown;
use crate::oracle::judge::step_of;
use crate::protocol::ANSWERED;
use crate::protocol::Data;
use crate::protocol::REFUSED;
use crate::protocol::text;

/// The places of what a refusal says: that it is one, and why.
const REFUSAL: usize = 0;
const REASON: usize = 1;

impl Judging<'_> {
    pub(super) fn refused(&mut self, expectation: &Expectation, step: usize, code: Option<&str>, rule: Option<&str>) {
        let refusal = self.outcome.log.iter().position(|event| event.name == REFUSED && step_of(event) == Some(step));
        let has_reason = code.is_some() || rule.is_some();
        let hides_reason = has_reason && self.is_passed_over(REASON);
        if self.is_passed_over(REFUSAL) {
            return;
        }
        if self.sight.omits_refusals() {
            return (0..expectation.lines()).for_each(|line| self.hide(line));
        }
        let subject = format!("step {step}");
        let expected = refused_words(code.filter(|_| !hides_reason), rule.filter(|_| !hides_reason));
        let Some(at) = refusal else {
            return self.deviate(expectation, &subject, expected, "accepted".to_owned(), None);
        };
        if !has_reason || hides_reason {
            return;
        }
        let data = &self.outcome.log[at].data;
        // A reason that is not told can be asked for only where it should be told.
        let is_bare = |key: &str| self.sight.omits_reasons() || data[key].is_null() && self.sight.is_foreign();
        let fits = |key: &str, claimed: Option<&str>| claimed.is_none_or(|word| data[key] == *word || is_bare(key));
        let told = |key: &str, claimed: Option<&str>| claimed.is_some() && !is_bare(key);
        if !told("code", code) && !told("rule", rule) {
            return self.hide(REASON);
        }
        if !fits("code", code) || !fits("rule", rule) {
            let word = |key: &str| data[key].as_str().map_or("?".to_owned(), text::one_line);
            let actual = format!("refused with {} by {}", word("code"), word("rule"));
            self.deviate(expectation, &subject, expected, actual, Some(at));
        }
    }

    pub(super) fn answer(&mut self, expectation: &Expectation, step: usize, holds: &ExpectedAnswer) {
        if self.is_passed_over(0) {
            return;
        }
        if self.scenario.question(step).is_some_and(|question| self.sight.omits_answer(&question)) {
            return self.hide(0);
        }
        let found = self.outcome.log.iter().position(|event| event.name == ANSWERED && step_of(event) == Some(step));
        let subject = format!("the answer to step {step}");
        let Some(at) = found else {
            return self.deviate(expectation, &subject, "an answer".to_owned(), "none was given".to_owned(), None);
        };
        let answer = &self.outcome.log[at].data["answer"];
        if let Some(expected) = unmet(holds, answer) {
            self.deviate(expectation, &subject, expected, flow_style::line(answer), Some(at));
        }
    }

    /// A refusal that no claim expects is never passed over in silence.
    pub(super) fn unexpected_refusals(&mut self) {
        let scenario = self.scenario;
        let expected = |step: usize| {
            let named = |then: &Expectation| matches!(then, Expectation::Refused { step: named, .. } if *named == step);
            scenario.claims.iter().any(|claim| claim.then.iter().any(named))
        };
        if self.sight.omits_refusals() {
            return;
        }
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
}

fn refused_words(code: Option<&str>, rule: Option<&str>) -> String {
    match (code, rule) {
        (Some(code), Some(rule)) => format!("refused with {code} by {rule}"),
        (Some(code), None) => format!("refused with {code}"),
        (None, Some(rule)) => format!("refused by {rule}"),
        (None, None) => "refused".to_owned(),
    }
}

/// What an answer should be and is not; none if it is as claimed.
fn unmet(holds: &ExpectedAnswer, answer: &Data) -> Option<String> {
    let items: Vec<&Data> = answer.as_array().map_or_else(|| vec![answer], |items| items.iter().collect());
    let has = |wanted: &Data| items.iter().any(|item| datapath::matches(wanted, item));
    match holds {
        ExpectedAnswer::Is(data) if datapath::same(data, answer) => None,
        ExpectedAnswer::Is(data) => Some(flow_style::line(data)),
        ExpectedAnswer::Has { includes, excludes } => {
            let missing: Vec<Data> = includes.iter().filter(|item| !has(item)).cloned().collect();
            let extra: Vec<Data> = excludes.iter().filter(|item| has(item)).cloned().collect();
            match (missing.is_empty(), extra.is_empty()) {
                (true, true) => None,
                (false, true) => Some(format!("also {}", flow_style::line(&missing.into()))),
                (true, false) => Some(format!("without {}", flow_style::line(&extra.into()))),
                (false, false) => Some(format!(
                    "also {}, without {}",
                    flow_style::line(&missing.into()),
                    flow_style::line(&extra.into())
                )),
            }
        }
    }
}
