//! A set-up that begins in a battle whose plans are revealed.

use crate::task::at;
use crate::task::has;
use crate::task::play;
use crate::task::reply;
use serde_json::json;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;

const TABLE: &str = "
  storm_order: [harkonnen, atreides]
  unscripted: decline
  advanced: true
  factions:
    harkonnen: {spice: 10, hand: [crysknife], traitors: [dr_yueh], forces: {arrakeen: 5, carthag: 2}}
    atreides: {spice: 10, hand: [snooper], forces: {arrakeen: 6, carthag: 2}}
";
const BATTLE: &str = "
  battle:
    aggressor: harkonnen
    territory: arrakeen
    against: atreides
    plans:
      harkonnen: {dial: 3, spice: 3, leader: feyd_rautha, weapon: crysknife}
      atreides: {dial: 1, leader: duncan_idaho}
";
const STEPS: &str = "
  - battle: {aggressor: harkonnen, territory: arrakeen, against: atreides}
  - plan: {by: harkonnen, dial: 3, spice: 3, leader: feyd_rautha, weapon: crysknife}
  - plan: {by: atreides, dial: 1, leader: duncan_idaho}
";
const REST: &str = "
  - draw: {captured_leader: dr_yueh}
  - battle: {aggressor: harkonnen, territory: carthag, against: atreides}
  - plan: {by: harkonnen, dial: 0, leader: piter_de_vries}
  - plan: {by: atreides, dial: 0, leader: dr_yueh}
  - traitor: {by: harkonnen, call: true}
  - draw: {captured_leader: lady_jessica}
  - capture: {by: harkonnen, choose: kill}
";

fn begun(battle: &str, rest: &str) -> String {
    format!("given:{TABLE}{battle}\nwhen:{rest}")
}

#[test]
fn the_rest_is_the_same_as_after_the_steps() {
    let long = play(&format!("given:{TABLE}\nwhen:{STEPS}{REST}"));
    let short = play(&begun(BATTLE, REST));
    let revealed = long.log.iter().position(|event| event.name == "plans_revealed").expect("plans are revealed");
    let names = |outcome: &Outcome, from: usize| -> Vec<_> {
        outcome.log[from..].iter().map(|event| (event.name.clone(), event.data.clone())).collect()
    };
    assert_eq!(names(&short, 0), names(&long, revealed + 1));
    let mut after = short.after.clone();
    assert_eq!(after.as_object_mut().and_then(|after| after.remove("battle")), Some(json!("none")));
    assert_eq!(after, long.after);
    assert_eq!(long.before.get("battle"), None);
}

#[test]
fn the_state_shows_the_battle_until_it_is_over() {
    let outcome = play(&begun(BATTLE, "\n  - stop: {}"));
    let plan = json!({"dial": 3, "spice": 3, "leader": "feyd_rautha", "weapon": "crysknife", "defense": "none",
        "kwisatz_haderach": false});
    assert_eq!(at(&outcome.before, "battle.plans.harkonnen"), &plan);
    assert_eq!(at(&outcome.before, "battle.against"), "atreides");
    assert!(!has(&outcome, "plans_revealed"));
    assert_eq!(outcome.after["battle"], outcome.before["battle"]);
    let next = "
  - draw: {captured_leader: dr_yueh}
  - battle: {aggressor: harkonnen, territory: carthag, against: atreides}
  - stop: {}";
    let outcome = play(&begun(BATTLE, next));
    assert_eq!(outcome.after["battle"], "none");
}

#[track_caller]
fn complains(battle: &str, table: (&str, &str), at: &str, why: &str) {
    assert!(TABLE.contains(table.0), "{}", table.0);
    let yaml = format!("given:{}{battle}\nwhen: []", TABLE.replace(table.0, table.1));
    let Reply::Invalid(complaint) = reply(&yaml) else { panic!("it was played:\n{yaml}") };
    assert_eq!(complaint.at, at, "{}", complaint.why);
    assert!(complaint.why.contains(why), "`{}` does not say `{why}`", complaint.why);
}

#[test]
fn a_battle_that_the_rules_do_not_allow_is_named() {
    let same = ("spice: 10", "spice: 10");
    let changed = |from: &str, to: &str| {
        assert!(BATTLE.contains(from), "{from}");
        BATTLE.replace(from, to)
    };
    let plan = "given.battle.plans.harkonnen";
    complains(&changed("dial: 3", "dial: 9"), same, plan, "`dial_too_high` (dune/battle.md#BATTLE WHEEL)");
    complains(&changed("leader: feyd_rautha", "leader: chani"), same, plan, "leader_not_available");
    complains(&changed("weapon: crysknife", "weapon: stunner"), same, plan, "card_not_in_hand");
    complains(&changed("spice: 3", "spice: 11"), same, plan, "spice_not_owned");
    complains(&changed("spice: 3", "spise: 3"), same, "given.battle.plans.harkonnen.spise", "`spice`");
    complains(&changed("      atreides:", "      fremen:"), same, "given.battle.plans.fremen", "atreides");
    complains(&changed("aggressor: harkonnen", "aggressor: atreides"), same, "given.battle.against", "itself");
    complains(&changed("territory: arrakeen", "territory: tueks_sietch"), same, "given.battle", "no_such_battle");
    let order = ("[harkonnen, atreides]", "[atreides, harkonnen]");
    complains(BATTLE, order, "given.battle", "`not_the_aggressor` (dune/battle.md#FIRST PLAYER)");
    complains(BATTLE, ("forces: {arrakeen: 6, carthag: 2}", "forces: {}"), "given.battle", "no battle is to be fought");
    complains(
        BATTLE,
        ("  advanced: true", "  advanced: true\n  phases: [revival, battle]"),
        "given.battle",
        "`phases`",
    );
}

#[test]
fn advisors_who_would_be_fighters_by_now_are_named() {
    let sisters = "\n    bene_gesserit: {advisors: {old_gap: {s9: 2}}}\n";
    let table = TABLE.replace("[harkonnen, atreides]", "[harkonnen, atreides, bene_gesserit]");
    let yaml = format!("given:{}{sisters}{BATTLE}\nwhen: []", table.trim_end());
    let Reply::Invalid(complaint) = reply(&yaml) else { panic!("it was played:\n{yaml}") };
    assert_eq!(complaint.at, "given.battle");
    assert!(complaint.why.contains("advisors who are alone are fighters by now"), "{}", complaint.why);
}

#[test]
fn two_battles_of_a_divided_territory_are_ambiguous() {
    let sides = "{cielago_north: {s0: 2, s2: 2}}";
    let yaml = format!(
        "given:
  storm_order: [harkonnen, atreides]
  storm: 1
  factions: {{harkonnen: {{forces: {sides}}}, atreides: {{forces: {sides}}}}}
  battle:
    aggressor: harkonnen
    territory: cielago_north
    against: atreides
    plans: {{harkonnen: {{dial: 0, leader: feyd_rautha}}, atreides: {{dial: 0, leader: dr_yueh}}}}
when: []"
    );
    let Reply::Invalid(complaint) = reply(&yaml) else { panic!("it was played:\n{yaml}") };
    assert_eq!(complaint.at, "given.battle");
    assert!(complaint.why.contains("two battles fit"), "{}", complaint.why);
}
