//! The order in which switches took effect in one run of the rule, folded.

use std::collections::BTreeSet;

use crate::report::markdown::rule_report::edge_cases;
use crate::report::markdown::rule_report::link::ReportContext;
use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::escape::html;
use crate::report::text::grammar::count;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status::RuleStatus;
use truthsayer_oracle::judge::play_and_judge::Judged;

/// Empty if no run reports a switch of the rule.
pub(super) fn section(status: &RuleStatus<'_>, context: &ReportContext<'_, '_>) -> String {
    let findings = context.findings;
    let own = switches_of(status, findings);
    let Some(judged) = richest_run(status, findings, &own) else { return String::new() };
    let switches = switches(judged, &own, status, findings);
    // An engine need not report when a switch took effect.
    let (what, between) = match judged.fired.iter().all(|firing| firing.event().is_some()) {
        true => ("Order in which", " → "),
        false => ("In any order,", ", "),
    };
    let summary = format!(
        "{what} {} took effect in <code>{}</code> (this rule in bold)",
        count(switches.len(), "switch"),
        html(&judged.scenario.id)
    );
    format!("## Code path\n\n<details><summary>{summary}</summary>\n\n{}\n</details>\n", switches.join(between))
}

/// The first of the runs in which most switches of the rule took effect.
fn richest_run<'f, 'a>(
    status: &RuleStatus<'_>,
    findings: &'f Findings<'a>,
    own: &BTreeSet<&str>,
) -> Option<&'f Judged<'a>> {
    let fired = |judged: &Judged<'_>| judged.fired.iter().filter(|firing| own.contains(&*firing.switch)).count();
    let scenarios = edge_cases::scenarios(status, findings);
    // Reversed, because `max_by_key` returns the last of equals.
    let best = scenarios.iter().map(|(judged, _)| *judged).rev().max_by_key(|judged| fired(judged));
    best.filter(|judged| fired(judged) > 0)
}

fn switches(
    judged: &Judged<'_>,
    own: &BTreeSet<&str>,
    status: &RuleStatus<'_>,
    findings: &Findings<'_>,
) -> Vec<String> {
    let mut firings: Vec<_> = judged.fired.iter().collect();
    firings.sort_by_key(|firing| firing.event());
    let clauses = findings.switch_clauses(&status.rule.game);
    let engine = findings.engines.get(&status.rule.game);
    let game = format!("{}/", status.rule.game);
    let shown = firings.into_iter().map(|firing| {
        let first = clauses.and_then(|clauses| clauses.get(&*firing.switch)?.first());
        let note = || engine?.switches.iter().find(|switch| switch.name == firing.switch).map(|it| it.cite.clone());
        let cite = first.map(|id| format!("{}:{}", id.file, id.line)).or_else(note).unwrap_or_default();
        let words = format!("{} {}", escape(cite.strip_prefix(&game).unwrap_or(&cite)), code(&firing.switch));
        if own.contains(&*firing.switch) { format!("**{words}**") } else { words }
    });
    shown.collect()
}

/// The switches of the rule, whether or not they were turned off.
fn switches_of<'f>(status: &RuleStatus<'_>, findings: &'f Findings<'_>) -> BTreeSet<&'f str> {
    let Some(engine) = findings.engines.get(&status.rule.game) else { return BTreeSet::new() };
    let Some(clauses) = findings.switch_clauses(&status.rule.game) else { return BTreeSet::new() };
    let is_own = |name: &str| {
        let mut clauses = clauses.get(name).into_iter().flatten();
        clauses.any(|clause| status.entries.iter().any(|entry| entry.id == *clause))
    };
    engine.switches.iter().map(|switch| switch.name.as_str()).filter(|name| is_own(name)).collect()
}
