//! Small plays of the advanced game, rule by rule, with outcomes derived by hand.

use crate::task::ends;
use crate::task::event;
use crate::task::has;
use crate::task::play;
use crate::task::refusals;
use serde_json::json;
use truthsayer_protocol::Outcome;

/// A battle in Carthag between the first two factions of the storm order.
fn carthag(order: &str, factions: &str, more: &str, when: &str) -> String {
    format!(
        "
given:
  advanced: true
  unscripted: decline
  storm_order: [{order}]
  factions:
{factions}
{more}
when:
{when}
"
    )
}

const HA: &str = "
    harkonnen: {spice: 5, forces: {carthag: 10}}
    atreides: {spice: 5, forces: {carthag: 10}}";

const BATTLE_HA: &str = "  - battle: {aggressor: harkonnen, territory: carthag, against: atreides}\n";

#[test]
fn spice_makes_forces_count_in_full() {
    let script =
        |plan: &str| format!("{BATTLE_HA}  - plan: {{by: harkonnen, leader: feyd_rautha, {plan}}}\n  - stop: {{}}");
    let code = |plan: &str| {
        let outcome = play(&carthag("harkonnen, atreides", HA, "", &script(plan)));
        refusals(&outcome).first().map(|code| (*code).to_owned())
    };
    let legal =
        ["dial: 5", "dial: 7.5, spice: 5", "dial: 2.5, spice: 2", "forces: {spiced: 5, unspiced: 5}", "dial: 0.5"];
    for plan in legal {
        assert_eq!(code(plan), None, "{plan}");
    }
    let refused = [
        ("dial: 5.5", "dial_too_high"),
        ("dial: 8, spice: 5", "dial_too_high"),
        ("dial: 8, spice: 6", "spice_not_owned"),
        ("dial: 2.5, spice: 4", "spice_beyond_forces"),
        ("dial: 0, spice: 1", "spice_beyond_forces"),
        ("forces: {spiced: 5, unspiced: 6}", "dial_too_high"),
    ];
    for (plan, expected) in refused {
        assert_eq!(code(plan).as_deref(), Some(expected), "{plan}");
    }
}

#[test]
fn both_sides_pay_and_the_winner_loses_the_tokens_used() {
    let script = format!(
        "{BATTLE_HA}  - plan: {{by: harkonnen, dial: 2.5, spice: 2, leader: feyd_rautha}}
  - plan: {{by: atreides, dial: 3, spice: 3, leader: dr_yueh}}
  - draw: {{captured_leader: dr_yueh}}
  - capture: {{by: harkonnen, choose: decline}}"
    );
    let outcome = play(&carthag("harkonnen, atreides", HA, "", &script));
    assert_eq!(event(&outcome, "battle_won")["totals"], json!({"harkonnen": 8.5, "atreides": 4}));
    ends(
        &outcome,
        &[
            ("factions.harkonnen.forces.carthag", json!(7)),
            ("factions.harkonnen.spice", json!(3)),
            ("factions.atreides.spice", json!(2)),
            ("bank", json!(105)),
            ("kwisatz_haderach.losses", json!(10)),
            ("kwisatz_haderach.active", json!(true)),
            ("leaders.dr_yueh.place", json!("pool")),
        ],
    );
}

const EF: &str = "
    emperor: {spice: 9, forces: {carthag: 5}, elites: {carthag: 5}}
    fremen: {spice: 9, forces: {carthag: 4}, elites: {carthag: 3}}";

#[test]
fn starred_tokens_count_double_except_sardaukar_against_fremen() {
    let fight = |emperor: &str, fremen: &str, more: &str| {
        let script = format!(
            "  - battle: {{aggressor: emperor, territory: carthag, against: fremen}}
{more}  - plan: {{by: emperor, leader: bashar, {emperor}}}
  - plan: {{by: fremen, leader: jamis, {fremen}}}"
        );
        play(&carthag("emperor, fremen", EF, "", &script))
    };
    let outcome = fight("elites: {spiced: 5}", "elites: {unspiced: 3}, forces: {unspiced: 1}", "");
    assert_eq!(event(&outcome, "battle_won")["totals"], json!({"emperor": 7, "fremen": 9}));
    ends(&outcome, &[("factions.fremen.elites.tanks", json!(3)), ("factions.fremen.forces.tanks", json!(1))]);
    ends(&outcome, &[("factions.emperor.elites.tanks", json!(5)), ("factions.emperor.forces.tanks", json!(5))]);
    let outcome = fight("elites: {unspiced: 5}", "dial: 0", "");
    assert_eq!(event(&outcome, "battle_won")["totals"]["emperor"], json!(4.5));
}

#[test]
fn sardaukar_are_worth_two_against_others() {
    let factions = "
    emperor: {spice: 9, forces: {carthag: 5}, elites: {carthag: 5}}
    atreides: {hand: [karama], forces: {carthag: 4}}";
    let script = |plan: &str, more: &str| {
        format!(
            "  - battle: {{aggressor: emperor, territory: carthag, against: atreides}}
{more}  - plan: {{by: emperor, leader: bashar, {plan}}}
  - plan: {{by: atreides, leader: dr_yueh, dial: 0}}"
        )
    };
    let play_it = |plan: &str, more: &str| play(&carthag("emperor, atreides", factions, "", &script(plan, more)));
    let outcome = play_it("elites: {spiced: 5}", "");
    assert_eq!(event(&outcome, "battle_won")["totals"]["emperor"], json!(12));
    ends(&outcome, &[("factions.emperor.elites.tanks", json!(5)), ("factions.emperor.forces.tanks", json!(0))]);
    // Four spiced tokens worth exactly four: normal ones only.
    ends(&play_it("dial: 4, spice: 4", ""), &[("factions.emperor.forces.tanks", json!(4))]);
    let karama = "  - karama: {by: atreides, against: sardaukar}\n";
    let outcome = play_it("elites: {spiced: 5}", karama);
    assert_eq!(event(&outcome, "battle_won")["totals"]["emperor"], json!(7));
    ends(&outcome, &[("discard", json!(["karama"])), ("factions.emperor.elites.tanks", json!(5))]);
}

#[test]
fn a_lone_fedaykin_pays_for_a_dial_of_one() {
    let factions = "
    fremen: {elites: {carthag: 1}}
    atreides: {forces: {carthag: 1}}";
    let script = "  - battle: {aggressor: fremen, territory: carthag, against: atreides}
  - plan: {by: fremen, leader: jamis, dial: 1}
  - plan: {by: atreides, leader: dr_yueh, dial: 0}";
    let outcome = play(&carthag("fremen, atreides", factions, "", script));
    ends(&outcome, &[("factions.fremen.elites.tanks", json!(1))]);
}

const COMMANDED: &str = "
    bene_gesserit: {forces: {carthag: 3}}
    fremen: {hand: [chaumas, lasgun, kulon, cheap_hero], forces: {carthag: 3}}
    atreides: {hand: [karama], ally: bene_gesserit}
    emperor: {}";

/// The result of a Fremen plan under a command.
fn commanded(command: &str, plan: &str, more: &str) -> Vec<String> {
    let factions = COMMANDED.replace("bene_gesserit: {", "bene_gesserit: {ally: atreides, ");
    let script = format!(
        "  - battle: {{aggressor: bene_gesserit, territory: carthag, against: fremen}}
  - voice: {{by: bene_gesserit, {command}}}
  - plan: {{by: fremen, dial: 0, {plan}}}
  - stop: {{}}"
    );
    let yaml = carthag("bene_gesserit, fremen, atreides, emperor", &factions, more, &script);
    refusals(&play(&yaml)).iter().map(|code| (*code).to_owned()).collect()
}

#[test]
fn the_voice_is_obeyed_as_far_as_able() {
    let ok: [String; 0] = [];
    let disobeyed = ["voice_disobeyed"];
    assert_eq!(commanded("command: play, what: poison_weapon", "leader: jamis", ""), disobeyed);
    assert_eq!(commanded("command: play, what: poison_weapon", "leader: jamis, weapon: chaumas", ""), ok);
    assert_eq!(commanded("command: play, what: projectile_weapon", "leader: jamis", ""), ok);
    assert_eq!(commanded("command: not_play, what: poison_weapon", "leader: jamis, weapon: chaumas", ""), disobeyed);
    assert_eq!(commanded("command: not_play, what: projectile_weapon", "leader: jamis, weapon: lasgun", ""), ok);
    assert_eq!(commanded("command: not_play, what: lasgun", "leader: jamis, weapon: lasgun", ""), disobeyed);
    assert_eq!(commanded("command: play, what: cheap_hero", "leader: jamis", ""), disobeyed);
    assert_eq!(commanded("command: play, what: worthless", "leader: jamis, weapon: lasgun", ""), disobeyed);
    assert_eq!(commanded("command: play, what: worthless", "leader: jamis, defense: kulon", ""), ok);
    assert_eq!(commanded("command: play, what: chaumas", "leader: jamis", "")[0], "voice_not_a_command");
    let dead = "  leaders: {stilgar: {place: tanks_face_up}, chani: {place: tanks_face_up}, otheym: {place: tanks_face_up}, \
                shadout_mapes: {place: tanks_face_up}, jamis: {place: tanks_face_up}}";
    assert_eq!(commanded("command: not_play, what: cheap_hero", "announce: no_leader", dead), ok);
    assert_eq!(commanded("command: not_play, what: cheap_hero", "leader: cheap_hero", dead), disobeyed);
}

#[test]
fn a_karama_cancels_a_command_right_after_it() {
    let script = |karama: &str| {
        format!(
            "  - battle: {{aggressor: bene_gesserit, territory: carthag, against: fremen}}
  - voice: {{by: bene_gesserit, command: play, what: poison_weapon}}
{karama}
  - plan: {{by: fremen, dial: 0, leader: jamis}}
  - karama: {{by: atreides, against: voice}}
  - stop: {{}}"
        )
    };
    let order = "bene_gesserit, fremen, atreides, emperor";
    let factions = COMMANDED.replace(", ally: bene_gesserit", "");
    let outcome = play(&carthag(order, &factions, "", &script("  - karama: {by: atreides, against: voice}")));
    assert_eq!(event(&outcome, "karama_played")["effect"], "cancels");
    assert_eq!(refusals(&outcome), ["no_such_karama"]);
    let outcome = play(&carthag(order, &factions, "", &script("")));
    assert_eq!(refusals(&outcome), ["voice_disobeyed"]);
}

const SHOWN: &str = "
    atreides: {forces: {carthag: 3}}
    fremen: {hand: [chaumas, shield, cheap_hero], forces: {carthag: 3}}";

#[test]
fn a_shown_element_binds_the_plan() {
    let script = |element: &str, shows: &str, plan: &str| {
        let when = format!(
            "  - battle: {{aggressor: atreides, territory: carthag, against: fremen}}
  - prescience: {{by: atreides, element: {element}}}
  - answer: {{by: fremen, shows: {shows}}}
  - plan: {{by: fremen, {plan}}}
  - stop: {{}}"
        );
        refusals(&play(&carthag("atreides, fremen", SHOWN, "", &when))).join(" ")
    };
    assert_eq!(script("leader", "stilgar", "dial: 0, leader: chani"), "answer_broken");
    assert_eq!(script("leader", "cheap_hero", "dial: 0, leader: cheap_hero"), "");
    assert_eq!(script("weapon", "none", "dial: 0, leader: chani, weapon: chaumas"), "answer_broken");
    assert_eq!(script("weapon", "none", "dial: 0, leader: chani"), "");
    assert_eq!(script("number", "3", "dial: 2, leader: chani"), "answer_broken");
    assert_eq!(script("number", "3", "dial: 3, leader: chani"), "");
    let impossible = |element: &str, shows: &str| {
        let when = format!(
            "  - battle: {{aggressor: atreides, territory: carthag, against: fremen}}
  - prescience: {{by: atreides, element: {element}}}
  - answer: {{by: fremen, shows: {shows}}}"
        );
        refusals(&play(&carthag("atreides, fremen", SHOWN, "", &when))).join(" ")
    };
    assert_eq!(impossible("number", "4"), "dial_too_high");
    assert_eq!(impossible("leader", "none"), "announcement_false");
    assert_eq!(impossible("weapon", "lasgun"), "card_not_in_hand");
    assert_eq!(impossible("weapon", "shield"), "not_a_weapon");
}

#[test]
fn a_second_question_is_refused() {
    for (shows, switch) in [("none", "nothing_else_asked"), ("chaumas", "one_element")] {
        let when = format!(
            "  - battle: {{aggressor: atreides, territory: carthag, against: fremen}}
  - prescience: {{by: atreides, element: weapon}}
  - answer: {{by: fremen, shows: {shows}}}
  - prescience: {{by: atreides, element: leader}}
  - answer: {{by: fremen, shows: chani}}
  - stop: {{}}"
        );
        let factions = "
    atreides: {forces: {carthag: 3}}
    fremen: {hand: [chaumas], forces: {carthag: 3}}";
        let yaml = carthag("atreides, fremen", factions, "", &when);
        let short = yaml.replace("  - answer: {by: fremen, shows: chani}\n", "");
        assert_eq!(refusals(&play(&short)), ["prescience_used"]);
        let outcome = play(&format!("{yaml}without: [{switch}]"));
        assert_eq!(outcome.log.iter().filter(|event| event.name == "prescience_answered").count(), 2);
    }
}

#[test]
fn the_kwisatz_haderach_serves_in_one_territory() {
    let factions = "
    atreides: {forces: {carthag: 3, arrakeen: 3}}
    fremen: {forces: {carthag: 3, arrakeen: 3}}";
    let more = "  kwisatz_haderach: {losses: 7}\n  phases: [battle, battle]";
    let when = "
  - battle: {aggressor: atreides, territory: carthag, against: fremen}
  - plan: {by: atreides, dial: 0, leader: dr_yueh, kwisatz_haderach: true}
  - plan: {by: fremen, dial: 0, leader: stilgar}
  - battle: {aggressor: atreides, territory: arrakeen, against: fremen}
  - plan: {by: atreides, dial: 0, leader: lady_jessica, kwisatz_haderach: true}
  - plan: {by: atreides, dial: 0, leader: lady_jessica}
  - plan: {by: fremen, dial: 0, leader: jamis}
";
    let outcome = play(&carthag("atreides, fremen", factions, more, when));
    assert_eq!(event(&outcome, "battle_won")["totals"], json!({"atreides": 3, "fremen": 7}));
    assert_eq!(refusals(&outcome), ["kwisatz_haderach_elsewhere"]);
    // The second phase is a new turn.
    ends(&outcome, &[("kwisatz_haderach.used_in", json!("none")), ("kwisatz_haderach.losses", json!(10))]);
    let first = "
  - battle: {aggressor: atreides, territory: carthag, against: fremen}
  - plan: {by: atreides, dial: 0, leader: dr_yueh, kwisatz_haderach: true}
";
    let asleep = carthag("atreides, fremen", factions, "  kwisatz_haderach: {losses: 6}", first);
    assert_eq!(refusals(&play(&asleep)), ["kwisatz_haderach_asleep"]);
}

#[test]
fn loyalty_and_explosion() {
    let factions = "
    atreides: {hand: [lasgun, shield], forces: {carthag: 3}}
    fremen: {traitors: [dr_yueh], forces: {carthag: 3}}";
    let plans = |cards: &str| {
        format!(
            "
  - battle: {{aggressor: atreides, territory: carthag, against: fremen}}
  - plan: {{by: atreides, dial: 0, leader: dr_yueh, kwisatz_haderach: true{cards}}}
  - plan: {{by: fremen, dial: 0, leader: jamis}}
  - traitor: {{by: fremen, call: true}}
"
        )
    };
    let more = "  kwisatz_haderach: {losses: 7}";
    let outcome = play(&carthag("atreides, fremen", factions, more, &plans("")));
    assert!(has(&outcome, "traitor_blocked"));
    assert_eq!(event(&outcome, "battle_won")["winner"], "atreides");
    let outcome = play(&carthag("atreides, fremen", factions, more, &plans(", weapon: lasgun, defense: shield")));
    ends(&outcome, &[("kwisatz_haderach.dead", json!(true)), ("kwisatz_haderach.losses", json!(10))]);
}

fn harkonnen_wins(more: &str, when: &str) -> Outcome {
    let script = format!(
        "{BATTLE_HA}  - plan: {{by: harkonnen, dial: 5, leader: feyd_rautha}}
  - plan: {{by: atreides, dial: 0, leader: duncan_idaho}}
{when}"
    );
    play(&carthag("harkonnen, atreides", HA, more, &script))
}

#[test]
fn a_drawn_leader_is_killed_or_captured() {
    let draw = "  - ask: {capture_pool: atreides}\n  - draw: {captured_leader: duncan_idaho}\n";
    let outcome = harkonnen_wins("", &format!("{draw}  - capture: {{by: harkonnen, choose: kill}}"));
    assert_eq!(event(&outcome, "answered")["answer"].as_array().map(Vec::len), Some(5));
    ends(
        &outcome,
        &[
            ("leaders.duncan_idaho.place", json!("tanks_face_down")),
            ("leaders.duncan_idaho.deaths", json!(1)),
            ("factions.harkonnen.spice", json!(7)),
        ],
    );
    let outcome = harkonnen_wins("", &format!("{draw}  - capture: {{by: harkonnen, choose: capture}}\n  - stop: {{}}"));
    ends(
        &outcome,
        &[
            ("leaders.duncan_idaho.holder", json!("harkonnen")),
            ("leaders.duncan_idaho.place", json!("pool")),
            ("leaders.duncan_idaho.fought_in", json!("carthag")),
        ],
    );
    let another = format!("{draw}  - capture: {{by: harkonnen, choose: kill, leader: dr_yueh}}");
    assert_eq!(refusals(&harkonnen_wins("", &another)), ["not_the_drawn_leader"]);
    let elsewhere =
        "  leaders: {dr_yueh: {fought_in: arrakeen, place: arrakeen}, lady_jessica: {place: tanks_face_up}}";
    let outcome = harkonnen_wins(elsewhere, draw);
    assert_eq!(event(&outcome, "answered")["answer"], json!(["thufir_hawat", "gurney_halleck", "duncan_idaho"]));
}

#[test]
fn prison_breaks_when_the_last_own_leader_dies() {
    let factions = "
    harkonnen: {forces: {carthag: 10}}
    atreides: {hand: [crysknife], forces: {carthag: 10}}
    fremen: {}";
    let leaders = "  leaders: {beast_rabban: {place: tanks_face_up}, piter_de_vries: {place: tanks_face_down}, \
                   captain_iakin_nefud: {place: tanks_face_up}, umman_kudu: {place: tanks_face_up}, \
                   chani: {holder: harkonnen}, dr_yueh: {holder: harkonnen}}";
    let script = format!(
        "{BATTLE_HA}  - plan: {{by: harkonnen, dial: 5, leader: feyd_rautha}}
  - plan: {{by: atreides, dial: 0, leader: duncan_idaho, weapon: crysknife}}
  - draw: {{captured_leader: lady_jessica}}
  - capture: {{by: harkonnen, choose: capture}}"
    );
    let outcome = play(&carthag("harkonnen, atreides, fremen", factions, leaders, &script));
    ends(
        &outcome,
        &[
            ("leaders.chani.holder", json!("fremen")),
            ("leaders.dr_yueh.holder", json!("atreides")),
            ("leaders.lady_jessica.holder", json!("atreides")),
            ("factions.harkonnen.spice", json!(6)),
        ],
    );
    let breaks = outcome.log.iter().filter(|event| event.name == "prison_break").count();
    assert_eq!(breaks, 2, "once for the death, once for the capture that bounces back");
}

const CAPTIVE: &str = "
    harkonnen: {hand: [lasgun], traitors: [stilgar], forces: {carthag: 5, arrakeen: 5}}
    atreides: {hand: [shield], forces: {carthag: 5, arrakeen: 5}}
    fremen: {traitors: [duncan_idaho], forces: {old_gap: {s9: 2}}}";

#[test]
fn a_used_captive_goes_home_at_once_and_stays_dedicated() {
    let script = format!(
        "{BATTLE_HA}  - plan: {{by: harkonnen, dial: 0, leader: duncan_idaho}}
  - plan: {{by: atreides, dial: 2, leader: dr_yueh}}
  - battle: {{aggressor: harkonnen, territory: arrakeen, against: atreides}}
  - plan: {{by: atreides, dial: 0, leader: duncan_idaho}}
  - plan: {{by: harkonnen, dial: 0, leader: duncan_idaho}}
  - stop: {{}}"
    );
    let captured = "  leaders: {duncan_idaho: {holder: harkonnen}}";
    let order = "harkonnen, atreides, fremen";
    let outcome = play(&carthag(order, CAPTIVE, captured, &script));
    assert_eq!(refusals(&outcome), ["leader_used_elsewhere", "leader_not_available"]);
    ends(
        &outcome,
        &[("leaders.duncan_idaho.holder", json!("atreides")), ("leaders.duncan_idaho.place", json!("pool"))],
    );
    let anywhere = format!("{captured}\n  readings: {{returned_leader: anywhere}}");
    assert_eq!(refusals(&play(&carthag(order, CAPTIVE, &anywhere, &script))), ["leader_not_available"]);
}

#[test]
fn a_captive_dies_at_home_and_can_be_a_traitor() {
    let captured = "  leaders: {duncan_idaho: {holder: harkonnen}}";
    let order = "harkonnen, atreides, fremen";
    let script = format!(
        "{BATTLE_HA}  - plan: {{by: harkonnen, dial: 0, leader: duncan_idaho, weapon: lasgun}}
  - plan: {{by: atreides, dial: 2, leader: dr_yueh, defense: shield}}
  - stop: {{}}"
    );
    let outcome = play(&carthag(order, CAPTIVE, captured, &script));
    ends(
        &outcome,
        &[("leaders.duncan_idaho.holder", json!("atreides")), ("leaders.duncan_idaho.place", json!("tanks_face_up"))],
    );
    let own = CAPTIVE
        .replace("hand: [shield]", "traitors: [duncan_idaho]")
        .replace("fremen: {traitors: [duncan_idaho], ", "fremen: {");
    let script = format!(
        "{BATTLE_HA}  - plan: {{by: harkonnen, dial: 5, spice: 0, leader: duncan_idaho}}
  - plan: {{by: atreides, dial: 0, leader: dr_yueh}}
  - traitor: {{by: atreides, call: true}}
  - stop: {{}}"
    )
    .replace("dial: 5, spice: 0", "dial: 2");
    let outcome = play(&carthag(order, &own, captured, &script));
    for switch in ["any_active_leader", "no_loyalty"] {
        let knocked_out = play(&format!("{}without: [{switch}]", carthag(order, &own, captured, &script)));
        assert!(!has(&knocked_out, "traitor_called"), "{switch}");
    }
    assert_eq!(event(&outcome, "battle_won")["winner"], "atreides");
    ends(&outcome, &[("factions.atreides.spice", json!(2)), ("leaders.duncan_idaho.place", json!("tanks_face_up"))]);
}

#[test]
fn a_captive_counts_as_unused_when_its_holder_calls_a_traitor() {
    let factions = "
    harkonnen: {traitors: [stilgar], forces: {carthag: 5}}
    fremen: {forces: {carthag: 5}}
    atreides: {}";
    let captured = "  leaders: {duncan_idaho: {holder: harkonnen}}";
    let script = |unused: &str| {
        format!(
            "  - battle: {{aggressor: harkonnen, territory: carthag, against: fremen}}
  - plan: {{by: harkonnen, dial: 0, leader: duncan_idaho}}
  - plan: {{by: fremen, dial: 5, leader: stilgar}}
  - traitor: {{by: harkonnen, call: true}}
{unused}  - draw: {{captured_leader: jamis}}
  - stop: {{}}"
        )
    };
    let order = "harkonnen, fremen, atreides";
    let unused = "  - unused: {by: harkonnen, treat: [captured_leader]}\n";
    let outcome = play(&carthag(order, factions, captured, &script(unused)));
    ends(&outcome, &[("leaders.duncan_idaho.holder", json!("harkonnen")), ("factions.harkonnen.spice", json!(7))]);
    // The return to the pool is another clause: without it the captive stays in the Territory and stays a captive.
    let kept = format!("{}\nwithout: [caller_leader_to_pool]", script(unused));
    let outcome = play(&carthag(order, factions, captured, &kept));
    ends(
        &outcome,
        &[("leaders.duncan_idaho.holder", json!("harkonnen")), ("leaders.duncan_idaho.place", json!("carthag"))],
    );
    let outcome = play(&carthag(order, factions, captured, &script("")));
    ends(&outcome, &[("leaders.duncan_idaho.holder", json!("atreides"))]);
}

#[test]
fn harkonnen_call_for_an_ally_who_is_the_winner() {
    let factions = "
    emperor: {ally: harkonnen, spice: 2, forces: {carthag: 5}}
    fremen: {forces: {carthag: 5}}
    harkonnen: {ally: emperor, traitors: [jamis, stilgar]}";
    let script = "  - battle: {aggressor: emperor, territory: carthag, against: fremen}
  - plan: {by: emperor, dial: 2, spice: 2, leader: bashar}
  - plan: {by: fremen, dial: 5, leader: stilgar}
  - traitor: {by: harkonnen, call: true}";
    let yaml = carthag("emperor, fremen, harkonnen", factions, "", script);
    ends(&play(&format!("{yaml}without: [counts_as_the_allys]")), &[("factions.harkonnen.spice", json!(7))]);
    let outcome = play(&yaml);
    assert_eq!(event(&outcome, "traitor_called"), &json!({"by": "harkonnen", "for": "emperor", "leader": "stilgar"}));
    ends(&outcome, &[("factions.emperor.spice", json!(9)), ("factions.emperor.forces.carthag", json!(5))]);
    ends(&outcome, &[("factions.harkonnen.spice", json!(0)), ("leaders.bashar.place", json!("pool"))]);
    assert!(!has(&outcome, "capture_drawn"));
}

#[test]
fn advisors_keep_out_of_battles_but_not_out_of_explosions() {
    let factions = "
    harkonnen: {hand: [lasgun], forces: {carthag: 5}}
    atreides: {hand: [shield], ally: bene_gesserit, forces: {carthag: 5, old_gap: {s8: 1}}}
    bene_gesserit: {ally: atreides, advisors: {carthag: 2, old_gap: {s9: 3}, arsunt: {s10: 1}, basin: 2}}";
    let script = format!(
        "{BATTLE_HA}  - plan: {{by: harkonnen, dial: 0, leader: feyd_rautha, weapon: lasgun}}
  - plan: {{by: atreides, dial: 2, leader: dr_yueh, defense: shield}}"
    );
    let yaml = carthag("harkonnen, atreides, bene_gesserit", factions, "  storm: 10", &script);
    let outcome = play(&yaml);
    ends(
        &outcome,
        &[
            ("factions.bene_gesserit.advisors.carthag", json!(0)),
            ("factions.bene_gesserit.forces.tanks", json!(2)),
            // Advisors with an ally, and advisors in the storm, stay advisors; the others become fighters.
            ("factions.bene_gesserit.advisors.old_gap.s9", json!(3)),
            ("factions.bene_gesserit.advisors.arsunt.s10", json!(1)),
            ("factions.bene_gesserit.forces.basin", json!(2)),
        ],
    );
    let battles = |outcome: &Outcome| event(outcome, "battles_identified")["battles"].as_array().map(Vec::len);
    assert_eq!(battles(&outcome), Some(1));
    assert_eq!(battles(&play(&format!("{yaml}without: [coexistence]"))), Some(2));
    let outcome = play(&format!("{yaml}without: [peacetime]"));
    ends(&outcome, &[("factions.bene_gesserit.forces.old_gap.s9", json!(3))]);
    // Allies never fight each other, even if the advisors became fighters.
    assert_eq!(battles(&outcome), Some(1));
}

#[test]
fn advisors_whom_no_clause_holds_back_keep_no_others_back() {
    let yaml = "
given:
  advanced: true
  storm: 9
  storm_order: [bene_gesserit, harkonnen]
  factions:
    bene_gesserit: {advisors: {old_gap: {s8: 1, s9: 2}}}
    harkonnen: {}
when: []
";
    ends(&play(yaml), &[("factions.bene_gesserit.advisors.old_gap", json!({"s8": 1, "s9": 2}))]);
    let outcome = play(&format!("{yaml}without: [stormed_in]"));
    ends(&outcome, &[("factions.bene_gesserit.forces.old_gap", json!({"s8": 1, "s9": 2}))]);
}

#[test]
fn a_command_that_need_not_be_obeyed_does_not_excuse_from_the_hero() {
    let dead =
        ["stilgar", "chani", "otheym", "shadout_mapes", "jamis"].map(|it| format!("{it}: {{place: tanks_face_up}}"));
    let yaml = format!(
        "
given:
  storm_order: [bene_gesserit, fremen]
  leaders: {{{}}}
  factions:
    bene_gesserit: {{forces: {{carthag: 3}}}}
    fremen: {{hand: [cheap_hero], forces: {{carthag: 4}}}}
when:
  - battle: {{aggressor: bene_gesserit, territory: carthag, against: fremen}}
  - voice: {{by: bene_gesserit, command: not_play, what: cheap_hero}}
  - plan: {{by: fremen, dial: 0, announce: no_leader}}
  - stop: {{}}
",
        dead.join(", ")
    );
    assert!(has(&play(&yaml), "no_leader_announced"));
    assert_eq!(refusals(&play(&format!("{yaml}without: [voice_is_obeyed]"))), ["hero_required"]);
}

const REVIVAL: &str = "
    atreides: {spice: 9, hand: [tleilaxu_ghola], forces: {tanks: 8}}
    emperor: {spice: 9, forces: {tanks: 2}, elites: {tanks: 3}}
    harkonnen: {}";

fn revival(leaders: &str, more: &str, when: &str) -> Outcome {
    let more = format!("  phases: [revival, revival]\n  leaders: {leaders}\n{more}");
    play(&carthag("atreides, emperor, harkonnen", REVIVAL, &more, when))
}

const ALL_DEAD: &str = "{thufir_hawat: {place: tanks_face_up}, lady_jessica: {place: tanks_face_up}, \
    gurney_halleck: {place: tanks_face_up}, duncan_idaho: {place: tanks_face_down}, dr_yueh: {place: tanks_face_up}}";

#[test]
fn leaders_come_back_one_by_one_and_at_a_price() {
    let when = "  - revive: {by: atreides, leader: duncan_idaho}\n  - revive: {by: atreides, leader: dr_yueh}\n";
    let outcome = revival(ALL_DEAD, "", &format!("{when}  - stop: {{}}"));
    assert_eq!(refusals(&outcome), ["revival_used"]);
    ends(
        &outcome,
        &[("leaders.duncan_idaho.place", json!("pool")), ("factions.atreides.spice", json!(7)), ("bank", json!(102))],
    );
    // Harkonnen killed this leader, and another leader lives again: by deaths it may be revived, by its side it waits.
    let hidden = ALL_DEAD.replace("dr_yueh: {place: tanks_face_up}", "dr_yueh: {deaths: 1}");
    let when = "  - revive: {by: atreides, leader: duncan_idaho}\n";
    assert_eq!(refusals(&revival(&hidden, "", when)), Vec::<&str>::new());
    assert_eq!(refusals(&revival(&hidden, "  readings: {face_down: always_waits}", when)), ["leader_waits"]);
    let one = "{dr_yueh: {place: tanks_face_up}}";
    assert_eq!(refusals(&revival(one, "", "  - revive: {by: atreides, leader: dr_yueh}")), ["revival_not_open"]);
    let outcome = revival(one, "", "  - ghola: {by: atreides, leader: dr_yueh}");
    ends(&outcome, &[("leaders.dr_yueh.place", json!("pool")), ("discard", json!(["tleilaxu_ghola"]))]);
    let twice = ALL_DEAD.replace("dr_yueh: {place: tanks_face_up", "dr_yueh: {place: tanks_face_down, deaths: 2");
    assert_eq!(refusals(&revival(&twice, "", "  - revive: {by: atreides, leader: dr_yueh}")), ["leader_waits"]);
}

/// Three leaders dead and two captured: no leader is active, so the right to revive begins, and continues when one is
/// back.
#[test]
fn the_right_to_revive_goes_on() {
    let leaders = "{thufir_hawat: {holder: harkonnen}, lady_jessica: {holder: harkonnen}, \
        gurney_halleck: {place: tanks_face_up}, duncan_idaho: {place: tanks_face_up}, dr_yueh: {place: tanks_face_up}}";
    let when = "  - revive: {by: atreides, leader: dr_yueh}\n  - revive: {by: emperor, forces: 1}\n  - revive: {by: atreides, leader: duncan_idaho}\n";
    let outcome = revival(leaders, "", when);
    assert_eq!(refusals(&outcome), Vec::<&str>::new());
    ends(&outcome, &[("leaders.duncan_idaho.place", json!("pool"))]);
    let outcome = revival(leaders, "", &format!("{when}without: [revival_goes_on]"));
    assert_eq!(refusals(&outcome), ["revival_not_open"]);
}

#[test]
fn forces_come_back_three_at_a_time_and_one_starred() {
    let when = "
  - revive: {by: atreides, forces: 4}
  - revive: {by: atreides, forces: 3}
  - revive: {by: atreides, forces: 1}
  - revive: {by: emperor, elites: 2}
  - revive: {by: emperor, forces: 2, elites: 1}
  - ghola: {by: atreides, forces: 6}
  - ghola: {by: atreides, forces: 5}
";
    let outcome = revival("{}", "", when);
    assert_eq!(refusals(&outcome), ["too_many_forces", "too_many_forces", "too_many_elites", "too_many_forces"]);
    ends(
        &outcome,
        &[
            ("factions.atreides.spice", json!(7)),
            ("factions.atreides.forces.tanks", json!(0)),
            ("factions.emperor.spice", json!(5)),
            ("factions.emperor.elites.tanks", json!(2)),
        ],
    );
}

#[test]
fn the_kwisatz_haderach_is_revived_last_and_in_place_of_a_leader() {
    let dead = "  kwisatz_haderach: {losses: 9, dead: true}";
    let when = "  - revive: {by: atreides, leader: kwisatz_haderach}\n  - revive: {by: atreides, leader: dr_yueh}\n  - stop: {}\n";
    let outcome = revival(ALL_DEAD, dead, when);
    assert_eq!(refusals(&outcome), ["revival_used"]);
    ends(&outcome, &[("kwisatz_haderach.dead", json!(false)), ("factions.atreides.spice", json!(7))]);
    assert_eq!(
        refusals(&revival(ALL_DEAD, dead, &format!("{when}without: [kwisatz_uses_revival]"))),
        Vec::<&str>::new()
    );
    let leader_first = "  - revive: {by: atreides, leader: dr_yueh}\n  - revive: {by: atreides, leader: kwisatz_haderach}\n  - stop: {}\n";
    assert_eq!(refusals(&revival(ALL_DEAD, dead, leader_first)), ["revival_used"]);
    let without = format!("{leader_first}without: [kwisatz_uses_revival]");
    assert_eq!(refusals(&revival(ALL_DEAD, dead, &without)), Vec::<&str>::new());
    let one = "{dr_yueh: {place: tanks_face_up}}";
    assert_eq!(refusals(&revival(one, dead, when)), ["revival_not_open", "revival_not_open"]);
    assert_eq!(refusals(&revival(one, dead, &format!("{when}without: [kwisatz_waits]"))), ["revival_used"]);
}

/// Duncan dies for Harkonnen, and Atreides get him back.
#[test]
fn a_captive_who_died_is_revived_at_home() {
    let yaml = carthag(
        "harkonnen, atreides",
        "
    harkonnen: {forces: {carthag: 5}}
    atreides: {spice: 5, hand: [crysknife], forces: {carthag: 5}}",
        &format!(
            "  phases: [battle, revival]\n  leaders: {}",
            ALL_DEAD
                .replace("duncan_idaho: {place: tanks_face_down}", "duncan_idaho: {holder: harkonnen}")
                .replace("dr_yueh: {place: tanks_face_up}", "dr_yueh: {deaths: 1}")
        ),
        &format!(
            "{BATTLE_HA}  - plan: {{by: harkonnen, dial: 0, leader: duncan_idaho}}
  - plan: {{by: atreides, dial: 0, leader: dr_yueh, weapon: crysknife}}
  - revive: {{by: atreides, leader: duncan_idaho}}"
        ),
    );
    let outcome = play(&yaml);
    ends(
        &outcome,
        &[("leaders.duncan_idaho.place", json!("pool")), ("leaders.duncan_idaho.holder", json!("atreides"))],
    );
    let outcome = play(&format!("{yaml}\nwithout: [home_revives_captive]"));
    assert_eq!(refusals(&outcome), ["leader_waits"]);
}

#[test]
fn atreides_see_a_whole_plan_once() {
    let factions = "
    atreides: {hand: [karama, karama], forces: {carthag: 3, arrakeen: 3}}
    fremen: {forces: {carthag: 3, arrakeen: 3}}";
    let battle = |place: &str, leaders: (&str, &str)| {
        format!(
            "  - battle: {{aggressor: atreides, territory: {place}, against: fremen}}
  - plan: {{by: atreides, dial: 0, leader: {}}}
  - plan: {{by: fremen, dial: 1, leader: {}}}
  - karama: {{by: atreides, see_plan: fremen}}
",
            leaders.0, leaders.1
        )
    };
    let when = battle("carthag", ("dr_yueh", "jamis")) + &battle("arrakeen", ("lady_jessica", "chani"));
    let yaml = carthag("atreides, fremen", factions, "", &when);
    let outcome = play(&yaml);
    assert_eq!(event(&outcome, "plan_seen")["plan"]["leader"], "jamis");
    assert_eq!(refusals(&outcome), ["karama_used_up"]);
    let outcome = play(&format!("{yaml}without: [once_per_game]"));
    assert_eq!(outcome.log.iter().filter(|event| event.name == "plan_seen").count(), 2);
}

#[test]
fn only_the_emperor_gives_spice() {
    let factions = "
    harkonnen: {ally: emperor, forces: {carthag: 5}}
    atreides: {forces: {carthag: 5}}
    emperor: {ally: harkonnen, spice: 5}";
    let script = format!(
        "{BATTLE_HA}  - gift: {{by: emperor, to: atreides, spice: 1}}
  - gift: {{by: emperor, to: harkonnen, spice: 6}}
  - gift: {{by: emperor, to: harkonnen, spice: 5}}
  - gift: {{by: harkonnen, to: emperor, spice: 1}}
  - plan: {{by: harkonnen, dial: 5, spice: 5, leader: feyd_rautha}}
  - stop: {{}}"
    );
    let outcome = play(&carthag("harkonnen, atreides, emperor", factions, "", &script));
    assert_eq!(refusals(&outcome), ["gift_not_allowed", "spice_not_owned", "gift_not_allowed"]);
    ends(&outcome, &[("factions.harkonnen.spice", json!(5)), ("factions.emperor.spice", json!(0))]);
}

#[test]
fn a_ghola_brings_a_leader_back_to_the_territory_where_it_died() {
    let factions = "
    harkonnen: {hand: [crysknife], forces: {carthag: 5, arrakeen: 5}}
    atreides: {hand: [tleilaxu_ghola], forces: {carthag: 5, arrakeen: 5}}
    fremen: {forces: {carthag: 1}}";
    let script = format!(
        "{BATTLE_HA}  - plan: {{by: harkonnen, dial: 1, leader: feyd_rautha, weapon: crysknife}}
  - plan: {{by: atreides, dial: 0, leader: lady_jessica}}
  - draw: {{captured_leader: dr_yueh}}
  - ghola: {{by: atreides, leader: lady_jessica}}
  - battle: {{aggressor: harkonnen, territory: arrakeen, against: atreides}}
  - plan: {{by: atreides, dial: 0, leader: lady_jessica}}
  - stop: {{}}"
    );
    let outcome = play(&carthag("harkonnen, atreides, fremen", factions, "", &script));
    assert_eq!(refusals(&outcome), ["leader_used_elsewhere"]);
    ends(
        &outcome,
        &[("leaders.lady_jessica.place", json!("pool")), ("leaders.lady_jessica.fought_in", json!("carthag"))],
    );
}

#[test]
fn a_karama_stops_the_capture_in_either_order() {
    let factions = HA.replace("atreides: {spice: 5,", "atreides: {spice: 5, hand: [karama],");
    let plans = "  - plan: {by: harkonnen, dial: 5, leader: feyd_rautha}
  - plan: {by: atreides, dial: 0, leader: duncan_idaho}\n";
    let draw = "  - draw: {captured_leader: dr_yueh}\n  - karama: {by: atreides, against: captured_leader}\n";
    let choose = "  - capture: {by: harkonnen, choose: capture}\n";
    let first = carthag("harkonnen, atreides", &factions, "", &format!("{BATTLE_HA}{plans}{draw}"));
    let reading = "  readings: {capture_order: decide_first}";
    let then = carthag("harkonnen, atreides", &factions, reading, &format!("{BATTLE_HA}{plans}{choose}{draw}"));
    for yaml in [first, then] {
        let outcome = play(&yaml);
        assert_eq!(event(&outcome, "karama_played")["effect"], "cancels");
        ends(&outcome, &[("leaders.dr_yueh.holder", json!("atreides"))]);
        assert!(!has(&outcome, "leader_captured"));
    }
}
