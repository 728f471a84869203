//! Compares this run with another one: the grade of each clause in both, and the results of every scenario on
//! which they differ.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::compare::comparison;
use crate::compare::comparison::Comparison;
use crate::compare::comparison::outcomes::OutcomeGroup;
use crate::compare::result_model::ScenarioResult;
use crate::compare::saved_run;
use crate::compare::saved_run::SavedRun;

/// This run and another one.
pub struct RunPair {
    pair: [SavedRun; 2],
    /// The comparison of the scenarios that both runs contain.
    common: [SavedRun; 2],
    /// Scenarios with equal verdicts and different outcomes.
    pub outcomes: Vec<OutcomeGroup>,
    /// The clauses that the scenarios of each run cite.
    cited: [BTreeSet<String>; 2],
}

/// An expectation with its result in each run: this run first, then the others.
#[derive(Debug, PartialEq, Eq)]
pub struct ComparedAnswers {
    /// The number of the claim, counted from 1. `None` if the expectation belongs to no claim.
    pub claim: Option<usize>,
    pub subject: String,
    pub expected: String,
    pub said: Vec<Said>,
}

/// The result in one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    AsExpected,
    /// It did not fail, but the engine does not show everything.
    AsExpectedOrHidden,
    Otherwise(String),
    /// It was not judged. Contains the verdict and the reason.
    NotJudged(String),
    /// The run does not contain the scenario.
    NotKnown,
}

impl RunPair {
    pub fn new(this: SavedRun, other: SavedRun, outcomes: Vec<OutcomeGroup>) -> RunPair {
        let cited = [cited(&this), cited(&other)];
        let is_common = |id: &str| this.scenario(id).is_some() && other.scenario(id).is_some();
        let common = [this.clone().keeping(is_common), other.clone().keeping(is_common)];
        RunPair { pair: [this, other], common, outcomes, cited }
    }

    pub fn other(&self) -> &SavedRun {
        &self.pair[1]
    }

    pub fn comparison(&self) -> Comparison<'_> {
        Comparison { outcomes: self.outcomes.clone(), ..comparison::compare(&self.common) }
    }

    /// Returns the number of scenarios that the other run lacks, in the games that it contains.
    pub fn unknown(&self) -> usize {
        let [this, other] = &self.pair;
        this.result.scenarios.iter().filter(|own| other.plays(&own.game) && other.scenario(&own.id).is_none()).count()
    }

    /// Returns the grade of a clause in the other run. `None` if that run lacks the clause, or ran no scenario
    /// that cites it although this run did.
    pub fn grade(&self, clause: &str) -> Option<&str> {
        let known = self.other().clause(clause)?;
        let unplayed = self.cited[0].contains(clause) && !self.cited[1].contains(clause);
        (!unplayed).then_some(known.grade.as_str())
    }

    /// Returns whether the clause has the same words in both runs.
    pub fn is_reworded(&self, clause: &str) -> bool {
        match (self.pair[0].clause(clause), self.pair[1].clause(clause)) {
            (Some(this), Some(other)) => this.fingerprint != other.fingerprint,
            _ => false,
        }
    }

    /// Returns the clauses with different grades, and those with a claim that passes in one run and fails in the other.
    pub fn differing_clauses(&self) -> BTreeSet<String> {
        let stands_apart = |id: &&str| match (self.pair[0].clause(id), self.grade(id)) {
            (Some(this), Some(other)) => status(&this.grade) != status(other),
            _ => false,
        };
        let ids = self.pair[0].result.clauses.iter().map(|clause| clause.id.as_str());
        let mut found: BTreeSet<String> = ids.filter(stands_apart).map(str::to_owned).collect();
        found.extend(self.comparison().differences().flat_map(|difference| difference.clauses.clone()));
        found
    }

    /// Returns the scenarios with different results, and those that only the other run could not judge.
    pub fn differing_scenarios(&self) -> BTreeSet<&str> {
        let scenarios = self.pair[0].result.scenarios.iter();
        let known = scenarios.filter_map(|this| Some((this, self.other().scenario(&this.id)?)));
        known
            .filter(|(this, other)| !saved_run::agree(Some(this), Some(other)))
            .map(|(this, _)| this.id.as_str())
            .collect()
    }
}

/// Holds, sharp and proven count as equal: only some runs try mutants or the reference engine without clauses.
fn status(grade: &str) -> &str {
    if matches!(grade, "proven" | "sharp") { "holds" } else { grade }
}

fn cited(saved_run: &SavedRun) -> BTreeSet<String> {
    saved_run.result.scenarios.iter().flat_map(|s| &s.claims).flat_map(|claim| claim.clauses.iter().cloned()).collect()
}

/// Returns every expectation that fails in one of the runs, with the result of each run.
pub fn compared_answers(id: &str, beside: &[RunPair]) -> Vec<ComparedAnswers> {
    let Some(first) = beside.first() else { return Vec::new() };
    let sides: Vec<Option<&ScenarioResult>> =
        std::iter::once(&first.pair[0]).chain(beside.iter().map(RunPair::other)).map(|a| a.scenario(id)).collect();
    // By claim, subject and expected value, in their original order.
    let mut order: BTreeMap<(Option<usize>, &str, &str), usize> = BTreeMap::new();
    for mismatch in sides.iter().flatten().flat_map(|side| &side.failures) {
        let next = order.len();
        order.entry((mismatch.claim, &mismatch.subject, &mismatch.expected)).or_insert(next);
    }
    let mut rows: Vec<(usize, ComparedAnswers)> = Vec::new();
    for ((claim, subject, expected), at) in order {
        let said = sides.iter().map(|side| said(*side, claim, subject, expected)).collect();
        rows.push((at, ComparedAnswers { claim, subject: subject.to_owned(), expected: expected.to_owned(), said }));
    }
    if rows.is_empty() {
        let said = sides.iter().map(|side| said(*side, None, "", "")).collect();
        rows.push((0, ComparedAnswers { claim: None, subject: String::new(), expected: String::new(), said }));
    }
    rows.sort_by_key(|(at, _)| *at);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn said(side: Option<&ScenarioResult>, claim: Option<usize>, subject: &str, expected: &str) -> Said {
    let Some(side) = side else { return Said::NotKnown };
    let mut own = side.failures.iter();
    let own = own.find(|d| d.claim == claim && d.subject == subject && d.expected == expected);
    match (own, side.verdict.as_str()) {
        (Some(own), _) => Said::Otherwise(own.actual.clone()),
        (None, "pass" | "fail") if side.observed.is_some() => Said::AsExpectedOrHidden,
        (None, "pass" | "fail") => Said::AsExpected,
        (None, _) => Said::NotJudged(side.answer().join(": ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::result_model::ClaimResult;
    use crate::compare::result_model::ClauseResult;
    use crate::compare::result_model::FailureResult;
    use crate::compare::result_model::RunResult;

    const CLAUSE: &str = "nim/nim.md:3.1";

    fn clause(id: &str, grade: &str, fingerprint: &str) -> ClauseResult {
        let [id, grade, fingerprint] = [id, grade, fingerprint].map(str::to_owned);
        ClauseResult { id, grade, fingerprint, ..ClauseResult::default() }
    }

    /// A run of one scenario. It fails if `actual` is set.
    fn saved_run(grade: &str, claim: Option<usize>, actual: Option<&str>) -> SavedRun {
        let [expected, subject] = ["3", "heap"].map(str::to_owned);
        let failure = |actual: &str| {
            let actual = actual.to_owned();
            FailureResult { actual, claim, expected, subject, ..FailureResult::default() }
        };
        let scenario = ScenarioResult {
            id: "nim/a".to_owned(),
            game: "nim".to_owned(),
            verdict: if actual.is_none() { "pass" } else { "fail" }.to_owned(),
            claims: vec![ClaimResult { clauses: vec![CLAUSE.to_owned()], holds: Some(actual.is_none()) }],
            failures: actual.map(failure).into_iter().collect(),
            ..ScenarioResult::default()
        };
        run(vec![scenario], vec![clause(CLAUSE, grade, "1"), clause("nim/nim.md:4.1", "cited", "1")])
    }

    fn run(scenarios: Vec<ScenarioResult>, clauses: Vec<ClauseResult>) -> SavedRun {
        SavedRun::new("run", RunResult { scenarios, clauses, ..RunResult::default() }).expect("a result")
    }

    #[test]
    fn proven_and_holds_stand_alike_and_violated_does_not() {
        let this = || saved_run("proven", None, None);
        let alike = RunPair::new(this(), saved_run("holds", None, None), Vec::new());
        assert_eq!(alike.differing_clauses(), BTreeSet::new());
        assert_eq!(alike.grade(CLAUSE), Some("holds"));
        let torn = RunPair::new(this(), saved_run("violated", Some(1), Some("4")), Vec::new());
        assert_eq!(torn.differing_clauses(), BTreeSet::from([CLAUSE.to_owned()]));
        assert_eq!(torn.differing_scenarios(), BTreeSet::from(["nim/a"]));
        let rows = compared_answers("nim/a", &[torn]);
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].said, [Said::AsExpected, Said::Otherwise("4".to_owned())]);
    }

    #[test]
    fn scenarios_that_a_result_lacks_are_not_differences() {
        let this = || saved_run("proven", None, None);
        let other = || run(Vec::new(), vec![clause(CLAUSE, "cited", "2")]);
        let beside = RunPair::new(this(), other(), Vec::new());
        assert_eq!(beside.grade(CLAUSE), None);
        assert_eq!(beside.grade("nim/nim.md:4.1"), None);
        assert!(beside.is_reworded(CLAUSE));
        assert!(beside.differing_clauses().is_empty() && beside.differing_scenarios().is_empty());
        let failing = saved_run("violated", None, Some("4"));
        assert!(RunPair::new(failing, other(), Vec::new()).differing_clauses().is_empty());
        assert_eq!(compared_answers("nim/a", &[beside])[0].said, [Said::AsExpected, Said::NotKnown]);
        assert_eq!(RunPair::new(this(), run(Vec::new(), Vec::new()), Vec::new()).grade(CLAUSE), None);
    }
}
