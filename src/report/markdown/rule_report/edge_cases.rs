//! Edge cases: every scenario that cites the rule, grouped by the first clause that it cites.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::report::markdown::rule_report::clause_table;
use crate::report::markdown::rule_report::link::ReportContext;
use crate::report::markdown::rule_report::rule_command;
use crate::report::text::escape::escape;
use crate::report::text::grammar;
use crate::report::text::grammar::count;
use crate::report::text::grammar::first_words;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status::RuleStatus;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::rulebook::ClauseId;

/// Lines of the section besides its items.
const FRAME: usize = 7;

/// A scenario that cites the rule, with the claims that do.
pub(super) type Case<'f, 'a> = (&'f Judged<'a>, Vec<usize>);

/// A scenario, or all rows of an examples table.
type ExampleTable<'t, 'f, 'a> = &'t [Case<'f, 'a>];

/// The scenarios that cite the rule, each with the claims that do.
pub(super) fn scenarios<'f, 'a>(status: &RuleStatus<'_>, findings: &'f Findings<'a>) -> Vec<Case<'f, 'a>> {
    let mut claims: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (claim, _) in status.entries.iter().flat_map(|entry| &entry.claims) {
        let numbers = claims.entry(claim.scenario.as_str()).or_default();
        if !numbers.contains(&claim.claim) {
            numbers.push(claim.claim);
        }
    }
    claims.into_iter().filter_map(|(id, numbers)| Some((findings.judged(id)?, numbers))).collect()
}

/// Why no scenario is listed.
pub(super) fn not_run(status: &RuleStatus<'_>) -> &'static str {
    match status.entries.iter().any(|entry| !entry.claims.is_empty()) {
        true => "No scenario that cites it ran.",
        false => "No scenario cites it.",
    }
}

/// The section of a rule before it is cut to its room.
pub(super) struct EdgeCases {
    summary: String,
    /// The lines of the list, and whether each is a scenario.
    items: Vec<(bool, String)>,
    /// The command that lists all scenarios.
    command: String,
}

impl EdgeCases {
    /// Returns `None` if no scenario ran.
    pub(super) fn of(status: &RuleStatus<'_>, context: &ReportContext<'_, '_>) -> Option<EdgeCases> {
        let scenarios = scenarios(status, context.findings);
        if scenarios.is_empty() {
            return None;
        }
        let tables: Vec<ExampleTable<'_, '_, '_>> = scenarios
            .chunk_by(|one, other| grammar::table_of(one.0.scenario) == grammar::table_of(other.0.scenario))
            .collect();
        let mut of_clause: BTreeMap<&ClauseId, Vec<ExampleTable<'_, '_, '_>>> = BTreeMap::new();
        for table in tables {
            if let Some(clause) = first_clause(table, status) {
                of_clause.entry(clause).or_default().push(table);
            }
        }
        let mut items: Vec<(bool, String)> = Vec::new();
        for (entry, own) in status.entries.iter().filter_map(|entry| Some((entry, of_clause.get(&entry.id)?))) {
            items.push((false, heading(entry, status, own.len())));
            items.extend(own.iter().map(|table| (true, item(table, status, context))));
        }
        Some(EdgeCases { summary: summary(&scenarios), items, command: rule_command("verify -v", status) })
    }

    /// Returns the section, in at most `room` lines.
    pub(super) fn section(&self, room: usize) -> String {
        let shown = self.items.len().min(room.saturating_sub(FRAME));
        let left = self.items[shown..].iter().filter(|(is_scenario, _)| *is_scenario).count();
        let mut list: String = self.items[..shown].iter().map(|(_, line)| line.as_str()).collect();
        if left > 0 {
            list.push_str(&format!("- {}: {}\n", count(left, "more scenario"), self.command));
        }
        format!("## Edge cases\n\n<details><summary>{}</summary>\n\n{list}</details>\n", self.summary)
    }

    /// Returns how many lines the whole section needs.
    pub(super) fn length(&self) -> usize {
        self.section(usize::MAX).lines().count()
    }
}

fn summary(scenarios: &[Case<'_, '_>]) -> String {
    let all = grammar::scenarios_and_runs(scenarios.iter().map(|(judged, _)| judged.scenario));
    let passing = scenarios.iter().filter(|(judged, claims)| passes(judged, claims)).count();
    match (scenarios.len(), scenarios.len() - passing) {
        (1, 0) => format!("{all}: passes"),
        (_, 0) => format!("{all}: all pass"),
        (_, 1) => format!("{all}: 1 does not pass"),
        (_, failing) => format!("{all}: {failing} do not pass"),
    }
}

fn heading(entry: &CoverageEntry, status: &RuleStatus<'_>, number: usize) -> String {
    let address = escape(&clause_table::address(entry, status));
    format!("- **{address}**: {}\n", count(number, "scenario"))
}

/// The first clause of the rule that the scenario cites, in the order of the rule.
fn first_clause<'s>(table: ExampleTable<'_, '_, '_>, status: &RuleStatus<'s>) -> Option<&'s ClauseId> {
    let cited: BTreeSet<&ClauseId> = table.iter().flat_map(|(judged, claims)| cited(judged, claims)).collect();
    status.entries.iter().map(|entry| &entry.id).find(|id| cited.contains(id))
}

fn item(table: ExampleTable<'_, '_, '_>, status: &RuleStatus<'_>, context: &ReportContext<'_, '_>) -> String {
    let Some((first, _)) = table.first() else { return String::new() };
    let link = context.scenario_titled(first.scenario);
    let rows = if table.len() > 1 { format!(", {} rows", table.len()) } else { String::new() };
    let cited: BTreeSet<&ClauseId> = table.iter().flat_map(|(judged, claims)| cited(judged, claims)).collect();
    let own = status.entries.iter().filter(|entry| cited.contains(&entry.id));
    let clauses: Vec<String> = own.map(|entry| escape(&clause_table::address(entry, status))).collect();
    format!("  - {}{link} ({}{rows})\n", result(table), clauses.join(", "))
}

/// The clauses that these claims cite.
fn cited<'f>(judged: &'f Judged<'_>, claims: &[usize]) -> impl Iterator<Item = &'f ClauseId> {
    claims.iter().filter_map(|claim| judged.scenario.claims.get(*claim)).flat_map(|claim| &claim.clauses)
}

/// The problem with the scenario, printed before its title. Empty if the scenario passes.
fn result(table: ExampleTable<'_, '_, '_>) -> String {
    let of = |number: usize| if table.len() == 1 { String::new() } else { format!(" {number} of {}", table.len()) };
    let failing = table.iter().filter(|(judged, claims)| fails(judged, claims)).count();
    if failing > 0 {
        return format!("❌{} {}: ", of(failing), if failing == 1 { "fails" } else { "fail" });
    }
    let not_judged: Vec<_> = table.iter().filter(|(judged, claims)| !passes(judged, claims)).collect();
    not_judged
        .first()
        .map_or(String::new(), |(judged, _)| format!("⚠️{} {}: ", of(not_judged.len()), why(&judged.verdict)))
}

fn fails(judged: &Judged<'_>, claims: &[usize]) -> bool {
    claims.iter().any(|claim| judged.verdict.fails(*claim))
}

/// Whether one of the claims was judged and passes, and none fails.
pub(super) fn passes(judged: &Judged<'_>, claims: &[usize]) -> bool {
    claims.iter().any(|claim| judged.holds(*claim) == Some(true)) && !fails(judged, claims)
}

/// Why the scenario was not judged.
fn why(verdict: &Verdict) -> String {
    const LONGEST: usize = 160;
    let words = match verdict {
        Verdict::Pass | Verdict::Fail(_) | Verdict::Unobserved => "not shown by the engine".to_owned(),
        Verdict::Invalid(problems) => {
            let first = problems.first().map_or("", |problem| problem.message.as_str());
            format!("invalid: {first}")
        }
        Verdict::NoAnswer(fault) => format!("no answer: {fault}"),
        Verdict::Unsupported(why) => format!("not supported by the engine: {why}"),
        Verdict::Crashed(crash) => format!("at {}: {}", crash.mismatch.subject, crash.mismatch.actual),
        Verdict::Rejected(mismatch) => format!("at {}: {}", mismatch.subject, mismatch.actual),
    };
    escape(&first_words(&words, LONGEST))
}
