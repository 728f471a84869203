//! What claims say about steps: refusals and answers.

use crate::oracle::cited_rule::CitedRule;
use crate::oracle::datapath;
use crate::oracle::expectation::Expectation;
use crate::oracle::expectation::ExpectedAnswer;
use crate::oracle::flow_style;
use crate::oracle::judge::Judging;
use crate::oracle::judge::near;
use crate::oracle::judge::shown;
use crate::oracle::judge::step_of;
use crate::oracle::verdict::Deviation;
use crate::protocol::ANSWERED;
use crate::protocol::Data;
use crate::protocol::REFUSED;
use crate::protocol::text;

/// The places of what a refusal says: that it is one, and why.
const REFUSAL: usize = 0;
const REASON: usize = 1;

/// What a deviation of an answer is about, before the number of the step.
pub(crate) const ANSWER: &str = "the answer to step";
/// How a list is described that an answer should have, and one that it should not have.
pub(crate) const ALSO: &str = "also ";
pub(crate) const WITHOUT: &str = "without ";

impl Judging<'_> {
    pub(super) fn refused(
        &mut self,
        expectation: &Expectation,
        step: usize,
        code: Option<&str>,
        rule: Option<&CitedRule>,
    ) {
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
        let ignores = |field: &str| self.sight.ignores(REFUSED, field);
        let expected = refused_words(
            code.filter(|_| !hides_reason && !ignores("code")),
            rule.filter(|_| !hides_reason && !ignores("rule")),
        );
        if let Some((earlier, at)) = self.unclaimed_refusal_before(step, refusal) {
            let actual = format!("not reached: {earlier} was refused before it, and no claim expects that");
            let deviation = self.deviation(expectation.place(), &subject, expected, actual, Some(at));
            let unreached = deviation.claim;
            return self.deviations.push(Deviation { claim: None, expectation: None, unreached, ..deviation });
        }
        let Some(at) = refusal else {
            return self.deviate(expectation, &subject, expected, "accepted".to_owned(), None, None);
        };
        if !has_reason || hides_reason {
            return;
        }
        let data = &self.outcome.log[at].data;
        // A missing reason can be asked for only if the engine should give one and the project compares it.
        let is_foreign = self.sight.is_foreign();
        let is_bare = |key: &str| ignores(key) || self.sight.omits_reasons() || data[key].is_null() && is_foreign;
        let code = code.filter(|_| !is_bare("code"));
        let rule = rule.filter(|_| !is_bare("rule"));
        if code.is_none() && rule.is_none() {
            return self.hide(REASON);
        }
        let is_code = code.is_none_or(|code| data["code"] == *code);
        let is_rule = rule.is_none_or(|rule| data["rule"].as_str().is_some_and(|cited| rule.is_cited_by(cited)));
        if !is_code || !is_rule {
            let word = |key: &str| data[key].as_str().map_or("?".to_owned(), text::one_line);
            let actual = format!("refused with {} by {}", word("code"), word("rule"));
            self.deviate(expectation, &subject, expected, actual, Some(at), None);
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
        let subject = format!("{ANSWER} {step}");
        let Some(at) = found else {
            let (expected, actual) = ("an answer".to_owned(), "none was given".to_owned());
            return self.deviate(expectation, &subject, expected, actual, None, None);
        };
        if self.sight.ignores(ANSWERED, "answer") {
            return self.hide(0);
        }
        let answer = &self.outcome.log[at].data["answer"];
        if let Some(expected) = unmet(holds, answer) {
            let remark = match holds {
                ExpectedAnswer::Is(data) => near([(data, answer)]),
                ExpectedAnswer::Has { .. } => None,
            };
            self.deviate(expectation, &subject, expected, flow_style::line(answer), Some(at), remark);
        }
    }

    /// Whether a claim that counts under these readings expects this step to be refused.
    fn is_claimed(&self, step: usize) -> bool {
        let named = |then: &Expectation| matches!(then, Expectation::Refused { step: named, .. } if *named == step);
        let mut claims = self.scenario.claims.iter().enumerate();
        claims.any(|(index, claim)| !self.idle.contains(&index) && claim.then.iter().any(named))
    }

    /// A refusal of an earlier step that no claim expects, with its entry of the log: after it, the script is no longer the
    /// one that the claim is about. `refusal` is the entry of the claimed refusal, if there is one.
    fn unclaimed_refusal_before(&self, step: usize, refusal: Option<usize>) -> Option<(String, usize)> {
        let is_earlier = |at: usize, other: Option<usize>| match other {
            Some(other) => other < step && !self.is_claimed(other),
            None => refusal.is_some_and(|refusal| at < refusal),
        };
        let mut refusals = self.outcome.log.iter().enumerate().filter(|(_, event)| event.name == REFUSED);
        let (at, event) = refusals.find(|(at, event)| is_earlier(*at, step_of(event)))?;
        Some((step_words(step_of(event)), at))
    }

    /// A refusal that no claim expects is never passed over in silence.
    pub(super) fn unexpected_refusals(&mut self) {
        let scenario = self.scenario;
        if self.sight.omits_refusals() {
            return;
        }
        for (at, event) in self.outcome.log.iter().enumerate().filter(|(_, event)| event.name == REFUSED) {
            let step = step_of(event);
            if step.is_some_and(|step| self.is_claimed(step)) {
                continue;
            }
            // An engine that does not say which step it refused has refused one all the same.
            let at_step = |step: usize| scenario.locate(&format!("when[{}]", step.saturating_sub(1)));
            let place = step.map_or_else(|| scenario.locate("when"), at_step);
            let subject = step_words(step);
            let deviation = self.deviation(&place, &subject, "accepted".to_owned(), shown(event), Some(at));
            self.deviations.push(deviation);
        }
    }
}

fn step_words(step: Option<usize>) -> String {
    step.map_or_else(|| "a step".to_owned(), |step| format!("step {step}"))
}

fn refused_words(code: Option<&str>, rule: Option<&CitedRule>) -> String {
    match (code, rule.map(|rule| &rule.text)) {
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
                (false, true) => Some(format!("{ALSO}{}", flow_style::line(&missing.into()))),
                (true, false) => Some(format!("{WITHOUT}{}", flow_style::line(&extra.into()))),
                (false, false) => Some(format!(
                    "{ALSO}{}, {WITHOUT}{}",
                    flow_style::line(&missing.into()),
                    flow_style::line(&extra.into())
                )),
            }
        }
    }
}
