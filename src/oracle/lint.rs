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
use crate::oracle::rule_file::RuleFile;
use crate::oracle::rule_line::RuleLine;
use crate::oracle::rulebook::ClauseId;
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

/// Rule lines that a catalog does not contain, although it contains others of the same file. Lines that are new since the
/// rulebook was reviewed are already reported as a change.
pub fn uncatalogued(suite: &Suite) -> Vec<Problem> {
    let excluded: BTreeSet<&ClauseId> = suite.exclusions.iter().flat_map(|exclusion| &exclusion.clauses).collect();
    let mut problems = Vec::new();
    for outside in &suite.outside {
        for file in suite.book.files().filter(|file| file.game() == outside.game) {
            let is_catalogued = |id: &ClauseId| suite.rule_of(id).is_some();
            let is_settled = |id: &ClauseId| {
                let is_new = suite.book.past().is_some_and(|past| past.is_new(id));
                is_catalogued(id) || is_new || excluded.contains(id) || outside.lines.iter().any(|it| it.holds(id))
            };
            let ids = |line: &RuleLine| line.clause_ids(&file.name);
            if !file.lines().any(|line| ids(line).iter().any(is_catalogued)) {
                continue;
            }
            let missing = file.lines().filter(|line| !ids(line).iter().all(is_settled));
            let missing: Vec<String> = missing.map(|line| line.number.to_string()).collect();
            problems.extend(missing_lines(&missing, file, suite));
        }
    }
    problems
}

fn missing_lines(missing: &[String], file: &RuleFile, suite: &Suite) -> Option<Problem> {
    const MOST: usize = 10;
    let message = match missing {
        [] => return None,
        [line] => format!("`{}:{line}` belongs to no rule of the catalog", file.name),
        lines if lines.len() <= MOST => {
            format!("lines {} of `{}` belong to no rule of the catalog", lines.join(", "), file.name)
        }
        lines => {
            let (first, more) = (lines[..MOST].join(", "), lines.len() - MOST);
            format!("lines {first} and {more} more of `{}` belong to no rule of the catalog", file.name)
        }
    };
    let catalog = format!("{}/{}/catalog.yaml", suite.project.rules, file.game());
    let help = format!("in `{catalog}`, add them to the `lines` of a rule, or to `outside` if they belong to none");
    Some(Problem::new(Kind::BadValue, message).help(help).about(catalog))
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
