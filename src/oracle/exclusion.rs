//! Exclusions: clauses that nobody has to verify, each with the reason.

use std::path::Path;

use crate::oracle::citation::Citation;
use crate::oracle::claim;
use crate::oracle::disk;
use crate::oracle::fields::Fields;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;

#[derive(Debug, Clone, PartialEq)]
pub struct Exclusion {
    pub citation: Citation,
    pub clauses: Vec<ClauseId>,
    pub reason: String,
}

/// Reads `<rules>/<game>/exclusions.yaml`: a list of `{cite, quote, reason}` under `exclusions`.
pub fn load(root: &Path, rules: &str, game: &str, book: &Rulebook, problems: &mut Vec<Problem>) -> Vec<Exclusion> {
    let path = format!("{rules}/{game}/exclusions.yaml");
    let Some(node) = disk::read_yaml_if_there(root, &path, problems) else { return Vec::new() };
    let Some(mut keys) = Fields::of("the exclusions file", &node, problems) else { return Vec::new() };
    let nodes = keys.list("exclusions");
    keys.finish();
    let mut found: Vec<Exclusion> = Vec::new();
    for node in nodes {
        if problem::is_full(problems) {
            break;
        }
        let Some(mut keys) = Fields::of("an exclusion", node, problems) else { continue };
        let citation = claim::read_citation(&mut keys);
        let reason = keys.required_text("reason").map(str::to_owned);
        if reason.as_ref().is_some_and(|reason| reason.trim().is_empty()) {
            keys.problem(Problem::at(Kind::BadValue, &node.place, "an exclusion needs a reason"));
        }
        keys.finish();
        let (Some(citation), Some(reason)) = (citation, reason) else { continue };
        let clauses = citation.clauses(book).unwrap_or_else(|problem| {
            problems.push(*problem);
            Vec::new()
        });
        found.push(Exclusion { citation, clauses, reason });
    }
    found
}
