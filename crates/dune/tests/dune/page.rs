//! The engine does what `docs/reference/dune.md` says about letters, lists and missing values.

use crate::task::at;
use crate::task::event;
use crate::task::has;
use crate::task::play;
use crate::task::project_file;
use crate::task::reply;
use serde_json::json;
use truthsayer_dune::leader::Leader;
use truthsayer_dune::named::Named;
use truthsayer_dune::territory::Territory;
use truthsayer_protocol::Reply;

const DUEL: &str = "advanced: true, storm_order: [harkonnen, atreides, bene_gesserit], unscripted: decline";

#[test]
fn a_name_in_upper_case_is_unknown() {
    for (leaders, factions, message) in [
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
            Reply::Invalid(complaint) => assert!(complaint.why.contains(message), "{}", complaint.why),
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
    // The loser discards the weapon before the hero, and the discard pile keeps that order.
    assert_eq!(outcome.after["discard"], json!(["stunner", "cheap_hero"]));
}

/// The engine sorts answers in the order of the tables of names on the page.
#[test]
fn the_tables_of_names_stand_in_the_order_of_the_engine() {
    let page = project_file("docs/reference/dune.md");
    let names = page.split("## Names").nth(1).expect("the tables of names");
    let place = |name: &str| names.find(&format!("`{name}`")).unwrap_or_else(|| panic!("no {name}"));
    assert!(Territory::ALL.is_sorted_by_key(|territory| place(territory.name())));
    assert!(Leader::ALL.is_sorted_by_key(|leader| place(leader.name())));
}

#[test]
fn missing_values_are_none_or_left_out() {
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
