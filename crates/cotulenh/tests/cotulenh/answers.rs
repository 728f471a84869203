//! Letters, sorted answers and empty values, as `docs/reference/cotulenh.md` documents them.

use serde_json::json;
use truthsayer_cotulenh::Cotulenh;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

fn play(fen: &str, when: Vec<Data>) -> Outcome {
    match Cotulenh.play(&Task::new(json!({ "fen": fen }), when)) {
        Ok(Reply::Played(outcome)) => *outcome,
        other => panic!("{other:?}"),
    }
}

fn answer(fen: &str, question: Data) -> Data {
    let outcome = play(fen, vec![json!({ "ask": question })]);
    outcome.log.first().expect("an answer").data["answer"].clone()
}

fn texts(list: &Data) -> Vec<String> {
    list.as_array().expect("a list").iter().map(|it| it.as_str().expect("a text").to_owned()).collect()
}

#[test]
fn pieces_are_lower_case_for_blue_and_notation_is_upper_case() {
    // A Blue tank and its infantry.
    let fen = "7c2i/10m/11/4(ti)6/4I6/11/11/11/11/11/10M/6C3I b - - 0 1";
    let outcome = play(fen, vec![json!({"move": "T>xe8"}), json!({"ask": {"moves": "all"}})]);
    let captured = &outcome.log[1];
    assert_eq!(
        (captured.name.as_ref(), &captured.data["piece"], &captured.data["taken"]),
        ("captured", &json!("t"), &json!("I"))
    );
    assert_eq!(captured.data["san"], json!("T>xe8"));
    assert_eq!(outcome.after["board"]["e8"], json!("t"));
    assert_eq!(outcome.after["deployment"]["unused"], json!("i"));
    assert_eq!(outcome.after["deployment"]["steps"], json!(["T>xe8"]));
    let steps = texts(&outcome.log[2].data["answer"]);
    assert!(steps.contains(&"Ie9>e10".to_owned()), "{steps:?}");
    assert_eq!(answer(fen, json!({"attackers": {"of": "e8", "by": "blue"}})), json!(["Ie9", "Te9"]));
}

#[test]
fn answers_are_sorted() {
    let fen = "7c2i/3T3s2m/3+T7/11/11/11/11/3i7/3(TI)7/11/3T6M/6C3I r - - 0 1";
    for question in [json!({"moves": "all"}), json!({"san": "all"}), json!({"captures": "all"})] {
        let listed = texts(&answer(fen, question.clone()));
        assert!(listed.is_sorted() && !listed.is_empty(), "{question}: {listed:?}");
    }
    let steps = texts(&answer(fen, json!({"moves": "all"})));
    let at = |text: &str| steps.iter().position(|step| step.starts_with(text)).unwrap_or_else(|| panic!("no {text}"));
    assert!(at("(TI)d4") < at("+Td10") && at("+Td10") < at("Cg1") && at("Td11") < at("Td2"), "{steps:?}");
    let zone = texts(&answer(fen, json!({"zone": "blue"})));
    let ranks = |square: &String| (square[1..].parse::<u8>().expect("a rank"), square[..1].to_owned());
    assert!(zone.len() > 1 && zone.is_sorted_by_key(ranks), "{zone:?}");
}

#[test]
fn absent_values_have_a_word() {
    let state = play("7c2i/10m/11/11/11/11/11/11/11/11/10M/6C3I r - - 0 1", Vec::new()).before;
    assert_eq!((&state["result"], &state["winner"]), (&json!("none"), &json!("none")));
    assert_eq!(state["deployment"], json!({"open": false, "origin": "none", "steps": [], "unused": "none"}));
    assert_eq!(state["board"]["a1"], json!("empty"));
}
