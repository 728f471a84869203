//! The reference: the engine that a game's project names, played to see what the lack of a clause looks like.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use crate::oracle::jobs;
use crate::oracle::judge;
use crate::oracle::part;
use crate::oracle::part::Parts;
use crate::oracle::scenario::Scenario;
use crate::oracle::sight::Hidden;
use crate::oracle::sight::Sight;
use crate::oracle::trace;
use crate::oracle::trace::Fact;
use crate::oracle::trace::Trace;
use crate::oracle::trial;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Firing;
use crate::protocol::Reply;

/// A scenario by its place, and the switches that matter in it of those that are off.
type Trying = (usize, BTreeSet<usize>);

/// The reference with what it does when nothing is turned off.
pub struct Reference<'s, 'r> {
    maker: &'r dyn EngineMaker,
    jobs: usize,
    pub scenarios: Vec<&'s Scenario>,
    /// By scenario: the switches that took effect; none where the reference does not conform itself.
    fired: Vec<Option<BTreeSet<usize>>>,
    /// By scenario: what happens with every switch on.
    traces: Vec<Option<Trace>>,
    /// The places of the switches by their names.
    numbers: HashMap<String, usize>,
    /// By scenario: what the engine that is asked about does not show, and what is therefore passed over.
    passed_over: Vec<Hidden>,
    /// What was played without something, so that it is played once.
    tried: Mutex<HashMap<Trying, Tried>>,
}

/// A scenario that was played without something.
#[derive(Debug)]
struct Tried {
    /// What fails; none where it could not be judged.
    parts: Option<Parts>,
    /// What happened; none where it was not played.
    trace: Option<Trace>,
    /// The switches that took effect all the same.
    fired: BTreeSet<usize>,
}

impl<'s, 'r> Reference<'s, 'r> {
    /// `judged` is what the reference does by itself; `passed_over`, by scenario, what another engine does not show.
    pub fn new(
        maker: &'r dyn EngineMaker,
        judged: &[Judged<'s>],
        passed_over: Vec<Hidden>,
        jobs: usize,
    ) -> Reference<'s, 'r> {
        let switches = &maker.profile().switches;
        let numbers: HashMap<String, usize> = (0..).zip(switches).map(|(at, s)| (s.name.clone(), at)).collect();
        let everything = || (0..switches.len()).collect();
        let fired = |judged: &Judged<'_>| match (&judged.verdict, maker.profile().hides_firings) {
            (Verdict::Conforms, true) => Some(everything()),
            (Verdict::Conforms, false) => {
                Some(judged.fired.iter().filter_map(|firing| numbers.get(&*firing.switch).copied()).collect())
            }
            _ => None,
        };
        Reference {
            maker,
            jobs,
            scenarios: judged.iter().map(|judged| judged.scenario).collect(),
            fired: judged.iter().map(fired).collect(),
            traces: judged.iter().map(|judged| judged.trace.clone()).collect(),
            numbers,
            passed_over,
            tried: Mutex::default(),
        }
    }

    /// Whether it can say what the lack of a clause looks like in a scenario.
    pub(crate) fn knows(&self, scenario: usize) -> bool {
        self.fired[scenario].is_some()
    }

    /// The signature of each of these switches: the parts that fail when it alone is off.
    pub(crate) fn signatures(&self, switches: &[usize]) -> HashMap<usize, Parts> {
        let all = || 0..self.scenarios.len();
        let touched = |switch: usize| all().filter(move |scenario| self.took_effect(switch, *scenario));
        // All at once, so that they are played side by side.
        self.try_out(switches.iter().flat_map(|switch| touched(*switch).map(|scenario| (scenario, [*switch].into()))));
        switches.iter().map(|switch| (*switch, self.without(&[*switch].into()).parts)).collect()
    }

    pub(crate) fn took_effect(&self, switch: usize, scenario: usize) -> bool {
        self.fired[scenario].as_ref().is_some_and(|fired| fired.contains(&switch))
    }

    /// What fails when all of these are off together.
    pub(crate) fn without(&self, off: &BTreeSet<usize>) -> Lack {
        self.without_in(off, 0..self.scenarios.len())
    }

    /// The same in some scenarios. Those in which none of the switches took effect stay as they are.
    pub(crate) fn without_in(&self, off: &BTreeSet<usize>, scenarios: impl IntoIterator<Item = usize>) -> Lack {
        let settled = self.settle(off, scenarios);
        let tried = self.known();
        let mut lack = Lack::default();
        for trying in settled {
            match tried.get(&trying).map(|tried| &tried.parts) {
                Some(Some(parts)) => lack.parts.extend(parts.iter().map(|(key, actual)| (*key, actual.clone()))),
                Some(None) => {
                    lack.unjudged.insert(trying.0);
                }
                None => (),
            }
        }
        lack
    }

    /// What happens in some scenarios when all of these are off together; nothing is said of those that were not played.
    pub(crate) fn traces_without(
        &self,
        off: &BTreeSet<usize>,
        scenarios: impl IntoIterator<Item = usize>,
    ) -> BTreeMap<usize, Trace> {
        let scenarios: Vec<usize> = scenarios.into_iter().collect();
        let usual = |scenario: &usize| Some((*scenario, self.usual_trace(*scenario)?.to_vec()));
        let mut traces: BTreeMap<usize, Trace> = scenarios.iter().filter_map(usual).collect();
        let settled = self.settle(off, scenarios);
        let tried = self.known();
        for trying in settled {
            match tried.get(&trying).and_then(|tried| tried.trace.clone()) {
                Some(trace) => traces.insert(trying.0, trace),
                None => traces.remove(&trying.0),
            };
        }
        traces
    }

    /// What happens in a scenario with every switch on.
    pub(crate) fn usual_trace(&self, scenario: usize) -> Option<&[Fact]> {
        self.traces[scenario].as_deref()
    }

    /// Plays scenarios without some switches, and says how each was played in the end; those in which none of them took
    /// effect are left out.
    ///
    /// A switch that does not take effect in a play may as well be on in it. So a scenario is played without those that
    /// took effect, and once more only if without these another one did: most have been played like that before.
    fn settle(&self, off: &BTreeSet<usize>, scenarios: impl IntoIterator<Item = usize>) -> Vec<Trying> {
        let first = |scenario: usize| {
            let fired = self.fired[scenario].as_ref()?;
            Some((scenario, fired.intersection(off).copied().collect::<BTreeSet<usize>>()))
        };
        let mut open: Vec<Trying> =
            scenarios.into_iter().filter_map(first).filter(|(_, matter)| !matter.is_empty()).collect();
        let mut settled = Vec::new();
        while !open.is_empty() {
            self.try_out(open.iter().cloned());
            let tried = self.known();
            let mut left = Vec::new();
            for (scenario, matter) in open {
                let trying = (scenario, matter);
                let Some(known) = tried.get(&trying) else { continue };
                let more: BTreeSet<usize> = known.fired.intersection(off).copied().collect();
                match more.is_subset(&trying.1) {
                    true => settled.push(trying),
                    false => left.push((scenario, trying.1.union(&more).copied().collect())),
                }
            }
            open = left;
        }
        settled
    }

    /// Plays what has not been played yet.
    fn try_out(&self, wanted: impl IntoIterator<Item = Trying>) {
        let mut wanted: Vec<Trying> = wanted.into_iter().collect();
        let mut seen = HashSet::new();
        let known = self.known();
        wanted.retain(|trying| !known.contains_key(trying) && seen.insert(trying.clone()));
        drop(known);
        let results = jobs::map_with(
            self.jobs,
            &wanted,
            || self.maker.engine(),
            |engine, (scenario, off)| self.play(engine.as_mut(), *scenario, off),
        );
        self.known().extend(wanted.into_iter().zip(results));
    }

    /// Whoever panicked while it was held has only entered less.
    fn known(&self) -> MutexGuard<'_, HashMap<Trying, Tried>> {
        self.tried.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play(&self, engine: &mut dyn Engine, scenario: usize, off: &BTreeSet<usize>) -> Tried {
        let profile = self.maker.profile();
        let names: Vec<String> = off.iter().map(|switch| profile.switches[*switch].name.clone()).collect();
        let reply = trial::play(engine, &self.scenarios[scenario].task(&names));
        let sight = Sight { profile, reference: None, passed_over: self.passed_over.get(scenario) };
        let parts = match judge::judge(self.scenarios[scenario], &reply, &sight).verdict {
            Verdict::Conforms | Verdict::Unobserved => Some(Parts::new()),
            Verdict::Deviates(deviations) => Some(part::of(scenario, &deviations)),
            _ => None,
        };
        let Ok(Reply::Played(outcome)) = &reply else {
            return Tried { parts, trace: None, fired: BTreeSet::new() };
        };
        let number = |firing: &Firing| self.numbers.get(&*firing.switch).copied();
        Tried { parts, trace: Some(trace::of(outcome)), fired: outcome.fired.iter().filter_map(number).collect() }
    }
}

/// What the lack of some clauses looks like.
#[derive(Debug, Default)]
pub(crate) struct Lack {
    /// The parts that fail.
    pub parts: Parts,
    /// Scenarios that could not be judged.
    pub unjudged: BTreeSet<usize>,
}
