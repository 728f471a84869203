//! A trial: one engine plays the chosen scenarios, and each is judged and compared with its golden.

use std::panic;

use crate::oracle::golden;
use crate::oracle::golden::Standing;
use crate::oracle::jobs;
use crate::oracle::judge;
use crate::oracle::log_excerpt::LogExcerpt;
use crate::oracle::print;
use crate::oracle::project::Project;
use crate::oracle::scenario::Scenario;
use crate::oracle::verdict::Verdict;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Firing;
use crate::protocol::Outcome;
use crate::protocol::Profile;
use crate::protocol::Reply;
use crate::protocol::Task;

/// A scenario that has been played and judged.
#[derive(Debug)]
pub struct Judged<'a> {
    pub scenario: &'a Scenario,
    pub verdict: Verdict,
    /// Claims that say nothing under the readings that were played, by their place.
    pub idle: Vec<usize>,
    /// None where goldens are not compared: nothing was played, or a switch was off.
    pub standing: Option<Standing>,
    /// The switches that took effect, each once for every place in the source, sorted by name.
    pub fired: Vec<Firing>,
    /// Kept only when all outcomes were asked for.
    pub outcome: Option<Box<Outcome>>,
    /// What happened around each deviation.
    pub excerpt: Option<LogExcerpt>,
    /// By which the outcome is compared with others; kept with the switches that took effect.
    pub print: Option<u64>,
    /// The outcome as a golden would record it; kept where it is not accepted, or with the outcome.
    pub rendered: Option<String>,
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
    pub project: &'a Project,
    pub without: &'a [String],
    pub job_count: usize,
    pub keep: Keep,
    /// Called after each scenario, from any thread.
    pub tick: &'a (dyn Fn() + Sync),
}

impl Judged<'_> {
    /// Whether a claim holds; none if it was not judged.
    pub fn holds(&self, claim: usize) -> Option<bool> {
        let judged = self.verdict.is_judged() && !self.idle.contains(&claim);
        judged.then(|| !self.verdict.fails(claim))
    }
}

impl Trial<'_> {
    /// Plays the scenarios of one game. The results stand in the order of the scenarios.
    pub fn run<'s>(&self, scenarios: &[&'s Scenario], maker: &dyn EngineMaker) -> Vec<Judged<'s>> {
        let without = own_switches(self.without, maker.profile());
        jobs::map_with(
            self.job_count,
            scenarios,
            || maker.engine(),
            |engine, scenario| {
                let judged = self.one(scenario, engine.as_mut(), maker.profile(), &without);
                (self.tick)();
                judged
            },
        )
    }

    fn one<'s>(
        &self,
        scenario: &'s Scenario,
        engine: &mut dyn Engine,
        profile: &Profile,
        without: &[String],
    ) -> Judged<'s> {
        let reply = play(engine, &scenario.task(without));
        let verdict = judge::judge(scenario, &reply, profile);
        let idle = scenario.idle_claims(profile);
        let Ok(Reply::Played(outcome)) = reply else {
            let (standing, outcome, excerpt, print, rendered) = (None, None, None, None, None);
            return Judged { scenario, verdict, idle, standing, fired: Vec::new(), outcome, excerpt, print, rendered };
        };
        let fired = if self.keep >= Keep::Firings { fired(&outcome) } else { Vec::new() };
        let rendered = golden::render(&scenario.id, &outcome);
        // An engine with a clause turned off is bound to differ; comparing would only repeat the verdict. And the
        // outcome of a scenario that makes no sense is nothing to accept.
        let comparable =
            without.is_empty() && verdict.is_judged() && !scenario.is_read_otherwise() && !scenario.is_draft;
        let standing = comparable.then(|| golden::compare(self.project, &scenario.id, &outcome, &rendered));
        let excerpt = match &verdict {
            Verdict::Deviates(deviations) => Some(LogExcerpt::of(&outcome.log, deviations)),
            _ => None,
        };
        let all = self.keep == Keep::Outcomes;
        let pending = !matches!(standing, Some(Standing::Accepted) | None);
        let rendered = (all || pending).then_some(rendered);
        let print = (self.keep >= Keep::Firings).then(|| print::of(&outcome));
        Judged { scenario, verdict, idle, standing, fired, outcome: all.then_some(outcome), excerpt, print, rendered }
    }
}

/// The switches that this engine has: those of other games are none of its business. An engine that does not list its
/// switches is asked for all of them.
pub fn own_switches(without: &[String], profile: &Profile) -> Vec<String> {
    let lists = !profile.switches.is_empty();
    let own = |name: &&String| !lists || profile.switches.iter().any(|switch| switch.name == **name);
    without.iter().filter(own).cloned().collect()
}

fn fired(outcome: &Outcome) -> Vec<Firing> {
    let mut fired = outcome.fired.clone();
    fired.sort_by(|a, b| (&a.switch, &a.file, a.line, a.event).cmp(&(&b.switch, &b.file, b.line, b.event)));
    fired.dedup_by(|a, b| (&a.switch, &a.file, a.line) == (&b.switch, &b.file, b.line));
    fired
}

/// Plays one task. An engine that panics has died; the others play on.
pub fn play(engine: &mut dyn Engine, task: &Task) -> Result<Reply, Fault> {
    let caught = panic::catch_unwind(panic::AssertUnwindSafe(|| engine.play(task)));
    caught.unwrap_or_else(|cause| {
        let words = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let words = words.or_else(|| cause.downcast_ref::<String>().cloned()).unwrap_or_default();
        Err(Fault::Died { how: "it panicked".to_owned(), last_words: words })
    })
}
