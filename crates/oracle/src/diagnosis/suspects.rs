//! Ranks the clauses by how well they match the failing claims.
//!
//! Two measures, each an Ochiai coefficient with the set of failing claims: the claims that cite the clause, and the
//! claims that fail on the reference engine without a switch of the clause. The claims that the best clause explains
//! are taken out, and the rest is ranked again, so that engines with many defects get one suspect per defect. If the
//! engine refuses a legal step and names a rule, the failing claims of that scenario count as if they cited the rule.
//! This is for engines without a reference: with mutants it made the ranking worse.
//!
//! A scenario that the engine rejects at a step shows less: all of its claims count as failing, but only after the judged
//! ones are explained, and one explained claim is enough.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::evidence::cause::Cause;
use crate::evidence::coverage::ClaimRef;
use crate::evidence::reference_engine::Absence;
use crate::evidence::suspect::Suspect;
use crate::judge::play_and_judge::Judged;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::rule_selector::NamedRule;
use crate::suite::expectation::Expectation;

/// Maximum number of suspects. Later ones are guesses.
const MOST: usize = 60;
/// Minimum number of suspects, if so many clauses have failing claims: alternatives to the first ones.
const FEWEST: usize = 5;

/// Indices of a scenario in the run and of one of its claims.
pub(super) type ClaimKey = (usize, usize);
type ClaimKeys = BTreeSet<ClaimKey>;

/// A switch of the reference engine, with the claims that fail without it.
pub(super) struct MutantClaims {
    pub switch: String,
    pub clauses: Vec<ClauseId>,
    pub fails: ClaimKeys,
}

impl MutantClaims {
    /// Returns the claims that fail on a mutant, in the scenarios in which the engine under test has a result. If the
    /// mutant cannot finish a scenario, all of its claims fail.
    pub(super) fn failing(absence: &Absence, judged: &[Judged<'_>]) -> BTreeSet<ClaimKey> {
        let failed = absence.parts.keys().map(|key| (key.scenario, key.claim));
        let claims = |scenario: usize| (0..judged[scenario].scenario.claims.len()).map(move |claim| (scenario, claim));
        let unfinished = absence.unjudged.iter().flat_map(|scenario| claims(*scenario));
        let has_result = |scenario: usize| {
            let verdict = &judged[scenario].verdict;
            verdict.is_judged() || verdict.is_rejected()
        };
        failed.chain(unfinished).filter(|(scenario, _)| has_result(*scenario)).collect()
    }
}

/// A legal step that the engine refuses, with the clauses of the rule that it names.
pub(super) struct WrongRefusal {
    /// Index of the scenario.
    pub scenario: usize,
    pub clauses: Vec<ClauseId>,
}

impl WrongRefusal {
    /// Returns the first refusal of each scenario that no claim expects, unless an earlier step should have been refused:
    /// then this one may follow from that.
    pub(super) fn all(judged: &[Judged<'_>], book: &Rulebook) -> Vec<WrongRefusal> {
        let mut refusals = Vec::new();
        for (scenario, judged) in judged.iter().enumerate() {
            let Some(first) = judged.verdict.mismatches().iter().find_map(|it| it.refusal.as_ref()) else { continue };
            let rule = first.rule.as_deref().and_then(NamedRule::parse);
            if let Some(rule) = rule.filter(|_| !misses_refusal_before(judged, first.step)) {
                refusals.push(WrongRefusal { scenario, clauses: rule.clauses(book) });
            }
        }
        refusals
    }
}

/// Returns whether a claim fails that expects a refusal of an earlier step.
fn misses_refusal_before(judged: &Judged<'_>, step: Option<usize>) -> bool {
    judged.verdict.mismatches().iter().any(|mismatch| {
        let claim = mismatch.claim.and_then(|claim| judged.scenario.claims.get(claim));
        let expectation = claim.zip(mismatch.expectation).and_then(|(claim, at)| claim.then.get(at));
        matches!(expectation, Some(Expectation::Refused { step: earlier, .. }) if Some(*earlier) < step)
    })
}

/// The claims of a run, as far as they were judged.
pub(super) struct Ranking<'j, 's> {
    judged: &'j [Judged<'s>],
    failing: ClaimKeys,
    /// The failing claims of scenarios that the engine rejects.
    rejected: ClaimKeys,
    /// The judged claims that cite each clause, and the failing ones of scenarios with a wrong refusal by its rule.
    cited: BTreeMap<&'j ClauseId, ClaimKeys>,
    /// The mutants of each clause. Mutants most of whose claims pass are left out.
    mutants: BTreeMap<&'j ClauseId, Vec<&'j MutantClaims>>,
    measures: usize,
}

/// A clause with its score in one round.
struct Ranked<'j> {
    clause: &'j ClauseId,
    score: f64,
    mutant: Option<&'j MutantClaims>,
}

impl<'j, 's> Ranking<'j, 's> {
    /// `settled` are claims whose failure is explained elsewhere. `refusals` are the rules by which the engine refuses
    /// legal steps; they help only if there are no mutants. `mutants` is `None` if the reference engine has no switches or is itself the engine under test.
    pub(super) fn new(
        judged: &'j [Judged<'s>],
        settled: &BTreeSet<ClaimRef>,
        refusals: &'j [WrongRefusal],
        mutants: Option<&'j [MutantClaims]>,
    ) -> Ranking<'j, 's> {
        let mut ranking = Ranking {
            judged,
            failing: ClaimKeys::new(),
            rejected: ClaimKeys::new(),
            cited: BTreeMap::new(),
            mutants: BTreeMap::new(),
            measures: 1,
        };
        for (scenario, judged) in judged.iter().enumerate() {
            for (claim, it) in judged.scenario.claims.iter().enumerate() {
                let Some(holds) = counts_as(judged, claim) else { continue };
                if !holds && settled.contains(&claim_ref(judged, claim)) {
                    continue;
                }
                if !holds {
                    ranking.failing.insert((scenario, claim));
                }
                if judged.verdict.is_rejected() {
                    ranking.rejected.insert((scenario, claim));
                }
                for clause in &it.clauses {
                    ranking.cited.entry(clause).or_default().insert((scenario, claim));
                }
            }
        }
        ranking.enter_refusals(refusals);
        ranking.enter_mutants(mutants);
        ranking
    }

    /// The failing claims of a scenario in which the engine refuses a legal step count as if they cited the rule, unless
    /// a failing claim cites it anyway.
    fn enter_refusals(&mut self, refusals: &'j [WrongRefusal]) {
        let is_blamed = |refusal: &&WrongRefusal| refusal.clauses.iter().any(|clause| self.is_blamed(clause));
        let unblamed: Vec<&WrongRefusal> = refusals.iter().filter(|refusal| !is_blamed(refusal)).collect();
        for refusal in unblamed {
            let of_scenario = (refusal.scenario, 0)..(refusal.scenario + 1, 0);
            let failing: Vec<ClaimKey> = self.failing.range(of_scenario).copied().collect();
            for clause in refusal.clauses.iter().filter(|_| !failing.is_empty()) {
                self.cited.entry(clause).or_default().extend(&failing);
            }
        }
    }

    fn enter_mutants(&mut self, mutants: Option<&'j [MutantClaims]>) {
        let Some(mutants) = mutants else { return };
        self.measures = 2;
        for mutant in mutants {
            let hits = mutant.fails.intersection(&self.failing).count();
            if hits > 0 && 2 * hits >= mutant.fails.len() {
                for clause in &mutant.clauses {
                    self.mutants.entry(clause).or_default().push(mutant);
                }
            }
        }
    }

    /// Returns the suspects, best first. Causes come first, in their order, because runs confirm them.
    pub(super) fn suspects(&self, game: &str, causes: &[Cause]) -> Vec<Suspect> {
        let mut left = Left::of(self);
        let mut clauses: BTreeSet<&ClauseId> = self.cited.keys().copied().collect();
        clauses.retain(|clause| self.is_blamed(clause));
        let mut suspects = Vec::new();
        for cause in causes {
            suspects.extend(self.of_cause(cause, &mut left));
            clauses.retain(|clause| !cause.clauses.contains(clause));
        }
        while suspects.len() < MOST {
            left.turn_to_rejected();
            // Once everything is explained, the next ones are alternatives to those before.
            let (goal, gone) = match left.open.is_empty() {
                true if suspects.len() < FEWEST => (&self.failing, &ClaimKeys::new()),
                true => break,
                false => (&left.open, &left.gone),
            };
            let ranked = clauses.iter().map(|clause| self.rank(clause, goal, gone));
            let Some(best) = ranked.filter(|it| it.score > 0.0).max_by(Ranked::compare) else { break };
            clauses.remove(best.clause);
            suspects.push(self.suspect(game, best, &mut left));
        }
        suspects
    }

    /// Returns whether a failing claim cites the clause.
    fn is_blamed(&self, clause: &ClauseId) -> bool {
        self.cited.get(clause).is_some_and(|claims| !claims.is_disjoint(&self.failing))
    }

    /// Ranks a clause against the failing claims that are left. `gone` are those that earlier suspects explain.
    fn rank(&self, clause: &'j ClauseId, open: &ClaimKeys, gone: &ClaimKeys) -> Ranked<'j> {
        let by_citation = self.cited.get(clause).map_or(0.0, |claims| ochiai(claims, open, gone));
        let mutants = self.mutants.get(clause).into_iter().flatten();
        let by_mutant = mutants.map(|mutant| (ochiai(&mutant.fails, open, gone), *mutant));
        let best = by_mutant.filter(|(score, _)| *score > 0.0).max_by(|(one, _), (other, _)| one.total_cmp(other));
        let score = (by_citation + best.map_or(0.0, |(score, _)| score)) / self.measures as f64;
        Ranked { clause, score, mutant: best.map(|(_, mutant)| mutant) }
    }

    fn suspect(&self, game: &str, best: Ranked<'j>, left: &mut Left) -> Suspect {
        let cited = &self.cited[best.clause];
        let explains = left.explain(|key| cited.contains(key) || best.mutant.is_some_and(|it| it.fails.contains(key)));
        Suspect {
            game: game.to_owned(),
            switches: best.mutant.map(|mutant| mutant.switch.clone()).into_iter().collect(),
            clauses: vec![best.clause.clone()],
            score: best.score,
            failing: cited.intersection(&self.failing).count(),
            of: cited.len(),
            explains: self.refs(&explains),
            scenario: self.simplest(cited),
        }
    }

    /// Returns a cause as a suspect. `None` if all of its failing claims are settled.
    fn of_cause(&self, cause: &Cause, left: &mut Left) -> Option<Suspect> {
        let own = cause.clauses.iter().filter_map(|clause| self.cited.get(clause));
        let cited: ClaimKeys = own.flatten().copied().collect();
        let failing = cited.intersection(&self.failing).count();
        let refs: BTreeSet<&ClaimRef> = cause.explains.iter().collect();
        let explains = left.explain(|key| cited.contains(key) || refs.contains(&self.claim_ref(*key)));
        let ranked = cause.clauses.iter().map(|clause| self.rank(clause, &self.failing, &ClaimKeys::new()).score);
        let score = ranked.max_by(f64::total_cmp).unwrap_or(0.0);
        (failing > 0).then(|| Suspect {
            game: cause.game.clone(),
            switches: cause.switches.clone(),
            clauses: cause.clauses.clone(),
            score,
            failing,
            of: cited.len(),
            explains: self.refs(&explains),
            scenario: cause.scenario.clone(),
        })
    }

    /// Returns the shortest failing scenario among these claims.
    fn simplest(&self, claims: &ClaimKeys) -> String {
        let failing = claims.intersection(&self.failing).map(|(scenario, _)| *scenario);
        let length = |scenario: &usize| (self.judged[*scenario].scenario.step_count(), *scenario);
        failing.min_by_key(length).map(|at| self.judged[at].scenario.id.clone()).unwrap_or_default()
    }

    fn claim_ref(&self, (scenario, claim): ClaimKey) -> ClaimRef {
        claim_ref(&self.judged[scenario], claim)
    }

    fn refs(&self, keys: &ClaimKeys) -> Vec<ClaimRef> {
        keys.iter().map(|key| self.claim_ref(*key)).collect()
    }
}

/// The failing claims that no suspect explains yet.
struct Left<'r> {
    /// Those that the next suspect has to explain.
    open: ClaimKeys,
    /// Those of rejected scenarios, which come later.
    later: ClaimKeys,
    /// Claims that do not count in this round: explained ones, and those that come later.
    gone: ClaimKeys,
    /// All claims of rejected scenarios.
    rejected: &'r ClaimKeys,
}

impl<'r> Left<'r> {
    fn of(ranking: &'r Ranking<'_, '_>) -> Left<'r> {
        let rejected = &ranking.rejected;
        let open = ranking.failing.difference(rejected).copied().collect();
        Left { open, later: rejected.clone(), gone: rejected.clone(), rejected }
    }

    /// Continues with the rejected scenarios once all judged claims are explained.
    fn turn_to_rejected(&mut self) {
        if self.open.is_empty() {
            self.open = std::mem::take(&mut self.later);
            self.gone.retain(|key| !self.open.contains(key));
        }
    }

    /// Takes out the claims that a suspect explains, and returns them. A rejected scenario has one fault, so one
    /// explained claim is enough.
    fn explain(&mut self, is_explained: impl Fn(&ClaimKey) -> bool) -> ClaimKeys {
        let explains: ClaimKeys = self.open.iter().chain(&self.later).copied().filter(is_explained).collect();
        let scenarios: BTreeSet<usize> = explains.iter().map(|(scenario, _)| *scenario).collect();
        let rejected = self.rejected;
        let is_done = |key: &ClaimKey| explains.contains(key) || rejected.contains(key) && scenarios.contains(&key.0);
        let (done, open): (ClaimKeys, ClaimKeys) = std::mem::take(&mut self.open).into_iter().partition(is_done);
        self.open = open;
        self.gone.extend(done);
        self.later.retain(|key| !is_done(key));
        explains
    }
}

impl Ranked<'_> {
    /// Compares by score. Among equals, the clause that comes first in the rulebook is greater.
    fn compare(&self, other: &Ranked<'_>) -> Ordering {
        self.score.total_cmp(&other.score).then_with(|| other.clause.cmp(self.clause))
    }
}

/// Returns the Ochiai coefficient of a set of claims, without those that are gone, and the failing claims.
fn ochiai(claims: &ClaimKeys, failing: &ClaimKeys, gone: &ClaimKeys) -> f64 {
    let both = claims.intersection(failing).count();
    let size = claims.difference(gone).count();
    if both == 0 { 0.0 } else { both as f64 / ((size * failing.len()) as f64).sqrt() }
}

/// Returns whether a claim holds. In a scenario that the engine rejects at a step, no claim does.
fn counts_as(judged: &Judged<'_>, claim: usize) -> Option<bool> {
    if judged.verdict.is_rejected() { Some(false) } else { judged.holds(claim) }
}

fn claim_ref(judged: &Judged<'_>, claim: usize) -> ClaimRef {
    ClaimRef { scenario: judged.scenario.id.clone(), claim }
}
