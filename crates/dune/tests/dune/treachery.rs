//! Calls by Harkonnen for an ally, and captives who died: what the rules allow, and to whom.

use crate::task::at;
use crate::task::ends;
use crate::task::event;
use crate::task::has;
use crate::task::play;
use crate::task::refusals;
use crate::task::reply;
use serde_json::json;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;

/// Fremen with Stilgar against the Emperor, who is the ally of Harkonnen unless the test says otherwise.
fn ally_battle(emperor: &str, harkonnen: &str, more: &str) -> String {
    format!(
        "
given:
  advanced: true
  unscripted: decline
  storm_order: [emperor, fremen, harkonnen]
  factions:
    emperor: {{spice: 2, forces: {{carthag: 5}}, {emperor}}}
    fremen: {{forces: {{carthag: 5}}}}
    harkonnen: {{{harkonnen}}}
when:
  - battle: {{aggressor: emperor, territory: carthag, against: fremen}}
  - plan: {{by: emperor, dial: 2, spice: 2, leader: bashar}}
  - plan: {{by: fremen, dial: 5, leader: stilgar}}
{more}"
    )
}

const ALLIED: (&str, &str) = ("ally: harkonnen", "ally: emperor");
const CALL: &str = "  - traitor: {by: harkonnen, call: true}\n";

/// Whether the engine asks Harkonnen at all: a scripted call that is not asked for is invalid.
#[track_caller]
fn is_asked(yaml: &str) -> bool {
    match reply(yaml) {
        Reply::Played(outcome) => {
            assert_eq!(event(&outcome, "traitor_called")["by"], "harkonnen");
            true
        }
        Reply::Invalid(complaint) => {
            assert!(complaint.at.starts_with("when[3]"), "{}: {}", complaint.at, complaint.why);
            false
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn only_an_ally_of_harkonnen_is_called_for() {
    let cards = "traitors: [stilgar]";
    assert!(is_asked(&ally_battle(ALLIED.0, &format!("{}, {cards}", ALLIED.1), CALL)));
    assert!(!is_asked(&ally_battle("", cards, CALL)), "no ally");
    // An alliance with another faction does not help.
    let of_fremen = ally_battle("", &format!("ally: fremen, {cards}"), CALL)
        .replace("fremen: {forces: {carthag: 5}}", "fremen: {ally: harkonnen, forces: {carthag: 5}}");
    assert!(!is_asked(&of_fremen), "the ally of the one who uses the leader");
}

#[test]
fn harkonnen_call_only_with_a_card_of_the_opposing_leader() {
    for (cards, is_theirs) in [("stilgar", true), ("jamis, stilgar", true), ("jamis, otheym", false), ("bashar", false)]
    {
        let yaml = ally_battle(ALLIED.0, &format!("{}, traitors: [{cards}]", ALLIED.1), CALL);
        assert_eq!(is_asked(&yaml), is_theirs, "{cards}");
    }
    // The card of the ally is the ally's own, and only the ally calls with it.
    let emperor = format!("{}, traitors: [stilgar]", ALLIED.0);
    assert!(!is_asked(&ally_battle(&emperor, ALLIED.1, CALL)));
}

#[test]
fn a_call_for_the_ally_is_another_clause_than_the_allys_own_call() {
    let harkonnen = format!("{}, traitors: [stilgar]", ALLIED.1);
    let by_harkonnen = ally_battle(ALLIED.0, &harkonnen, CALL);
    assert!(!has(&play(&format!("{by_harkonnen}without: [traitor_for_ally]")), "traitor_called"));
    assert!(has(&play(&format!("{by_harkonnen}without: [traitor_call]")), "traitor_called"));
    let emperor = format!("{}, traitors: [stilgar]", ALLIED.0);
    let by_emperor = ally_battle(&emperor, ALLIED.1, "  - traitor: {by: emperor, call: true}\n");
    assert!(has(&play(&format!("{by_emperor}without: [traitor_for_ally]")), "traitor_called"));
    assert!(!has(&play(&format!("{by_emperor}without: [traitor_call]")), "traitor_called"));
}

#[test]
fn a_call_counts_as_the_allys_in_everything() {
    let harkonnen = format!("{}, spice: 1, forces: {{arrakeen: 2}}, traitors: [stilgar]", ALLIED.1);
    let outcome = play(&ally_battle(ALLIED.0, &harkonnen, CALL));
    assert_eq!(event(&outcome, "traitor_called"), &json!({"by": "harkonnen", "for": "emperor", "leader": "stilgar"}));
    assert_eq!(event(&outcome, "battle_won")["winner"], "emperor");
    ends(
        &outcome,
        &[
            // Stilgar is worth 7, and the Emperor keeps the 2 spice of the plan.
            ("factions.emperor.spice", json!(9)),
            ("factions.harkonnen.spice", json!(1)),
            ("factions.emperor.forces.carthag", json!(5)),
            ("factions.fremen.forces.carthag", json!(0)),
            ("factions.harkonnen.forces.arrakeen", json!(2)),
            ("leaders.stilgar.place", json!("tanks_face_up")),
            ("leaders.bashar.place", json!("pool")),
        ],
    );
    // Harkonnen have not won a battle, so no leader is drawn from the loser.
    assert!(!has(&outcome, "capture_drawn"));
}

#[test]
fn harkonnen_need_not_call_for_an_ally() {
    let harkonnen = format!("{}, traitors: [stilgar]", ALLIED.1);
    let silent = play(&ally_battle(ALLIED.0, &harkonnen, ""));
    assert!(!has(&silent, "traitor_called"));
    assert_eq!(event(&silent, "battle_won")["winner"], "fremen");
    let says_no = play(&ally_battle(ALLIED.0, &harkonnen, "  - traitor: {by: harkonnen, call: false}\n"));
    assert_eq!(event(&says_no, "battle_won")["winner"], "fremen");
}

/// Duncan Idaho, whom Harkonnen hold, dies in their battle. All others of Atreides have died before, and one lives.
fn captive_dies(more: &str) -> String {
    format!(
        "
given:
  advanced: true
  unscripted: decline
  storm_order: [harkonnen, atreides]
  phases: [battle, revival]
  factions:
    harkonnen: {{spice: 9, forces: {{carthag: 5}}}}
    atreides: {{spice: 5, hand: [crysknife], forces: {{carthag: 5}}}}
  leaders:
    thufir_hawat: {{place: tanks_face_up}}
    lady_jessica: {{place: tanks_face_up}}
    gurney_halleck: {{place: tanks_face_up}}
    duncan_idaho: {{holder: harkonnen}}
    dr_yueh: {{deaths: 1}}
when:
  - battle: {{aggressor: harkonnen, territory: carthag, against: atreides}}
  - plan: {{by: harkonnen, dial: 0, leader: duncan_idaho}}
  - plan: {{by: atreides, dial: 0, leader: dr_yueh, weapon: crysknife}}
{more}"
    )
}

const REVIVE: &str = "  - revive: {by: atreides, leader: duncan_idaho}\n";

#[test]
fn the_home_of_a_captive_who_died_revives_it_at_its_price() {
    let before = play(&captive_dies(""));
    ends(&before, &[("leaders.duncan_idaho.place", json!("tanks_face_up"))]);
    let outcome = play(&captive_dies(REVIVE));
    assert_eq!(refusals(&outcome), Vec::<&str>::new());
    let revived = json!({"faction": "atreides", "leader": "duncan_idaho", "price": 2});
    assert_eq!(event(&outcome, "leader_revived"), &revived);
    let spice = |outcome: &Outcome| at(&outcome.after, "factions.atreides.spice").as_i64();
    assert_eq!(spice(&outcome), spice(&before).map(|spice| spice - 2));
    ends(
        &outcome,
        &[("leaders.duncan_idaho.place", json!("pool")), ("leaders.duncan_idaho.holder", json!("atreides"))],
    );
}

#[test]
fn the_holder_of_the_captive_cannot_revive_it() {
    let outcome = play(&captive_dies("  - revive: {by: harkonnen, leader: duncan_idaho}\n"));
    assert_eq!(refusals(&outcome), ["leader_not_available"]);
    ends(
        &outcome,
        &[("leaders.duncan_idaho.place", json!("tanks_face_up")), ("leaders.duncan_idaho.holder", json!("atreides"))],
    );
}

#[test]
fn the_clause_applies_only_to_captives() {
    let off = |more: &str| play(&format!("{}without: [home_revives_captive]", captive_dies(more)));
    let outcome = off(REVIVE);
    assert_eq!(refusals(&outcome), ["leader_waits"]);
    ends(&outcome, &[("leaders.duncan_idaho.place", json!("tanks_face_up"))]);
    let other = off("  - revive: {by: atreides, leader: lady_jessica}\n");
    assert_eq!(refusals(&other), Vec::<&str>::new());
    ends(&other, &[("leaders.lady_jessica.place", json!("pool"))]);
}
