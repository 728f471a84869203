//! The questions of a proof: for each switch and clause, whether some claim shows that the one decides the other.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::collections::HashSet;

use super::State;
use crate::oracle::isolation;
use crate::oracle::isolation::Isolation;
use crate::oracle::isolation::Test;
use crate::oracle::isolation::Witness;
use crate::oracle::matrix::Cell;
use crate::oracle::matrix::Pair;
use crate::oracle::matrix::RepeatedRun;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::wire;

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
    Decided(Box<Isolation<'s>>),
    /// These have to be played first.
    Play(Vec<Pair>),
    /// These have to be repeated first.
    Repeat(Vec<RepeatedRun>),
}

impl<'s> State<'s, '_, '_> {
    /// Looks at every switch and clause until nothing more has to be played. A switch that is not asked about was not turned
    /// off, so no claim fails without it and nothing has to be played.
    pub(super) fn isolate(&mut self) -> Vec<BTreeMap<ClauseId, Isolation<'s>>> {
        let mut answers = vec![BTreeMap::new(); self.fired.len()];
        let mut open: Vec<IsolationQuestion> = Vec::new();
        for (switch, clauses) in self.clauses.iter().enumerate() {
            for clause in clauses {
                let candidates = self.distinct(self.candidates(switch, clause));
                open.push(IsolationQuestion { switch, clause: clause.clone(), candidates });
            }
        }
        while !open.is_empty() {
            let (mut pairs, mut repeats, mut left) = (Vec::new(), Vec::new(), Vec::new());
            for question in open {
                match self.look(&question) {
                    Look::Decided(answer) => {
                        answers[question.switch].insert(question.clause, *answer);
                    }
                    Look::Play(more) => {
                        pairs.extend(more);
                        left.push(question);
                    }
                    Look::Repeat(more) => {
                        repeats.extend(more);
                        left.push(question);
                    }
                }
            }
            // Repeating is the dearest, and only the reported witness is repeated: it waits until everything else is known.
            match pairs.is_empty() {
                true => self.repeat(repeats),
                false => self.fill(pairs),
            }
            open = left;
        }
        self.drop_unrepeatable(&mut answers);
        answers
    }

    /// The first few of these claims that differ. Equal scenarios show the same, so they count once; scenarios in which the
    /// same switches took effect show much the same, so others come before a second one of them.
    fn distinct(&self, candidates: Vec<FailingClaim>) -> Vec<FailingClaim> {
        let mut of_a_kind: HashMap<&[usize], usize> = HashMap::new();
        let mut numbered: Vec<(usize, FailingClaim)> = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let number = of_a_kind.entry(&self.fired_in[candidate.0]).or_default();
            *number += 1;
            numbered.push((*number, candidate));
        }
        numbered.sort_by_key(|(number, _)| *number);
        let mut seen = HashSet::new();
        let is_new = |(scenario, claim): &FailingClaim| {
            let scenario = self.matrix.scenarios[*scenario];
            seen.insert((wire::play_line(0, &scenario.task(&[])), scenario.claims[*claim].content()))
        };
        numbered.into_iter().map(|(_, candidate)| candidate).filter(is_new).take(MOST_WITNESSES).collect()
    }

    fn look(&self, question: &IsolationQuestion) -> Look<'s> {
        if question.candidates.is_empty() {
            return Look::Decided(Box::new(self.without_candidates(question)));
        }
        let mut first = None;
        // What an earlier candidate failed is worked out again: it is cheap, and nothing has to be remembered.
        for candidate in &question.candidates {
            match self.test(question.switch, *candidate) {
                Ok(answer) => return answer,
                Err((test, why)) => {
                    let witness = self.witness(question.switch, *candidate);
                    let answer = Isolation::Unspecific { witness, test, why };
                    // A run that does not repeat shows that the engine is not deterministic. Trying other runs until one
                    // happens to repeat would prove nothing.
                    if test == Test::Repeatable {
                        return Look::Decided(Box::new(answer));
                    }
                    first.get_or_insert(answer);
                }
            }
        }
        Look::Decided(Box::new(first.unwrap_or(Isolation::Unnoticed)))
    }

    /// Why no claim on the clause fails.
    fn without_candidates(&self, question: &IsolationQuestion) -> Isolation<'s> {
        let own = self.fired[question.switch].iter().filter(|scenario| **scenario < self.prover.to_prove);
        let cited = |scenario: &&usize| {
            let claims = &self.matrix.scenarios[**scenario].claims;
            claims.iter().any(|claim| claim.clauses.contains(&question.clause))
        };
        let (elsewhere, cited): (Vec<usize>, Vec<usize>) =
            own.filter(cited).partition(|scenario| self.is_elsewhere(**scenario, &question.clause));
        let notices_elsewhere = !self.failing_claims(question.switch, &question.clause).is_empty();
        if notices_elsewhere || cited.is_empty() && !elsewhere.is_empty() {
            return Isolation::OtherReading;
        }
        let cells: Vec<&Cell> =
            cited.iter().filter_map(|scenario| self.matrix.get((question.switch, *scenario))).collect();
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
        let Some(played) = self.played((switch, scenario)) else {
            return Ok(Look::Decided(Box::new(Isolation::Unnoticed)));
        };
        if played.stands_still {
            return Err((Test::Moves, "without it the log is empty and nothing changes".to_owned()));
        }
        let mut missing = self.control(switch)?;
        missing.extend(self.specific(switch, scenario, claim)?);
        if !missing.is_empty() {
            return Ok(Look::Play(missing));
        }
        let runs = self.repeated_runs(switch, scenario);
        if let Some(why) = runs.iter().find_map(|run| self.repeats.get(run)?.clone()) {
            return Err((Test::Repeatable, why));
        }
        match runs.iter().all(|run| self.repeats.contains_key(run)) {
            true => Ok(Look::Decided(Box::new(Isolation::Isolates(self.witness(switch, candidate))))),
            false => Ok(Look::Repeat(runs)),
        }
    }
}
