//! A foil as the project file declares it: an engine, and what it is known to lack.

use crate::oracle::fields;
use crate::oracle::fields::Fields;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rule_pick::NamedRule;
use crate::oracle::yaml::Node;
use crate::source::Place;

/// One entry of `foils:`.
#[derive(Debug, Clone, PartialEq)]
pub struct FoilEntry {
    /// The name of the engine.
    pub engine: String,
    /// Switches of it that are off.
    pub without: Vec<String>,
    /// The clauses that it is declared to lack, besides those of the switches.
    pub lacks: Vec<(NamedRule, Place)>,
    pub place: Place,
}

/// `foils: [{engine: old-chess, lacks: [chess/draws.md:12.1]}, {engine: dune, without: [ties_to_aggressor]}]`.
pub(crate) fn read(keys: &mut Fields<'_, '_>) -> Vec<FoilEntry> {
    let mut foils = Vec::new();
    for node in keys.list("foils") {
        foils.extend(read_one(node, keys.problems()));
    }
    foils
}

fn read_one(node: &Node, problems: &mut Vec<Problem>) -> Option<FoilEntry> {
    let mut keys = Fields::of("a foil", node, problems)?;
    let engine = keys.required_text("engine").map(str::to_owned);
    let without: Vec<String> = keys.texts("without").into_iter().map(str::to_owned).collect();
    let mut lacks = Vec::new();
    for item in keys.list("lacks") {
        let Some(text) = fields::text(item, "lacks", keys.problems()) else { continue };
        match NamedRule::parse(text) {
            Some(rule) => lacks.push((rule, item.place.clone())),
            None => {
                let problem = Problem::at(Kind::BadValue, &item.place, format!("`{text}` is no clause"));
                keys.problem(problem.help("write file:line.clause, file:line, or file#NAME.clause"));
            }
        }
    }
    if without.is_empty() && lacks.is_empty() {
        let problem = Problem::at(Kind::MissingKey, &node.place, "a foil says what the engine lacks");
        keys.problem(problem.help("`lacks:` names clauses, `without:` switches that are off"));
    }
    keys.finish();
    Some(FoilEntry { engine: engine?, without, lacks, place: node.place.clone() })
}
