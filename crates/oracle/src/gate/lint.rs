//! Checks of files that are readable and still wrong.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::MOST_IN_A_FILE;
use crate::base::diagnostic::Problem;
use crate::base::parallel;
use crate::base::safe_read;
use crate::base::suggestion::this_call;
use crate::rulebook::ClauseId;
use crate::rulebook::rule_file::RuleFile;
use crate::rulebook::rule_line::RuleLine;
use crate::run::Progress;
use crate::suite::Suite;
use crate::suite::acceptance;
use crate::suite::gap::Gap;
use crate::suite::golden;
use crate::suite::project::FILE_NAME;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Profile;

/// Returns problems for switches with the same name, and for switches of excluded clauses. `clauses` are those of each
/// switch.
pub fn switches(profile: &Profile, clauses: &BTreeMap<String, Vec<ClauseId>>, suite: &Suite) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut names = BTreeSet::new();
    for switch in profile.switches.iter().filter(|switch| !names.insert(switch.name.as_str())) {
        problems.push(Problem::new(
            Kind::Switch,
            format!("the engine `{}` has a duplicate switch `{}`", profile.name, switch.name),
        ));
    }
    let excluded: BTreeSet<_> = suite.exclusions.iter().flat_map(|exclusion| &exclusion.clauses).collect();
    for (name, clauses) in clauses {
        for clause in clauses.iter().filter(|clause| excluded.contains(clause)) {
            let message = format!("`{clause}` is excluded, but has the switch `{name}`");
            problems.push(Problem::new(Kind::Switch, message).help("remove the exclusion and cite the clause"));
        }
    }
    problems
}

/// Returns problems for clauses that are both excluded and claimed, or excluded twice.
pub fn exclusions(suite: &Suite) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut excluded = BTreeMap::new();
    for exclusion in &suite.exclusions {
        let Some(place) = &exclusion.citation.cite_place else { continue };
        for clause in &exclusion.clauses {
            if excluded.insert(clause, place).is_some() {
                problems.push(Problem::at(Kind::Duplicate, place, format!("duplicate exclusion of `{clause}`")));
            }
        }
    }
    for scenario in &suite.scenarios {
        for clause in scenario.claims.iter().flat_map(|claim| &claim.clauses) {
            if let Some(place) = excluded.remove(clause) {
                let message = format!("`{clause}` is excluded, but {} claims it", scenario.id);
                problems.push(Problem::at(Kind::BadValue, place, message).help("remove the exclusion or the claim"));
            }
        }
    }
    problems
}

/// Returns problems for rules that are missing in a catalog which contains others of the same file. New rules are not
/// included: they are already reported as a change.
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

/// A clause that opens with one of these words refers to the sentence before it.
const DEPENDENT_WORDS: [&str; 5] = ["so", "nor", "it", "this", "such"];

/// Warns about clauses that mean nothing when quoted alone, except in the rulebooks that allow them.
pub fn dependent_clauses(suite: &Suite) -> Vec<Problem> {
    // The author of a published text is not the author of the project.
    let is_checked =
        |file: &&RuleFile| !file.is_markdown() && !suite.project.dependent_clauses_allowed.contains(file.game());
    suite.book.files().filter(is_checked).flat_map(dependent_clauses_of).collect()
}

/// The first warnings about a file, and the number of the others.
fn dependent_clauses_of(file: &RuleFile) -> Vec<Problem> {
    let clauses = file.lines().flat_map(|line| (1..=line.clause_count()).map(move |number| (line, number)));
    let mut found: Vec<Problem> = clauses.filter_map(|(line, number)| dependent_clause(file, line, number)).collect();
    let more = found.len().saturating_sub(MOST_IN_A_FILE);
    if more > 0 {
        found.truncate(MOST_IN_A_FILE);
        let message = format!("{more} more clauses of `{}` depend on the sentence before them", file.name);
        found.push(Problem::new(Kind::DependentClause, message).about(file.source.path.clone()));
    }
    found
}

fn dependent_clause(file: &RuleFile, line: &RuleLine, number: usize) -> Option<Problem> {
    let clause = line.clause(number)?;
    let word = first_word(clause);
    if !DEPENDENT_WORDS.contains(&word.to_lowercase().as_str()) {
        return None;
    }
    let message = format!("the clause `{clause}` opens with \"{word}\" and depends on the sentence before it");
    let problem = Problem::at(Kind::DependentClause, &file.clause_place(line, number)?, message);
    let game = file.game();
    Some(
        problem.help("name the subject, so that the clause makes sense when quoted alone").help(format!(
            "or allow it: in `{FILE_NAME}`, add `lint: {{dependent_clauses: allow}}` to the game `{game}`"
        )),
    )
}

/// The first word of a clause, without a list number, a parenthesis or emphasis in front of it.
fn first_word(clause: &str) -> &str {
    let text = clause.trim_start_matches(|c: char| !c.is_alphabetic());
    let end = text.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(text.len());
    &text[..end]
}

fn missing_lines(missing: &[String], file: &RuleFile, suite: &Suite) -> Option<Problem> {
    const MOST: usize = 10;
    let message = match missing {
        [] => return None,
        [line] => format!("no catalog rule contains `{}:{line}`", file.name),
        lines if lines.len() <= MOST => {
            format!("no catalog rule contains lines {} of `{}`", lines.join(", "), file.name)
        }
        lines => {
            let (first, more) = (lines[..MOST].join(", "), lines.len() - MOST);
            format!("no catalog rule contains lines {first} and {more} more of `{}`", file.name)
        }
    };
    let catalog = format!("{}/{}/catalog.yaml", suite.project.rules, file.game());
    let help = format!("in `{catalog}`, add them to the `lines` of a rule, or to `outside` if they belong to none");
    Some(Problem::new(Kind::BadValue, message).help(help).about(catalog))
}

/// Checks that every scenario has a golden, that it is readable, and that it names the scenario.
pub fn goldens(suite: &Suite, gaps: &[Gap], job_count: usize, progress: &dyn Progress) -> Vec<Problem> {
    progress.begin(suite.scenarios.len(), "checking goldens");
    let checked = parallel::map(job_count, &suite.scenarios, |scenario| {
        let problems = golden_problems(suite, scenario);
        progress.tick();
        problems
    });
    progress.end();
    let mut problems = Vec::new();
    let mut missing = Vec::new();
    for (scenario, checked) in suite.scenarios.iter().zip(checked).filter(|(scenario, _)| scenario.has_golden) {
        match checked {
            Some(found) => problems.extend(found),
            // A scenario with a known gap may fail, and then has no golden.
            None if gaps.iter().any(|gap| gap.names(scenario)) => {}
            None => missing.push(scenario.id.as_str()),
        }
    }
    problems.extend(without_golden(&missing));
    problems
}

/// Returns the problems of a golden; `None` if the scenario has none.
fn golden_problems(suite: &Suite, scenario: &Scenario) -> Option<Vec<Problem>> {
    let path = suite.project.goldens().path(&scenario.id);
    fs::symlink_metadata(suite.project.root.join(&path)).ok()?;
    Some(match safe_read::read(&suite.project.root, &path) {
        Ok(file) => {
            let mut problems = golden::check(&file);
            problems.extend(golden::named_after_another(&file, &scenario.id));
            problems.extend(acceptance::outdated(&file, scenario, &suite.book));
            problems
        }
        Err(problem) => vec![problem],
    })
}

/// Returns one problem for all missing goldens: a new suite has many.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_ignores_list_numbers_parentheses_and_emphasis() {
        for (clause, word) in [
            ("It flies.", "It"),
            ("3. It flies.", "It"),
            ("(a) It", "a"),
            ("(This is rare.)", "This"),
            ("- **Such** pieces", "Such"),
            ("It's rare.", "It"),
            ("So-called kings", "So-called"),
            ("Items fly.", "Items"),
            ("12", ""),
        ] {
            assert_eq!(first_word(clause), word, "{clause}");
        }
    }
}
