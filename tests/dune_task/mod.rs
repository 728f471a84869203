//! Tasks for the Dune engine, written as YAML in the tests.

use serde_json::Value;
use truthsayer::engines::dune::Dune;
use truthsayer::protocol::Engine;
use truthsayer::protocol::Outcome;
use truthsayer::protocol::Reply;
use truthsayer::protocol::Task;

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
        Reply::Misposed(complaint) => panic!("{}: {}\n{yaml}", complaint.at, complaint.why),
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
