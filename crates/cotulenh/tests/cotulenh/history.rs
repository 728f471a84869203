//! Earlier positions in a set-up.

use serde_json::json;
use truthsayer_cotulenh::Cotulenh;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

const HERE: &str = "7c2i/10m/11/11/11/11/11/11/11/11/10M/6C3I";
const THERE: &str = "7c2i/9m1/11/11/11/11/11/11/11/11/10M/6C3I";

fn reply(history: &Data, threefold: bool, steps: &[&str]) -> Reply {
    let reading = if threefold { "threefold" } else { "ignored" };
    let given = json!({"fen": format!("{THERE} b - - 7 4"), "history": history, "readings": {"repetition": reading}});
    let steps = steps.iter().map(|step| json!({"move": step})).collect();
    Cotulenh.play(&Task::new(given, steps)).expect("an answer")
}

fn play(history: &Data, threefold: bool, steps: &[&str]) -> Outcome {
    match reply(history, threefold, steps) {
        Reply::Played(outcome) => *outcome,
        other => panic!("{other:?}"),
    }
}

fn here() -> String {
    format!("{HERE} r")
}

#[test]
fn a_position_of_the_history_counts_for_the_third_time() {
    for (history, result) in [(json!([here()]), "none"), (json!([here(), here()]), "repetition")] {
        assert_eq!(play(&history, true, &["Mk11"]).after["result"], result);
        assert_eq!(play(&history, false, &["Mk11"]).after["result"], "none");
    }
    let other_side = json!([here(), format!("{HERE} b")]);
    assert_eq!(play(&other_side, true, &["Mk11"]).after["result"], "none");
}

#[test]
fn a_game_can_begin_drawn() {
    let there = format!("{THERE} b");
    assert_eq!(play(&json!([there, there]), true, &[]).before["result"], "repetition");
}

#[test]
fn the_state_lists_the_history_if_the_set_up_does() {
    let outcome = play(&json!([here()]), true, &["Mk11", "Mj2"]);
    assert_eq!(outcome.before["history"], json!([here()]));
    assert_eq!(outcome.after["history"], json!([here(), format!("{THERE} b"), here()]));
    let given = json!({"fen": format!("{THERE} b - - 7 4")});
    let Ok(Reply::Played(outcome)) = Cotulenh.play(&Task::new(given, Vec::new())) else { panic!("it is not played") };
    assert_eq!(outcome.before.get("history"), None);
}

#[test]
fn taking_back_a_turn_leaves_the_history() {
    let given = json!({"fen": format!("{THERE} b - - 7 4"), "history": [here()]});
    let steps = vec![json!({"move": "Mk11"}), json!({"undo": 5})];
    let Ok(Reply::Played(outcome)) = Cotulenh.play(&Task::new(given, steps)) else { panic!("it is not played") };
    assert_eq!(outcome.after["history"], json!([here()]));
}

#[track_caller]
fn complains(history: &Data, at: &str, why: &str) {
    let Reply::Invalid(complaint) = reply(history, true, &[]) else { panic!("it was played: {history}") };
    assert_eq!(complaint.at, at, "{}", complaint.why);
    assert!(complaint.why.contains(why), "`{}` does not say `{why}`", complaint.why);
}

#[test]
fn a_history_that_cannot_have_been_is_named() {
    complains(&json!(here()), "given.history", "list");
    complains(&json!([HERE]), "given.history[0]", "two fields with a space between");
    complains(
        &json!([format!("{HERE} r - - 0 1")]),
        "given.history[0]",
        "character 43: the side to move is `r` or `b`",
    );
    complains(&json!([here(), "11/11 r"]), "given.history[1]", "12 ranks");
    complains(&json!([format!("{} r", HERE.replace("7c2i", "10i"))]), "given.history[0]", "blue has no commander");
    complains(&json!([format!("{} r", HERE.replace("7c2i", "7c3"))]), "given.history[0]", "pieces never come back");
    complains(&json!([format!("{} r", HERE.replace('M', "+M"))]), "given.history[0]", "is not heroic later");
    complains(&json!([here(), here(), here()]), "given.history[2]", "for the third time");
    let many: Vec<String> = ["i", "m", "e", "t"]
        .iter()
        .map(|extra| format!("{} b", HERE.replacen("11", &format!("5{extra}5"), 1)))
        .collect();
    complains(&json!(many), "given.history[3]", "blue has begun only 3 turns before move 4");
}
