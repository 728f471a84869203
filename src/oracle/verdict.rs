//! Verdicts: what a played scenario shows about the rules it cites.

use crate::oracle::problem::Problem;
use crate::protocol::Failure;
use crate::protocol::Fault;
use crate::source::Place;

/// A closed list; whoever shows verdicts has to show all of them.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    Conforms,
    /// At least one claim does not hold.
    Deviates(Vec<Deviation>),
    /// The author's mistake: the engine cannot make sense of it, or a claim is vacuous.
    Misposed(Vec<Problem>),
    /// Nobody answered.
    Unanswered(Fault),
    /// The engine says that it does not play this, and why. Neither a pass nor a failure.
    Unsupported(String),
    /// The engine broke while it played: a deviation that no claim was judged by.
    Failed(Box<Crash>),
    /// The engine rejects as invalid what the reference engine runs. No claim was judged.
    Rejected(Box<Deviation>),
    /// The engine shows nothing of what the claims speak of. Neither a pass nor a failure.
    Unobserved,
}

/// A crash of the engine, and the deviation by which reports show it.
#[derive(Debug, Clone, PartialEq)]
pub struct Crash {
    pub failure: Failure,
    pub deviation: Deviation,
}

/// One thing that is not as claimed.
#[derive(Debug, Clone, PartialEq)]
pub struct Deviation {
    /// The claim's index; none for what no claim speaks of, such as an unexpected refusal.
    pub claim: Option<usize>,
    /// The expectation's index in its claim.
    pub expectation: Option<usize>,
    /// The claim that could not be judged because of an earlier refusal. It neither holds nor fails, so `claim` is none.
    pub unreached: Option<usize>,
    pub place: Place,
    /// What it is about, such as a state path.
    pub subject: String,
    pub expected: String,
    pub actual: String,
    /// What explains the difference at a glance.
    pub remark: Option<&'static str>,
    /// The entry of the log that it is about, where that is sure.
    pub moment: Option<usize>,
    /// An entry of the log near which something is to be seen.
    pub near: Option<usize>,
    /// The part that the engine does not show here, if everything else is as claimed.
    pub unshown: Option<Box<Unshown>>,
}

/// Something that an engine does not show, although `observes` does not leave it out.
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

impl Deviation {
    /// Something that is not as claimed, of which nothing more is known.
    pub(crate) fn unknown(place: &Place) -> Deviation {
        Deviation {
            claim: None,
            expectation: None,
            unreached: None,
            place: place.clone(),
            subject: String::new(),
            expected: String::new(),
            actual: String::new(),
            remark: None,
            moment: None,
            near: None,
            unshown: None,
        }
    }
}

impl Verdict {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Verdict::Conforms => "conforms",
            Verdict::Deviates(_) => "deviates",
            Verdict::Misposed(_) => "misposed",
            Verdict::Unanswered(_) => "unanswered",
            Verdict::Unsupported(_) => "unsupported",
            Verdict::Failed(_) | Verdict::Rejected(_) => "deviates",
            Verdict::Unobserved => "unobserved",
        }
    }

    /// Whether the claim was judged and did not hold.
    pub fn fails(&self, claim: usize) -> bool {
        match self {
            Verdict::Deviates(deviations) => deviations.iter().any(|deviation| deviation.claim == Some(claim)),
            Verdict::Conforms
            | Verdict::Misposed(_)
            | Verdict::Unanswered(_)
            | Verdict::Unsupported(_)
            | Verdict::Failed(_)
            | Verdict::Rejected(_)
            | Verdict::Unobserved => false,
        }
    }

    /// Whether the claim could not be judged because of an earlier refusal.
    pub(crate) fn leaves_unreached(&self, claim: usize) -> bool {
        self.deviations().iter().any(|deviation| deviation.unreached == Some(claim))
    }

    /// What is not as it should be.
    pub fn deviations(&self) -> &[Deviation] {
        match self {
            Verdict::Deviates(deviations) => deviations,
            Verdict::Failed(crash) => std::slice::from_ref(&crash.deviation),
            Verdict::Rejected(deviation) => std::slice::from_ref(deviation),
            Verdict::Conforms
            | Verdict::Misposed(_)
            | Verdict::Unanswered(_)
            | Verdict::Unsupported(_)
            | Verdict::Unobserved => &[],
        }
    }

    /// Whether the claims were judged at all.
    pub(crate) fn is_judged(&self) -> bool {
        match self {
            Verdict::Conforms | Verdict::Deviates(_) => true,
            Verdict::Misposed(_)
            | Verdict::Unanswered(_)
            | Verdict::Unsupported(_)
            | Verdict::Failed(_)
            | Verdict::Rejected(_)
            | Verdict::Unobserved => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceFile;

    #[test]
    fn each_verdict_has_its_name_and_says_what_was_judged_and_what_fails() {
        let place = Place { file: SourceFile::new("one.yaml", ""), start: 0, end: 0 };
        let failing = || Deviation { claim: Some(1), ..Deviation::unknown(&place) };
        let crash = Crash { failure: Failure::new("no"), deviation: failing() };
        let fault = Fault::Died { how: "it fell".to_owned(), last_words: String::new() };
        let cases = [
            (Verdict::Conforms, "conforms", true, false, 0),
            (Verdict::Deviates(vec![failing(), failing()]), "deviates", true, true, 2),
            (Verdict::Misposed(Vec::new()), "misposed", false, false, 0),
            (Verdict::Unanswered(fault), "unanswered", false, false, 0),
            (Verdict::Unsupported("no".to_owned()), "unsupported", false, false, 0),
            (Verdict::Failed(Box::new(crash)), "deviates", false, false, 1),
            (Verdict::Rejected(Box::new(failing())), "deviates", false, false, 1),
            (Verdict::Unobserved, "unobserved", false, false, 0),
        ];
        for (verdict, name, judged, fails, deviations) in cases {
            let told = (verdict.name(), verdict.is_judged(), verdict.fails(1), verdict.deviations().len());
            assert_eq!(told, (name, judged, fails, deviations));
            assert!(!verdict.fails(0));
        }
    }
}
