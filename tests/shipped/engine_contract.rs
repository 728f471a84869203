//! One contract for every engine on the roster.

use serde_json::json;
use truthsayer::builtin_engines;
use truthsayer_protocol::Data;
use truthsayer_protocol::Note;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::decimal;
use truthsayer_protocol::wire::Answer;
use truthsayer_protocol::wire::Greeting;

use crate::causes::shipped_game::SUITE;
use crate::outcomes;

/// Tasks that no engine can run.
fn nonsense() -> Vec<Task> {
    let odd: Vec<Data> =
        vec![json!(null), json!(5), json!("text"), json!([]), json!({"x": {"y": [1, 2.5, null]}}), json!({"": ""})];
    let mut tasks = Vec::new();
    for given in &odd {
        for step in &odd {
            tasks.push(Task::new(given.clone(), vec![step.clone()]));
        }
    }
    tasks.push(Task::new(json!({}), Vec::new()).with_off(["no_such_switch"]));
    tasks
}

#[test]
fn nonsense_is_invalid_and_never_a_panic() {
    for name in builtin_engines::names() {
        let maker = builtin_engines::by_name(name).expect("on the roster");
        let mut engine = maker.engine();
        for task in nonsense() {
            match engine.play(&task) {
                Ok(Reply::Invalid(complaint)) => assert!(!complaint.why.is_empty(), "{name}: {task:?}"),
                other => panic!("{name}: {task:?} was answered with {other:?}"),
            }
        }
    }
}

/// Engines overwrite the outcomes that they get back. Even a changed one does not show in the next.
#[test]
fn the_memory_of_earlier_outcomes_changes_no_outcome() {
    for name in builtin_engines::names() {
        let fresh = outcomes::outcomes(name);
        let scenarios = SUITE.scenarios.iter().filter(|scenario| scenario.game == name);
        let mut engine = builtin_engines::by_name(name).expect("on the roster").engine();
        for (number, (scenario, (id, outcome))) in scenarios.zip(&fresh).enumerate() {
            assert_eq!(scenario.id, *id);
            let Ok(Reply::Played(mut reused)) = engine.play(&scenario.task(&[])) else { panic!("{id}") };
            assert_eq!(reused.before.to_string(), outcome.before.to_string(), "{id}");
            assert_eq!(reused.after.to_string(), outcome.after.to_string(), "{id}");
            assert_eq!(*reused, *outcome, "{id}");
            match number % 4 {
                0 => reused.before = reused.after.take(),
                1 => reused.after["board"]["a1"] = json!(["odd"]),
                2 => reused.before["leaders"]["chani"] = json!({"deaths": 1.5, "place": 3}),
                _ => {}
            }
            engine.recycle(reused);
        }
    }
}

/// An outcome as text, in which `1` and `1.0` differ.
fn texts(outcome: &Outcome) -> Vec<String> {
    let states = [&outcome.before, &outcome.after].into_iter();
    states.chain(outcome.log.iter().map(|event| &event.data)).map(ToString::to_string).collect()
}

#[test]
fn engines_that_write_plain_numbers_leave_nothing_to_rewrite() {
    for name in builtin_engines::names() {
        assert!(builtin_engines::by_name(name).expect("on the roster").engine().writes_plain_numbers());
        for (id, outcome) in outcomes::outcomes(name) {
            let mut plain = outcome.clone();
            decimal::normalise_outcome(&mut plain).expect("numbers");
            assert_eq!(texts(&outcome), texts(&plain), "{id}");
        }
    }
}

#[test]
fn every_engine_describes_itself() {
    for name in builtin_engines::names() {
        let profile = builtin_engines::by_name(name).expect("on the roster").profile().clone();
        assert_eq!(profile.name, name);
        assert!(!profile.version.is_empty() && !profile.game.is_empty());
        assert!(!profile.switches.is_empty() && !profile.events.is_empty());
    }
}

#[test]
fn readings_and_remarks_survive_the_wire() {
    for name in builtin_engines::names() {
        let profile = builtin_engines::by_name(name).expect("on the roster").profile().clone();
        let line = Answer::Hello(Box::new(Greeting::of(&profile))).line();
        match Answer::read(&line) {
            Ok(Answer::Hello(greeting)) => assert_eq!(greeting.readings, profile.readings),
            other => panic!("{name}: {other:?}"),
        }
    }
    let mut outcome = Outcome::new(json!({}), json!({}));
    outcome.notes.push(Note::new("odd", 3).about_step(2));
    let reply = Reply::Played(Box::new(outcome));
    let line = Answer::of(7, reply.clone()).line();
    assert_eq!(Answer::read(&line).ok().and_then(Answer::reply), Some((7, reply)));
    // An answer without both fields is valid.
    let plain = r#"{"played":{"id":1,"before":{},"after":{},"log":[]}}"#;
    match Answer::read(plain).ok().and_then(Answer::reply) {
        Some((1, Reply::Played(outcome))) => assert!(outcome.notes.is_empty()),
        other => panic!("{other:?}"),
    }
}
