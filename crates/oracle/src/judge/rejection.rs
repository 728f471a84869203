//! A scenario that an engine rejects as invalid: the author's mistake, or the engine's.

use crate::judge::play_and_judge;
use crate::judge::verdict::Mismatch;
use crate::judge::verdict::Verdict;
use crate::suite::golden::Goldens;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Reply;

/// The reference engine. A scenario that it runs is valid.
#[derive(Clone, Copy)]
pub struct Arbiter<'a> {
    pub maker: &'a dyn EngineMaker,
    /// Its goldens, which decide if it does not answer.
    pub goldens: Goldens<'a>,
}

impl Arbiter<'_> {
    /// Returns whether the reference engine runs the scenario.
    pub(crate) fn runs(&self, scenario: &Scenario) -> bool {
        match play_and_judge::play(self.maker.engine().as_mut(), &scenario.task(&[])) {
            Ok(reply) => matches!(reply, Reply::Played(_)),
            Err(_) => self.goldens.is_golden(&self.goldens.path(&scenario.id)),
        }
    }
}

/// Returns the verdict on an engine that rejects a scenario which the reference engine runs.
pub(crate) fn verdict(scenario: &Scenario, complaint: &Complaint) -> Verdict {
    let Some(step) = complaint.at.strip_prefix("when") else {
        return Verdict::Unsupported(complaint.why.clone());
    };
    let number = step.strip_prefix('[').and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
    let subject = number.map_or_else(|| "the script".to_owned(), |number| format!("step {}", number.saturating_add(1)));
    Verdict::Rejected(Box::new(Mismatch {
        place: scenario.locate_complaint(complaint),
        subject,
        expected: "run, as the reference engine does".to_owned(),
        actual: format!("the engine rejects it as invalid: {}", complaint.why),
        ..Mismatch::unknown(&scenario.place)
    }))
}
