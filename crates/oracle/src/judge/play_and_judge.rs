//! Runs scenarios on one engine, judges each and compares it with its golden.

use std::ops::Deref;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;
use std::time::Instant;

use crate::base::datapath;
use crate::base::parallel;
use crate::judge;
use crate::judge::Judgement;
use crate::judge::clause_readings::ClauseReadings;
use crate::judge::document_facts::DocumentFacts;
use crate::judge::further_complaints;
use crate::judge::kept_firing::FiringPlaces;
use crate::judge::kept_firing::KeptFirings;
use crate::judge::log_excerpt::LogExcerpt;
use crate::judge::memory_budget::MemoryBudget;
use crate::judge::observability;
use crate::judge::observability::Hidden;
use crate::judge::observability::Observability;
use crate::judge::observability::Observed;
use crate::judge::outcome_facts;
use crate::judge::outcome_facts::Trace;
use crate::judge::outcome_hash;
use crate::judge::rejection;
use crate::judge::rejection::Arbiter;
use crate::judge::verdict::Verdict;
use crate::rulebook::ClauseId;
use crate::suite::golden;
use crate::suite::golden::GoldenStatus;
use crate::suite::golden::Goldens;
use crate::suite::project::Project;
use crate::suite::readings;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Note;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::crash;
use truthsayer_protocol::decimal;

/// A scenario with its result.
#[derive(Debug, Clone)]
pub struct Judged<'a> {
    pub scenario: &'a Scenario,
    pub play: JudgedPlay,
}

impl Deref for Judged<'_> {
    type Target = JudgedPlay;

    fn deref(&self) -> &JudgedPlay {
        &self.play
    }
}

/// Result of running a scenario. It does not borrow from the suite.
#[derive(Debug, Clone)]
pub struct JudgedPlay {
    pub verdict: Verdict,
    /// Indices of the claims that do not apply to the active readings.
    pub idle: Vec<usize>,
    /// Cited clauses that are graded under other readings.
    pub elsewhere: Vec<ClauseId>,
    /// The parts of the claims that the engine does not show.
    pub hidden: Hidden,
    /// `None` if goldens are not compared: nothing ran, or a switch was off.
    pub status: Option<GoldenStatus>,
    /// The switches that fired, once for every source location, sorted by name.
    pub fired: KeptFirings,
    /// The whole outcome. Set with [`Retention::Outcomes`].
    pub outcome: Option<Box<Outcome>>,
    /// The parts of the outcome that documents show. Set from [`Retention::Documents`] on.
    pub document_facts: Option<Box<DocumentFacts>>,
    /// The outcome, or its golden, exceeds the memory budget.
    pub is_too_long: bool,
    /// The events around each failure.
    pub excerpt: Option<Box<LogExcerpt>>,
    /// The engine's notes on this run. They are shown and never judged.
    pub notes: Vec<Note>,
    /// Hash of the outcome. Set if firings are kept.
    pub hash: Option<u64>,
    /// The text of the golden. Set if the outcome is not accepted, or if whole outcomes are kept.
    pub rendered: Option<String>,
    /// How long the engine took to answer. Never part of a result file, because it differs from run to run.
    pub took: Option<Duration>,
    /// The facts of the outcome. Set if [`PlayAndJudge::keep_facts`] is set.
    pub trace: Option<Trace>,
}

impl JudgedPlay {
    /// Returns the result of a scenario that did not run.
    pub(crate) fn unplayed(verdict: Verdict) -> JudgedPlay {
        JudgedPlay {
            verdict,
            idle: Vec::new(),
            elsewhere: Vec::new(),
            hidden: Hidden::default(),
            status: None,
            fired: KeptFirings::default(),
            outcome: None,
            document_facts: None,
            is_too_long: false,
            excerpt: None,
            notes: Vec::new(),
            hash: None,
            rendered: None,
            took: None,
            trace: None,
        }
    }
}

/// How much of each run is kept. Verdicts and failures always are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Retention {
    Verdicts,
    /// Also the switches that fired, for mutants.
    Firings,
    /// Also what documents show of every outcome.
    Documents,
    /// Also every whole outcome.
    Outcomes,
}

/// Settings for running scenarios.
pub struct PlayAndJudge<'a> {
    /// Goldens to compare with. `None` for an engine that is not the reference engine and has no goldens.
    pub goldens: Option<Goldens<'a>>,
    /// The reference engine's profile, if another engine runs.
    pub reference: Option<&'a Profile>,
    /// Decides whether an invalid scenario is the author's or the engine's mistake. `None` for the reference engine: it
    /// is always the author's.
    pub arbiter: Option<Arbiter<'a>>,
    /// The readings under which clauses are graded.
    pub readings: Option<&'a ClauseReadings>,
    pub without: &'a [String],
    pub job_count: usize,
    pub keep: Retention,
    /// Also keep the facts of every outcome, in which causes are searched.
    pub keep_facts: bool,
    /// Progress callback, called after each scenario. May be called from any thread.
    pub tick: &'a (dyn Fn() + Sync),
}

impl Judged<'_> {
    /// Returns whether a claim passed on the shown parts. `None` if it was not judged, not reached, or not shown.
    pub fn holds(&self, claim: usize) -> Option<bool> {
        let judged = self.verdict.is_judged() && !self.idle.contains(&claim) && self.observed(claim).shown > 0;
        let fails = self.verdict.fails(claim);
        (judged && (fails || !self.verdict.leaves_unreached(claim))).then_some(!fails)
    }

    /// Returns the numbers of parts of all claims; zero if the scenario did not run.
    pub fn observed_in_all(&self) -> Observed {
        match self.verdict {
            Verdict::Pass | Verdict::Fail(_) | Verdict::Unobserved => {
                observability::observed(self.scenario, &self.hidden, &self.idle)
            }
            Verdict::Invalid(_)
            | Verdict::NoAnswer(_)
            | Verdict::Unsupported(_)
            | Verdict::Crashed(_)
            | Verdict::Rejected(_) => Observed::default(),
        }
    }

    /// Returns the numbers of parts of a claim.
    pub(crate) fn observed(&self, claim: usize) -> Observed {
        self.scenario.claims.get(claim).map_or(Observed::default(), |it| self.hidden.observed(claim, it))
    }
}

impl<'a> PlayAndJudge<'a> {
    /// Returns the settings for the reference engine with all switches on and one job.
    pub fn of(project: &'a Project, keep: Retention) -> PlayAndJudge<'a> {
        let goldens = Some(project.goldens());
        PlayAndJudge {
            goldens,
            reference: None,
            arbiter: None,
            readings: None,
            without: &[],
            job_count: 1,
            keep,
            keep_facts: false,
            tick: &|| (),
        }
    }

    /// Runs the scenarios of one game. The results are in the order of the scenarios.
    pub fn run<'s>(&self, scenarios: &[&'s Scenario], maker: &dyn EngineMaker) -> Vec<Judged<'s>> {
        let without = own_switches(self.without, maker.profile());
        let room = MemoryBudget::of_each(scenarios.len());
        let places = Mutex::new(FiringPlaces::default());
        let mut judged = parallel::map_with(
            self.job_count,
            scenarios,
            || maker.engine(),
            |engine, scenario| {
                let judged = self.judge_one(scenario, engine.as_mut(), maker.profile(), &without, room, &places);
                (self.tick)();
                judged
            },
        );
        // If a thread panicked, this one does, too.
        let places = places.into_inner().unwrap_or_else(PoisonError::into_inner).by_number();
        judged.iter_mut().for_each(|judged| judged.play.fired.settle(&places));
        judged
    }

    fn judge_one<'s>(
        &self,
        scenario: &'s Scenario,
        engine: &mut dyn Engine,
        profile: &Profile,
        without: &[String],
        room: MemoryBudget,
        places: &Mutex<FiringPlaces>,
    ) -> Judged<'s> {
        let mut task = scenario.task(without);
        task.wants_firings = self.keep >= Retention::Firings;
        let elsewhere = self.readings.map(|readings| readings.graded_elsewhere(scenario, &task.given));
        let elsewhere = elsewhere.unwrap_or_default();
        if let Some(why) = self.reference.and_then(|known| readings::lacking(&task.given, profile, known)) {
            let play = JudgedPlay { elsewhere, ..JudgedPlay::unplayed(Verdict::Unsupported(why)) };
            return Judged { scenario, play };
        }
        let begun = Instant::now();
        let reply = play(engine, &task);
        let took = Some(begun.elapsed());
        let observability = Observability { profile, reference: self.reference, skipped_parts: None };
        let Judgement { mut verdict, hidden } = judge::judge(scenario, &reply, &observability);
        if let Ok(Reply::Invalid(complaint)) = &reply {
            verdict = match self.arbiter.filter(|arbiter| arbiter.runs(scenario)) {
                Some(_) => rejection::verdict(scenario, complaint),
                None => judge::invalid(scenario, &further_complaints::complaints(engine, &task, complaint)),
            };
        }
        let idle = scenario.idle_claims(profile, self.reference);
        let Ok(Reply::Played(outcome)) = reply else {
            return Judged {
                scenario,
                play: JudgedPlay { idle, elsewhere, hidden, took, ..JudgedPlay::unplayed(verdict) },
            };
        };
        // A mutant always differs, so comparing would only repeat the verdict. The outcome of an invalid scenario is
        // never accepted.
        let comparable =
            without.is_empty() && verdict.is_judged() && !scenario.is_read_otherwise() && !scenario.is_draft;
        let comparable = comparable && scenario.has_golden;
        let goldens = self.goldens.filter(|_| comparable);
        let mut play = self.keep_of(scenario, &outcome, verdict, goldens, profile.board.as_ref(), room);
        if self.keep >= Retention::Firings {
            play.fired = places.lock().unwrap_or_else(PoisonError::into_inner).keep(&outcome.fired);
        }
        match self.keep {
            Retention::Outcomes if room.holds_outcome(&outcome) => play.outcome = Some(outcome),
            keep => {
                play.is_too_long |= keep == Retention::Outcomes;
                engine.recycle(outcome);
            }
        }
        Judged { scenario, play: JudgedPlay { idle, elsewhere, hidden, took, ..play } }
    }

    /// Returns the parts of a run to keep, without its outcome, with the status of its golden.
    fn keep_of(
        &self,
        scenario: &Scenario,
        outcome: &Outcome,
        verdict: Verdict,
        goldens: Option<Goldens<'_>>,
        board: Option<&BoardNote>,
        room: MemoryBudget,
    ) -> JudgedPlay {
        let (firings, whole) = (self.keep >= Retention::Firings, self.keep == Retention::Outcomes);
        let changes = datapath::differences(&outcome.before, &outcome.after);
        let rendered = golden::render_changes(&scenario.id, &outcome.log, &changes);
        let mut status = goldens.map(|goldens| goldens.compare(scenario, outcome, &rendered));
        if let Some(GoldenStatus::Drifted(drift)) = &mut status {
            room.cut(drift);
        }
        let excerpt = match &verdict {
            Verdict::Fail(mismatches) => Some(Box::new(LogExcerpt::of(&outcome.log, mismatches))),
            _ => None,
        };
        let pending = !matches!(status, Some(GoldenStatus::Accepted) | None);
        let has_room = room.holds(rendered.len());
        let documents = self.keep >= Retention::Documents;
        let facts = documents.then(|| DocumentFacts::of(scenario, outcome, changes, &rendered, board));
        let facts = facts.filter(|facts| facts.fit(room)).map(Box::new);
        let trace = self.keep_facts.then(|| outcome_facts::of(outcome, &scenario.tolerance));
        JudgedPlay {
            status,
            is_too_long: !has_room || documents && facts.is_none(),
            document_facts: facts,
            excerpt,
            notes: outcome.notes.clone(),
            hash: firings.then(|| outcome_hash::of(outcome)),
            rendered: ((whole || pending) && has_room).then_some(rendered),
            trace: trace.filter(|trace| room.holds(size_of_val(trace.as_slice()))),
            ..JudgedPlay::unplayed(verdict)
        }
    }
}

/// Returns the switches that this engine has, without those of other games. An engine that does not list its switches
/// receives all of them.
pub fn own_switches(without: &[String], profile: &Profile) -> Vec<String> {
    let lists = !profile.switches.is_empty();
    let own = |name: &&String| !lists || profile.switches.iter().any(|switch| switch.name == **name);
    without.iter().filter(own).cloned().collect()
}

/// Runs one task. A panic of the engine counts as its death; other engines continue. Numbers of the outcome are
/// normalized unless the engine does it, so that later comparisons use exact decimal values.
pub(crate) fn play(engine: &mut dyn Engine, task: &Task) -> Result<Reply, Fault> {
    let mut reply = crash::caught(|| engine.play(task)).unwrap_or_else(|failure| {
        let at = failure.at.map_or_else(String::new, |at| format!(" at {at}"));
        Err(Fault::Died { how: format!("it panicked{at}"), last_words: failure.why })
    });
    if let Ok(Reply::Played(outcome)) = &mut reply
        && !engine.writes_plain_numbers()
        && let Err(why) = decimal::normalise_outcome(outcome)
    {
        return Err(Fault::Garbled { line: String::new(), why, last_words: String::new() });
    }
    reply
}
