//! Proof: each switch is turned off in turn, and a claim has to notice. A switch that nobody notices survives.

use std::collections::BTreeMap;
use std::collections::HashSet;

use crate::oracle::citation::Address;
use crate::oracle::citation::Citation;
use crate::oracle::jobs;
use crate::oracle::judge;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::oracle::trial;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Profile;
use crate::protocol::SwitchNote;

/// What turning off one switch did.
#[derive(Debug)]
pub struct Knockout<'a> {
    pub switch: SwitchNote,
    /// The clauses that the switch stands for.
    pub clauses: Vec<ClauseId>,
    /// How many scenarios let the switch take effect and were played without it.
    pub tried: usize,
    /// The claims that failed without it.
    pub noticed: Vec<Notice<'a>>,
    /// Scenarios that nobody answered without it.
    pub unanswered: Vec<(&'a Scenario, Fault)>,
}

/// A claim that failed when a switch was off, and the first thing that was not as claimed.
#[derive(Debug, Clone)]
pub struct Notice<'a> {
    pub scenario: &'a Scenario,
    pub claim: usize,
    pub deviation: Deviation,
}

impl Knockout<'_> {
    /// No claim at all noticed. Where nobody answered, nobody can have noticed.
    pub fn survives(&self) -> bool {
        self.noticed.is_empty() && self.unanswered.is_empty()
    }

    /// The claims that noticed and cite the clause: only these prove it.
    pub fn witnesses(&self, clause: &ClauseId) -> Vec<&Notice<'_>> {
        let cites = |notice: &&Notice<'_>| notice.scenario.claims[notice.claim].clauses.contains(clause);
        self.noticed.iter().filter(cites).collect()
    }

    /// Noticed, but by no claim that cites the clause.
    pub fn is_unwitnessed(&self) -> bool {
        !self.noticed.is_empty() && self.clauses.iter().any(|clause| self.witnesses(clause).is_empty())
    }
}

/// The clauses each switch stands for, or what is wrong with its citation.
pub fn resolve(profile: &Profile, book: &Rulebook) -> (BTreeMap<String, Vec<ClauseId>>, Vec<Problem>) {
    let mut clauses = BTreeMap::new();
    let mut problems = Vec::new();
    for switch in &profile.switches {
        let known = Address::parse(&switch.cite).map(|address| Citation::new(address, &switch.quote).clauses(book));
        let found = match known {
            Some(Ok(found)) => found,
            Some(Err(problem)) => {
                let message = format!("switch `{}` of the engine `{}`: {}", switch.name, profile.name, problem.message);
                let mut told = Problem::new(Kind::Switch, message).help(format!("it quotes: {}", switch.quote));
                told.help.extend(problem.help);
                problems.push(told);
                Vec::new()
            }
            None => {
                let message = format!(
                    "switch `{}` of the engine `{}` cites `{}`, which is no citation",
                    switch.name, profile.name, switch.cite
                );
                problems.push(Problem::new(Kind::Switch, message));
                Vec::new()
            }
        };
        clauses.insert(switch.name.clone(), found);
    }
    (clauses, problems)
}

/// Knocks out every switch in every conforming scenario where it took effect. `without` are the switches that were
/// off already.
pub fn prove<'s>(
    judged: &[Judged<'s>],
    maker: &dyn EngineMaker,
    without: &[String],
    book: &Rulebook,
    job_count: usize,
    tick: &(dyn Fn() + Sync),
) -> Vec<Knockout<'s>> {
    let profile = maker.profile();
    let trials = jobs::map_with(
        job_count,
        judged,
        || maker.engine(),
        |engine, judged| {
            let found = knock_out_each(judged, engine.as_mut(), profile, without);
            tick();
            found
        },
    );
    let (mut clauses, _) = resolve(profile, book);
    let knockout = |switch: &SwitchNote| {
        let clauses = clauses.remove(&switch.name).unwrap_or_default();
        Knockout { switch: switch.clone(), clauses, tried: 0, noticed: Vec::new(), unanswered: Vec::new() }
    };
    let mut knockouts: Vec<Knockout<'s>> = profile.switches.iter().map(knockout).collect();
    for (judged, trials) in judged.iter().zip(trials) {
        for (switch, failing) in trials {
            let Some(knockout) = knockouts.iter_mut().find(|knockout| knockout.switch.name == switch) else { continue };
            knockout.tried += 1;
            match failing {
                Ok(failing) => {
                    let notice = |(claim, deviation)| Notice { scenario: judged.scenario, claim, deviation };
                    knockout.noticed.extend(failing.into_iter().map(notice));
                }
                Err(fault) => knockout.unanswered.push((judged.scenario, fault)),
            }
        }
    }
    knockouts
}

/// Plays one scenario without each of the switches that took effect in it: the claims that fail each time. A switch
/// that did not take effect cannot change anything.
fn knock_out_each(
    judged: &Judged<'_>,
    engine: &mut dyn Engine,
    profile: &Profile,
    without: &[String],
) -> Vec<(String, Result<Failing, Fault>)> {
    if judged.verdict != Verdict::Conforms {
        return Vec::new();
    }
    let mut switches: Vec<String> = judged.fired.iter().map(|firing| firing.switch.to_string()).collect();
    switches.dedup();
    // What the engine does not list cannot be turned off, however much of it took effect.
    let listed: HashSet<&str> = profile.switches.iter().map(|switch| switch.name.as_str()).collect();
    switches.retain(|switch| listed.contains(switch.as_str()));
    let mut found = Vec::new();
    for switch in switches {
        let off = [without, std::slice::from_ref(&switch)].concat();
        let reply = trial::play(engine, &judged.scenario.task(&off));
        let verdict = judge::judge(judged.scenario, &reply, &profile.events);
        found.push((switch, failing(verdict)));
    }
    found
}

/// The claims that fail, each with the first deviation.
type Failing = BTreeMap<usize, Deviation>;

fn failing(verdict: Verdict) -> Result<Failing, Fault> {
    let mut failing = Failing::new();
    match verdict {
        Verdict::Unanswered(fault) => return Err(fault),
        Verdict::Deviates(deviations) => {
            for deviation in deviations {
                if let Some(claim) = deviation.claim {
                    failing.entry(claim).or_insert(deviation);
                }
            }
        }
        Verdict::Conforms | Verdict::Misposed(_) | Verdict::Unsupported(_) => {}
    }
    Ok(failing)
}
