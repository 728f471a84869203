//! Compares runs: the status of each rule in each run, the scenarios on which they differ, and what changed.

pub mod outcomes;
pub mod run_pair;

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::compare::comparison::outcomes::OutcomeGroup;
use crate::compare::result_model::CauseResult;
use crate::compare::result_model::RuleResult;
use crate::compare::result_model::SuspectResult;
use crate::compare::saved_run;
use crate::compare::saved_run::SavedRun;
use crate::rulebook::rule_number::RuleNumber;

/// The input of the renderers.
#[derive(Debug)]
pub struct Comparison<'a> {
    pub saved_runs: &'a [SavedRun],
    pub rows: Vec<ComparedRule<'a>>,
    /// Differences, grouped by clauses and direction. Regressions come first.
    pub groups: Vec<DifferenceGroup<'a>>,
    /// Scenarios with equal verdicts and different outcomes.
    pub outcomes: Vec<OutcomeGroup>,
    /// Causes that the first run does not have, each with the name of its run.
    pub causes: Vec<(&'a str, &'a CauseResult)>,
    /// The first suspects that are not causes and that the first result does not have.
    pub suspects: Vec<(&'a str, &'a SuspectResult)>,
    pub changes: Vec<AccountChange>,
    /// Number of scenarios that all runs contain.
    pub common: usize,
}

/// A rule of the catalog with its status in each run.
#[derive(Debug)]
pub struct ComparedRule<'a> {
    pub rule: &'a RuleResult,
    pub marks: Vec<RuleMark>,
}

/// The status of a rule in one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleMark {
    /// All required clauses hold. Contains their number.
    Holds(usize),
    /// For some clauses, no run shows that they hold.
    Partly(usize, usize),
    /// A clause fails, and a known gap covers it.
    Gap,
    /// Clauses are violated. Contains their number.
    Violated(usize),
    /// The run does not contain the rule.
    Absent,
}

/// Differences on the same clauses and in the same direction.
#[derive(Debug)]
pub struct DifferenceGroup<'a> {
    pub turn: Turn,
    /// The clauses whose claims fail in one run and pass in another.
    pub clauses: Vec<String>,
    /// The scenarios. Never empty.
    pub differences: Vec<DisputedScenario<'a>>,
}

/// The direction of the change from the first run to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    Broken,
    Mended,
    Otherwise,
}

/// A scenario with different results.
#[derive(Debug)]
pub struct DisputedScenario<'a> {
    pub id: &'a str,
    pub title: &'a str,
    /// The clauses whose claims fail in one run and pass in another.
    pub clauses: Vec<String>,
    /// The result in each run; `None` if the run does not contain the scenario.
    pub answers: Vec<Option<Vec<String>>>,
    /// Differences between the runs that may be the reason.
    pub because: Vec<String>,
}

/// A difference between two runs that may be the reason for different results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountChange {
    pub what: String,
}

pub fn compare(saved_runs: &[SavedRun]) -> Comparison<'_> {
    let mut ids: BTreeMap<&str, &str> = BTreeMap::new();
    for scenario in saved_runs.iter().flat_map(|saved_run| &saved_run.result.scenarios) {
        if saved_runs.iter().all(|saved_run| saved_run.plays(&scenario.game)) {
            ids.entry(&scenario.id).or_insert(&scenario.title);
        }
    }
    let common = ids.keys().filter(|id| saved_runs.iter().all(|saved_run| saved_run.scenario(id).is_some())).count();
    let differs = |id: &str| {
        let mut answers = saved_runs.iter().map(|saved_run| saved_run.scenario(id));
        let first = answers.next().flatten();
        answers.any(|answer| !saved_run::agree(first, answer))
    };
    let differing = ids.into_iter().filter(|(id, _)| differs(id));
    let differences = differing.map(|(id, title)| difference(id, title, saved_runs)).collect();
    let (groups, outcomes) = (grouped(differences, saved_runs), Vec::new());
    let (rows, changes, causes) = (rows(saved_runs), changes(saved_runs), causes(saved_runs));
    let suspects = suspects(saved_runs);
    Comparison { saved_runs, rows, groups, outcomes, causes, suspects, changes, common }
}

impl Comparison<'_> {
    pub fn differences(&self) -> impl Iterator<Item = &DisputedScenario<'_>> {
        self.groups.iter().flat_map(|group| &group.differences)
    }

    /// Returns the scenarios with equal claims and equal verdicts in all runs.
    pub fn scenarios_alike(&self) -> Vec<&str> {
        let differing: BTreeSet<&str> = self.differences().map(|difference| difference.id).collect();
        let Some(first) = self.saved_runs.first() else { return Vec::new() };
        let ids = first.result.scenarios.iter().map(|scenario| scenario.id.as_str());
        let common = ids.filter(|id| self.saved_runs.iter().all(|saved_run| saved_run.scenario(id).is_some()));
        let print =
            |saved_run: &SavedRun, id: &str| saved_run.scenario(id).map(|scenario| scenario.fingerprint.clone());
        let is_same = |id: &&str| self.saved_runs.iter().all(|saved_run| print(saved_run, id) == print(first, id));
        common.filter(|id| !differing.contains(id)).filter(is_same).collect()
    }

    /// Whether all sides are versions of one engine: they give the same name.
    pub fn are_versions(&self) -> bool {
        let names = |saved_run: &SavedRun| -> Vec<(String, String)> {
            saved_run.result.engines.iter().map(|(game, engine)| (game.clone(), engine.name.clone())).collect()
        };
        self.saved_runs.windows(2).all(|pair| names(&pair[0]) == names(&pair[1]))
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.outcomes.is_empty()
    }
}

fn grouped<'a>(differences: Vec<DisputedScenario<'a>>, saved_runs: &[SavedRun]) -> Vec<DifferenceGroup<'a>> {
    let mut groups: Vec<DifferenceGroup<'a>> = Vec::new();
    for difference in differences {
        let turn = turn(difference.id, saved_runs);
        match groups.iter_mut().find(|group| group.turn == turn && group.clauses == difference.clauses) {
            Some(group) => group.differences.push(difference),
            None => groups.push(DifferenceGroup {
                turn,
                clauses: difference.clauses.clone(),
                differences: vec![difference],
            }),
        }
    }
    groups.sort_by(|a, b| (a.turn, b.differences.len(), &a.clauses).cmp(&(b.turn, a.differences.len(), &b.clauses)));
    groups
}

fn turn(id: &str, saved_runs: &[SavedRun]) -> Turn {
    let passed = |saved_run: Option<&SavedRun>| {
        saved_run.and_then(|saved_run| saved_run.scenario(id)).is_some_and(|scenario| scenario.verdict == "pass")
    };
    match (passed(saved_runs.first()), passed(saved_runs.last())) {
        (true, false) => Turn::Broken,
        (false, true) => Turn::Mended,
        _ => Turn::Otherwise,
    }
}

/// Returns the causes that the first run does not have.
fn causes(saved_runs: &[SavedRun]) -> Vec<(&str, &CauseResult)> {
    let Some((first, others)) = saved_runs.split_first() else { return Vec::new() };
    let mut found = Vec::new();
    for saved_run in others {
        for cause in saved_run.result.causes.iter().flatten() {
            if !first.result.causes.iter().flatten().any(|known| known.clauses == cause.clauses) {
                found.push((saved_run.name.as_str(), cause));
            }
        }
    }
    found
}

/// Suspects that the first result does not have.
fn suspects(saved_runs: &[SavedRun]) -> Vec<(&str, &SuspectResult)> {
    const MOST: usize = 5;
    let Some((first, others)) = saved_runs.split_first() else { return Vec::new() };
    let known: Vec<&[String]> = first.result.suspects.iter().flatten().map(|it| it.clauses.as_slice()).collect();
    let mut found = Vec::new();
    for saved_run in others {
        let own = saved_run.result.suspects.iter().flatten();
        let new = own.filter(|it| !it.cause && !known.contains(&it.clauses.as_slice()));
        found.extend(new.take(MOST).map(|it| (saved_run.name.as_str(), it)));
    }
    found
}

fn rows(saved_runs: &[SavedRun]) -> Vec<ComparedRule<'_>> {
    let catalogs: Vec<BTreeMap<RuleName<'_>, &RuleResult>> = saved_runs.iter().map(by_name).collect();
    let mut seen = BTreeSet::new();
    // A game that only one run contains is not compared.
    let is_common = |rule: &&RuleResult| saved_runs.iter().all(|saved_run| saved_run.plays(&rule.game));
    let rules = saved_runs.iter().flat_map(|saved_run| &saved_run.result.catalog).filter(is_common);
    let rules = rules.filter(|rule| seen.insert(name(rule)));
    let row = |rule: &RuleResult| {
        let own = saved_runs.iter().zip(&catalogs);
        own.map(|(saved_run, catalog)| {
            catalog.get(&name(rule)).map_or(RuleMark::Absent, |own| rule_mark(saved_run, own))
        })
        .collect()
    };
    rules.map(|rule| ComparedRule { rule, marks: row(rule) }).collect()
}

/// Game and number of a rule.
type RuleName<'a> = (&'a str, &'a RuleNumber);

fn name(rule: &RuleResult) -> RuleName<'_> {
    (&rule.game, &rule.number)
}

/// Returns the rules of a run. If two have the same name, the first one counts.
fn by_name(saved_run: &SavedRun) -> BTreeMap<RuleName<'_>, &RuleResult> {
    saved_run.result.catalog.iter().rev().map(|rule| (name(rule), rule)).collect()
}

fn rule_mark(saved_run: &SavedRun, own: &RuleResult) -> RuleMark {
    let grades: Vec<&str> =
        own.clauses.iter().filter_map(|id| saved_run.clause(id)).map(|clause| clause.grade.as_str()).collect();
    let number = |wanted: &[&str]| grades.iter().filter(|grade| wanted.contains(grade)).count();
    let held = number(&["holds", "sharp", "proven", "excluded"]);
    match (number(&["violated"]), number(&["gap"])) {
        (0, 0) if held == grades.len() => RuleMark::Holds(held),
        (0, 0) => RuleMark::Partly(held, grades.len()),
        (0, _) => RuleMark::Gap,
        (violated, _) => RuleMark::Violated(violated),
    }
}

fn difference<'a>(id: &'a str, title: &'a str, saved_runs: &'a [SavedRun]) -> DisputedScenario<'a> {
    let answers = saved_runs.iter().map(|saved_run| saved_run.scenario(id).map(|scenario| scenario.answer())).collect();
    let mut failing: Vec<BTreeSet<&String>> = Vec::new();
    for saved_run in saved_runs {
        let claims = saved_run.scenario(id).map(|scenario| scenario.claims.as_slice()).unwrap_or_default();
        failing.push(claims.iter().filter(|c| c.holds == Some(false)).flat_map(|c| &c.clauses).collect());
    }
    let all: BTreeSet<&String> = failing.iter().flatten().copied().collect();
    let torn = all.into_iter().filter(|clause| !failing.iter().all(|own| own.contains(clause)));
    DisputedScenario { id, title, clauses: torn.cloned().collect(), answers, because: reasons(id, saved_runs) }
}

/// Returns the differences between the runs that concern one scenario.
fn reasons(id: &str, saved_runs: &[SavedRun]) -> Vec<String> {
    let mut reasons = Vec::new();
    let played: Vec<_> = saved_runs.iter().filter_map(|saved_run| Some((saved_run, saved_run.scenario(id)?))).collect();
    let Some((first, scenario)) = played.first() else { return reasons };
    if played.iter().any(|(_, other)| other.fingerprint != scenario.fingerprint) {
        reasons.push("the scenario is not the same".to_owned());
    }
    let cited: BTreeSet<&String> =
        played.iter().flat_map(|(_, scenario)| &scenario.claims).flat_map(|claim| &claim.clauses).collect();
    for clause in cited {
        let text = |saved_run: &SavedRun| saved_run.clause(clause).map(|clause| clause.fingerprint.clone());
        if played.iter().any(|(saved_run, _)| text(saved_run) != text(first)) {
            reasons.push(format!("the rule text of {clause} is not the same"));
        }
    }
    let engine = |saved_run: &SavedRun| saved_run.result.engines.get(&scenario.game).cloned();
    if played.iter().any(|(saved_run, _)| engine(saved_run) != engine(first)) {
        reasons.push("the engine is not the same".to_owned());
    }
    if played.iter().any(|(saved_run, _)| saved_run.result.without != first.result.without) {
        reasons.push("other switches were turned off".to_owned());
    }
    if reasons.is_empty() && played.len() == saved_runs.len() {
        reasons.push("the engines have the same name and version, but answer differently".to_owned());
    }
    reasons
}

/// Returns the differences between the first run and each of the others.
fn changes(saved_runs: &[SavedRun]) -> Vec<AccountChange> {
    let mut changes = Vec::new();
    let Some((first, others)) = saved_runs.split_first() else { return changes };
    for other in others {
        let mut say =
            |what: String| changes.push(AccountChange { what: format!("{} → {}: {what}", first.name, other.name) });
        if other.result.without != first.result.without {
            say(format!("played {} instead of {}", switches_off(other), switches_off(first)));
        }
        for (game, engine) in &first.result.engines {
            let now = other.result.engines.get(game);
            if let Some(now) = now.filter(|now| *now != engine) {
                say(format!(
                    "{game} is played by {} {} instead of {} {}",
                    now.name, now.version, engine.name, engine.version
                ));
            }
        }
        let rules = first
            .result
            .clauses
            .iter()
            .filter(|clause| other.clause(&clause.id).is_none_or(|now| now.fingerprint != clause.fingerprint));
        let rules: Vec<&str> = rules.map(|clause| clause.id.as_str()).collect();
        let scenarios =
            first.result.scenarios.iter().filter(|scenario| {
                other.scenario(&scenario.id).is_some_and(|now| now.fingerprint != scenario.fingerprint)
            });
        let scenarios: Vec<&str> = scenarios.map(|scenario| scenario.id.as_str()).collect();
        for (word, list) in [("rule text", rules), ("scenario", scenarios)] {
            if !list.is_empty() {
                say(format!("the {word} of {} is not the same", first_few(&list)));
            }
        }
    }
    changes
}

fn switches_off(saved_run: &SavedRun) -> String {
    let names: Vec<&str> = saved_run.result.without.iter().map(String::as_str).collect();
    if names.is_empty() { "with every clause".to_owned() } else { format!("without {}", first_few(&names)) }
}

/// Returns the first entries of a list.
fn first_few(list: &[&str]) -> String {
    const MOST: usize = 5;
    let shown = list.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    if list.len() > MOST { format!("{shown} and {} more", list.len() - MOST) } else { shown }
}
