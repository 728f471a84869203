//! The adapter: which tasks it refuses to read, and the contract that every engine keeps.

use crate::task::at;
use crate::task::event;
use crate::task::has;
use crate::task::play;
use crate::task::project_file;
use crate::task::reply;
use crate::task::task;
use serde_json::Value;
use serde_json::json;
use truthsayer_dune::Dune;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Reply;

const DUEL: &str = "
given:
  storm_order: [harkonnen, atreides]
  factions:
    harkonnen: {spice: 10, hand: [crysknife, shield], traitors: [dr_yueh], forces: {arrakeen: 5}}
    atreides: {spice: 10, hand: [snooper], forces: {arrakeen: 6, cielago_north: {s0: 2}}}
";

const SCRIPT: &str = "
when:
  - battle: {aggressor: harkonnen, territory: arrakeen, against: atreides}
  - prescience: {by: atreides, element: weapon}
  - answer: {by: harkonnen, shows: crysknife}
  - plan: {by: harkonnen, dial: 3, leader: feyd_rautha, weapon: crysknife}
  - plan: {by: atreides, dial: 4, leader: duncan_idaho, defense: snooper}
  - cards: {by: harkonnen, discard: []}
";

fn duel(script: &str) -> String {
    format!("{DUEL}{script}")
}

/// A duel with one line of the set-up replaced.
fn changed(from: &str, to: &str) -> String {
    assert!(DUEL.contains(from), "{from}");
    format!("{}{SCRIPT}", DUEL.replace(from, to))
}

#[track_caller]
fn complains(yaml: &str, at: &str, why: &str) {
    let Reply::Invalid(complaint) = reply(yaml) else { panic!("it was played:\n{yaml}") };
    assert_eq!(complaint.at, at, "{}", complaint.why);
    assert!(complaint.why.contains(why), "`{}` does not say `{why}`", complaint.why);
}

#[test]
fn a_duel_is_played_to_its_end() {
    let outcome = play(&duel(SCRIPT));
    assert_eq!(at(&outcome.before, "factions.atreides.forces.arrakeen"), 6);
    assert_eq!(at(&outcome.after, "factions.atreides.forces.arrakeen"), 0);
    assert_eq!(at(&outcome.after, "factions.atreides.forces.cielago_north.s0"), 2);
    assert_eq!(at(&outcome.after, "factions.harkonnen.forces.arrakeen"), 2);
    assert_eq!(at(&outcome.after, "leaders.duncan_idaho.place"), "tanks_face_up");
    assert_eq!(at(&outcome.after, "factions.harkonnen.spice"), 12);
    assert_eq!(at(&outcome.after, "bank"), 98);
    let won = event(&outcome, "battle_won");
    assert_eq!(won["totals"], json!({"harkonnen": 9, "atreides": 4}));
    assert_eq!(won["tie"], json!(false));
    assert_eq!(event(&outcome, "plan_committed"), &json!({"by": "harkonnen"}));
}

#[test]
fn unknown_names_are_shown_with_the_nearest_one() {
    complains(&changed("crysknife,", "crysknive,"), "given.factions.harkonnen.hand[0]", "`crysknife`");
    complains(&changed("arrakeen: 6", "arakeen: 6"), "given.factions.atreides.forces.arakeen", "`arrakeen`");
    complains(&changed("spice: 10, hand: [snooper]", "spise: 10"), "given.factions.atreides.spise", "`spice`");
    complains(&changed("harkonnen: {", "harkonen: {"), "given.factions.harkonen", "`harkonnen`");
    let script = SCRIPT.replace("leader: duncan_idaho", "leader: duncan_idahu");
    complains(&duel(&script), "when[4].plan.leader", "nearest is `duncan_idaho`");
    let script = SCRIPT.replace("- cards", "- card");
    complains(&duel(&script), "when[5].card", "`cards`");
}

#[test]
fn wrong_types_are_named() {
    complains(
        &changed("spice: 10, hand: [crysknife", "spice: lots, hand: [crysknife"),
        "given.factions.harkonnen.spice",
        "whole number",
    );
    complains(&changed("hand: [snooper]", "hand: snooper"), "given.factions.atreides.hand", "a list");
    complains(&changed("arrakeen: 5", "arrakeen: -5"), "given.factions.harkonnen.forces.arrakeen", "from 0");
    let script = SCRIPT.replace("dial: 4", "dial: four");
    complains(&duel(&script), "when[4].plan.dial", "a number");
    let script = SCRIPT.replace("dial: 4", "dial: 4.3");
    complains(&duel(&script), "when[4].plan.dial", "one half");
    complains(&duel("when: [stop]"), "when[0]", "a map");
}

#[test]
fn impossible_set_ups_are_refused() {
    let order = "storm_order: [harkonnen, atreides]";
    complains(&changed(order, "storm_order: [harkonnen]"), "given.storm_order", "atreides is in play");
    complains(&changed(order, "storm_order: [harkonnen, harkonnen]"), "given.storm_order[1]", "twice");
    complains(&changed(order, "storm_order: [harkonnen, fremen]"), "given.storm_order[1]", "not in play");
    complains(&changed("arrakeen: 5", "arrakeen: 25"), "given.factions.harkonnen.forces", "only 20");
    complains(&changed("{s0: 2}", "{s5: 2}"), "given.factions.atreides.forces.cielago_north.s5", "only s0, s1, s2");
    complains(&changed("{s0: 2}", "2"), "given.factions.atreides.forces.cielago_north", "s0, s1, s2");
    complains(&changed("[snooper]", "[crysknife]"), "given", "`crysknife` stands here 2 times");
    complains(&changed("[dr_yueh]", "[dr_yueh, dr_yueh]"), "given.factions.harkonnen.traitors", "one Traitor Card");
    complains(
        &changed("spice: 10, hand: [snooper]", "elites: {arrakeen: 1}"),
        "given.factions.atreides.elites",
        "advanced",
    );
    complains(
        &changed("spice: 10, hand: [snooper]", "advisors: {arrakeen: 1}"),
        "given.factions.atreides.advisors",
        "Bene Gesserit",
    );
    complains(
        &changed(order, &format!("{order}\n  leaders: {{stilgar: {{place: pool}}}}")),
        "given.leaders.stilgar",
        "not in play",
    );
    complains(
        &changed(order, &format!("{order}\n  leaders: {{feyd_rautha: {{holder: atreides}}}}")),
        "given.leaders.feyd_rautha.holder",
        "only Harkonnen",
    );
    complains(&changed(order, &format!("{order}\n  storm: 18")), "given.storm", "0 to 17");
    complains(
        &changed(order, &format!("{order}\n  readings: {{elacca: shield}}")),
        "given.readings.elacca",
        "no reading",
    );
    complains(
        &changed(order, &format!("{order}\n  kwisatz_haderach: {{losses: 7}}")),
        "given.kwisatz_haderach",
        "advanced",
    );
    let allies = DUEL.replace("{spice: 10, hand: [crysknife", "{ally: atreides, spice: 10, hand: [crysknife");
    complains(&allies, "given.factions.harkonnen.ally", "has to name");
    let allies = allies.replace("{spice: 10, hand: [snooper]", "{ally: harkonnen, hand: [snooper]");
    complains(&allies, "given.factions.atreides.ally", "cannot both stand in arrakeen");
}

#[test]
fn no_faction_holds_more_cards_than_the_rules_allow() {
    let five = "[snooper, snooper, snooper, snooper, lasgun]";
    complains(&changed("[snooper]", five), "given.factions.atreides.hand", "may hold 4 treachery cards, not 5");
    let nine = "[crysknife, shield, shield, shield, shield, karama, karama, hajr, lasgun]";
    complains(&changed("[crysknife, shield]", nine), "given.factions.harkonnen.hand", "may hold 8 treachery cards");
    let eight = nine.replace(", lasgun", "");
    assert!(matches!(reply(&changed("[crysknife, shield]", &eight)), Reply::Played(_)));
    let traitors = |cards: &str| changed("[snooper]", &format!("[snooper], traitors: [{cards}]"));
    let at = "given.factions.atreides.traitors";
    complains(&traitors("umman_kudu, feyd_rautha"), at, "at most 1 Traitor Cards, not 2");
    complains(&traitors("stilgar"), &format!("{at}[0]"), "fremen, which is not in play");
    let five = "[dr_yueh, lady_jessica, thufir_hawat, gurney_halleck, duncan_idaho]";
    complains(&changed("[dr_yueh]", five), "given.factions.harkonnen.traitors", "at most 4 Traitor Cards, not 5");
    complains(&changed("[dr_yueh]", "[dr_yueh, alia]"), "given.factions.harkonnen.traitors[1]", "bene_gesserit");
}

#[test]
fn spice_lies_on_sand_only() {
    let order = "storm_order: [harkonnen, atreides]";
    let spice = |where_: &str| changed(order, &format!("{order}\n  ground_spice: {where_}"));
    complains(&spice("{pasty_mesa: {s5: 6}}"), "given.ground_spice.pasty_mesa", "is not sand");
    complains(&spice("{arrakeen: 6}"), "given.ground_spice.arrakeen", "is not sand");
    complains(&spice("{polar_sink: 6}"), "given.ground_spice.polar_sink", "is not sand");
    assert!(matches!(reply(&spice("{cielago_north: {s2: 8}}")), Reply::Played(_)));
}

#[test]
fn atreides_cannot_play_a_karama_to_see_their_own_plan() {
    let script = SCRIPT.replace("  - cards", "  - karama: {by: atreides, see_plan: atreides}\n  - cards");
    complains(&duel(&script), "when[5].karama.see_plan", "own plan");
}

/// A duel of the advanced game with something added to the set-up.
fn advanced(added: &str, script: &str) -> String {
    duel(script).replace("given:", &format!("given:\n  advanced: true\n  {added}"))
}

const NOTHING: &str = "when: [{stop: {}}]";

#[test]
fn leaders_who_cannot_be_where_they_are_said_to_be_are_refused() {
    let place = |facts: &str| advanced(&format!("leaders: {{dr_yueh: {{{facts}}}}}"), NOTHING);
    let at = |key: &str| format!("given.leaders.dr_yueh.{key}");
    complains(&place("place: carthag, fought_in: arrakeen"), &at("fought_in"), "stands in carthag");
    complains(&place("place: polar_sink"), &at("place"), "never a battle in the Polar Sink");
    complains(&place("fought_in: polar_sink"), &at("fought_in"), "never a battle in the Polar Sink");
    complains(&place("holder: harkonnen, place: carthag"), &at("place"), "never in a Territory");
    complains(&place("holder: harkonnen, place: tanks_face_up"), &at("holder"), "its home faction");
    let basic = place("holder: harkonnen").replace("advanced: true", "advanced: false");
    complains(&basic, &at("holder"), "only in the advanced game");
    // Unusual but possible set-ups are accepted.
    for facts in ["place: carthag", "fought_in: carthag", "place: tanks_face_up, fought_in: carthag"] {
        play(&place(facts));
    }
}

#[test]
fn the_losses_decide_about_the_kwisatz_haderach() {
    let token = |facts: &str| advanced(&format!("kwisatz_haderach: {{{facts}}}"), NOTHING);
    let at = |key: &str| format!("given.kwisatz_haderach.{key}");
    complains(&token("losses: 9, active: false"), &at("active"), "is active");
    complains(&token("losses: 6, active: true"), &at("active"), "is not active");
    complains(&token("losses: 6, dead: true"), &at("dead"), "cannot be dead");
    complains(&token("dead: true"), &at("dead"), "cannot be dead");
    complains(&token("losses: 7, used_in: polar_sink"), &at("used_in"), "Polar Sink");
    complains(&token("losses: 6, used_in: arrakeen"), &at("used_in"), "cannot have been used");
    for facts in ["losses: 7, active: true, dead: true", "losses: 6, active: false, dead: false", "losses: 8"] {
        play(&token(facts));
    }
}

/// If Harkonnen decide before the draw, they do not know which leader it gives.
#[test]
fn a_decision_before_the_draw_names_the_leader_who_is_drawn() {
    let script = |drawn: &str| {
        format!(
            "
when:
  - battle: {{aggressor: harkonnen, territory: arrakeen, against: atreides}}
  - plan: {{by: harkonnen, dial: 0, leader: feyd_rautha}}
  - plan: {{by: atreides, dial: 0, leader: gurney_halleck}}
  - capture: {{by: harkonnen, choose: kill, leader: lady_jessica}}
  - draw: {{captured_leader: {drawn}}}
"
        )
    };
    let order = "unscripted: decline\n  readings: {capture_order: decide_first}";
    complains(&advanced(order, &script("thufir_hawat")), "when[3].capture.leader", "thufir_hawat");
    let outcome = play(&advanced(order, &script("lady_jessica")));
    assert_eq!(at(&outcome.after, "leaders.lady_jessica.place"), "tanks_face_down");
}

#[test]
fn the_script_is_strict_both_ways() {
    let lacking = SCRIPT.replace("  - answer: {by: harkonnen, shows: crysknife}\n", "");
    complains(&duel(&lacking), "when[2]", "harkonnen is asked for `answer`");
    let short = SCRIPT.replace("  - cards: {by: harkonnen, discard: []}\n", "");
    complains(&duel(&short), "when", "harkonnen is asked for `cards`");
    let long = format!("{SCRIPT}  - cards: {{by: atreides, discard: []}}\n");
    complains(&duel(&long), "when[6]", "nothing more is asked for");
    let declining = duel(&short).replace("given:", "given:\n  unscripted: decline");
    assert!(has(&play(&declining), "card_kept"));
}

#[test]
fn steps_that_do_nothing_or_come_too_late_are_invalid() {
    let after_stop = "\nwhen:\n  - stop: {}\n  - draw: {storm: 3}\n";
    complains(&duel(after_stop), "when[1]", "`stop` ends the play");
    let step = |step: &str| duel(&format!("\nwhen:\n  - {step}\n"));
    complains(&step("revive: {by: atreides, forces: 0}"), "when[0].revive.forces", "nothing is revived");
    complains(&step("revive: {by: atreides, elites: 0}"), "when[0].revive.elites", "nothing is revived");
    complains(&step("ghola: {by: atreides, forces: 0}"), "when[0].ghola.forces", "nothing is revived");
    complains(&step("gift: {by: atreides, to: harkonnen, spice: 0}"), "when[0].gift.spice", "1 spice at least");
    for place in ["carthag", "pasty_mesa", "polar_sink"] {
        complains(&step(&format!("draw: {{sandworm: {place}}}")), "when[0].draw.sandworm", "not sand");
    }
    complains(&step("voice: {by: harkonnen, pass: false}"), "when[0].voice.pass", "left out");
    complains(&step("prescience: {by: atreides, pass: true, element: leader}"), "when[0].prescience.element", "");
}

#[test]
fn a_battle_that_fits_twice_needs_its_sector() {
    let split = "
given:
  storm: 5
  storm_order: [harkonnen, fremen]
  factions:
    harkonnen: {forces: {pasty_mesa: {s4: 3, s6: 2}}}
    fremen: {forces: {pasty_mesa: {s4: 2, s6: 5}}}
when:
  - battle: {aggressor: harkonnen, territory: pasty_mesa, against: fremen}
  - stop: {}
";
    complains(split, "when[0].battle", "add `sector` to choose one");
    let named = split.replace("against: fremen", "against: fremen, sector: s6");
    assert_eq!(event(&play(&named), "battle_begins")["sectors"], json!(["s6"]));
}

#[test]
fn a_refused_last_step_ends_the_play_with_the_state_untouched() {
    let script = "
when:
  - battle: {aggressor: atreides, territory: arrakeen, against: harkonnen}
";
    let outcome = play(&duel(script));
    assert_eq!(
        event(&outcome, "refused"),
        &json!({"step": 1, "code": "not_the_aggressor", "rule": "dune/battle.md#FIRST PLAYER"})
    );
    assert_eq!(outcome.before, outcome.after);
}

#[test]
fn every_decision_asked_for_is_on_record() {
    let outcome = play(&duel(SCRIPT));
    let asked: Vec<(&str, &str, Option<usize>)> =
        outcome.asked.iter().map(|it| (it.who.as_str(), it.what.as_str(), it.step)).collect();
    assert_eq!(
        asked,
        [
            ("harkonnen", "battle", Some(1)),
            ("atreides", "prescience", Some(2)),
            ("harkonnen", "answer", Some(3)),
            ("harkonnen", "plan", Some(4)),
            ("atreides", "plan", Some(5)),
            ("harkonnen", "cards", Some(6)),
        ]
    );
    assert!(outcome.asked.iter().all(|asking| asking.why.contains(".md")));
}

#[test]
fn an_unknown_switch_is_invalid_and_a_known_one_relaxes_the_script() {
    complains(&duel(&format!("{SCRIPT}without: [survivor_stay]")), "without", "`survivors_stay`");
    let outcome = play(&duel(&format!("{SCRIPT}without: [prescience]")));
    assert!(!has(&outcome, "prescience_asked"));
    assert!(has(&outcome, "battle_won"));
    assert!(outcome.fired.iter().all(|firing| firing.switch != "prescience"));
}

#[test]
fn the_same_task_has_the_same_reply() {
    let first = reply(&duel(SCRIPT));
    assert_eq!(first, reply(&duel(SCRIPT)));
    assert!(matches!(reply("given: {storm_order: 3}"), Reply::Invalid(_)));
    assert_eq!(first, reply(&duel(SCRIPT)), "a task must never see an earlier one");
}

/// Replaces every value of a task, one at a time.
#[test]
fn nonsense_is_answered_without_a_panic() {
    let good = task(&duel(SCRIPT));
    let whole = json!({"given": good.given, "when": good.when});
    let mut paths = Vec::new();
    collect(&whole, &mut Vec::new(), &mut paths);
    let nonsense = [
        Value::Null,
        json!(true),
        json!(-1),
        json!(1e300),
        json!(0.5),
        json!("zzz"),
        json!([]),
        json!({}),
        json!([[1]]),
        json!({"by": 1}),
    ];
    for path in &paths {
        for junk in &nonsense {
            let mut broken = whole.clone();
            if let Some(place) = broken.pointer_mut(path) {
                *place = junk.clone();
            }
            let when = broken["when"].as_array().cloned().unwrap_or_default();
            let mut task = good.clone();
            task.given = broken["given"].clone();
            task.when = when;
            assert!(Dune.play(&task).is_ok());
        }
    }
    assert!(paths.len() > 40);
}

fn collect(value: &Value, here: &mut Vec<String>, paths: &mut Vec<String>) {
    paths.push(here.iter().map(|key| format!("/{key}")).collect());
    let children: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(i, it)| (i.to_string(), it)).collect(),
        _ => Vec::new(),
    };
    for (key, value) in children {
        here.push(key);
        collect(value, here, paths);
        here.pop();
    }
}

/// Every switch quotes words that occur once in the cited file, inside one sentence.
#[test]
fn every_switch_quotes_its_clause() {
    let profile = truthsayer_dune::profile();
    for switch in &profile.switches {
        let file = switch.cite.split(['#', ':']).next().unwrap_or_default();
        let text = project_file(&format!("rules/{file}"));
        assert_eq!(text.matches(&switch.quote).count(), 1, "{}: `{}` in {file}", switch.name, switch.quote);
        assert!(!switch.quote.contains(". "), "{}: more than one clause", switch.name);
    }
    let mut names: Vec<&str> = profile.switches.iter().map(|switch| switch.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), profile.switches.len(), "switch names are unique");
    assert!(
        profile.events.iter().any(|event| event.name == "traitor_called" && event.fields.contains(&"for".to_owned()))
    );
}

#[test]
fn a_misspelt_reading_or_value_is_reported_with_the_nearest_name() {
    let complaint = |readings: &str| {
        let factions = "storm_order: [harkonnen, atreides], factions: {harkonnen: {}, atreides: {}}";
        match reply(&format!("given: {{{factions}, readings: {{{readings}}}}}")) {
            Reply::Invalid(complaint) => (complaint.at, complaint.why),
            other => panic!("{other:?}"),
        }
    };
    let complaint_of = |at: &str, why: &str| (at.to_owned(), why.to_owned());
    assert_eq!(
        complaint("short_banks: pays_in_full"),
        complaint_of("given.readings.short_banks", "no reading is called `short_banks`; nearest is `short_bank`")
    );
    assert_eq!(
        complaint("short_bank: pay_in_full"),
        complaint_of(
            "given.readings.short_bank",
            "no short_bank reading is called `pay_in_full`; nearest is `pays_in_full`"
        )
    );
    assert_eq!(
        complaint("ghola_elites: yes please"),
        complaint_of(
            "given.readings.ghola_elites",
            "no ghola_elites reading is called `yes please`; known: any, one_per_turn"
        )
    );
}
