//! Several turns in one script: where a turn begins, and the complaint about a mark in the wrong place.

use crate::task::at;
use crate::task::event;
use crate::task::has;
use crate::task::play;
use crate::task::reply;
use serde_json::json;
use truthsayer_protocol::Reply;

/// All leaders of Atreides, who come last in Storm Order, are dead.
fn revivals(phases: &str, when: &str) -> String {
    format!(
        "given:
  unscripted: decline
  phases: {phases}
  storm_order: [harkonnen, atreides]
  factions: {{harkonnen: {{}}, atreides: {{spice: 10}}}}
  leaders:
    thufir_hawat: {{place: tanks_face_up}}
    lady_jessica: {{place: tanks_face_up}}
    gurney_halleck: {{place: tanks_face_up}}
    duncan_idaho: {{place: tanks_face_up}}
    dr_yueh: {{place: tanks_face_up}}
when: [{when}]"
    )
}

const DUNCAN: &str = "revive: {by: atreides, leader: duncan_idaho}";
const YUEH: &str = "revive: {by: atreides, leader: dr_yueh}";

#[test]
fn a_turn_mark_separates_two_revivals() {
    let unmarked = play(&revivals("[revival, revival]", &format!("{DUNCAN}, {YUEH}")));
    assert_eq!(event(&unmarked, "refused")["code"], json!("revival_used"));
    let marked = play(&revivals("[revival, revival]", &format!("{DUNCAN}, next_turn: {{}}, {YUEH}")));
    assert!(!has(&marked, "refused"));
    assert_eq!(*at(&marked.after, "leaders.dr_yueh.place"), json!("pool"));
    assert_eq!(*at(&marked.after, "factions.atreides.spice"), json!(7));
}

#[test]
fn a_faction_may_pass_a_whole_turn() {
    let outcome =
        play(&revivals("[revival, revival, revival]", &format!("next_turn: {{}}, {DUNCAN}, next_turn: {{}}, {YUEH}")));
    assert!(!has(&outcome, "refused"));
    assert_eq!(outcome.log.iter().filter(|event| event.name == "leader_revived").count(), 2);
}

#[test]
fn a_mark_in_the_wrong_place_is_the_authors_mistake() {
    let complaint = |yaml: &str| match reply(yaml) {
        Reply::Invalid(complaint) => (complaint.at, complaint.why),
        other => panic!("{other:?}"),
    };
    let (at, why) = complaint(&revivals("[revival]", &format!("{DUNCAN}, next_turn: {{}}")));
    assert_eq!((at.as_str(), why.as_str()), ("when[1]", "this step is `next_turn`, but nothing more is asked for"));
    let (at, why) = complaint(&revivals("[revival, storm]", "next_turn: {}").replace("phases:", "storm: 3\n  phases:"));
    assert_eq!(at, "when");
    assert!(why.contains("`draw: storm`"), "{why}");
    let (at, _) = complaint(&revivals("[revival, revival]", "next_turn: {by: atreides}"));
    assert_eq!(at, "when[0].next_turn.by");
}

/// If a clause is off, a phase may not ask for a scripted step. The next turn still begins.
#[test]
fn a_turn_begins_though_a_step_before_it_is_left_over() {
    let yaml = "given:
  advanced: true
  unscripted: decline
  phases: [battle, revival]
  storm_order: [harkonnen, atreides]
  factions: {harkonnen: {spice: 5, forces: {arrakeen: 5}}, atreides: {spice: 10, forces: {arrakeen: 5, tanks: 3}}}
when:
  - battle: {aggressor: harkonnen, territory: arrakeen, against: atreides}
  - plan: {by: harkonnen, dial: 0, leader: feyd_rautha}
  - plan: {by: atreides, dial: 0, leader: dr_yueh}
  - draw: {captured_leader: dr_yueh}
  - capture: {by: harkonnen, choose: capture}
  - next_turn: {}
  - revive: {by: atreides, forces: 2}
without: [capture_draw]";
    assert!(has(&play(yaml), "forces_revived"));
}
