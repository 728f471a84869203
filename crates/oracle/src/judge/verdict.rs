//! Verdicts: the result of a scenario for the rules that it cites.

use serde::Deserialize;
use serde::Serialize;

use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::judge::spelling::Spelling;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Crash;
use truthsayer_protocol::Fault;
use truthsayer_protocol::text;

/// The verdict on one scenario.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    Pass,
    /// At least one claim fails.
    Fail(Vec<Mismatch>),
    /// The author's mistake: the engine rejects the scenario, or a claim is vacuous.
    Invalid(Vec<Problem>),
    /// The engine did not answer.
    NoAnswer(Box<Fault>),
    /// The engine does not support this scenario, with its reason. Neither a pass nor a failure.
    Unsupported(String),
    /// The engine crashed during the run. No claim was judged.
    Crashed(Box<CrashedScenario>),
    /// The engine rejects as invalid a scenario that the reference engine runs. No claim was judged.
    Rejected(Box<Mismatch>),
    /// The engine shows nothing that the claims are about. Neither a pass nor a failure.
    Unobserved,
}

/// A crash of the engine, and the failure that reports show.
#[derive(Debug, Clone, PartialEq)]
pub struct CrashedScenario {
    pub failure: Crash,
    pub mismatch: Mismatch,
}

/// One difference between a claim and the outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default = "unplaced")]
pub struct Mismatch {
    /// Index of the claim. `None` for failures without a claim, such as an unexpected refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<usize>,
    /// Index of the expectation in its claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expectation: Option<usize>,
    /// Index of the claim that could not be judged because of an earlier refusal. Then `claim` is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreached: Option<usize>,
    /// The refusal, if no claim expects it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<UnexpectedRefusal>,
    /// In the file of the scenario. Only the range is saved.
    #[serde(with = "range")]
    pub place: Place,
    /// The subject, such as a state path.
    pub subject: String,
    pub expected: String,
    pub actual: String,
    /// Short explanation of the difference. Not saved, because it is not read for mutants.
    #[serde(skip)]
    pub remark: Option<&'static str>,
    /// The log entry of the failure, if certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moment: Option<usize>,
    /// A log entry near the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<usize>,
    /// The hidden part, if everything else is as claimed. Not saved, like `remark`.
    #[serde(skip)]
    pub unshown: Option<Box<Unshown>>,
    /// The spellings by which the outcome differs, if everything else is as claimed. Not saved, like `remark`.
    #[serde(skip)]
    pub spelled: Vec<Spelling>,
}

/// A refusal that no claim expects, with the rule that the engine cites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnexpectedRefusal {
    pub step: Option<usize>,
    pub rule: Option<String>,
}

/// A fact that an engine does not show, although `observes` does not leave it out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unshown {
    /// Fields of an event that is in the log.
    Fields {
        event: String,
        fields: Vec<String>,
    },
    Event(String),
    /// A path of the state.
    Path(String),
}

impl Mismatch {
    /// Returns a saved failure as a failure of a scenario, safe to show. `None` if it does not fit the scenario.
    pub(crate) fn restored(mut self, scenario: &Scenario) -> Option<Mismatch> {
        let claim = self.claim.map(|claim| scenario.claims.get(claim));
        let fits = match (claim, self.expectation) {
            (Some(claim), Some(expectation)) => claim?.then.len() > expectation,
            (Some(claim), None) => claim.is_some(),
            (None, expectation) => expectation.is_none(),
        };
        let (start, end) = (self.place.start as usize, self.place.end as usize);
        self.place = Place::new(&scenario.place.file, start, end);
        for text in [&mut self.subject, &mut self.expected, &mut self.actual] {
            *text = text::one_line(text);
        }
        (fits && self.unreached.is_none_or(|claim| claim < scenario.claims.len())).then_some(self)
    }

    /// Returns a failure without details.
    pub(crate) fn unknown(place: &Place) -> Mismatch {
        Mismatch {
            claim: None,
            expectation: None,
            unreached: None,
            refusal: None,
            place: place.clone(),
            subject: String::new(),
            expected: String::new(),
            actual: String::new(),
            remark: None,
            moment: None,
            near: None,
            unshown: None,
            spelled: Vec::new(),
        }
    }
}

/// Returns a failure without a file.
pub(crate) fn unplaced() -> Mismatch {
    Mismatch::unknown(&Place::new(&SourceFile::new("", ""), 0, 0))
}

/// A place without its file.
mod range {
    use super::*;
    use serde::Deserializer;
    use serde::Serializer;

    pub(super) fn serialize<S: Serializer>(place: &Place, to: S) -> Result<S::Ok, S::Error> {
        (place.start, place.end).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Place, D::Error> {
        let (start, end) = Deserialize::deserialize(from)?;
        Ok(Place { start, end, ..unplaced().place })
    }
}

impl Verdict {
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail(_) => "fail",
            Verdict::Invalid(_) => "invalid",
            Verdict::NoAnswer(_) => "no-answer",
            Verdict::Unsupported(_) => "unsupported",
            Verdict::Crashed(_) => "crashed",
            Verdict::Rejected(_) => "fail",
            Verdict::Unobserved => "unobserved",
        }
    }

    /// Returns whether the engine rejects at a step a scenario that the reference engine runs.
    pub(crate) fn is_rejected(&self) -> bool {
        matches!(self, Verdict::Rejected(_))
    }

    /// Returns whether the claim was judged and failed.
    pub fn fails(&self, claim: usize) -> bool {
        match self {
            Verdict::Fail(mismatches) => mismatches.iter().any(|mismatch| mismatch.claim == Some(claim)),
            Verdict::Pass
            | Verdict::Invalid(_)
            | Verdict::NoAnswer(_)
            | Verdict::Unsupported(_)
            | Verdict::Crashed(_)
            | Verdict::Rejected(_)
            | Verdict::Unobserved => false,
        }
    }

    /// Returns whether the claim could not be judged because of an earlier refusal.
    pub(crate) fn leaves_unreached(&self, claim: usize) -> bool {
        self.mismatches().iter().any(|mismatch| mismatch.unreached == Some(claim))
    }

    /// Returns the failures of the verdict.
    pub fn mismatches(&self) -> &[Mismatch] {
        match self {
            Verdict::Fail(mismatches) => mismatches,
            Verdict::Crashed(crash) => std::slice::from_ref(&crash.mismatch),
            Verdict::Rejected(mismatch) => std::slice::from_ref(mismatch),
            Verdict::Pass
            | Verdict::Invalid(_)
            | Verdict::NoAnswer(_)
            | Verdict::Unsupported(_)
            | Verdict::Unobserved => &[],
        }
    }

    /// Returns whether the claims were judged.
    pub fn is_judged(&self) -> bool {
        match self {
            Verdict::Pass | Verdict::Fail(_) => true,
            Verdict::Invalid(_)
            | Verdict::NoAnswer(_)
            | Verdict::Unsupported(_)
            | Verdict::Crashed(_)
            | Verdict::Rejected(_)
            | Verdict::Unobserved => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_verdict_has_its_name_and_says_what_was_judged_and_what_fails() {
        let place = Place { file: SourceFile::new("one.yaml", ""), start: 0, end: 0 };
        let failing = || Mismatch { claim: Some(1), ..Mismatch::unknown(&place) };
        let crash = CrashedScenario { failure: Crash::new("no"), mismatch: failing() };
        let fault = Fault::Died { how: "it fell".to_owned(), last_words: String::new() };
        let cases = [
            (Verdict::Pass, "pass", true, false, 0),
            (Verdict::Fail(vec![failing(), failing()]), "fail", true, true, 2),
            (Verdict::Invalid(Vec::new()), "invalid", false, false, 0),
            (Verdict::NoAnswer(Box::new(fault)), "no-answer", false, false, 0),
            (Verdict::Unsupported("no".to_owned()), "unsupported", false, false, 0),
            (Verdict::Crashed(Box::new(crash)), "crashed", false, false, 1),
            (Verdict::Rejected(Box::new(failing())), "fail", false, false, 1),
            (Verdict::Unobserved, "unobserved", false, false, 0),
        ];
        for (verdict, name, judged, fails, mismatches) in cases {
            let found = (verdict.name(), verdict.is_judged(), verdict.fails(1), verdict.mismatches().len());
            assert_eq!(found, (name, judged, fails, mismatches));
            assert!(!verdict.fails(0));
        }
    }
}
