//! The reference engine, whose mutants show the effect of a missing clause.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use crate::base::parallel;
use crate::judge;
use crate::judge::failed_expectations;
use crate::judge::failed_expectations::Parts;
use crate::judge::observability::Hidden;
use crate::judge::observability::Observability;
use crate::judge::outcome_facts;
use crate::judge::outcome_facts::Fact;
use crate::judge::outcome_facts::Trace;
use crate::judge::play_and_judge;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Verdict;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Firing;
use truthsayer_protocol::Reply;

/// Index of a scenario, and the relevant switches that are off.
type AbsenceKey = (usize, BTreeSet<usize>);

/// The reference engine and its results with every switch on.
pub struct Reference<'s, 'r> {
    maker: &'r dyn EngineMaker,
    jobs: usize,
    pub scenarios: Vec<&'s Scenario>,
    /// For each scenario, the switches that fired; `None` if the reference engine does not pass.
    fired: Vec<Option<BTreeSet<usize>>>,
    /// For each scenario, the facts of the outcome with every switch on.
    traces: Vec<Option<Trace>>,
    /// Index of each switch by name.
    numbers: HashMap<String, usize>,
    /// For each scenario, the parts to skip because the judged engine does not show them.
    skipped_parts: Vec<Hidden>,
    /// Results with switches off, so that each runs once.
    tried: Mutex<HashMap<AbsenceKey, AbsenceRun>>,
}

/// Result of a scenario with switches off.
#[derive(Debug)]
struct AbsenceRun {
    /// The failed expectations; `None` if it could not be judged.
    parts: Option<Parts>,
    /// The facts of the outcome; `None` if it did not run.
    trace: Option<Trace>,
    /// The switches that fired.
    fired: BTreeSet<usize>,
}

impl<'s, 'r> Reference<'s, 'r> {
    /// `judged` are the results of the reference engine; `skipped_parts` are the parts of each scenario to skip.
    pub fn new(
        maker: &'r dyn EngineMaker,
        judged: &[Judged<'s>],
        skipped_parts: Vec<Hidden>,
        jobs: usize,
    ) -> Reference<'s, 'r> {
        let switches = &maker.profile().switches;
        let numbers: HashMap<String, usize> = (0..).zip(switches).map(|(at, s)| (s.name.clone(), at)).collect();
        let everything = || (0..switches.len()).collect();
        let fired = |judged: &Judged<'_>| match (&judged.verdict, maker.profile().hides_firings) {
            (Verdict::Pass, true) => Some(everything()),
            (Verdict::Pass, false) => {
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
            skipped_parts,
            tried: Mutex::default(),
        }
    }

    /// Returns whether the reference engine passes a scenario, so that its mutants are meaningful.
    pub(crate) fn knows(&self, scenario: usize) -> bool {
        self.fired[scenario].is_some()
    }

    /// Returns the effect of each switch: the expectations that fail if it alone is off are its signature.
    pub(crate) fn signatures(&self, switches: &[usize]) -> HashMap<usize, Absence> {
        let all = || 0..self.scenarios.len();
        let affected = |switch: usize| all().filter(move |scenario| self.took_effect(switch, *scenario));
        // All at once, so that they run in parallel.
        self.try_out(switches.iter().flat_map(|switch| affected(*switch).map(|scenario| (scenario, [*switch].into()))));
        switches.iter().map(|switch| (*switch, self.without(&[*switch].into()))).collect()
    }

    pub(crate) fn took_effect(&self, switch: usize, scenario: usize) -> bool {
        self.fired[scenario].as_ref().is_some_and(|fired| fired.contains(&switch))
    }

    /// Returns the failures if all of these switches are off.
    pub(crate) fn without(&self, off: &BTreeSet<usize>) -> Absence {
        self.without_in(off, 0..self.scenarios.len())
    }

    /// Returns the failures in some scenarios. Scenarios in which none of the switches fired do not change.
    pub(crate) fn without_in(&self, off: &BTreeSet<usize>, scenarios: impl IntoIterator<Item = usize>) -> Absence {
        let settled = self.settle(off, scenarios);
        let tried = self.known();
        let mut absence = Absence::default();
        for trying in settled {
            match tried.get(&trying).map(|tried| &tried.parts) {
                Some(Some(parts)) => absence.parts.extend(parts.iter().map(|(key, actual)| (*key, actual.clone()))),
                Some(None) => {
                    absence.unjudged.insert(trying.0);
                }
                None => (),
            }
        }
        absence
    }

    /// Returns the facts of some scenarios if all of these switches are off. Scenarios that did not run are left out.
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

    /// Returns the facts of a scenario with every switch on.
    pub(crate) fn usual_trace(&self, scenario: usize) -> Option<&[Fact]> {
        self.traces[scenario].as_deref()
    }

    /// Runs scenarios without some switches, and returns the switches that were off in the final run of each. Scenarios
    /// in which none of them fired are left out.
    ///
    /// A switch that does not fire has no effect. So a scenario first runs without the switches that fired in it, and
    /// again only if others then fire: most of these runs are already known.
    fn settle(&self, off: &BTreeSet<usize>, scenarios: impl IntoIterator<Item = usize>) -> Vec<AbsenceKey> {
        let first = |scenario: usize| {
            let fired = self.fired[scenario].as_ref()?;
            Some((scenario, fired.intersection(off).copied().collect::<BTreeSet<usize>>()))
        };
        let mut open: Vec<AbsenceKey> =
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

    /// Runs everything that has not run yet.
    fn try_out(&self, wanted: impl IntoIterator<Item = AbsenceKey>) {
        let mut wanted: Vec<AbsenceKey> = wanted.into_iter().collect();
        let mut seen = HashSet::new();
        let known = self.known();
        wanted.retain(|trying| !known.contains_key(trying) && seen.insert(trying.clone()));
        drop(known);
        let results = parallel::map_with(
            self.jobs,
            &wanted,
            || self.maker.engine(),
            |engine, (scenario, off)| self.play(engine.as_mut(), *scenario, off),
        );
        self.known().extend(wanted.into_iter().zip(results));
    }

    /// A poisoned mutex is safe to reuse: entries are only ever added.
    fn known(&self) -> MutexGuard<'_, HashMap<AbsenceKey, AbsenceRun>> {
        self.tried.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play(&self, engine: &mut dyn Engine, scenario: usize, off: &BTreeSet<usize>) -> AbsenceRun {
        let profile = self.maker.profile();
        let names: Vec<String> = off.iter().map(|switch| profile.switches[*switch].name.clone()).collect();
        let reply = play_and_judge::play(engine, &self.scenarios[scenario].task(&names));
        let observability = Observability { profile, reference: None, skipped_parts: self.skipped_parts.get(scenario) };
        let parts = match judge::judge(self.scenarios[scenario], &reply, &observability).verdict {
            Verdict::Pass | Verdict::Unobserved => Some(Parts::new()),
            Verdict::Fail(mismatches) => {
                Some(failed_expectations::of(scenario, &mismatches, &self.scenarios[scenario].tolerance))
            }
            _ => None,
        };
        let Ok(Reply::Played(outcome)) = &reply else {
            return AbsenceRun { parts, trace: None, fired: BTreeSet::new() };
        };
        let number = |firing: &Firing| self.numbers.get(&*firing.switch).copied();
        AbsenceRun {
            parts,
            trace: Some(outcome_facts::of(outcome, &self.scenarios[scenario].tolerance)),
            fired: outcome.fired.iter().filter_map(number).collect(),
        }
    }
}

/// Effect of missing clauses.
#[derive(Debug, Default)]
pub(crate) struct Absence {
    /// The failed expectations.
    pub parts: Parts,
    /// Scenarios that could not be judged.
    pub unjudged: BTreeSet<usize>,
}
