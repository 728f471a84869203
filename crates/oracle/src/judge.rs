//! The judge: turns a scenario and an engine's reply into a verdict. It cannot fail and does not depend on a game.

pub mod board_squares;
pub mod clause_readings;
pub mod decision;
pub mod document_facts;
pub mod failed_expectations;
pub mod further_complaints;
pub mod kept_firing;
pub mod log;
pub mod log_excerpt;
pub mod memory_budget;
pub mod moment;
pub mod observability;
pub mod outcome_facts;
pub mod outcome_hash;
pub mod play_and_judge;
pub mod rejection;
pub mod shown;
pub mod spelling;
pub mod state;
pub mod text_list;
pub mod unclaimed_drift;
pub mod undeclared;
pub mod verdict;

pub(crate) use state::unknown_path;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::base::datapath;
use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::yaml_flow;
use crate::judge::moment::LogSpot;
use crate::judge::observability::ExpectationLine;
use crate::judge::observability::Hidden;
use crate::judge::observability::Observability;
use crate::judge::spelling::Spelling;
use crate::judge::verdict::CrashedScenario;
use crate::judge::verdict::Mismatch;
use crate::judge::verdict::Unshown;
use crate::judge::verdict::Verdict;
use crate::suite::expectation::Expectation;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Crash;
use truthsayer_protocol::Data;
use truthsayer_protocol::Event;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;

pub use decision::ALSO;
pub use decision::ANSWER;
pub use decision::WITHOUT;
pub use log::HAPPENED_EARLIER;
pub use log::NO_FURTHER_EVENT;
pub use log::NO_SUCH_EVENT;

/// From this number of failures in one scenario on, each claim reports only one more.
const MOST_MISMATCHES: usize = 1000;

/// Result of judging one scenario.
#[derive(Debug)]
pub struct Judgement {
    pub verdict: Verdict,
    /// Expectations that were not judged, because the engine does not show the facts.
    pub hidden: Hidden,
}

/// Judges one reply.
pub fn judge(scenario: &Scenario, reply: &Result<Reply, Fault>, observability: &Observability<'_>) -> Judgement {
    let verdict = match reply {
        Err(fault) => Verdict::NoAnswer(Box::new(fault.clone())),
        Ok(Reply::Invalid(complaint)) => invalid(scenario, std::slice::from_ref(complaint)),
        Ok(Reply::Unsupported(why)) => Verdict::Unsupported(why.clone()),
        Ok(Reply::Crashed(failure)) => Verdict::Crashed(Box::new(crash(scenario, failure))),
        Ok(Reply::Played(outcome)) => return judge_outcome(scenario, outcome, observability),
        Ok(_) => {
            let why = "unknown kind of reply".to_owned();
            Verdict::NoAnswer(Box::new(Fault::Garbled { line: String::new(), why, last_words: String::new() }))
        }
    };
    Judgement { verdict, hidden: Hidden::default() }
}

/// Returns the verdict for a task that the engine rejects.
pub fn invalid(scenario: &Scenario, complaints: &[Complaint]) -> Verdict {
    let problem = |complaint: &Complaint| {
        let problem = Problem::at(Kind::Invalid, &scenario.locate_complaint(complaint), complaint.why.clone());
        problem.help(format!("the engine rejects {}", datapath::path_text(&complaint.at)))
    };
    Verdict::Invalid(complaints.iter().map(problem).collect())
}

/// Returns the failure of an engine that crashed during the run.
fn crash(scenario: &Scenario, failure: &Crash) -> CrashedScenario {
    let place = match failure.step {
        Some(step) => scenario.locate(&format!("when[{}]", step.saturating_sub(1))),
        None => scenario.place.clone(),
    };
    let subject = failure.step.map_or_else(|| "the play".to_owned(), |step| format!("step {step}"));
    let at = failure.at.as_ref().map_or_else(String::new, |at| format!(" at {at}"));
    let actual = format!("the engine crashed{at}: {}", failure.why);
    let expected = "played to the end".to_owned();
    let mismatch = Mismatch { place, subject, expected, actual, ..Mismatch::unknown(&scenario.place) };
    CrashedScenario { failure: failure.clone(), mismatch }
}

fn judge_outcome(scenario: &Scenario, outcome: &Outcome, observability: &Observability<'_>) -> Judgement {
    let mut judging = Judging {
        scenario,
        outcome,
        log_texts: OnceCell::new(),
        observability,
        mismatches: Vec::new(),
        absent: Absent::default(),
        problems: Vec::new(),
        hidden: Hidden::default(),
        idle: scenario.idle_claims(observability.profile, observability.reference),
        claim: None,
        expectation: None,
    };
    for (index, claim) in scenario.claims.iter().enumerate() {
        judging.problems.extend(claim.under.unknown_readings(observability.profile, observability.reference));
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
    /// The data of each event as text, for searching.
    log_texts: OnceCell<Vec<String>>,
    observability: &'a Observability<'a>,
    mismatches: Vec<Mismatch>,
    absent: Absent,
    problems: Vec<Problem>,
    hidden: Hidden,
    /// Indices of the claims that do not apply to the active readings.
    idle: Vec<usize>,
    /// Indices of the current claim and expectation.
    claim: Option<usize>,
    expectation: Option<usize>,
}

/// Failures on paths that do not exist; each is also in `problems`.
#[derive(Default)]
struct Absent {
    number: usize,
    mismatches: Vec<Mismatch>,
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

    /// Returns the judgement.
    fn finish(mut self) -> Judgement {
        let hidden = std::mem::take(&mut self.hidden);
        // A path that does not exist is the author's mistake, unless the engine fails elsewhere: that failure may be
        // the reason for the missing value.
        if !self.mismatches.is_empty() && self.absent.number == self.problems.len() {
            self.mismatches.append(&mut self.absent.mismatches);
        } else if !self.problems.is_empty() {
            return Judgement { verdict: Verdict::Invalid(diagnostic::bounded(self.problems)), hidden };
        }
        let observed = observability::observed(self.scenario, &hidden, &self.idle);
        let verdict = match (self.mismatches.is_empty(), observed.is_nothing()) {
            (false, _) => Verdict::Fail(self.mismatches),
            (true, true) => Verdict::Unobserved,
            (true, false) => Verdict::Pass,
        };
        Judgement { verdict, hidden }
    }

    /// Returns the index of a part of the current expectation.
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

    /// Returns whether another engine did not show this part. It then counts as hidden here, too.
    fn is_skipped(&mut self, line: usize) -> bool {
        let skipped_parts = self.observability.skipped_parts.is_some_and(|hidden| hidden.contains(self.line(line)));
        if skipped_parts {
            self.hide(line);
        }
        skipped_parts
    }

    fn fail(
        &mut self,
        expectation: &Expectation,
        subject: &str,
        expected: String,
        actual: String,
        spot: impl Into<LogSpot>,
        remark: Option<&'static str>,
    ) {
        let mismatch = self.mismatch(expectation.place(), subject, expected, actual, spot);
        push_mismatch(&mut self.mismatches, Mismatch { remark, ..mismatch });
    }

    /// Marks the last failure if its only difference is a value that the engine does not show.
    fn note_unshown(&mut self, unshown: Unshown) {
        let Judging { claim, expectation, .. } = *self;
        // The last failure belongs to another expectation if this one was dropped because of the limit.
        if let Some(last) = self.mismatches.last_mut().filter(|it| (it.claim, it.expectation) == (claim, expectation)) {
            last.unshown = Some(Box::new(unshown));
        }
    }

    /// Marks the last failure if only the spelling differs.
    fn note_spelling(&mut self, spelled: Option<BTreeSet<Spelling>>) {
        let Judging { claim, expectation, .. } = *self;
        let last = self.mismatches.last_mut().filter(|it| (it.claim, it.expectation) == (claim, expectation));
        if let (Some(last), Some(spelled)) = (last, spelled) {
            last.spelled = spelled.into_iter().collect();
        }
    }

    fn mismatch(
        &self,
        place: &Place,
        subject: &str,
        expected: String,
        actual: String,
        spot: impl Into<LogSpot>,
    ) -> Mismatch {
        let Judging { claim, expectation, .. } = *self;
        let (subject, LogSpot { moment, near }) = (subject.to_owned(), spot.into());
        Mismatch { claim, expectation, subject, expected, actual, moment, near, ..Mismatch::unknown(place) }
    }
}

/// Adds a failure. Above the limit, each failing claim keeps only its first one.
fn push_mismatch(mismatches: &mut Vec<Mismatch>, mismatch: Mismatch) {
    let last_claim = mismatches.last().map(|last| last.claim);
    if last_claim != Some(mismatch.claim) || mismatches.len() < MOST_MISMATCHES {
        mismatches.push(mismatch);
    }
}

fn step_of(event: &Event) -> Option<usize> {
    event.data["step"].as_u64().and_then(|step| usize::try_from(step).ok())
}

pub fn shown(event: &Event) -> String {
    format!("{} {}", event.name, yaml_flow::line(&event.data))
}

fn shown_change(before: &Data, after: &Data) -> String {
    if datapath::same(before, after) {
        return format!("{}, unchanged", yaml_flow::line(before));
    }
    format!("{} -> {}", yaml_flow::line(before), yaml_flow::line(after))
}
