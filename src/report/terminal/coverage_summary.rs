//! The coverage as a table: a row per category, a column per grade.

use std::collections::BTreeMap;

use colored::Colorize;

use crate::report::text::grammar::first_words;
use crate::report::text::grammar::wrap;
use crate::report::text::wrapping;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::suite::grade::Grade;

/// The table at the end of a run. Omits grades that no clause has; shortens names that are too long with `…`.
pub(super) fn table(findings: &Findings<'_>) -> String {
    let rows = rows(findings);
    let grades: Vec<Grade> = findings.coverage.grades().filter(|grade| findings.coverage.count(*grade) > 0).collect();
    let columns = grades.len() * 10 + 9;
    let longest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max("clauses of".len());
    let widest = longest.min(wrapping::width().saturating_sub(columns).max(20));
    let mut text = format!("{:widest$}  {:>7}", "clauses of", "in all");
    for grade in &grades {
        text.push_str(&format!("  {:>8}", grade.name()));
    }
    text.push('\n');
    for (name, entries) in &rows {
        let name = first_words(name, widest);
        text.push_str(&format!("{name:widest$}  {:>7}", entries.len()));
        for grade in &grades {
            let number = entries.iter().filter(|entry| entry.grade == *grade).count();
            text.push_str(&format!("  {}", tinted(*grade, number)));
        }
        text.push('\n');
    }
    let has_switches = findings.engines.values().any(|engine| !engine.switches.is_empty());
    if findings.proofs.is_none() && has_switches {
        let prove = this_call().plays(&["prove"]);
        let hint = format!("run `{prove}` to prove clauses: it turns each one off and checks that a claim fails");
        text.push_str(&format!("{}\n", wrap(&hint, wrapping::width()).dimmed()));
    }
    text
}

fn tinted(grade: Grade, number: usize) -> String {
    let cell = format!("{:>8}", if number == 0 { "·".to_owned() } else { number.to_string() });
    match grade {
        _ if number == 0 => cell.dimmed().to_string(),
        Grade::Proven => cell.green().bold().to_string(),
        Grade::Holds | Grade::Sharp => cell.green().to_string(),
        Grade::Cited | Grade::Gap | Grade::Stale => cell.yellow().to_string(),
        Grade::Violated => cell.red().bold().to_string(),
        Grade::Blocked => cell.red().to_string(),
        Grade::Uncited | Grade::Excluded => cell,
    }
}

/// Clauses by game and category, in catalog order; then clauses outside the catalog; then all.
fn rows<'a>(findings: &'a Findings<'_>) -> Vec<(String, Vec<&'a CoverageEntry>)> {
    let mut order: Vec<String> = Vec::new();
    let mut by_row: BTreeMap<String, Vec<&CoverageEntry>> = BTreeMap::new();
    for rule in &findings.suite.catalog {
        let name = format!("{}: {}", rule.game, rule.category);
        if !order.contains(&name) {
            order.push(name);
        }
    }
    for entry in findings.coverage.entries.values() {
        let name = match findings.suite.rule_of(&entry.id) {
            Some(rule) => format!("{}: {}", rule.game, rule.category),
            None => format!("{}: outside the catalog", entry.id.game()),
        };
        if !order.contains(&name) {
            order.push(name.clone());
        }
        by_row.entry(name).or_default().push(entry);
    }
    let mut rows: Vec<_> =
        order.into_iter().filter_map(|name| by_row.remove(&name).map(|entries| (name, entries))).collect();
    rows.push(("all".to_owned(), findings.coverage.entries.values().collect()));
    rows
}
