//! Tasks for the Dune engine, written as YAML in the tests.

use std::path::Path;

use serde_json::Value;
use truthsayer_dune::Dune;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// Reads `given`, `when` and `without`.
pub(crate) fn task(yaml: &str) -> Task {
    let data: Value = serde_yaml::from_str(yaml).expect("the test's YAML can be read");
    let list = |name: &str| data.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let given = data.get("given").cloned().unwrap_or(Value::Null);
    Task::new(given, list("when")).with_off(list("without").iter().filter_map(Value::as_str))
}

pub(crate) fn play(yaml: &str) -> Outcome {
    match reply(yaml) {
        Reply::Played(outcome) => *outcome,
        Reply::Invalid(complaint) => panic!("{}: {}\n{yaml}", complaint.at, complaint.why),
        other => panic!("{other:?}\n{yaml}"),
    }
}

pub(crate) fn reply(yaml: &str) -> Reply {
    Dune.play(&task(yaml)).expect("the built-in engine always answers")
}

/// The value at a path such as `factions.harkonnen.spice`.
pub(crate) fn at<'a>(state: &'a Value, path: &str) -> &'a Value {
    path.split('.')
        .fold(state, |value, key| value.get(key).unwrap_or_else(|| panic!("nothing stands at {path} (no {key})")))
}

/// The data of the first event with this name.
pub(crate) fn event<'a>(outcome: &'a Outcome, name: &str) -> &'a Value {
    let found = outcome.log.iter().find(|event| event.name == name);
    &found.unwrap_or_else(|| panic!("no `{name}` in {:#?}", outcome.log)).data
}

pub(crate) fn has(outcome: &Outcome, name: &str) -> bool {
    outcome.log.iter().any(|event| event.name == name)
}

/// The codes of all refusals, in order.
pub(crate) fn refusals(outcome: &Outcome) -> Vec<&str> {
    let refused = outcome.log.iter().filter(|event| event.name == "refused");
    refused.filter_map(|event| event.data["code"].as_str()).collect()
}

/// Checks values of the state after the play, by path.
#[track_caller]
pub(crate) fn ends(outcome: &Outcome, claims: &[(&str, Value)]) {
    for (path, value) in claims {
        assert_eq!(at(&outcome.after, path), value, "{path}\n{:#?}", outcome.log);
    }
}

/// A file of the project, by its path from the root of the repository.
pub(crate) fn project_file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).expect("a file of the project")
}
