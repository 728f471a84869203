//! Exclusions: clauses that need no verification, each with a reason.

use std::path::Path;

use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::safe_read;
use crate::base::strict_map::Fields;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::citation::Citation;
use crate::rulebook::rule_selector::NamedRule;

#[derive(Debug, Clone, PartialEq)]
pub struct Exclusion {
    pub citation: Citation,
    pub clauses: Vec<ClauseId>,
    pub reason: String,
}

/// Reads `<rules>/<game>/exclusions.yaml`: a list of `{cite, quote, reason}` under `exclusions`. Without a quote, `cite`
/// names lines, a section or the rules below a heading.
pub fn load(root: &Path, rules: &str, game: &str, book: &Rulebook, problems: &mut Vec<Problem>) -> Vec<Exclusion> {
    let path = format!("{rules}/{game}/exclusions.yaml");
    let Some(node) = safe_read::read_yaml_if_there(root, &path, problems) else { return Vec::new() };
    let Some(mut keys) = Fields::of("the exclusions file", &node, problems) else { return Vec::new() };
    let nodes = keys.list("exclusions");
    keys.finish();
    let mut found: Vec<Exclusion> = Vec::new();
    for node in nodes {
        if diagnostic::is_full(problems) {
            break;
        }
        let Some(mut keys) = Fields::of("an exclusion", node, problems) else { continue };
        let citation = Citation::read_address(&mut keys);
        let reason = keys.required_text("reason").map(str::to_owned);
        if reason.as_ref().is_some_and(|reason| reason.trim().is_empty()) {
            keys.problem(Problem::at(Kind::BadValue, &node.place, "an exclusion needs a reason"));
        }
        keys.finish();
        let (Some(citation), Some(reason)) = (citation, reason) else { continue };
        let clauses = clauses(&citation, book).unwrap_or_else(|problem| {
            problems.push(*problem);
            Vec::new()
        });
        found.push(Exclusion { citation, clauses, reason });
    }
    found
}

/// Returns the clauses of the quote, or all clauses of the address if there is no quote.
fn clauses(citation: &Citation, book: &Rulebook) -> Result<Vec<ClauseId>, Box<Problem>> {
    if !citation.quote.is_empty() {
        return citation.clauses(book);
    }
    let rule = NamedRule { address: book.renamed(&citation.address).unwrap_or(citation.address.clone()), clause: None };
    let found = rule.clauses(book);
    if !found.is_empty() {
        return Ok(found);
    }
    let message = match rule.address.lines(book) {
        Ok(_) => format!("there is no rule at `{}`", rule.address),
        Err(message) => message,
    };
    Err(Box::new(match &citation.cite_place {
        Some(place) => Problem::at(Kind::CitationLost, place, message),
        None => Problem::new(Kind::CitationLost, message),
    }))
}
