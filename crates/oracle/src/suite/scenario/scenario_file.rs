//! Files with several scenarios: each entry of `scenarios:` is one, with the `given`, `when`, `cite`, `tags` and
//! `unscripted` of the file.

use std::collections::HashMap;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::strict_map::Fields;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use crate::suite::example_table;

/// The key of a file with several scenarios.
pub(crate) const SCENARIOS: &str = "scenarios";

/// One scenario of a file, as if it had a file of its own.
pub(crate) struct FileEntry {
    /// Its name in the file, the last part of its id.
    pub name: String,
    pub node: Node,
}

/// Returns the scenarios of a file.
pub(crate) fn entries(node: &Node, problems: &mut Vec<Problem>) -> Vec<FileEntry> {
    let Some(mut keys) = Fields::of("a file of scenarios", node, problems) else { return Vec::new() };
    let Some(scenarios) = keys.required(SCENARIOS) else { return Vec::new() };
    let has_game = keys.required("game").is_some();
    for shared in ["given", "when", "cite", "tags", "unscripted"] {
        keys.optional(shared);
    }
    let named = named(scenarios, keys.problems());
    let is_unused = !named.is_empty() && !named.iter().any(|entry| lacks_cite(&entry.value));
    if let Some(cite) = keys.optional("cite").filter(|_| is_unused) {
        let message = "every claim has a `cite` of its own, so this one is never used";
        keys.problem(Problem::at(Kind::BadValue, &cite.place, message));
    }
    keys.finish();
    // Otherwise, every scenario would report the missing game again.
    let named = if has_game { named } else { Vec::new() };
    named.into_iter().map(|entry| FileEntry { name: entry.key.clone(), node: whole(entry, node) }).collect()
}

/// Returns the scenario of a name in a file, as if it had a file of its own.
pub(crate) fn entry(node: &Node, name: &str) -> Option<Node> {
    let entry = node.get(SCENARIOS)?.entries()?.iter().find(|entry| entry.key == name)?;
    Some(whole(entry, node))
}

/// Returns the entries with a valid name.
fn named<'a>(scenarios: &'a Node, problems: &mut Vec<Problem>) -> Vec<&'a MapEntry> {
    let bad = |place, message: String| Problem::at(Kind::BadValue, place, message);
    let Some(entries) = scenarios.entries() else {
        let message = format!("`{SCENARIOS}` must be a map of names and scenarios, this is {}", scenarios.kind());
        let problem = Problem::at(Kind::WrongType, &scenarios.place, message);
        problems.push(problem.help("write the name of each scenario above it: `one-coin: {scenario: …, claims: […]}`"));
        return Vec::new();
    };
    if entries.is_empty() {
        problems.push(bad(&scenarios.place, format!("`{SCENARIOS}` is empty")));
    }
    let mut spellings: HashMap<String, &str> = HashMap::new();
    let mut valid = Vec::with_capacity(entries.len());
    for entry in entries {
        let name = entry.key.as_str();
        let first = *spellings.entry(name.to_lowercase()).or_insert(name);
        if !example_table::is_file_name(name) {
            let message = format!("the name `{name}` becomes a file name: use only letters, digits, `-`, `_` and `.`");
            problems.push(bad(&entry.key_place, message));
        } else if first != name {
            let problem = bad(&entry.key_place, format!("the names `{first}` and `{name}` differ only by case"));
            problems
                .push(problem.help("rename one: on a file system that ignores case, their goldens are the same file"));
        } else {
            valid.push(entry);
        }
    }
    valid
}

/// Returns an entry with everything that the file shares.
fn whole(entry: &MapEntry, file: &Node) -> Node {
    let Value::Map(own) = &entry.value.value else { return entry.value.clone() };
    let mut own = own.clone();
    let shared = file.entries().unwrap_or_default();
    let is_new = |own: &[MapEntry], key: &str| !own.iter().any(|entry| entry.key == key);
    if is_new(&own, "scenario") {
        let text = entry.key.replace(['-', '_'], " ");
        let value = Node { value: Value::Scalar { text, plain: false }, place: entry.key_place.clone() };
        own.push(MapEntry { key: "scenario".to_owned(), key_place: entry.key_place.clone(), value });
    }
    for shared in shared {
        match shared.key.as_str() {
            "game" | "when" | "unscripted" if is_new(&own, &shared.key) => own.push(shared.clone()),
            "given" | "tags" => match own.iter_mut().find(|own| own.key == shared.key) {
                Some(own) => merge_under(&mut own.value, &shared.value),
                None => own.push(shared.clone()),
            },
            "cite" => cite(&mut own, shared),
            _ => {}
        }
    }
    Node { value: Value::Map(own), place: entry.value.place.clone() }
}

/// Merges a shared value under an own one: maps merge, lists join, and any other own value stays.
fn merge_under(own: &mut Node, shared: &Node) {
    match (&mut own.value, &shared.value) {
        (Value::Map(own), Value::Map(shared)) => {
            for entry in shared {
                match own.iter_mut().find(|own| own.key == entry.key) {
                    Some(own) => merge_nested(&mut own.value, &entry.value),
                    None => own.push(entry.clone()),
                }
            }
        }
        (Value::List(own), Value::List(shared)) => drop(own.splice(0..0, shared.iter().cloned())),
        _ => {}
    }
}

/// Merges a shared value under an own one inside a map. As with fixtures, maps merge, and any other own value stays.
fn merge_nested(own: &mut Node, shared: &Node) {
    if matches!((&own.value, &shared.value), (Value::Map(_), Value::Map(_))) {
        merge_under(own, shared);
    }
}

/// Gives the shared citation to every claim without one.
fn cite(own: &mut [MapEntry], shared: &MapEntry) {
    let claims = own.iter_mut().find(|entry| entry.key == "claims");
    let Some(Value::List(claims)) = claims.map(|entry| &mut entry.value.value) else { return };
    for claim in claims {
        if let Value::Map(keys) = &mut claim.value
            && !keys.iter().any(|entry| entry.key == "cite")
        {
            keys.insert(0, shared.clone());
        }
    }
}

fn lacks_cite(scenario: &Node) -> bool {
    let claims = scenario.get("claims").map(|claims| &claims.value);
    let Some(Value::List(claims)) = claims else { return false };
    claims.iter().any(|claim| claim.entries().is_some() && claim.get("cite").is_none())
}
