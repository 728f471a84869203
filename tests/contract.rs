//! One contract for every engine on the roster.

use serde_json::json;
use truthsayer::engines;
use truthsayer::protocol::Data;
use truthsayer::protocol::Reply;
use truthsayer::protocol::Task;

/// Things that make no sense to any engine.
fn nonsense() -> Vec<Task> {
    let odd: Vec<Data> =
        vec![json!(null), json!(5), json!("text"), json!([]), json!({"x": {"y": [1, 2.5, null]}}), json!({"": ""})];
    let mut tasks = Vec::new();
    for given in &odd {
        for step in &odd {
            tasks.push(Task { given: given.clone(), when: vec![step.clone()], without: Vec::new() });
        }
    }
    tasks.push(Task { given: json!({}), when: Vec::new(), without: vec!["no_such_switch".to_owned()] });
    tasks
}

#[test]
fn nonsense_is_misposed_and_never_a_panic() {
    for name in engines::names() {
        let maker = engines::by_name(name).expect("on the roster");
        let mut engine = maker.engine();
        for task in nonsense() {
            match engine.play(&task) {
                Ok(Reply::Misposed(complaint)) => assert!(!complaint.why.is_empty(), "{name}: {task:?}"),
                other => panic!("{name}: {task:?} was answered with {other:?}"),
            }
        }
    }
}

#[test]
fn every_engine_tells_of_itself() {
    for name in engines::names() {
        let profile = engines::by_name(name).expect("on the roster").profile().clone();
        assert_eq!(profile.name, name);
        assert!(!profile.version.is_empty() && !profile.game.is_empty());
        assert!(!profile.switches.is_empty() && !profile.events.is_empty());
    }
}
