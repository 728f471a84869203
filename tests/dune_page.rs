//! What `docs/dune.md` says about events, letters, lists and what is not there is what the engine does.

mod dune_task;
mod shipped;

use std::fs;

use dune_task::at;
use dune_task::event;
use dune_task::has;
use dune_task::play;
use dune_task::reply;
use serde_json::json;
use truthsayer::engines::dune::event::ORDER;
use truthsayer::engines::dune::leader::Leader;
use truthsayer::engines::dune::named::Named;
use truthsayer::engines::dune::territory::Territory;
use truthsayer::protocol::Event;
use truthsayer::protocol::Reply;

/// The events of a battle in the order of the page; those joined by "or" may take each other's place.
fn order() -> Vec<Vec<String>> {
    let page = fs::read_to_string("docs/dune.md").expect("the page");
    let from = page.find("`battle_begins`, `voice_used`").expect("the order of events");
    let told = page[from..].split('.').next().expect("its end");
    let names = |part: &str| part.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    told.split(',').map(names).collect()
}

/// What stands where it happens, or is told in a sentence of its own.
fn stands_apart(event: &Event, after_draw: bool) -> bool {
    let is = |field: &str, value: &str| event.data.get(field).and_then(|data| data.as_str()) == Some(value);
    match event.name.as_ref() {
        "card_discarded" => is("why", "played"),
        "leader_killed" => is("cause", "harkonnen"),
        "spice_received" => is("why", "kill"),
        "captured_leader_returned" => is("why", "prison_break"),
        "leader_returned" => is("why", "leader_return"),
        "prison_break" => after_draw,
        _ => false,
    }
}

#[test]
fn a_battle_tells_its_events_in_the_order_of_the_page() {
    let order = order();
    assert_eq!(order, ORDER);
    let mut seen = 0;
    for (id, outcome) in shipped::outcomes("dune") {
        // By that reading the question comes before the command.
        if id == "dune/prescience/question-before-the-command" {
            continue;
        }
        let (mut last, mut after_draw, mut in_battle) = (0, false, false);
        for event in &outcome.log {
            match event.name.as_ref() {
                "battle_begins" => (last, after_draw, in_battle) = (0, false, true),
                "battle_phase_ends" => in_battle = false,
                "capture_drawn" => after_draw = true,
                _ => {}
            }
            let place = order.iter().position(|group| group.iter().any(|name| *name == event.name));
            let Some(place) = place.filter(|_| in_battle && !stands_apart(event, after_draw)) else { continue };
            assert!(place >= last, "{id}: {} comes too late", event.name);
            last = place;
            seen += 1;
        }
    }
    assert!(seen > 5000, "only {seen} events were looked at");
}

const DUEL: &str = "advanced: true, storm_order: [harkonnen, atreides, bene_gesserit], unscripted: decline";

#[test]
fn a_name_in_upper_case_is_unknown() {
    for (leaders, factions, told) in [
        ("Stilgar: {place: pool}", "", "no leader is called `Stilgar`"),
        ("", "Fremen: {}", "no faction is called `Fremen`"),
        ("", "harkonnen: {hand: [Shield]}", "no card is called `Shield`"),
        ("", "harkonnen: {forces: {cielago_north: {S0: 1}}}", "has no sector `S0`"),
    ] {
        let factions = if factions.is_empty() { "harkonnen: {}" } else { factions };
        let yaml = format!(
            "given: {{storm_order: [atreides, harkonnen], leaders: {{{leaders}}}, factions: {{atreides: {{}}, {factions}}}}}"
        );
        match reply(&yaml) {
            Reply::Misposed(complaint) => assert!(complaint.why.contains(told), "{}", complaint.why),
            other => panic!("{yaml}: {other:?}"),
        }
    }
}

#[test]
fn lists_stand_in_the_order_of_the_page() {
    let outcome = play(&format!(
        "given: {{{DUEL}, factions: {{harkonnen: {{hand: [stunner, chaumas, cheap_hero], forces: {{arrakeen: 5, carthag: 2}}}}, \
         atreides: {{traitors: [feyd_rautha], forces: {{arrakeen: 5, carthag: 2}}}}, bene_gesserit: {{}}}}}}
when:
  - ask: {{battles: all}}
  - battle: {{aggressor: harkonnen, territory: carthag, against: atreides}}
  - ask: {{leaders: harkonnen}}
  - ask: {{capture_pool: atreides}}
  - plan: {{by: harkonnen, dial: 0, leader: cheap_hero, weapon: stunner}}
  - plan: {{by: atreides, dial: 1, leader: thufir_hawat}}
  - stop: {{}}"
    ));
    let answers: Vec<_> =
        outcome.log.iter().filter(|event| event.name == "answered").map(|event| &event.data["answer"]).collect();
    assert_eq!(*answers[0], json!(["arrakeen: harkonnen, atreides", "carthag: harkonnen, atreides"]));
    let own = json!(["feyd_rautha", "beast_rabban", "piter_de_vries", "captain_iakin_nefud", "umman_kudu"]);
    assert_eq!(*answers[1], own);
    let pool = json!(["thufir_hawat", "lady_jessica", "gurney_halleck", "duncan_idaho", "dr_yueh"]);
    assert_eq!(*answers[2], pool);
    assert_eq!(*at(&outcome.before, "factions.harkonnen.hand"), json!(["chaumas", "cheap_hero", "stunner"]));
    // The loser gives up the weapon before the hero, and the pile keeps that order.
    assert_eq!(outcome.after["discard"], json!(["stunner", "cheap_hero"]));
}

/// Answers are in the order of the tables of names, so those are in the order of the engine.
#[test]
fn the_tables_of_names_stand_in_the_order_of_the_engine() {
    let page = fs::read_to_string("docs/dune.md").expect("the page");
    let names = page.split("## Names").nth(1).expect("the tables of names");
    let place = |name: &str| names.find(&format!("`{name}`")).unwrap_or_else(|| panic!("no {name}"));
    assert!(Territory::ALL.is_sorted_by_key(|territory| place(territory.name())));
    assert!(Leader::ALL.is_sorted_by_key(|leader| place(leader.name())));
}

#[test]
fn what_is_not_there_is_none_or_left_out() {
    let basic = play("given: {storm_order: [emperor, atreides], factions: {emperor: {}, atreides: {}}}").before;
    assert_eq!((&basic["storm"], at(&basic, "factions.atreides.ally")), (&json!("none"), &json!("none")));
    assert_eq!(*at(&basic, "leaders.bashar.fought_in"), json!("none"));
    assert!(basic.get("kwisatz_haderach").is_none() && at(&basic, "factions.emperor").get("elites").is_none());
    let advanced =
        play("given: {advanced: true, storm_order: [emperor, atreides], factions: {emperor: {}, atreides: {}}}");
    assert_eq!(*at(&advanced.before, "kwisatz_haderach.used_in"), json!("none"));
    assert!(at(&advanced.before, "factions.emperor").get("elites").is_some());
    assert!(at(&advanced.before, "factions.atreides").get("advisors").is_none());
    let flipped = play(
        "given: {advanced: true, storm_order: [bene_gesserit, atreides], factions: {atreides: {}, bene_gesserit: {advisors: {old_gap: {s9: 3}}}}}",
    );
    assert!(at(&flipped.before, "factions.bene_gesserit.forces").get("old_gap").is_none());
    assert_eq!(*at(&flipped.after, "factions.bene_gesserit.forces.old_gap.s9"), json!(3));
    assert_eq!(event(&flipped, "advisors_flipped")["count"], json!(3));
}

#[test]
fn a_crowded_stronghold_is_played_with_a_remark() {
    let given = |bene_gesserit: &str| {
        format!(
            "given: {{{DUEL}, factions: {{harkonnen: {{forces: {{carthag: 3}}}}, atreides: {{forces: {{carthag: 3}}}}, \
             bene_gesserit: {{{bene_gesserit}}}}}}}
when: [stop: {{}}]"
        )
    };
    let crowded = play(&given("forces: {carthag: 3}"));
    assert!(has(&crowded, "battles_identified"));
    let [note] = crowded.notes.as_slice() else { panic!("{:?}", crowded.notes) };
    assert_eq!((note.step, note.event), (None, 0));
    assert_eq!(
        note.text,
        "Forces of 3 factions stand in carthag (harkonnen, atreides, bene_gesserit), though no more than two may enter a \
         stronghold; it is played as it is"
    );
    assert!(play(&given("advisors: {carthag: 3}")).notes.is_empty(), "advisors do not count");
    assert!(play(&given("forces: {arrakeen: 3}")).notes.is_empty());
    assert!(play(&given("forces: {red_chasm: 3}")).notes.is_empty());
}
