//! Ranks the clauses by how well they match the failing claims.
//!
//! Two measures, each an Ochiai coefficient with the set of failing claims: the claims that cite the clause, and the
//! claims that fail on the reference engine without a switch of the clause. The claims that the best clause explains
//! are taken out, and the rest is ranked again, so that engines with many defects get one suspect per defect.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::evidence::cause::Cause;
use crate::evidence::coverage::ClaimRef;
use crate::evidence::suspect::Suspect;
use crate::judge::play_and_judge::Judged;
use crate::rulebook::ClauseId;

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

/// The claims of a run, as far as they were judged.
pub(super) struct Ranking<'j, 's> {
    judged: &'j [Judged<'s>],
    failing: ClaimKeys,
    /// The judged claims that cite each clause.
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
    /// `settled` are claims whose failure is explained elsewhere. `mutants` is `None` if the reference engine has no
    /// switches or is itself the engine under test.
    pub(super) fn new(
        judged: &'j [Judged<'s>],
        settled: &BTreeSet<ClaimRef>,
        mutants: Option<&'j [MutantClaims]>,
    ) -> Ranking<'j, 's> {
        let mut ranking = Ranking {
            judged,
            failing: ClaimKeys::new(),
            cited: BTreeMap::new(),
            mutants: BTreeMap::new(),
            measures: 1,
        };
        for (scenario, judged) in judged.iter().enumerate() {
            for (claim, it) in judged.scenario.claims.iter().enumerate() {
                let Some(holds) = judged.holds(claim) else { continue };
                if !holds && settled.contains(&claim_ref(judged, claim)) {
                    continue;
                }
                if !holds {
                    ranking.failing.insert((scenario, claim));
                }
                for clause in &it.clauses {
                    ranking.cited.entry(clause).or_default().insert((scenario, claim));
                }
            }
        }
        ranking.enter_mutants(mutants);
        ranking
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
        let mut open = self.failing.clone();
        let mut explained = ClaimKeys::new();
        let mut left: BTreeSet<&ClauseId> = self.cited.keys().copied().collect();
        left.retain(|clause| self.is_blamed(clause));
        let mut suspects = Vec::new();
        for cause in causes {
            suspects.extend(self.of_cause(cause, &mut open, &mut explained));
            left.retain(|clause| !cause.clauses.contains(clause));
        }
        while suspects.len() < MOST {
            // Once everything is explained, the next ones are alternatives to those before.
            let (goal, gone) = match open.is_empty() {
                true if suspects.len() < FEWEST => (&self.failing, &ClaimKeys::new()),
                true => break,
                false => (&open, &explained),
            };
            let ranked = left.iter().map(|clause| self.rank(clause, goal, gone));
            let Some(best) = ranked.filter(|it| it.score > 0.0).max_by(Ranked::compare) else { break };
            left.remove(best.clause);
            suspects.push(self.suspect(game, best, &mut open, &mut explained));
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

    fn suspect(&self, game: &str, best: Ranked<'j>, open: &mut ClaimKeys, explained: &mut ClaimKeys) -> Suspect {
        let cited = &self.cited[best.clause];
        let mutant = best.mutant.iter().flat_map(|mutant| &mutant.fails);
        let explains: ClaimKeys = cited.iter().chain(mutant).filter(|key| open.contains(key)).copied().collect();
        open.retain(|key| !explains.contains(key));
        explained.extend(&explains);
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
    fn of_cause(&self, cause: &Cause, open: &mut ClaimKeys, explained: &mut ClaimKeys) -> Option<Suspect> {
        let own = cause.clauses.iter().filter_map(|clause| self.cited.get(clause));
        let cited: ClaimKeys = own.flatten().copied().collect();
        let failing = cited.intersection(&self.failing).count();
        let refs: BTreeSet<&ClaimRef> = cause.explains.iter().collect();
        let is_explained = |key: &ClaimKey| cited.contains(key) || refs.contains(&self.claim_ref(*key));
        let explains: ClaimKeys = open.iter().copied().filter(is_explained).collect();
        let ranked = cause.clauses.iter().map(|clause| self.rank(clause, &self.failing, &ClaimKeys::new()).score);
        let score = ranked.max_by(f64::total_cmp).unwrap_or(0.0);
        open.retain(|key| !explains.contains(key));
        explained.extend(&explains);
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
        let length = |scenario: &usize| (self.judged[*scenario].scenario.steps().len(), *scenario);
        failing.min_by_key(length).map(|at| self.judged[at].scenario.id.clone()).unwrap_or_default()
    }

    fn claim_ref(&self, (scenario, claim): ClaimKey) -> ClaimRef {
        claim_ref(&self.judged[scenario], claim)
    }

    fn refs(&self, keys: &ClaimKeys) -> Vec<ClaimRef> {
        keys.iter().map(|key| self.claim_ref(*key)).collect()
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

fn claim_ref(judged: &Judged<'_>, claim: usize) -> ClaimRef {
    ClaimRef { scenario: judged.scenario.id.clone(), claim }
}
