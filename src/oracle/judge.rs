//! The judge: a scenario and an engine's reply in, a verdict out. It cannot fail and knows no game.

mod decision;
mod log;
mod moment;
mod state;

pub(crate) use state::unknown_path;

use crate::oracle::datapath;
use crate::oracle::expectation::Expectation;
use crate::oracle::flow_style;
use crate::oracle::judge::moment::LogSpot;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::scenario::Scenario;
use crate::oracle::sight;
use crate::oracle::sight::ExpectationLine;
use crate::oracle::sight::Hidden;
use crate::oracle::sight::Sight;
use crate::oracle::verdict::Crash;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Unshown;
use crate::oracle::verdict::Verdict;
use crate::protocol::Complaint;
use crate::protocol::Data;
use crate::protocol::Event;
use crate::protocol::Failure;
use crate::protocol::Fault;
use crate::protocol::Outcome;
use crate::protocol::Reply;
use crate::protocol::decimal;
use crate::protocol::decimal::Nearness;
use crate::source::Place;

pub(crate) use decision::ALSO;
pub(crate) use decision::ANSWER;
pub(crate) use decision::WITHOUT;
pub(crate) use log::HAPPENED_EARLIER;
pub(crate) use log::NO_FURTHER_EVENT;
pub(crate) use log::NO_SUCH_EVENT;

/// From so many deviations of a scenario on, each claim is told with only one more.
const MOST_DEVIATIONS: usize = 1000;

/// What the judge says.
#[derive(Debug)]
pub struct Judgement {
    pub verdict: Verdict,
    /// What could not be judged, because the engine does not show it.
    pub hidden: Hidden,
}

/// Judges one reply.
pub fn judge(scenario: &Scenario, reply: &Result<Reply, Fault>, sight: &Sight<'_>) -> Judgement {
    let verdict = match reply {
        Err(fault) => Verdict::Unanswered(fault.clone()),
        Ok(Reply::Misposed(complaint)) => misposed(scenario, std::slice::from_ref(complaint)),
        Ok(Reply::Unsupported(why)) => Verdict::Unsupported(why.clone()),
        Ok(Reply::Failed(failure)) => Verdict::Failed(Box::new(crash(scenario, failure))),
        Ok(Reply::Played(outcome)) => return judge_outcome(scenario, outcome, sight),
        Ok(_) => {
            let why = "it is of a kind that is not known here".to_owned();
            Verdict::Unanswered(Fault::Garbled { line: String::new(), why, last_words: String::new() })
        }
    };
    Judgement { verdict, hidden: Hidden::default() }
}

/// What the engine makes no sense of.
pub fn misposed(scenario: &Scenario, complaints: &[Complaint]) -> Verdict {
    let problem = |complaint: &Complaint| {
        let problem = Problem::at(Kind::Misposed, &scenario.locate_complaint(complaint), complaint.why.clone());
        problem.help(format!("the engine cannot play {}", datapath::path_text(&complaint.at)))
    };
    Verdict::Misposed(complaints.iter().map(problem).collect())
}

/// An engine that throws has not played what the rules let happen.
fn crash(scenario: &Scenario, failure: &Failure) -> Crash {
    let place = match failure.step {
        Some(step) => scenario.locate(&format!("when[{}]", step.saturating_sub(1))),
        None => scenario.place.clone(),
    };
    let subject = failure.step.map_or_else(|| "the play".to_owned(), |step| format!("step {step}"));
    let at = failure.at.as_ref().map_or_else(String::new, |at| format!(" at {at}"));
    let actual = format!("the engine crashed{at}: {}", failure.why);
    let expected = "played to the end".to_owned();
    let deviation = Deviation { place, subject, expected, actual, ..Deviation::unknown(&scenario.place) };
    Crash { failure: failure.clone(), deviation }
}

fn judge_outcome(scenario: &Scenario, outcome: &Outcome, sight: &Sight<'_>) -> Judgement {
    let mut judging = Judging {
        scenario,
        outcome,
        sight,
        deviations: Vec::new(),
        absent: Absent::default(),
        problems: Vec::new(),
        hidden: Hidden::default(),
        idle: scenario.idle_claims(sight.profile, sight.reference),
        claim: None,
        expectation: None,
    };
    for (index, claim) in scenario.claims.iter().enumerate() {
        judging.problems.extend(claim.under.unheard(sight.profile, sight.reference));
        if judging.idle.contains(&index) {
            continue;
        }
        judging.claim = Some(index);
        for (index, expectation) in claim.then.iter().enumerate() {
            judging.expectation = Some(index);
            judging.expectation(expectation);
        }
    }
    (judging.claim, judging.expectation) = (None, None);
    judging.unexpected_refusals();
    judging.finish()
}

struct Judging<'a> {
    scenario: &'a Scenario,
    outcome: &'a Outcome,
    sight: &'a Sight<'a>,
    deviations: Vec<Deviation>,
    absent: Absent,
    problems: Vec<Problem>,
    hidden: Hidden,
    /// Claims that say nothing under the readings that were played.
    idle: Vec<usize>,
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

impl Judging<'_> {
    fn expectation(&mut self, expectation: &Expectation) {
        match expectation {
            Expectation::Change { path, before, after, .. } => self.change(expectation, path, before, after),
            Expectation::Unchanged { path, .. } => self.unchanged(expectation, path),
            Expectation::State { path, value, .. } => self.state(expectation, path, value),
            Expectation::HoldsBefore { path, value, .. } => self.holds_before(expectation, path, value),
            Expectation::Events { patterns, in_order: true, .. } => self.events(patterns),
            Expectation::Events { patterns, in_order: false, .. } => self.events_in_any_order(patterns),
            Expectation::Once { pattern } => self.once(pattern),
            Expectation::NoEvent { pattern } => self.no_event(pattern),
            Expectation::Refused { step, code, rule, .. } => {
                self.refused(expectation, *step, code.as_deref(), rule.as_ref());
            }
            Expectation::Answer { step, holds, .. } => self.answer(expectation, *step, holds),
        }
    }

    /// What all of it comes to.
    fn finish(mut self) -> Judgement {
        let hidden = std::mem::take(&mut self.hidden);
        // A path that leads nowhere is a slip of the author, unless the engine is at fault anyway: then it may well be
        // the reason why nothing is there.
        if !self.deviations.is_empty() && self.absent.number == self.problems.len() {
            self.deviations.append(&mut self.absent.deviations);
        } else if !self.problems.is_empty() {
            return Judgement { verdict: Verdict::Misposed(problem::bounded(self.problems)), hidden };
        }
        let observed = sight::observed(self.scenario, &hidden, &self.idle);
        let verdict = match (self.deviations.is_empty(), observed.is_nothing()) {
            (false, _) => Verdict::Deviates(self.deviations),
            (true, true) => Verdict::Unobserved,
            (true, false) => Verdict::Conforms,
        };
        Judgement { verdict, hidden }
    }

    /// The place of something that the expectation says.
    fn line(&self, line: usize) -> ExpectationLine {
        ExpectationLine {
            claim: self.claim.unwrap_or_default(),
            expectation: self.expectation.unwrap_or_default(),
            line,
        }
    }

    fn hide(&mut self, line: usize) {
        let line = self.line(line);
        self.hidden.insert(line);
    }

    fn hide_fields(&mut self, line: usize, fields: impl IntoIterator<Item = String>) {
        let line = self.line(line);
        self.hidden.insert_fields(line, fields);
    }

    /// Whether it is passed over because another engine did not show it; then it is hidden here as well.
    fn is_passed_over(&mut self, line: usize) -> bool {
        let passed_over = self.sight.passed_over.is_some_and(|hidden| hidden.contains(self.line(line)));
        if passed_over {
            self.hide(line);
        }
        passed_over
    }

    fn deviate(
        &mut self,
        expectation: &Expectation,
        subject: &str,
        expected: String,
        actual: String,
        spot: impl Into<LogSpot>,
        remark: Option<&'static str>,
    ) {
        let deviation = self.deviation(expectation.place(), subject, expected, actual, spot);
        tell(&mut self.deviations, Deviation { remark, ..deviation });
    }

    /// Marks the last deviation: only this is not as claimed, and the engine does not show it.
    fn note_unshown(&mut self, unshown: Unshown) {
        let Judging { claim, expectation, .. } = *self;
        // The last one is another one if this one was left out because there are too many.
        if let Some(last) = self.deviations.last_mut().filter(|it| (it.claim, it.expectation) == (claim, expectation)) {
            last.unshown = Some(Box::new(unshown));
        }
    }

    fn deviation(
        &self,
        place: &Place,
        subject: &str,
        expected: String,
        actual: String,
        spot: impl Into<LogSpot>,
    ) -> Deviation {
        let Judging { claim, expectation, .. } = *self;
        let (subject, LogSpot { moment, near }) = (subject.to_owned(), spot.into());
        Deviation { claim, expectation, subject, expected, actual, moment, near, ..Deviation::unknown(place) }
    }
}

/// Every claim that fails is told, but where there are many, not with everything that is not as it says.
fn tell(deviations: &mut Vec<Deviation>, deviation: Deviation) {
    let told_last = deviations.last().map(|last| last.claim);
    if told_last != Some(deviation.claim) || deviations.len() < MOST_DEVIATIONS {
        deviations.push(deviation);
    }
}

/// What to say of values that differ only in numbers, and in those only by rounding.
pub(crate) fn near<'d>(pairs: impl IntoIterator<Item = (&'d Data, &'d Data)>) -> Option<&'static str> {
    match decimal::nearness_of_all(pairs.into_iter())? {
        Nearness::SameFloat => Some("the numbers differ, but are equal as 64-bit floats"),
        Nearness::Relative => Some("the numbers differ by less than 1e-9 of their value"),
        Nearness::Equal => None,
    }
}

fn step_of(event: &Event) -> Option<usize> {
    event.data["step"].as_u64().and_then(|step| usize::try_from(step).ok())
}

pub(crate) fn shown(event: &Event) -> String {
    format!("{} {}", event.name, flow_style::line(&event.data))
}

fn shown_change(before: &Data, after: &Data) -> String {
    if datapath::same(before, after) {
        return format!("{}, unchanged", flow_style::line(before));
    }
    format!("{} -> {}", flow_style::line(before), flow_style::line(after))
}
