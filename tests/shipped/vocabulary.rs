//! `truthsayer schema dune` and `schema cotulenh` print the vocabulary that scenarios and engines use.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;

use crate::outcomes::outcomes;

/// Returns the output of `truthsayer schema` for a game.
fn printed(game: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_truthsayer")).args(["schema", game]).output().expect("it runs");
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn texts(list: &Value) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The named entries of a list, each with the texts of one of its keys.
fn entries(list: &Value, name: &str, key: &str) -> BTreeMap<String, BTreeSet<String>> {
    let entry = |it: &Value| (it[name].as_str().unwrap_or_default().to_owned(), texts(&it[key]));
    list.as_array().into_iter().flatten().map(entry).collect()
}

/// Returns every event of the shipped scenarios with its fields, and every refusal with its rule.
fn reported(game: &str) -> (BTreeMap<String, BTreeSet<String>>, BTreeMap<String, BTreeSet<String>>) {
    let (mut events, mut refusals) = (BTreeMap::<_, BTreeSet<String>>::new(), BTreeMap::<_, BTreeSet<String>>::new());
    for (_, outcome) in outcomes(game) {
        for event in outcome.log {
            let fields = event.data.as_object().into_iter().flat_map(|fields| fields.keys().cloned());
            events.entry(event.name.to_string()).or_default().extend(fields);
            if let (Some(code), Some(rule)) = (event.data["code"].as_str(), event.data["rule"].as_str()) {
                refusals.entry(code.to_owned()).or_default().insert(rule.to_owned());
            }
        }
    }
    (events, refusals)
}

/// Events and codes that no shipped scenario produces.
fn check(game: &str, silent_events: &[&str], silent_codes: &[&str]) {
    let words = printed(game);
    let (events, refusals) = reported(game);
    let known = entries(&words["events"], "name", "fields");
    for (name, fields) in &events {
        assert!(known.get(name).is_some_and(|all| all.is_superset(fields)), "{name} with {fields:?}");
    }
    let unheard: Vec<&String> = known.keys().filter(|name| !events.contains_key(*name)).collect();
    assert_eq!(unheard, silent_events, "events that nothing brings about");
    let codes = entries(&words["refusals"], "code", "rules");
    for code in refusals.keys() {
        assert!(codes.contains_key(code), "{code}");
    }
    let unheard: Vec<&String> = codes.keys().filter(|code| !refusals.contains_key(*code)).collect();
    assert_eq!(unheard, silent_codes, "refusals that nothing brings about");
    let order = words["order"]["events"].as_array().expect("an order");
    assert!(order.iter().flat_map(texts).all(|name| known.contains_key(&name)));
}

#[test]
fn the_vocabulary_of_dune_matches_its_events() {
    // No shipped scenario is refused with these.
    check("dune", &[], &["battle_out_of_order", "cards_required"]);
}

#[test]
fn the_vocabulary_of_cotulenh_matches_its_events() {
    // No shipped scenario is refused with these.
    check("cotulenh", &[], &["commit_too_early", "illegal"]);
}

/// The vocabulary covers every shipped `given` and `when`, and every word is used somewhere.
#[test]
fn the_vocabulary_covers_all_shipped_scenarios() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (suite, _) = Suite::load(Project::load(root).expect("a project"), 2);
    for (game, expected) in [("dune", ["given.discard"].as_slice()), ("cotulenh", &["given.unscripted"])] {
        let words = printed(game);
        let keys = texts(&words["given"]["keys"]);
        let (mut said, mut steps) = (BTreeSet::new(), BTreeMap::<String, BTreeSet<String>>::new());
        for scenario in suite.scenarios.iter().filter(|scenario| scenario.game == game) {
            let task = scenario.task(&[]);
            said.extend(task.given.as_object().into_iter().flat_map(|given| given.keys().cloned()));
            for (name, data) in task.when.iter().filter_map(Value::as_object).flatten() {
                let keys = data.as_object().into_iter().flat_map(|data| data.keys().cloned());
                steps.entry(name.clone()).or_default().extend(keys);
            }
        }
        assert!(said.is_subset(&keys), "{game}: {said:?}");
        let unsaid: Vec<String> = keys.difference(&said).map(|key| format!("given.{key}")).collect();
        let forms = |step: &Value| step["forms"].as_array().into_iter().flatten().flat_map(texts).collect();
        let known = |step: &Value| (step["name"].as_str().unwrap_or_default().to_owned(), forms(step));
        let known: BTreeMap<String, BTreeSet<String>> =
            words["steps"].as_array().expect("steps").iter().map(known).collect();
        for (step, keys) in &steps {
            assert!(known.get(step).is_some_and(|all| all.is_superset(keys)), "{game}: {step} with {keys:?}");
        }
        let missing = |(step, keys): (&String, &BTreeSet<String>)| {
            let said = steps.get(step).unwrap_or_else(|| panic!("no scenario says {step}"));
            keys.difference(said).map(|key| format!("{step}.{key}")).collect::<Vec<_>>()
        };
        let unsaid: Vec<String> = unsaid.into_iter().chain(known.iter().flat_map(missing)).collect();
        assert_eq!(unsaid, expected, "{game}: what no scenario says");
        let questions: BTreeSet<String> = words["answers"].as_object().expect("answers").keys().cloned().collect();
        assert_eq!(questions, known["ask"], "{game}");
    }
}
