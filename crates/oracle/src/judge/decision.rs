//! Checks expectations on steps: refusals and answers.

use crate::base::number_comparison::near;
use crate::base::tolerance::Tolerance;
use crate::base::yaml_flow;
use crate::judge::Judging;
use crate::judge::shown;
use crate::judge::spelling;
use crate::judge::spelling::Spelling;
use crate::judge::step_of;
use crate::judge::verdict::Mismatch;
use crate::judge::verdict::UnexpectedRefusal;
use crate::suite::cited_rule::CitedRule;
use crate::suite::expectation::Expectation;
use crate::suite::expectation::ExpectedAnswer;
use crate::suite::expectation_reader::value_reader::number_range;
use truthsayer_protocol::ANSWERED;
use truthsayer_protocol::Data;
use truthsayer_protocol::REFUSED;
use truthsayer_protocol::text;

/// Indices of the parts of a refusal: the refusal itself and its reason.
const REFUSAL: usize = 0;
const REASON: usize = 1;

/// Subject of a failed answer, before the number of the step.
pub const ANSWER: &str = "the answer to step";
/// Prefixes of an expected list: items that the answer must have, and items that it must not have.
pub const ALSO: &str = "also ";
pub const WITHOUT: &str = "without ";

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
        let hides_reason = has_reason && self.is_skipped(REASON);
        if self.is_skipped(REFUSAL) {
            return;
        }
        if self.observability.omits_refusals() {
            return (0..expectation.lines()).for_each(|line| self.hide(line));
        }
        let subject = format!("step {step}");
        let ignores = |field: &str| self.observability.ignores(REFUSED, field);
        let expected = refused_words(
            code.filter(|_| !hides_reason && !ignores("code")),
            rule.filter(|_| !hides_reason && !ignores("rule")),
        );
        if let Some((earlier, at)) = self.unclaimed_refusal_before(step, refusal) {
            let actual = format!("not reached: {earlier} was refused before it, and no claim expects that");
            let mismatch = self.mismatch(expectation.place(), &subject, expected, actual, Some(at));
            let unreached = mismatch.claim;
            return self.mismatches.push(Mismatch { claim: None, expectation: None, unreached, ..mismatch });
        }
        let Some(at) = refusal else {
            return self.fail(expectation, &subject, expected, "accepted".to_owned(), None, None);
        };
        if !has_reason || hides_reason {
            return;
        }
        let data = &self.outcome.log[at].data;
        // A missing reason is a failure only if the engine must give one and the project compares it.
        let is_foreign = self.observability.is_foreign();
        let is_bare =
            |key: &str| ignores(key) || self.observability.omits_reasons() || data[key].is_null() && is_foreign;
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
            self.fail(expectation, &subject, expected, actual, Some(at), None);
            if let (Some(ours), Some(theirs), true) = (code, data["code"].as_str(), is_rule) {
                let spelled = Spelling::Refusal { ours: ours.to_owned(), theirs: theirs.to_owned() };
                self.note_spelling(Some([spelled].into()));
            }
        }
    }

    pub(super) fn answer(&mut self, expectation: &Expectation, step: usize, holds: &ExpectedAnswer) {
        if self.is_skipped(0) {
            return;
        }
        if self.scenario.question(step).is_some_and(|question| self.observability.omits_answer(&question)) {
            return self.hide(0);
        }
        let found = self.outcome.log.iter().position(|event| event.name == ANSWERED && step_of(event) == Some(step));
        let subject = format!("{ANSWER} {step}");
        let Some(at) = found else {
            let (expected, actual) = ("an answer".to_owned(), "no answer".to_owned());
            return self.fail(expectation, &subject, expected, actual, None, None);
        };
        if self.observability.ignores(ANSWERED, "answer") {
            return self.hide(0);
        }
        let answer = &self.outcome.log[at].data["answer"];
        if let Some(expected) = unmet(holds, answer, &self.scenario.tolerance) {
            let remark = match holds {
                ExpectedAnswer::Is(data) => near([(data, answer)]),
                ExpectedAnswer::Has { .. } => None,
            };
            self.fail(expectation, &subject, expected, yaml_flow::line(answer), Some(at), remark);
            if let ExpectedAnswer::Is(data) = holds {
                self.note_spelling(spelling::of_values([(data, answer)], &self.scenario.tolerance));
            }
        }
    }

    /// Returns whether an active claim expects this step to be refused.
    fn is_claimed(&self, step: usize) -> bool {
        let named = |then: &Expectation| matches!(then, Expectation::Refused { step: named, .. } if *named == step);
        let mut claims = self.scenario.claims.iter().enumerate();
        claims.any(|(index, claim)| !self.idle.contains(&index) && claim.then.iter().any(named))
    }

    /// Returns an earlier refusal that no claim expects, with its index in the log: after it, the claim does not apply
    /// to the rest of the script. `refusal` is the index of the claimed refusal.
    fn unclaimed_refusal_before(&self, step: usize, refusal: Option<usize>) -> Option<(String, usize)> {
        let is_earlier = |at: usize, other: Option<usize>| match other {
            Some(other) => other < step && !self.is_claimed(other),
            None => refusal.is_some_and(|refusal| at < refusal),
        };
        let mut refusals = self.outcome.log.iter().enumerate().filter(|(_, event)| event.name == REFUSED);
        let (at, event) = refusals.find(|(at, event)| is_earlier(*at, step_of(event)))?;
        Some((step_words(step_of(event)), at))
    }

    /// Reports refusals that no claim expects.
    pub(super) fn unexpected_refusals(&mut self) {
        let scenario = self.scenario;
        if self.observability.omits_refusals() {
            return;
        }
        for (at, event) in self.outcome.log.iter().enumerate().filter(|(_, event)| event.name == REFUSED) {
            let step = step_of(event);
            if step.is_some_and(|step| self.is_claimed(step)) {
                continue;
            }
            // An engine may refuse a step without saying which one.
            let at_step = |step: usize| scenario.locate(&format!("when[{}]", step.saturating_sub(1)));
            let place = step.map_or_else(|| scenario.locate("when"), at_step);
            let subject = step_words(step);
            let mismatch = self.mismatch(&place, &subject, "accepted".to_owned(), shown(event), Some(at));
            let refusal = Some(UnexpectedRefusal { step, rule: event.data["rule"].as_str().map(str::to_owned) });
            self.mismatches.push(Mismatch { refusal, ..mismatch });
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

/// Returns the expectation that an answer does not meet, or `None`.
fn unmet(holds: &ExpectedAnswer, answer: &Data, tolerance: &Tolerance) -> Option<String> {
    let items: Vec<&Data> = answer.as_array().map_or_else(|| vec![answer], |items| items.iter().collect());
    let has = |wanted: &Data| items.iter().any(|item| number_range::matches(wanted, item, tolerance));
    match holds {
        ExpectedAnswer::Is(data) if number_range::accepts(data, answer, tolerance) => None,
        ExpectedAnswer::Is(data) => Some(yaml_flow::line(data)),
        ExpectedAnswer::Has { includes, excludes } => {
            let missing: Vec<Data> = includes.iter().filter(|item| !has(item)).cloned().collect();
            let extra: Vec<Data> = excludes.iter().filter(|item| has(item)).cloned().collect();
            match (missing.is_empty(), extra.is_empty()) {
                (true, true) => None,
                (false, true) => Some(format!("{ALSO}{}", yaml_flow::line(&missing.into()))),
                (true, false) => Some(format!("{WITHOUT}{}", yaml_flow::line(&extra.into()))),
                (false, false) => Some(format!(
                    "{ALSO}{}, {WITHOUT}{}",
                    yaml_flow::line(&missing.into()),
                    yaml_flow::line(&extra.into())
                )),
            }
        }
    }
}
