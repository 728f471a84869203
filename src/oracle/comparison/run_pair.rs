//! Other runs beside this one, sentence by sentence: how each clause stands there, and what each said about a scenario
//! on which they do not agree.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::account;
use crate::oracle::account::Account;
use crate::oracle::account::ScenarioAccount;
use crate::oracle::comparison;
use crate::oracle::comparison::Comparison;
use crate::oracle::comparison::outcomes::OutcomeGroup;

/// This run and another one.
pub(crate) struct RunPair {
    pair: [Account; 2],
    /// The same of the scenarios that are in both: of the others nobody knows what the other run would say.
    common: [Account; 2],
    /// Scenarios that both judge alike and play otherwise.
    pub outcomes: Vec<OutcomeGroup>,
    /// The clauses that scenarios of each cite.
    cited: [BTreeSet<String>; 2],
}

/// What was asked in a scenario, and what each run said: this one first, then the others.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ComparedAnswers {
    /// The claim, counted from 1; none for what no claim speaks of.
    pub claim: Option<usize>,
    pub subject: String,
    pub expected: String,
    pub said: Vec<Said>,
}

/// What one run said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Said {
    AsExpected,
    /// It is not among the deviations, and not everything was shown.
    AsExpectedOrHidden,
    Otherwise(String),
    /// It was not judged: the verdict, and why.
    NotJudged(String),
    /// The scenario is not in the result.
    NotKnown,
}

impl RunPair {
    pub(crate) fn new(this: Account, other: Account, outcomes: Vec<OutcomeGroup>) -> RunPair {
        let cited = [cited(&this), cited(&other)];
        let is_common = |id: &str| this.scenario(id).is_some() && other.scenario(id).is_some();
        let common = [this.clone().keeping(is_common), other.clone().keeping(is_common)];
        RunPair { pair: [this, other], common, outcomes, cited }
    }

    pub(crate) fn other(&self) -> &Account {
        &self.pair[1]
    }

    pub(crate) fn comparison(&self) -> Comparison<'_> {
        Comparison { outcomes: self.outcomes.clone(), ..comparison::compare(&self.common) }
    }

    /// How many scenarios of this run the other one does not hold, of the games that it played.
    pub(crate) fn unknown(&self) -> usize {
        let [this, other] = &self.pair;
        this.scenarios.iter().filter(|own| other.plays(&own.game) && other.scenario(&own.id).is_none()).count()
    }

    /// The grade of a clause in the other run. None where it is not known: that run has no such clause, or played nothing
    /// that cites it while this one did.
    pub(crate) fn grade(&self, clause: &str) -> Option<&str> {
        let known = self.other().clause(clause)?;
        let unplayed = self.cited[0].contains(clause) && !self.cited[1].contains(clause);
        (!unplayed).then_some(known.grade.as_str())
    }

    /// Whether the other run was about the same words.
    pub(crate) fn is_reworded(&self, clause: &str) -> bool {
        match (self.pair[0].clause(clause), self.pair[1].clause(clause)) {
            (Some(this), Some(other)) => this.fingerprint != other.fingerprint,
            _ => false,
        }
    }

    /// The clauses that do not stand alike, or of which a claim holds in one run and fails in the other.
    pub(crate) fn differing_clauses(&self) -> BTreeSet<String> {
        let stands_apart = |id: &&str| match (self.pair[0].clause(id), self.grade(id)) {
            (Some(this), Some(other)) => standing(&this.grade) != standing(other),
            _ => false,
        };
        let ids = self.pair[0].clauses.iter().map(|clause| clause.id.as_str());
        let mut found: BTreeSet<String> = ids.filter(stands_apart).map(str::to_owned).collect();
        found.extend(self.comparison().differences().flat_map(|difference| difference.clauses.clone()));
        found
    }

    /// The scenarios that both runs judged and on which they do not agree, or that only the other could not judge.
    pub(crate) fn differing_scenarios(&self) -> BTreeSet<&str> {
        let scenarios = self.pair[0].scenarios.iter();
        let known = scenarios.filter_map(|this| Some((this, self.other().scenario(&this.id)?)));
        known
            .filter(|(this, other)| !account::agree(Some(this), Some(other)))
            .map(|(this, _)| this.id.as_str())
            .collect()
    }
}

/// Whatever is shown to hold stands alike: proof needs a run that turned clauses off, and sharpness one with foils.
fn standing(grade: &str) -> &str {
    if matches!(grade, "proven" | "sharp") { "holds" } else { grade }
}

fn cited(account: &Account) -> BTreeSet<String> {
    account.scenarios.iter().flat_map(|s| &s.claims).flat_map(|claim| claim.clauses.iter().cloned()).collect()
}

/// Every expectation of a scenario that one of the runs does not meet, with what each of them said.
pub(crate) fn compared_answers(id: &str, beside: &[RunPair]) -> Vec<ComparedAnswers> {
    let Some(first) = beside.first() else { return Vec::new() };
    let sides: Vec<Option<&ScenarioAccount>> =
        std::iter::once(&first.pair[0]).chain(beside.iter().map(RunPair::other)).map(|a| a.scenario(id)).collect();
    // By claim, subject and what was expected, in the order in which they were told.
    let mut order: BTreeMap<(Option<usize>, &str, &str), usize> = BTreeMap::new();
    for deviation in sides.iter().flatten().flat_map(|side| &side.deviations) {
        let next = order.len();
        order.entry((deviation.claim, &deviation.subject, &deviation.expected)).or_insert(next);
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

fn said(side: Option<&ScenarioAccount>, claim: Option<usize>, subject: &str, expected: &str) -> Said {
    let Some(side) = side else { return Said::NotKnown };
    let mut own = side.deviations.iter();
    let own = own.find(|d| d.claim == claim && d.subject == subject && d.expected == expected);
    match (own, side.verdict.as_str()) {
        (Some(own), _) => Said::Otherwise(own.actual.clone()),
        (None, "conforms" | "deviates") if side.observed.is_some() => Said::AsExpectedOrHidden,
        (None, "conforms" | "deviates") => Said::AsExpected,
        (None, _) => Said::NotJudged(side.answer().join(": ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn account(name: &str, verdict: &str, grade: &str, deviations: &serde_json::Value) -> Account {
        let claims = json!([{"clauses": ["nim/nim.md:3.1"], "holds": verdict == "conforms"}]);
        let text = json!({
            "truthsayer": 1, "engines": {}, "catalog": [],
            "scenarios": [{"id": "nim/a", "title": "A", "game": "nim", "verdict": verdict, "fingerprint": "1",
                "claims": claims, "deviations": deviations}],
            "clauses": [
                {"id": "nim/nim.md:3.1", "grade": grade, "fingerprint": "1"},
                {"id": "nim/nim.md:4.1", "grade": "cited", "fingerprint": "1"},
            ],
        });
        Account::read(name, &text.to_string()).expect("an account")
    }

    #[test]
    fn proven_and_holds_stand_alike_and_violated_does_not() {
        let none = json!([]);
        let this = || account("this", "conforms", "proven", &none);
        let alike = RunPair::new(this(), account("other", "conforms", "holds", &none), Vec::new());
        assert_eq!(alike.differing_clauses(), BTreeSet::new());
        assert_eq!(alike.grade("nim/nim.md:3.1"), Some("holds"));
        let worse = account(
            "other",
            "deviates",
            "violated",
            &json!([{"claim": 1, "subject": "heap", "expected": "3", "actual": "4"}]),
        );
        let torn = RunPair::new(this(), worse, Vec::new());
        assert_eq!(torn.differing_clauses(), BTreeSet::from(["nim/nim.md:3.1".to_owned()]));
        assert_eq!(torn.differing_scenarios(), BTreeSet::from(["nim/a"]));
        let rows = compared_answers("nim/a", &[torn]);
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].said, [Said::AsExpected, Said::Otherwise("4".to_owned())]);
    }

    #[test]
    fn what_is_not_in_a_result_is_not_known_and_no_difference() {
        let this = account("this", "conforms", "proven", &json!([]));
        let mut other = json!({"truthsayer": 1, "engines": {}, "catalog": [], "scenarios": [],
            "clauses": [{"id": "nim/nim.md:3.1", "grade": "cited", "fingerprint": "2"}]});
        let read = |data: &serde_json::Value| Account::read("other", &data.to_string()).expect("an account");
        let beside = RunPair::new(this.clone(), read(&other), Vec::new());
        assert_eq!(beside.grade("nim/nim.md:3.1"), None);
        assert_eq!(beside.grade("nim/nim.md:4.1"), None);
        assert!(beside.is_reworded("nim/nim.md:3.1"));
        assert!(beside.differing_clauses().is_empty() && beside.differing_scenarios().is_empty());
        let failing =
            account("this", "deviates", "violated", &json!([{"subject": "heap", "expected": "3", "actual": "4"}]));
        assert!(RunPair::new(failing, read(&other), Vec::new()).differing_clauses().is_empty());
        assert_eq!(compared_answers("nim/a", &[beside])[0].said, [Said::AsExpected, Said::NotKnown]);
        other["clauses"] = json!([]);
        assert_eq!(RunPair::new(this, read(&other), Vec::new()).grade("nim/nim.md:3.1"), None);
    }
}
