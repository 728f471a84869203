//! A scenario that an engine rejects as invalid: the author's mistake, or the engine's.

use crate::oracle::golden::Goldens;
use crate::oracle::scenario::Scenario;
use crate::oracle::trial;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::Complaint;
use crate::protocol::EngineMaker;
use crate::protocol::Reply;

/// The reference engine: what it runs makes sense.
#[derive(Clone, Copy)]
pub struct Arbiter<'a> {
    pub maker: &'a dyn EngineMaker,
    /// Its goldens, which decide if it does not answer.
    pub goldens: Goldens<'a>,
}

impl Arbiter<'_> {
    /// Whether the reference engine runs the scenario.
    pub(crate) fn runs(&self, scenario: &Scenario) -> bool {
        match trial::play(self.maker.engine().as_mut(), &scenario.task(&[])) {
            Ok(reply) => matches!(reply, Reply::Played(_)),
            Err(_) => self.goldens.is_golden(&self.goldens.path(&scenario.id)),
        }
    }
}

/// The verdict on an engine that rejects a scenario which the reference engine runs.
pub(crate) fn verdict(scenario: &Scenario, complaint: &Complaint) -> Verdict {
    let Some(step) = complaint.at.strip_prefix("when") else {
        return Verdict::Unsupported(complaint.why.clone());
    };
    let number = step.strip_prefix('[').and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
    let subject = number.map_or_else(|| "the script".to_owned(), |number| format!("step {}", number.saturating_add(1)));
    Verdict::Rejected(Box::new(Deviation {
        place: scenario.locate_complaint(complaint),
        subject,
        expected: "run, as the reference engine does".to_owned(),
        actual: format!("the engine rejects it as invalid: {}", complaint.why),
        ..Deviation::unknown(&scenario.place)
    }))
}
