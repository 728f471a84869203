//! The questions of a proof: for each switch and clause, whether a claim proves that the mutant is specific.

use std::collections::BTreeMap;
use std::collections::HashMap;

use super::State;
use crate::evidence::failure::Failure;
use crate::evidence::kill_matrix::Cell;
use crate::evidence::kill_matrix::Pair;
use crate::evidence::kill_matrix::RepeatedRun;
use crate::evidence::specificity;
use crate::evidence::specificity::Specificity;
use crate::evidence::specificity::Test;
use crate::evidence::specificity::Witness;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Mismatch;
use crate::judge::verdict::Verdict;
use crate::rulebook::ClauseId;

/// Maximum number of claims on a clause that are tried.
const MOST_WITNESSES: usize = 6;

/// An open question about a switch and one of its clauses.
struct SpecificityQuestion {
    switch: usize,
    clause: ClauseId,
    /// The claims on the clause that fail without the switch, in the order in which they are tried.
    candidates: Vec<FailingClaim>,
}

/// Indices of a scenario and a claim on the clause that fails without the switch.
type FailingClaim = (usize, usize);

/// Result of examining a question.
enum Examination<'s> {
    Decided(Box<Specificity<'s>>),
    /// These pairs must run first.
    Play(NeededRuns),
    /// These runs must be repeated first.
    Repeat(Vec<RepeatedRun>),
}

/// The runs that tests need.
#[derive(Default)]
struct NeededRuns {
    /// Controls, whose outcomes are compared.
    controls: Vec<Pair>,
    /// Other switches, of which only the verdicts matter.
    others: Vec<Pair>,
}

impl<'s> State<'s, '_, '_> {
    /// Examines every switch and clause until no more runs are needed. A switch outside this shard was not turned off,
    /// so no claim fails without it and it needs no runs.
    pub(super) fn specificity_of(&mut self) -> Vec<BTreeMap<ClauseId, Specificity<'s>>> {
        self.choose_controls();
        let order = self.witness_order();
        let mut answers = vec![BTreeMap::new(); self.fired.len()];
        let mut open: Vec<SpecificityQuestion> = Vec::new();
        for (switch, clauses) in self.clauses.iter().enumerate() {
            for clause in clauses {
                let candidates = self.sorted(self.candidates(switch, clause), &order);
                open.push(SpecificityQuestion { switch, clause: clause.clone(), candidates });
            }
        }
        while !open.is_empty() {
            let (mut needed, mut repeats, mut left) = (NeededRuns::default(), Vec::new(), Vec::new());
            for question in open {
                match self.look(&question) {
                    Examination::Decided(answer) => {
                        answers[question.switch].insert(question.clause, *answer);
                    }
                    Examination::Play(more) => {
                        needed.controls.extend(more.controls);
                        needed.others.extend(more.others);
                        left.push(question);
                    }
                    Examination::Repeat(more) => {
                        repeats.extend(more);
                        left.push(question);
                    }
                }
            }
            // Repetitions cost most, and only the reported witness is repeated: they wait until all other runs are
            // done.
            match needed.controls.is_empty() && needed.others.is_empty() {
                true => self.repeat(repeats),
                false => {
                    self.fill(needed.controls);
                    self.fill_verdicts(needed.others);
                }
            }
            open = left;
        }
        self.drop_unrepeatable(&mut answers);
        answers
    }

    /// Sorts claims by the order of their scenarios, then those of scenarios with few other firings first. A second
    /// scenario with the same firings would show nearly the same, so it comes after all scenarios with other firings.
    fn sorted(&self, mut candidates: Vec<FailingClaim>, order: &[usize]) -> Vec<FailingClaim> {
        candidates.sort_by_key(|(scenario, claim)| {
            let steps = self.matrix.scenarios[*scenario].step_count();
            (order[*scenario], self.fired_in[*scenario].len(), steps, *scenario, *claim)
        });
        let mut of_a_kind: HashMap<&[usize], usize> = HashMap::new();
        let mut numbered: Vec<(usize, FailingClaim)> = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let number = of_a_kind.entry(&self.fired_in[candidate.0]).or_default();
            *number += 1;
            numbered.push((*number, candidate));
        }
        numbered.sort_by_key(|(number, _)| *number);
        numbered.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// Returns the first few candidates, without claims that say the same about equal scenarios.
    fn distinct(&self, candidates: &[FailingClaim]) -> impl Iterator<Item = FailingClaim> {
        let mut seen: Vec<FailingClaim> = Vec::new();
        let is_new = move |candidate: &FailingClaim| {
            let is_new = !seen.iter().any(|other| self.says_the_same(*other, *candidate));
            seen.extend(is_new.then_some(*candidate));
            is_new
        };
        candidates.iter().copied().filter(is_new).take(MOST_WITNESSES)
    }

    fn says_the_same(&self, (scenario, claim): FailingClaim, (other_scenario, other_claim): FailingClaim) -> bool {
        let (scenario, other) = (self.matrix.scenarios[scenario], self.matrix.scenarios[other_scenario]);
        scenario.claims[claim].content() == other.claims[other_claim].content() && scenario.task(&[]) == other.task(&[])
    }

    fn look(&self, question: &SpecificityQuestion) -> Examination<'s> {
        if question.candidates.is_empty() {
            return Examination::Decided(Box::new(self.without_candidates(question)));
        }
        let mut first = None;
        // Earlier candidates are tested again: this is cheap and needs no state.
        for candidate in self.distinct(&question.candidates) {
            match self.test(question.switch, candidate) {
                Ok(answer) => return answer,
                Err((test, why)) => {
                    let witness = self.witness(question.switch, candidate);
                    let answer = Specificity::Unspecific { witness, test, why };
                    // A run that does not repeat shows that the engine is not deterministic. Trying other runs until
                    // one happens to repeat would prove nothing.
                    if test == Test::Repeatable {
                        return Examination::Decided(Box::new(answer));
                    }
                    first.get_or_insert(answer);
                }
            }
        }
        Examination::Decided(Box::new(first.unwrap_or(Specificity::Survived)))
    }

    /// Returns why no claim on the clause fails.
    fn without_candidates(&self, question: &SpecificityQuestion) -> Specificity<'s> {
        let own = self.fired[question.switch].iter().filter(|scenario| **scenario < self.prover.to_prove);
        let cited = |scenario: &&usize| {
            let claims = &self.matrix.scenarios[**scenario].claims;
            claims.iter().any(|claim| claim.clauses.contains(&question.clause))
        };
        let (elsewhere, cited): (Vec<usize>, Vec<usize>) =
            own.filter(cited).partition(|scenario| self.is_elsewhere(**scenario, &question.clause));
        let notices_elsewhere = !self.failing_claims(question.switch, &question.clause).is_empty();
        if notices_elsewhere || cited.is_empty() && !elsewhere.is_empty() {
            return Specificity::OtherReading;
        }
        let cells: Vec<&Cell> =
            cited.iter().filter_map(|scenario| self.matrix.get((question.switch, *scenario))).collect();
        match (cells.is_empty(), cells.iter().any(|cell| cell.played().is_some())) {
            (true, _) => self.without_plays(question),
            (false, true) => Specificity::Survived,
            (false, false) => Specificity::Unjudged(cells[0].why_unjudged().unwrap_or_default()),
        }
    }

    /// Returns why no scenario that cites the clause ran without the switch.
    fn without_plays(&self, question: &SpecificityQuestion) -> Specificity<'s> {
        let profile = self.prover.player.maker.profile();
        let name = profile.switches.get(question.switch).map_or("", |switch| switch.name.as_str());
        let own = self.prover.judged.iter().take(self.prover.to_prove);
        let (passing, others): (Vec<_>, Vec<_>) = own
            .filter(|judged| judged.scenario.claims.iter().any(|claim| claim.clauses.contains(&question.clause)))
            .partition(|judged| judged.verdict == Verdict::Pass);
        // An engine that does not report firings ran every passing scenario.
        if profile.hides_firings && !passing.is_empty() {
            return Specificity::Survived;
        }
        let may_fire = |judged: &&Judged<'_>| {
            profile.hides_firings || judged.hash.is_none() || judged.fired.iter().any(|firing| firing.switch == name)
        };
        if others.iter().any(may_fire) { Specificity::Untried } else { Specificity::Idle }
    }

    fn witness(&self, switch: usize, (scenario, claim): FailingClaim) -> Witness<'s> {
        let played = self.played((switch, scenario));
        let others = self.others(switch, scenario);
        // The expectation that fails without the fewest other switches shows the clause best: the others fail as a side
        // effect.
        let failing_without = |mismatch: &&Failure| {
            let fails = |other: &&usize| self.played((**other, scenario)).is_some_and(|it| it.fails_like(mismatch));
            others.iter().filter(fails).count()
        };
        let of_claim = |mismatch: &&Failure| mismatch.claim() == Some(claim);
        let mismatches = played.into_iter().flat_map(|played| &played.mismatches).filter(of_claim);
        let scenario_ref = self.matrix.scenarios[scenario];
        let mismatch = mismatches.min_by_key(failing_without).map(|failure| failure.mismatch(scenario_ref));
        // A candidate is a failing claim, so there is always a mismatch.
        let mismatch = mismatch.unwrap_or_else(|| Mismatch::unknown(&scenario_ref.place));
        let (holds, tried) = specificity::without_others(&self.matrix, scenario, claim, &others);
        Witness { scenario: scenario_ref, claim, mismatch, others: (holds, tried, others.len()) }
    }

    /// Tests a candidate. Returns the result, or the failed test.
    fn test(&self, switch: usize, candidate: FailingClaim) -> Result<Examination<'s>, (Test, String)> {
        let (scenario, claim) = candidate;
        let Some(played) = self.played((switch, scenario)) else {
            return Ok(Examination::Decided(Box::new(Specificity::Survived)));
        };
        if played.does_nothing {
            return Err((Test::Moves, "without it the log is empty and the state does not change".to_owned()));
        }
        let needed = NeededRuns { controls: self.control(switch)?, others: self.specific(switch, scenario, claim)? };
        if !needed.controls.is_empty() || !needed.others.is_empty() {
            return Ok(Examination::Play(needed));
        }
        let runs = self.repeated_runs(switch, scenario);
        if let Some(why) = runs.iter().find_map(|run| self.repeats.get(run)?.clone()) {
            return Err((Test::Repeatable, why));
        }
        match runs.iter().all(|run| self.repeats.contains_key(run)) {
            true => Ok(Examination::Decided(Box::new(Specificity::Specific(self.witness(switch, candidate))))),
            false => Ok(Examination::Repeat(runs)),
        }
    }
}
