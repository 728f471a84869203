//! A trial: one engine plays the chosen scenarios, and each is judged and compared with its golden.

use std::ops::Deref;
use std::path::Path;

use crate::oracle::clause_readings::ClauseReadings;
use crate::oracle::golden;
use crate::oracle::golden::Goldens;
use crate::oracle::golden::Standing;
use crate::oracle::jobs;
use crate::oracle::judge;
use crate::oracle::judge::Judgement;
use crate::oracle::log_excerpt::LogExcerpt;
use crate::oracle::print;
use crate::oracle::project::Project;
use crate::oracle::readings;
use crate::oracle::rejection;
use crate::oracle::rejection::Arbiter;
use crate::oracle::room::Room;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::scenario::Scenario;
use crate::oracle::second_look;
use crate::oracle::sight;
use crate::oracle::sight::Hidden;
use crate::oracle::sight::Observed;
use crate::oracle::sight::Sight;
use crate::oracle::trace;
use crate::oracle::trace::Trace;
use crate::oracle::verdict::Verdict;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Firing;
use crate::protocol::Note;
use crate::protocol::Outcome;
use crate::protocol::Profile;
use crate::protocol::Reply;
use crate::protocol::Task;
use crate::protocol::crash;
use crate::protocol::decimal;

/// A scenario that has been played and judged.
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

/// What came of playing a scenario. It outlives the suite that the scenario stands in.
#[derive(Debug, Clone)]
pub struct JudgedPlay {
    pub verdict: Verdict,
    /// Claims that say nothing under the readings that were played, by their place.
    pub idle: Vec<usize>,
    /// Clauses that it cites under other readings than those by which they are graded.
    pub elsewhere: Vec<ClauseId>,
    /// What the claims say and the engine does not show.
    pub hidden: Hidden,
    /// None where goldens are not compared: nothing was played, or a switch was off.
    pub standing: Option<Standing>,
    /// The switches that took effect, each once for every place in the source, sorted by name.
    pub fired: Vec<Firing>,
    /// Kept only when all outcomes were asked for.
    pub outcome: Option<Box<Outcome>>,
    /// Whether there is no room for the outcome, or for a golden of it, beside all the others of the run.
    pub is_too_long: bool,
    /// What happened around each deviation.
    pub excerpt: Option<LogExcerpt>,
    /// Remarks of the engine about this play. They are shown and never judged.
    pub notes: Vec<Note>,
    /// By which the outcome is compared with others; kept with the switches that took effect.
    pub print: Option<u64>,
    /// The outcome as a golden would record it; kept where it is not accepted, or with the outcome.
    pub rendered: Option<String>,
    /// What happened, fact by fact; kept with the switches that took effect, and where causes may be sought: another
    /// engine plays than the game's own, or one without some of its switches.
    pub trace: Option<Trace>,
}

impl JudgedPlay {
    /// What is known where nothing was played.
    pub(crate) fn unplayed(verdict: Verdict) -> JudgedPlay {
        JudgedPlay {
            verdict,
            idle: Vec::new(),
            elsewhere: Vec::new(),
            hidden: Hidden::default(),
            standing: None,
            fired: Vec::new(),
            outcome: None,
            is_too_long: false,
            excerpt: None,
            notes: Vec::new(),
            print: None,
            rendered: None,
            trace: None,
        }
    }
}

/// How much of each play is kept. A verdict, and whatever is not as it should be, always is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keep {
    Verdicts,
    /// And the switches that took effect, for knocking them out.
    Firings,
    /// And every outcome, for telling it.
    Outcomes,
}

/// What a trial needs to know.
pub struct Trial<'a> {
    /// With which outcomes are compared; none where another engine than the game's own plays and has none.
    pub goldens: Option<Goldens<'a>>,
    /// What the game's own engine tells about itself, where another one plays.
    pub reference: Option<&'a Profile>,
    /// Decides whose mistake an invalid scenario is. None for the reference engine: there it is the author's.
    pub arbiter: Option<Arbiter<'a>>,
    /// The readings under which clauses are graded.
    pub readings: Option<&'a ClauseReadings>,
    pub without: &'a [String],
    pub job_count: usize,
    pub keep: Keep,
    /// Called after each scenario, from any thread.
    pub tick: &'a (dyn Fn() + Sync),
}

impl Judged<'_> {
    /// Whether a claim holds on what was shown of it; none if it was not judged or not reached, or nothing of it was shown.
    pub fn holds(&self, claim: usize) -> Option<bool> {
        let judged = self.verdict.is_judged() && !self.idle.contains(&claim) && self.observed(claim).shown > 0;
        let fails = self.verdict.fails(claim);
        (judged && (fails || !self.verdict.leaves_unreached(claim))).then_some(!fails)
    }

    /// How much of what all its claims say was shown; nothing where it was not played.
    pub(crate) fn observed_in_all(&self) -> Observed {
        match self.verdict {
            Verdict::Conforms | Verdict::Deviates(_) | Verdict::Unobserved => {
                sight::observed(self.scenario, &self.hidden, &self.idle)
            }
            Verdict::Misposed(_)
            | Verdict::Unanswered(_)
            | Verdict::Unsupported(_)
            | Verdict::Failed(_)
            | Verdict::Rejected(_) => Observed::default(),
        }
    }

    /// How much of what a claim says was shown.
    pub(crate) fn observed(&self, claim: usize) -> Observed {
        self.scenario.claims.get(claim).map_or(Observed::default(), |it| self.hidden.observed(claim, it))
    }
}

impl<'a> Trial<'a> {
    /// A game's own engine with everything in force, one job.
    pub fn of(project: &'a Project, keep: Keep) -> Trial<'a> {
        let goldens = Some(project.goldens());
        Trial {
            goldens,
            reference: None,
            arbiter: None,
            readings: None,
            without: &[],
            job_count: 1,
            keep,
            tick: &|| (),
        }
    }

    /// Plays the scenarios of one game. The results stand in the order of the scenarios.
    pub fn run<'s>(&self, scenarios: &[&'s Scenario], maker: &dyn EngineMaker) -> Vec<Judged<'s>> {
        let without = own_switches(self.without, maker.profile());
        let room = Room::of_each(scenarios.len());
        jobs::map_with(
            self.job_count,
            scenarios,
            || maker.engine(),
            |engine, scenario| {
                let judged = self.judge_one(scenario, engine.as_mut(), maker.profile(), &without, room);
                (self.tick)();
                judged
            },
        )
    }

    fn judge_one<'s>(
        &self,
        scenario: &'s Scenario,
        engine: &mut dyn Engine,
        profile: &Profile,
        without: &[String],
        room: Room,
    ) -> Judged<'s> {
        let task = scenario.task(without);
        let elsewhere = self.readings.map(|readings| readings.graded_elsewhere(scenario, &task.given));
        let elsewhere = elsewhere.unwrap_or_default();
        if let Some(why) = self.reference.and_then(|known| readings::lacking(&task.given, profile, known)) {
            let play = JudgedPlay { elsewhere, ..JudgedPlay::unplayed(Verdict::Unsupported(why)) };
            return Judged { scenario, play };
        }
        let reply = play(engine, &task);
        let sight = Sight { profile, reference: self.reference, passed_over: None };
        let Judgement { mut verdict, hidden } = judge::judge(scenario, &reply, &sight);
        if let Ok(Reply::Misposed(complaint)) = &reply {
            verdict = match self.arbiter.filter(|arbiter| arbiter.runs(scenario)) {
                Some(_) => rejection::verdict(scenario, complaint),
                None => judge::misposed(scenario, &second_look::complaints(engine, &task, complaint)),
            };
        }
        let idle = scenario.idle_claims(profile, self.reference);
        let Ok(Reply::Played(outcome)) = reply else {
            return Judged { scenario, play: JudgedPlay { idle, elsewhere, hidden, ..JudgedPlay::unplayed(verdict) } };
        };
        // An engine with a clause turned off is bound to differ; comparing would only repeat the verdict. And the
        // outcome of a scenario that makes no sense is nothing to accept.
        let comparable =
            without.is_empty() && verdict.is_judged() && !scenario.is_read_otherwise() && !scenario.is_draft;
        let goldens = self.goldens.filter(|_| comparable);
        let can_have_causes = self.reference.is_some() || !without.is_empty();
        let play = self.keep_of(scenario, outcome, verdict, goldens, can_have_causes, room);
        Judged { scenario, play: JudgedPlay { idle, elsewhere, hidden, ..play } }
    }

    /// What is kept of a play, with the standing of its golden.
    fn keep_of(
        &self,
        scenario: &Scenario,
        outcome: Box<Outcome>,
        verdict: Verdict,
        goldens: Option<Goldens<'_>>,
        can_have_causes: bool,
        room: Room,
    ) -> JudgedPlay {
        let (firings, all) = (self.keep >= Keep::Firings, self.keep == Keep::Outcomes);
        let rendered = golden::render(&scenario.id, &outcome);
        let mut standing = goldens.map(|goldens| goldens.compare(&scenario.id, &outcome, &rendered));
        if let Some(Standing::Drifted(drift)) = &mut standing {
            room.cut(drift);
        }
        let excerpt = match &verdict {
            Verdict::Deviates(deviations) => Some(LogExcerpt::of(&outcome.log, deviations)),
            _ => None,
        };
        let pending = !matches!(standing, Some(Standing::Accepted) | None);
        let (has_room, outcome_fits) = (room.holds(rendered.len()), !all || room.holds_outcome(&outcome));
        let trace = (firings || can_have_causes).then(|| trace::of(&outcome));
        JudgedPlay {
            standing,
            fired: if firings { fired(&outcome) } else { Vec::new() },
            is_too_long: !(has_room && outcome_fits),
            excerpt,
            notes: outcome.notes.clone(),
            print: firings.then(|| print::of(&outcome)),
            rendered: ((all || pending) && has_room).then_some(rendered),
            trace: trace.filter(|trace| room.holds(size_of_val(trace.as_slice()))),
            outcome: (all && outcome_fits).then_some(outcome),
            ..JudgedPlay::unplayed(verdict)
        }
    }
}

/// The switches that this engine has: those of other games are none of its business. An engine that does not list its
/// switches is asked for all of them.
pub(crate) fn own_switches(without: &[String], profile: &Profile) -> Vec<String> {
    let lists = !profile.switches.is_empty();
    let own = |name: &&String| !lists || profile.switches.iter().any(|switch| switch.name == **name);
    without.iter().filter(own).cloned().collect()
}

fn fired(outcome: &Outcome) -> Vec<Firing> {
    let mut fired = outcome.fired.clone();
    // Documents name no folder of the machine that an engine runs on.
    for firing in fired.iter_mut().filter(|firing| Path::new(&*firing.file).is_absolute()) {
        let name = Path::new(&*firing.file).file_name().unwrap_or_default();
        firing.file = name.to_string_lossy().into_owned().into();
    }
    fired.sort_by(|a, b| (&a.switch, &a.file, a.line, a.event).cmp(&(&b.switch, &b.file, b.line, b.event)));
    fired.dedup_by(|a, b| (&a.switch, &a.file, a.line) == (&b.switch, &b.file, b.line));
    fired
}

/// Plays one task. An engine that panics has died; the others play on. Numbers of the outcome are written in one way,
/// so that all that is compared later is compared by exact decimal values.
pub(crate) fn play(engine: &mut dyn Engine, task: &Task) -> Result<Reply, Fault> {
    let mut reply = crash::caught(|| engine.play(task)).unwrap_or_else(|failure| {
        let at = failure.at.map_or_else(String::new, |at| format!(" at {at}"));
        Err(Fault::Died { how: format!("it panicked{at}"), last_words: failure.why })
    });
    if let Ok(Reply::Played(outcome)) = &mut reply
        && let Err(why) = decimal::normalise_outcome(outcome)
    {
        return Err(Fault::Garbled { line: String::new(), why, last_words: String::new() });
    }
    reply
}
