//! Undo requests that take back more than there is.

use serde_json::json;
use truthsayer_cotulenh::Cotulenh;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// Returns the number of events of a script that takes back one step of a deployment, and then many more than exist.
fn events(without: &[&str]) -> usize {
    let given = json!({"fen": "7c2i/10m/11/11/11/11/11/11/4(FTI)6/11/10M/6C3I r - - 0 1"});
    let when = vec![json!({"move": "F>e8"}), json!({"undo": 10_000}), json!({"undo": 10_000})];
    let task = Task::new(given, when).with_off(without.iter().copied());
    match Cotulenh.play(&task) {
        Ok(Reply::Played(outcome)) => outcome.log.len(),
        other => panic!("{other:?}"),
    }
}

/// Without that clause, undo does not change a deployment. Ten thousand log entries for that once made an answer of
/// megabytes.
#[test]
fn an_undo_that_takes_nothing_back_is_logged_once() {
    assert_eq!(events(&[]), 3, "opened, moved, undone");
    assert_eq!(events(&["undo_step"]), 4, "opened, moved, and undone without effect by each of two steps");
}
