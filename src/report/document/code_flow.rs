//! Where in the source the rule takes effect, and in which order.

use std::collections::BTreeSet;

use crate::oracle::findings::Findings;
use crate::oracle::standing::RuleStanding;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Judged;
use crate::report::document::clause;
use crate::report::document::edge;
use crate::report::document::link::Sheet;
use crate::report::document::telling::code;
use crate::report::document::telling::escape;

/// The order in which clauses took effect, and the functions in which those of the rule did.
pub(super) fn section(standing: &RuleStanding<'_>, sheet: &Sheet<'_, '_>) -> String {
    let named: BTreeSet<String> =
        standing.entries.iter().flat_map(|entry| clause::implemented_in(entry, sheet)).collect();
    let functions = match named.is_empty() {
        true => String::new(),
        false => format!("\nThis rule takes effect in {}.\n", named.into_iter().collect::<Vec<_>>().join(", ")),
    };
    format!("## Code Flow\n\n{}{functions}", order(standing, sheet))
}

/// The run in which most of the rule took effect, as the order of clauses.
fn order(standing: &RuleStanding<'_>, sheet: &Sheet<'_, '_>) -> String {
    let findings = sheet.findings;
    let switches = switches_of(standing, findings);
    let fired = |judged: &Judged<'_>| judged.fired.iter().filter(|firing| switches.contains(&*firing.switch)).count();
    let scenarios = edge::scenarios(standing, findings);
    // The first of those in which most took effect, so that the choice does not hang on the order of the suite.
    let best = scenarios.iter().map(|(judged, _)| *judged).rev().max_by_key(|judged| fired(judged));
    let Some(judged) = best.filter(|judged| fired(judged) > 0) else {
        return "In no run of this rule did the engine report where its clauses took effect.\n".to_owned();
    };
    let mut firings: Vec<_> = judged.fired.iter().collect();
    firings.sort_by_key(|firing| firing.event);
    let engine = findings.engines.get(&standing.rule.game);
    let game = format!("{}/", standing.rule.game);
    let told = firings.into_iter().map(|firing| {
        let note = engine.and_then(|engine| engine.switches.iter().find(|switch| switch.name == firing.switch));
        let cite = note.map_or(String::new(), |note| switch_clauses::address(note, &findings.suite.book));
        let words = format!("{} {}", escape(cite.strip_prefix(&game).unwrap_or(&cite)), code(&firing.switch));
        if switches.contains(&*firing.switch) { format!("**{words}**") } else { words }
    });
    let told: Vec<String> = told.collect();
    let (scenario, bold) = (sheet.scenario(judged.scenario), "those of this rule are in bold");
    // An engine need not say when a clause took effect.
    match judged.fired.iter().all(|firing| firing.event.is_some()) {
        true => format!("Where clauses took effect in {scenario}, in order; {bold}: {}.\n", told.join(" → ")),
        false => format!("Clauses that took effect in {scenario}; {bold}: {}.\n", told.join(", ")),
    }
}

/// The switches that stand for the rule, whether or not they were turned off.
fn switches_of<'f>(standing: &RuleStanding<'_>, findings: &'f Findings<'_>) -> BTreeSet<&'f str> {
    let Some(engine) = findings.engines.get(&standing.rule.game) else { return BTreeSet::new() };
    let Some(clauses) = findings.switch_clauses(&standing.rule.game) else { return BTreeSet::new() };
    let is_own = |name: &str| {
        let mut clauses = clauses.get(name).into_iter().flatten();
        clauses.any(|clause| standing.entries.iter().any(|entry| entry.id == *clause))
    };
    engine.switches.iter().map(|switch| switch.name.as_str()).filter(|name| is_own(name)).collect()
}
