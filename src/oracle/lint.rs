//! What can be wrong although every file can be read.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;

use crate::oracle::acceptance;
use crate::oracle::disk;
use crate::oracle::gap::Gap;
use crate::oracle::golden;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::suggestion::this_call;
use crate::oracle::suite::Suite;
use crate::oracle::switch_clauses;
use crate::protocol::Profile;

/// Switches that share a name, or stand for a clause that nobody is meant to verify.
pub(crate) fn switches(profile: &Profile, suite: &Suite) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut names = BTreeSet::new();
    for switch in profile.switches.iter().filter(|switch| !names.insert(switch.name.as_str())) {
        problems.push(Problem::new(
            Kind::Switch,
            format!("the engine `{}` has two switches `{}`", profile.name, switch.name),
        ));
    }
    let excluded: BTreeSet<_> = suite.exclusions.iter().flat_map(|exclusion| &exclusion.clauses).collect();
    for (name, clauses) in switch_clauses::resolve(profile, &suite.book).0 {
        for clause in clauses.iter().filter(|clause| excluded.contains(clause)) {
            let message = format!("`{clause}` is excluded, but the switch `{name}` stands for it");
            problems.push(Problem::new(Kind::Switch, message).help("drop the exclusion and cite the clause"));
        }
    }
    problems
}

/// A clause cannot both be excluded and be claimed, or be excluded twice.
pub fn exclusions(suite: &Suite) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut excluded = BTreeMap::new();
    for exclusion in &suite.exclusions {
        let Some(place) = &exclusion.citation.cite_place else { continue };
        for clause in &exclusion.clauses {
            if excluded.insert(clause, place).is_some() {
                problems.push(Problem::at(Kind::Duplicate, place, format!("`{clause}` is excluded twice")));
            }
        }
    }
    for scenario in &suite.scenarios {
        for clause in scenario.claims.iter().flat_map(|claim| &claim.clauses) {
            if let Some(place) = excluded.remove(clause) {
                let message = format!("`{clause}` is excluded, but {} claims it", scenario.id);
                problems.push(Problem::at(Kind::BadValue, place, message).help("drop the exclusion or the claim"));
            }
        }
    }
    problems
}

/// Every scenario has a golden, which can be read and names it.
pub fn goldens(suite: &Suite, gaps: &[Gap]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut missing = Vec::new();
    for scenario in &suite.scenarios {
        let path = suite.project.goldens().path(&scenario.id);
        if fs::symlink_metadata(suite.project.root.join(&path)).is_err() {
            // One that a gap names may deviate, and what deviates has no golden.
            if !gaps.iter().any(|gap| gap.names(scenario)) {
                missing.push(scenario.id.as_str());
            }
            continue;
        }
        match disk::read(&suite.project.root, &path) {
            Ok(file) => {
                problems.extend(golden::check(&file));
                problems.extend(golden::named_after_another(&file, &scenario.id));
                problems.extend(acceptance::outdated(&file, scenario, &suite.book));
            }
            Err(problem) => problems.push(problem),
        }
    }
    problems.extend(without_golden(&missing));
    problems
}

/// One problem for all of them: a new suite would otherwise drown everything else.
fn without_golden(missing: &[&str]) -> Option<Problem> {
    const MOST: usize = 5;
    let (first, rest) = missing.split_at(missing.len().min(MOST));
    if first.is_empty() {
        return None;
    }
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
    let problem = Problem::new(Kind::Golden, format!("no golden for {}{more}", first.join(", ")));
    Some(problem.suggest(Some(this_call().reads(&["verify", first[0]])), "shows whether its outcome can be accepted"))
}
