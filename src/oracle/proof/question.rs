//! The questions of a proof: for each switch and clause, whether some claim shows that the one decides the other.

use std::collections::BTreeMap;

use super::State;
use crate::oracle::isolation;
use crate::oracle::isolation::Isolation;
use crate::oracle::isolation::Test;
use crate::oracle::isolation::Witness;
use crate::oracle::matrix::Cell;
use crate::oracle::matrix::Pair;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;

/// How many claims on a clause are tried until one shows that the knock-out is specific.
const MOST_WITNESSES: usize = 6;

/// What is still to be found out about a switch and one of its clauses.
struct IsolationQuestion {
    switch: usize,
    clause: ClauseId,
    /// The claims on the clause that fail without the switch: scenario and claim, the simplest first.
    candidates: Vec<FailingClaim>,
}

/// A claim on the clause that fails without the switch: the scenario and the claim by their places.
type FailingClaim = (usize, usize);

/// What looking at a question came to.
enum Look<'s> {
    Decided(Isolation<'s>),
    /// These have to be played first, the second ones once more.
    Play(Vec<Pair>, Vec<Pair>),
}

impl<'s> State<'s, '_, '_> {
    /// Looks at every switch and clause until nothing more has to be played. A switch that is not asked about was not turned
    /// off, so no claim fails without it and nothing has to be played.
    pub(super) fn isolate(&mut self) -> Vec<BTreeMap<ClauseId, Isolation<'s>>> {
        let mut answers = vec![BTreeMap::new(); self.fired.len()];
        let mut open: Vec<IsolationQuestion> = Vec::new();
        for (switch, clauses) in self.clauses.iter().enumerate() {
            for clause in clauses {
                let candidates = self.candidates(switch, clause);
                open.push(IsolationQuestion { switch, clause: clause.clone(), candidates });
            }
        }
        while !open.is_empty() {
            let (mut pairs, mut repeats, mut left) = (Vec::new(), Vec::new(), Vec::new());
            for question in open {
                match self.look(&question) {
                    Look::Decided(answer) => {
                        answers[question.switch].insert(question.clause, answer);
                    }
                    Look::Play(more, again) => {
                        pairs.extend(more);
                        repeats.extend(again);
                        left.push(question);
                    }
                }
            }
            self.fill(pairs);
            let again = self.matrix.replay(&repeats, &self.prover.player);
            self.repeats.extend(again);
            open = left;
        }
        answers
    }

    fn look(&self, question: &IsolationQuestion) -> Look<'s> {
        if question.candidates.is_empty() {
            return Look::Decided(self.without_candidates(question));
        }
        let mut first = None;
        // What an earlier candidate failed is worked out again: it is cheap, and nothing has to be remembered.
        for candidate in question.candidates.iter().take(MOST_WITNESSES) {
            match self.test(question.switch, *candidate) {
                Ok(answer) => return answer,
                Err((test, why)) => {
                    let witness = self.witness(question.switch, *candidate);
                    first.get_or_insert(Isolation::Unspecific { witness, test, why });
                }
            }
        }
        Look::Decided(first.unwrap_or(Isolation::Unnoticed))
    }

    /// Why no claim on the clause fails.
    fn without_candidates(&self, question: &IsolationQuestion) -> Isolation<'s> {
        let own = self.fired[question.switch].iter().filter(|scenario| **scenario < self.prover.to_prove);
        let cited = |scenario: &&usize| {
            let claims = &self.matrix.scenarios[**scenario].claims;
            claims.iter().any(|claim| claim.clauses.contains(&question.clause))
        };
        let cells: Vec<&Cell> =
            own.filter(cited).filter_map(|scenario| self.matrix.get((question.switch, *scenario))).collect();
        match (cells.is_empty(), cells.iter().any(|cell| cell.played().is_some())) {
            (true, _) => self.without_plays(question),
            (false, true) => Isolation::Unnoticed,
            (false, false) => Isolation::Unjudged(cells[0].why_unjudged().unwrap_or_default()),
        }
    }

    /// Why no scenario that cites the clause and in which the switch took effect was played without it.
    fn without_plays(&self, question: &IsolationQuestion) -> Isolation<'s> {
        let profile = self.prover.player.maker.profile();
        let name = profile.switches.get(question.switch).map_or("", |switch| switch.name.as_str());
        let own = self.prover.judged.iter().take(self.prover.to_prove);
        let (passing, others): (Vec<_>, Vec<_>) = own
            .filter(|judged| judged.scenario.claims.iter().any(|claim| claim.clauses.contains(&question.clause)))
            .partition(|judged| judged.verdict == Verdict::Conforms);
        // An engine that does not say where a switch takes effect was asked in every scenario that passes.
        if profile.hides_firings && !passing.is_empty() {
            return Isolation::Unnoticed;
        }
        let may_fire = |judged: &&Judged<'_>| {
            profile.hides_firings || judged.print.is_none() || judged.fired.iter().any(|firing| firing.switch == name)
        };
        if others.iter().any(may_fire) { Isolation::Untried } else { Isolation::Idle }
    }

    fn witness(&self, switch: usize, (scenario, claim): FailingClaim) -> Witness<'s> {
        let played = self.played((switch, scenario));
        let others = self.others(switch, scenario);
        // The expectation that fails without the fewest other switches shows the clause best: the others fail as a side
        // effect of much else.
        let failing_without = |deviation: &&Deviation| {
            let fails = |other: &&usize| self.played((**other, scenario)).is_some_and(|it| it.fails_like(deviation));
            others.iter().filter(fails).count()
        };
        let of_claim = |deviation: &&Deviation| deviation.claim == Some(claim);
        let deviations = played.into_iter().flat_map(|played| &played.deviations).filter(of_claim);
        let deviation = deviations.min_by_key(failing_without).cloned();
        let scenario_ref = self.matrix.scenarios[scenario];
        // A candidate is a claim that fails, so there is one.
        let deviation = deviation.unwrap_or_else(|| Deviation::unknown(&scenario_ref.place));
        let (holds, tried) = isolation::without_others(&self.matrix, scenario, claim, &others);
        Witness { scenario: scenario_ref, claim, deviation, others: (holds, tried, others.len()) }
    }

    /// Puts the candidate through the tests: what failed, or what it comes to.
    fn test(&self, switch: usize, candidate: FailingClaim) -> Result<Look<'s>, (Test, String)> {
        let (scenario, claim) = candidate;
        let pair = (switch, scenario);
        let Some(played) = self.played(pair) else { return Ok(Look::Decided(Isolation::Unnoticed)) };
        if played.stands_still {
            return Err((Test::Moves, "without it the log is empty and nothing changes".to_owned()));
        }
        let mut again = Vec::new();
        match self.repeats.get(&pair) {
            None => again.push(pair),
            Some(print) if *print != Some(played.print) => {
                return Err((Test::Repeatable, "played twice without it, the outcomes differ".to_owned()));
            }
            Some(_) => {}
        }
        let mut missing = self.control(switch)?;
        missing.extend(self.specific(switch, scenario, claim)?);
        if missing.is_empty() && again.is_empty() {
            return Ok(Look::Decided(Isolation::Isolates(self.witness(switch, candidate))));
        }
        Ok(Look::Play(missing, again))
    }
}
