//! Edge cases: every scenario that cites the rule, one row each; the rows of an examples table are one scenario.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::findings::Findings;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::scenario::Scenario;
use crate::oracle::standing::RuleStanding;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::report::document::link::Sheet;
use crate::report::document::telling;
use crate::report::document::telling::escape;
use crate::report::wording::count;
use crate::report::wording::first_words;

/// A scenario that cites the rule, with the claims that do.
pub(super) type Case<'f, 'a> = (&'f Judged<'a>, Vec<usize>);

/// The scenarios that cite the rule, each with the claims that do.
pub(super) fn scenarios<'f, 'a>(standing: &RuleStanding<'_>, findings: &'f Findings<'a>) -> Vec<Case<'f, 'a>> {
    let mut claims: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (claim, _) in standing.entries.iter().flat_map(|entry| &entry.claims) {
        let numbers = claims.entry(claim.scenario.as_str()).or_default();
        if !numbers.contains(&claim.claim) {
            numbers.push(claim.claim);
        }
    }
    claims.into_iter().filter_map(|(id, numbers)| Some((findings.judged(id)?, numbers))).collect()
}

/// What a scenario is called without its row: the id of its file.
pub(super) fn table_of(scenario: &Scenario) -> &str {
    let (id, path) = (&scenario.id, &scenario.place.file.path);
    let file = path.rsplit_once('.').map_or(path.as_str(), |(name, _)| name);
    let ends = id.match_indices('[').map(|(at, _)| &id[..at]);
    ends.filter(|_| id.ends_with(']')).find(|name| file.ends_with(name)).unwrap_or(id)
}

/// `3 scenarios`, and `2 scenarios (9 runs)` where rows of an examples table are among them.
pub(crate) fn scenarios_and_runs<'s>(runs: impl IntoIterator<Item = &'s Scenario>) -> String {
    let (scenarios, number) = scenario_count(runs);
    match number == scenarios {
        true => count(scenarios, "scenario"),
        false => format!("{} ({number} runs)", count(scenarios, "scenario")),
    }
}

/// How many scenarios these are, and how many runs: every row of an examples table is a run.
pub(crate) fn scenario_count<'s>(runs: impl IntoIterator<Item = &'s Scenario>) -> (usize, usize) {
    let runs: Vec<&Scenario> = runs.into_iter().collect();
    let tables: BTreeSet<&str> = runs.iter().map(|scenario| table_of(scenario)).collect();
    (tables.len(), runs.len())
}

/// Why there is no scenario to tell of.
pub(super) fn unplayed(standing: &RuleStanding<'_>) -> &'static str {
    match standing.entries.iter().any(|entry| !entry.claims.is_empty()) {
        true => "no scenario that cites it was played",
        false => "no scenario cites it",
    }
}

pub(super) fn section(standing: &RuleStanding<'_>, sheet: &Sheet<'_, '_>) -> String {
    let scenarios = scenarios(standing, sheet.findings);
    if scenarios.is_empty() {
        return format!("## Edge Cases\n\nNone: {}.\n", unplayed(standing));
    }
    let mut text = "## Edge Cases\n\n| Scenario | What it shows | Clauses | |\n|---|---|---|---|\n".to_owned();
    let own: BTreeSet<&ClauseId> = standing.entries.iter().map(|entry| &entry.id).collect();
    for table in scenarios.chunk_by(|one, other| table_of(one.0.scenario) == table_of(other.0.scenario)) {
        text.push_str(&row(table, &own, sheet));
    }
    text
}

fn row(table: &[Case<'_, '_>], own: &BTreeSet<&ClauseId>, sheet: &Sheet<'_, '_>) -> String {
    let Some((first, _)) = table.first() else { return String::new() };
    let name = sheet.scenario_called(table_of(first.scenario), first.scenario);
    let cited: BTreeSet<&ClauseId> = table.iter().flat_map(|(judged, claims)| cited(judged, claims)).collect();
    let clauses: Vec<String> = cited.intersection(own).map(|id| format!("{}.{}", id.line, id.clause)).collect();
    telling::row([name, escape(&first.scenario.title), clauses.join(", "), result(table)])
}

/// The clauses that these claims speak of.
fn cited<'f>(judged: &'f Judged<'_>, claims: &[usize]) -> impl Iterator<Item = &'f ClauseId> {
    claims.iter().filter_map(|claim| judged.scenario.claims.get(*claim)).flat_map(|claim| &claim.clauses)
}

/// How many of the rows came out as claimed.
fn result(table: &[Case<'_, '_>]) -> String {
    let of = |number: usize| if table.len() == 1 { String::new() } else { format!(" {number} of {}", table.len()) };
    let failing = table.iter().filter(|(judged, claims)| fails(judged, claims)).count();
    let unjudged: Vec<_> = table.iter().filter(|(judged, claims)| !holds(judged, claims)).collect();
    if failing > 0 {
        return format!("❌{} {}", of(failing), if failing == 1 { "fails" } else { "fail" });
    }
    match unjudged.first() {
        Some((judged, _)) => format!("⚠️{} {}", of(unjudged.len()), why(&judged.verdict)),
        None => format!("✅{}", of(table.len())),
    }
}

pub(super) fn fails(judged: &Judged<'_>, claims: &[usize]) -> bool {
    claims.iter().any(|claim| judged.verdict.fails(*claim))
}

/// Whether a claim was judged and holds, and none fails.
pub(super) fn holds(judged: &Judged<'_>, claims: &[usize]) -> bool {
    claims.iter().any(|claim| judged.holds(*claim) == Some(true)) && !fails(judged, claims)
}

/// Why it could not be judged.
fn why(verdict: &Verdict) -> String {
    const LONGEST: usize = 160;
    let words = match verdict {
        Verdict::Conforms | Verdict::Deviates(_) | Verdict::Unobserved => "not shown by the engine".to_owned(),
        Verdict::Misposed(problems) => {
            let first = problems.first().map_or("", |problem| problem.message.as_str());
            format!("could not be played: {first}")
        }
        Verdict::Unanswered(fault) => format!("no answer: {fault}"),
        Verdict::Unsupported(why) => format!("not supported by the engine: {why}"),
        Verdict::Failed(crash) => format!("at {}: {}", crash.deviation.subject, crash.deviation.actual),
        Verdict::Rejected(deviation) => format!("at {}: {}", deviation.subject, deviation.actual),
    };
    escape(&first_words(&words, LONGEST))
}
