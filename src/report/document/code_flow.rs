//! Where in the source the rule takes effect, in which order, and the functions themselves.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::code::CodeExcerpt;
use crate::oracle::findings::Findings;
use crate::oracle::standing::RuleStanding;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Judged;
use crate::report::document::edge;
use crate::report::document::link::Sheet;
use crate::report::document::telling;
use crate::report::document::telling::code;
use crate::report::document::telling::escape;
use crate::report::document::telling::html;
use crate::report::wording::count;

/// A longer function is no help among the scenarios.
const LONGEST: usize = 60;

/// The order in which clauses took effect, and as many whole functions as there are lines for.
pub(super) fn section(standing: &RuleStanding<'_>, sheet: &Sheet<'_, '_>, lines: usize) -> String {
    let mut text = format!("## Code Flow\n\n{}", order(standing, sheet));
    let functions = functions(standing, sheet.findings);
    let mut left = lines;
    let mut unshown = Vec::new();
    for (excerpt, clauses) in &functions {
        let block = block(excerpt, clauses);
        let length = block.lines().count();
        match left.checked_sub(length).filter(|_| length <= LONGEST) {
            Some(rest) => {
                left = rest;
                text.push_str(&block);
            }
            None => unshown.push(named(excerpt, sheet)),
        }
    }
    if !unshown.is_empty() {
        let (functions, names) = (count(unshown.len(), "function"), unshown.join(", "));
        text.push_str(&format!("\nThe page shows {functions} more: {names}.\n"));
    }
    text
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
        return "No run of this rule says where in the source it took effect.\n".to_owned();
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
    format!(
        "Where clauses took effect in {}, in order; those of this rule are in bold: {}.\n",
        sheet.scenario(judged.scenario),
        told.collect::<Vec<_>>().join(" → ")
    )
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

/// The functions in which the rule takes effect, each once, with the clauses that do.
fn functions<'f>(standing: &RuleStanding<'_>, findings: &'f Findings<'_>) -> Vec<(&'f CodeExcerpt, Vec<String>)> {
    let mut order: Vec<(&CodeExcerpt, Vec<String>)> = Vec::new();
    let mut known: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    for entry in &standing.entries {
        let address = format!("{}.{}", entry.id.line, entry.id.clause);
        let places = entry.switches.iter().flat_map(|switch| &switch.code);
        for excerpt in places.filter_map(|place| findings.code.get(place)) {
            let at = *known.entry((&excerpt.file, &excerpt.function, &excerpt.text)).or_insert_with(|| {
                order.push((excerpt, Vec::new()));
                order.len() - 1
            });
            if let Some((_, clauses)) = order.get_mut(at).filter(|(_, clauses)| clauses.last() != Some(&address)) {
                clauses.push(address.clone());
            }
        }
    }
    order
}

/// A function, folded away.
fn block(excerpt: &CodeExcerpt, clauses: &[String]) -> String {
    let name = if excerpt.function.is_empty() { "lines" } else { &excerpt.function };
    format!(
        "\n<details><summary><code>{}</code> in {}: {}</summary>\n\n{}</details>\n",
        html(name),
        html(&excerpt.file),
        clauses.join(", "),
        telling::fenced(language(&excerpt.file), &excerpt.text)
    )
}

fn named(excerpt: &CodeExcerpt, sheet: &Sheet<'_, '_>) -> String {
    let name = if excerpt.function.is_empty() { &excerpt.file } else { &excerpt.function };
    sheet.source(&excerpt.file, name)
}

/// A place in the source by the function that it lies in; by its file where that is all one knows. Never by its line,
/// which the next comment moves.
pub(super) fn function(place: &(String, u32), sheet: &Sheet<'_, '_>) -> Option<String> {
    match sheet.findings.code.get(place) {
        Some(excerpt) => Some(named(excerpt, sheet)),
        None => (!place.0.is_empty()).then(|| code(&place.0)),
    }
}

/// What markdown calls the language of a source file.
fn language(file: &str) -> &str {
    match file.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "rs" => "rust",
        "py" => "python",
        "mjs" | "js" => "javascript",
        "ts" => "typescript",
        other if other.chars().all(|c| c.is_ascii_alphanumeric()) => other,
        _ => "",
    }
}
