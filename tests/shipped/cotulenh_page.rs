//! Every shipped CoTuLenh scenario keeps to what `docs/reference/cotulenh.md` says about events and empty values.

use std::fs;

use truthsayer_cotulenh::game::event::ORDER;
use truthsayer_protocol::Data;
use truthsayer_protocol::Event;

use crate::outcomes::outcomes;

/// The documented order of the events of one step. Events between two semicolons may swap.
fn order() -> Vec<Vec<String>> {
    let page = fs::read_to_string("docs/reference/cotulenh.md").expect("the page");
    let from = page.find("events in this order:").expect("the order of events");
    let listed = page[from..].split("A refused step").next().expect("its end");
    let names = |part: &str| part.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    listed.split(';').map(names).collect()
}

#[test]
fn a_step_logs_its_events_in_the_documented_order() {
    let order = order();
    assert_eq!(order, ORDER);
    let place = |event: &Event| order.iter().position(|group| group.iter().any(|name| *name == event.name));
    let mut seen = false;
    for (id, outcome) in outcomes("cotulenh") {
        for asking in &outcome.asked {
            let places: Vec<usize> = outcome.log.iter().skip(asking.event).map_while(place).collect();
            // Places only grow until the next step.
            let next = outcome.asked.iter().map(|other| other.event).find(|event| *event > asking.event);
            let length = next.map_or(places.len(), |next| (next - asking.event).min(places.len()));
            assert!(places[..length].is_sorted(), "{id}: {:?}", &outcome.log[asking.event..asking.event + length]);
            seen |= length > 1;
        }
    }
    assert!(seen, "no scenario has a step with two events");
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
fn no_state_contains_null() {
    for (id, outcome) in outcomes("cotulenh") {
        assert!(!holds_null(&outcome.before) && !holds_null(&outcome.after), "{id}");
    }
}
