//! What `docs/cotulenh.md` says about events, letters, lists and empty places is what the engine does.

use std::fs;

use serde_json::json;
use truthsayer::engines::cotulenh::Cotulenh;
use truthsayer::engines::cotulenh::event::ORDER;
use truthsayer::protocol::Data;
use truthsayer::protocol::Engine;
use truthsayer::protocol::Event;
use truthsayer::protocol::Outcome;
use truthsayer::protocol::Reply;
use truthsayer::protocol::Task;

use crate::shipped;

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

/// The events of one step in the order of the page; those between two semicolons may take each other's place.
fn order() -> Vec<Vec<String>> {
    let page = fs::read_to_string("docs/cotulenh.md").expect("the page");
    let from = page.find("events in this order:").expect("the order of events");
    let told = page[from..].split("A refused step").next().expect("its end");
    let names = |part: &str| part.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    told.split(';').map(names).collect()
}

#[test]
fn a_step_tells_its_events_in_the_order_of_the_page() {
    let order = order();
    assert_eq!(order, ORDER);
    let place = |event: &Event| order.iter().position(|group| group.iter().any(|name| *name == event.name));
    let mut seen = 0;
    for (id, outcome) in shipped::outcomes("cotulenh") {
        for asking in &outcome.asked {
            let told: Vec<usize> = outcome.log.iter().skip(asking.event).map_while(place).collect();
            // The next step begins anew; until then the places only grow.
            let next = outcome.asked.iter().map(|other| other.event).find(|event| *event > asking.event);
            let length = next.map_or(told.len(), |next| (next - asking.event).min(told.len()));
            assert!(told[..length].is_sorted(), "{id}: {:?}", &outcome.log[asking.event..asking.event + length]);
            seen += length;
        }
    }
    assert!(seen > 1000, "only {seen} events were looked at");
}

#[test]
fn letters_are_those_of_the_page() {
    // A Blue tank and its infantry: what stands on the board is lower case, notation upper case.
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
fn answers_are_sorted_as_the_page_says() {
    let fen = "7c2i/3T3s2m/3+T7/11/11/11/11/3i7/3(TI)7/11/3T6M/6C3I r - - 0 1";
    for question in [json!({"moves": "all"}), json!({"san": "all"}), json!({"captures": "all"})] {
        let told = texts(&answer(fen, question.clone()));
        assert!(told.is_sorted() && !told.is_empty(), "{question}: {told:?}");
    }
    let steps = texts(&answer(fen, json!({"moves": "all"})));
    let at = |text: &str| steps.iter().position(|step| step.starts_with(text)).unwrap_or_else(|| panic!("no {text}"));
    assert!(at("(TI)d4") < at("+Td10") && at("+Td10") < at("Cg1") && at("Td11") < at("Td2"), "{steps:?}");
    let zone = texts(&answer(fen, json!({"zone": "blue"})));
    let ranks = |square: &String| (square[1..].parse::<u8>().expect("a rank"), square[..1].to_owned());
    assert!(zone.len() > 5 && zone.is_sorted_by_key(ranks), "{zone:?}");
}

fn holds_null(data: &Data) -> bool {
    match data {
        Data::Null => true,
        Data::Array(items) => items.iter().any(holds_null),
        Data::Object(map) => map.values().any(holds_null),
        _ => false,
    }
}

#[test]
fn nothing_in_a_state_is_null() {
    for (id, outcome) in shipped::outcomes("cotulenh") {
        assert!(!holds_null(&outcome.before) && !holds_null(&outcome.after), "{id}");
    }
    let state = play("7c2i/10m/11/11/11/11/11/11/11/11/10M/6C3I r - - 0 1", Vec::new()).before;
    assert_eq!((&state["result"], &state["winner"]), (&json!("none"), &json!("none")));
    assert_eq!(state["deployment"], json!({"open": false, "origin": "none", "steps": [], "unused": "none"}));
    assert_eq!(state["board"]["a1"], json!("empty"));
}
