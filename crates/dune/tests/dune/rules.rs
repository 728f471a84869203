//! Small plays of the basic game, rule by rule, with outcomes derived by hand.

use crate::task::ends;
use crate::task::event;
use crate::task::has;
use crate::task::play;
use crate::task::refusals;
use serde_json::Value;
use serde_json::json;
use truthsayer_protocol::Outcome;

fn all<'a>(outcome: &'a Outcome, name: &str) -> Vec<&'a Value> {
    outcome.log.iter().filter(|event| event.name == name).map(|event| &event.data).collect()
}

fn apart(place: &str, storm: &str, atreides: &str, harkonnen: &str) -> Outcome {
    play(&format!(
        "
given:
  storm_order: [harkonnen, atreides]
  storm: {storm}
  factions:
    harkonnen: {{forces: {{{place}: {harkonnen}}}}}
    atreides: {{forces: {{{place}: {atreides}}}}}
when: [stop: {{}}]
"
    ))
}

#[test]
fn storm_decides_who_meets() {
    let meets = |outcome: Outcome| has(&outcome, "battles_identified");
    assert!(meets(apart("cielago_north", "9", "{s0: 3}", "{s2: 3}")));
    assert!(!meets(apart("cielago_north", "1", "{s0: 3}", "{s2: 3}")));
    assert!(!meets(apart("cielago_north", "1", "{s1: 3}", "{s2: 3}")));
    assert!(meets(apart("cielago_north", "1", "{s1: 3}", "{s1: 3}")));
    assert!(meets(apart("cielago_west", "9", "{s17: 3}", "{s0: 3}")));
    assert!(!meets(apart("cielago_west", "0", "{s17: 3}", "{s0: 3}")));
    assert!(!meets(apart("false_wall_east", "6", "{s5: 3}", "{s7: 3}")));
    assert!(!meets(apart("polar_sink", "9", "3", "3")));
    assert!(meets(apart("arrakeen", "9", "3", "3")));
    let outcome = apart("cielago_north", "1", "{s0: 3}", "{s2: 3}");
    assert_eq!(event(&outcome, "storm_separates")["why"], "between");
    let outcome = apart("cielago_north", "1", "{s1: 3}", "{s2: 3}");
    assert_eq!(event(&outcome, "storm_separates")["why"], "one_inside");
}

#[test]
fn forces_beyond_the_storm_take_no_part() {
    let yaml = "
given:
  storm_order: [harkonnen, atreides]
  storm: 1
  unscripted: decline
  factions:
    harkonnen: {forces: {cielago_north: {s0: 4}}}
    atreides: {forces: {cielago_north: {s0: 2, s2: 5}}}
when:
  - battle: {aggressor: harkonnen, territory: cielago_north, against: atreides}
  - plan: {by: atreides, dial: 3, leader: dr_yueh}
  - plan: {by: atreides, dial: 2, leader: dr_yueh}
  - plan: {by: harkonnen, dial: 1, leader: feyd_rautha}
";
    let outcome = play(yaml);
    assert_eq!(refusals(&outcome), ["dial_too_high"]);
    ends(
        &outcome,
        &[
            ("factions.atreides.forces.cielago_north.s0", json!(0)),
            ("factions.atreides.forces.cielago_north.s2", json!(5)),
            ("factions.harkonnen.forces.cielago_north.s0", json!(3)),
        ],
    );
    let outcome = play(&format!("{yaml}without: [cut_off_forces_stay_out]"));
    assert_eq!(refusals(&outcome), Vec::<&str>::new());
    let reading = yaml.replace("unscripted", "readings: {cut_off_forces: take_part}\n  unscripted");
    let reading = reading.replace("  - plan: {by: atreides, dial: 2, leader: dr_yueh}\n", "");
    ends(&play(&reading), &[("factions.atreides.forces.cielago_north.s2", json!(0))]);
}

#[test]
fn one_territory_can_hold_two_battles() {
    let outcome = play(
        "
given:
  storm_order: [harkonnen, atreides, fremen]
  storm: 5
  factions:
    harkonnen: {forces: {pasty_mesa: {s4: 2, s6: 2}}}
    atreides: {forces: {pasty_mesa: {s4: 2}}}
    fremen: {forces: {pasty_mesa: {s6: 2}}}
when:
  - ask: {battles: all}
  - stop: {}
",
    );
    assert_eq!(
        event(&outcome, "answered")["answer"],
        json!(["pasty_mesa: harkonnen, atreides", "pasty_mesa: harkonnen, fremen"])
    );
    assert_eq!(
        event(&outcome, "battles_identified")["battles"],
        json!([
            {"territory": "pasty_mesa", "sectors": ["s4"], "factions": ["harkonnen", "atreides"]},
            {"territory": "pasty_mesa", "sectors": ["s6"], "factions": ["harkonnen", "fremen"]},
        ])
    );
}

const THREE: &str = "
given:
  unscripted: decline
  storm_order: [atreides, harkonnen, fremen]
  factions:
    atreides: {forces: {south_mesa: {s4: 5}}}
    harkonnen: {forces: {south_mesa: {s4: 5}}}
    fremen: {forces: {south_mesa: {s4: 5}}}
";

#[test]
fn the_aggressor_goes_on_while_forces_are_left() {
    let outcome = play(&format!(
        "{THREE}
when:
  - battle: {{aggressor: atreides, territory: south_mesa, against: fremen}}
  - plan: {{by: atreides, dial: 2, leader: thufir_hawat}}
  - plan: {{by: fremen, dial: 0, leader: jamis}}
  - ask: {{leaders: atreides}}
  - battle: {{aggressor: atreides, territory: south_mesa, against: harkonnen}}
  - ask: {{leaders: atreides}}
  - plan: {{by: atreides, dial: 3, leader: thufir_hawat}}
  - plan: {{by: harkonnen, dial: 0, leader: umman_kudu}}
"
    ));
    assert_eq!(all(&outcome, "battle_won").len(), 2);
    let answers = all(&outcome, "answered");
    assert!(!answers[0]["answer"].as_array().is_some_and(|it| it.contains(&json!("thufir_hawat"))));
    assert!(answers[1]["answer"].as_array().is_some_and(|it| it.contains(&json!("thufir_hawat"))));
    ends(&outcome, &[("leaders.thufir_hawat.place", json!("pool"))]);
}

#[test]
fn an_aggressor_without_forces_is_done_and_the_rest_fight() {
    let script = "
when:
  - battle: {aggressor: atreides, territory: south_mesa, against: harkonnen}
  - plan: {by: atreides, dial: 5, leader: thufir_hawat}
  - plan: {by: harkonnen, dial: 0, leader: umman_kudu}
";
    let outcome = play(&format!("{THREE}{script}"));
    assert_eq!(all(&outcome, "battle_begins").len(), 1);
    let script = "
when:
  - battle: {aggressor: atreides, territory: south_mesa, against: harkonnen}
  - plan: {by: atreides, dial: 0, leader: dr_yueh}
  - plan: {by: harkonnen, dial: 2, leader: umman_kudu}
  - battle: {aggressor: fremen, territory: south_mesa, against: harkonnen}
  - battle: {aggressor: harkonnen, territory: south_mesa, against: fremen}
  - plan: {by: harkonnen, dial: 0, leader: umman_kudu}
  - plan: {by: fremen, dial: 0, leader: stilgar}
";
    let outcome = play(&format!("{THREE}{script}"));
    assert_eq!(refusals(&outcome), ["not_the_aggressor"]);
    assert_eq!(all(&outcome, "battle_won")[1]["winner"], "fremen");
}

const PLAN: &str = "
given:
  unscripted: decline
  storm_order: [harkonnen, atreides]
  factions:
    harkonnen: {spice: 5, hand: [crysknife, shield, chaumas, kulon, cheap_hero, karama], forces: {carthag: 4}}
    atreides: {forces: {carthag: 4}}
  leaders: {umman_kudu: {place: tanks_face_up}, beast_rabban: {fought_in: arrakeen}, piter_de_vries: {place: arrakeen}}
when:
  - battle: {aggressor: harkonnen, territory: carthag, against: atreides}
";

/// The code with which a plan is refused, if it is.
fn plan(plan: &str) -> Option<String> {
    let outcome = play(&format!("{PLAN}  - plan: {{by: harkonnen, {plan}}}\n  - stop: {{}}\n"));
    refusals(&outcome).first().map(|code| (*code).to_owned())
}

#[test]
fn plans_are_judged_part_by_part() {
    let legal = [
        "dial: 0, leader: feyd_rautha",
        "dial: 4, leader: cheap_hero",
        "dial: 1, leader: feyd_rautha, weapon: crysknife",
        "dial: 1, leader: feyd_rautha, defense: shield",
        "dial: 1, leader: cheap_hero, weapon: crysknife, defense: shield",
        "dial: 1, leader: feyd_rautha, weapon: kulon, defense: shield",
    ];
    for draft in legal {
        assert_eq!(plan(draft), None, "{draft}");
    }
    let refused = [
        ("dial: 5, leader: feyd_rautha", "dial_too_high"),
        ("dial: -1, leader: feyd_rautha", "dial_negative"),
        ("dial: 2.5, leader: feyd_rautha", "dial_half_step"),
        ("leader: feyd_rautha", "dial_missing"),
        ("dial: 1, spice: 1, leader: feyd_rautha", "spice_in_basic_game"),
        ("dial: 1", "leader_required"),
        ("dial: 1, announce: no_leader", "announcement_false"),
        ("dial: 1, leader: [feyd_rautha, captain_iakin_nefud]", "two_leaders"),
        ("dial: 1, leader: [feyd_rautha, cheap_hero]", "leader_and_hero"),
        ("dial: 1, leader: umman_kudu", "leader_not_available"),
        ("dial: 1, leader: stilgar", "leader_not_available"),
        ("dial: 1, leader: dr_yueh", "leader_not_available"),
        ("dial: 1, leader: piter_de_vries", "leader_not_available"),
        ("dial: 1, leader: beast_rabban", "leader_used_elsewhere"),
        ("dial: 1, leader: feyd_rautha, weapon: [crysknife, chaumas]", "two_weapons"),
        ("dial: 1, leader: feyd_rautha, weapon: shield", "not_a_weapon"),
        ("dial: 1, leader: feyd_rautha, defense: karama", "not_a_defense"),
        ("dial: 1, leader: feyd_rautha, weapon: lasgun", "card_not_in_hand"),
        ("dial: 1, leader: feyd_rautha, weapon: kulon, defense: kulon", "card_in_two_slots"),
    ];
    for (draft, code) in refused {
        assert_eq!(plan(draft).as_deref(), Some(code), "{draft}");
    }
}

#[test]
fn a_player_without_leaders_says_so_and_plays_a_number() {
    let yaml = PLAN.replace(", cheap_hero", "").replace(
        "beast_rabban: {fought_in: arrakeen}, piter_de_vries: {place: arrakeen}",
        "beast_rabban: {fought_in: arrakeen, place: arrakeen}, piter_de_vries: {place: tanks_face_up}, \
         feyd_rautha: {place: tanks_face_up}, captain_iakin_nefud: {place: tanks_face_down}",
    );
    let codes = |draft: &str| {
        let outcome = play(&format!("{yaml}  - plan: {{by: harkonnen, {draft}}}\n  - stop: {{}}\n"));
        (refusals(&outcome).join(" "), has(&outcome, "no_leader_announced"))
    };
    assert_eq!(codes("dial: 1"), ("announcement_missing".to_owned(), false));
    assert_eq!(codes("dial: 1, announce: no_leader"), (String::new(), true));
    assert_eq!(codes("dial: 1, announce: no_leader, weapon: kulon").0, "cards_without_leader");
    let with_hero = yaml.replace("kulon, karama", "kulon, cheap_hero");
    let outcome = play(&format!("{with_hero}  - plan: {{by: harkonnen, dial: 1}}\n"));
    assert_eq!(refusals(&outcome), ["hero_required"]);
}

/// A duel in Arrakeen: what is in the hands, then both plans. Harkonnen are the aggressors.
fn duel(hands: (&str, &str), plans: (&str, &str), more: &str) -> Outcome {
    play(&format!(
        "
given:
  unscripted: decline
  storm_order: [harkonnen, atreides, fremen]
  factions:
    harkonnen: {{hand: [{}], traitors: [duncan_idaho], forces: {{arrakeen: 5}}}}
    atreides: {{hand: [{}], traitors: [beast_rabban], forces: {{arrakeen: 5}}}}
    fremen: {{forces: {{old_gap: {{s9: 3}}}}}}
when:
  - battle: {{aggressor: harkonnen, territory: arrakeen, against: atreides}}
  - plan: {{by: harkonnen, {}}}
  - plan: {{by: atreides, {}}}
{more}",
        hands.0, hands.1, plans.0, plans.1
    ))
}

fn totals(outcome: &Outcome) -> (f64, f64) {
    let totals = &event(outcome, "battle_won")["totals"];
    let total = |faction: &str| totals[faction].as_f64().unwrap_or(f64::NAN);
    (total("harkonnen"), total("atreides"))
}

#[test]
fn weapons_meet_defenses() {
    let fight = |weapon: &str, defense: &str| {
        let cards = format!("dial: 1, leader: lady_jessica, defense: {defense}");
        let weapon_plan = format!("dial: 2, leader: feyd_rautha, weapon: {weapon}");
        let outcome = duel((weapon, defense), (&weapon_plan, &cards), "");
        (totals(&outcome).1, has(&outcome, "leader_killed"), has(&outcome, "leader_protected"))
    };
    let (saved, dead) = ((6.0, false, true), (1.0, true, false));
    assert_eq!(fight("crysknife", "shield"), saved);
    assert_eq!(fight("crysknife", "snooper"), dead);
    assert_eq!(fight("gom_jabbar", "snooper"), saved);
    assert_eq!(fight("gom_jabbar", "shield"), dead);
    assert_eq!(fight("crysknife", "kulon"), dead);
    assert_eq!(fight("lasgun", "snooper"), dead);
    assert_eq!(fight("ellaca_drug", "snooper"), saved);
    assert_eq!(fight("ellaca_drug", "shield"), dead);
    assert_eq!(fight("kulon", "shield"), (6.0, false, false));
}

#[test]
fn the_winner_is_paid_for_every_death() {
    let plans = ("dial: 3, leader: feyd_rautha, weapon: crysknife", "dial: 3, leader: lady_jessica, weapon: chaumas");
    let outcome = duel(("crysknife", "chaumas"), plans, "");
    assert_eq!(totals(&outcome), (3.0, 3.0));
    assert_eq!(event(&outcome, "battle_won")["tie"], true);
    ends(
        &outcome,
        &[
            ("factions.harkonnen.spice", json!(11)),
            ("bank", json!(89)),
            ("leaders.feyd_rautha.place", json!("tanks_face_up")),
            ("leaders.lady_jessica.place", json!("tanks_face_up")),
            ("factions.harkonnen.forces.arrakeen", json!(2)),
            ("factions.atreides.forces.tanks", json!(5)),
            ("factions.atreides.hand", json!([])),
            ("factions.harkonnen.hand", json!(["crysknife"])),
        ],
    );
}

#[test]
fn a_traitor_decides_and_costs_the_caller_nothing() {
    let plans = ("dial: 4, leader: cheap_hero, defense: shield", "dial: 5, leader: duncan_idaho, weapon: lasgun");
    let call = "  - traitor: {by: harkonnen, call: true}\n";
    let outcome = duel(("cheap_hero, shield", "lasgun"), plans, call);
    assert!(!has(&outcome, "explosion"));
    ends(
        &outcome,
        &[
            ("factions.harkonnen.forces.arrakeen", json!(5)),
            ("factions.harkonnen.hand", json!(["cheap_hero", "shield"])),
            ("factions.harkonnen.spice", json!(2)),
            ("factions.atreides.forces.tanks", json!(5)),
            ("factions.atreides.hand", json!([])),
            ("leaders.duncan_idaho.place", json!("tanks_face_up")),
        ],
    );
    let outcome = duel(("cheap_hero, shield", "lasgun"), plans, "");
    assert!(has(&outcome, "explosion"));
}

#[test]
fn two_traitors_ruin_both() {
    let plans = ("dial: 4, leader: beast_rabban, weapon: crysknife", "dial: 5, leader: duncan_idaho");
    let calls = "  - traitor: {by: harkonnen, call: true}\n  - traitor: {by: atreides, call: true}\n";
    let outcome = duel(("crysknife", ""), plans, calls);
    assert_eq!(event(&outcome, "battle_without_winner")["why"], "two_traitors");
    assert!(!has(&outcome, "spice_received"));
    ends(
        &outcome,
        &[
            ("factions.harkonnen.forces.tanks", json!(5)),
            ("factions.atreides.forces.tanks", json!(5)),
            ("leaders.beast_rabban.place", json!("tanks_face_up")),
            ("leaders.duncan_idaho.place", json!("tanks_face_up")),
            ("discard", json!(["crysknife"])),
        ],
    );
}

#[test]
fn an_explosion_destroys_all_but_a_leader_of_an_earlier_battle() {
    let yaml = "
given:
  unscripted: decline
  storm_order: [harkonnen, atreides, fremen]
  ground_spice: {old_gap: {s8: 3, s9: 6}}
  factions:
    harkonnen: {hand: [lasgun], forces: {old_gap: {s9: 5}}}
    atreides: {hand: [shield], forces: {old_gap: {s9: 5}}}
    fremen: {forces: {old_gap: {s10: 3}}}
  leaders: {chani: {place: old_gap, fought_in: old_gap}}
when:
  - battle: {aggressor: harkonnen, territory: old_gap, against: atreides}
  - plan: {by: harkonnen, dial: 4, leader: beast_rabban, weapon: lasgun}
  - plan: {by: atreides, dial: 4, leader: lady_jessica, defense: shield}
";
    let outcome = play(yaml);
    assert_eq!(all(&outcome, "battle_begins").len(), 1);
    ends(
        &outcome,
        &[
            ("factions.fremen.forces.tanks", json!(3)),
            ("factions.harkonnen.forces.tanks", json!(5)),
            ("ground_spice.old_gap.s8", json!(0)),
            ("bank", json!(109)),
            ("leaders.chani.place", json!("pool")),
            ("leaders.beast_rabban.place", json!("tanks_face_up")),
        ],
    );
    let outcome = play(&format!("{yaml}without: [survivors_are_safe]"));
    ends(&outcome, &[("leaders.chani.place", json!("tanks_face_up"))]);
}

#[test]
fn a_survivor_is_dedicated_until_leader_return() {
    let yaml = "
given:
  unscripted: decline
  phases: [battle, battle]
  storm_order: [harkonnen, atreides, fremen]
  factions:
    harkonnen: {forces: {arrakeen: 5, carthag: 5}}
    atreides: {forces: {arrakeen: 5}}
    fremen: {forces: {carthag: 5}}
when:
  - battle: {aggressor: harkonnen, territory: carthag, against: fremen}
  - plan: {by: harkonnen, dial: 1, leader: feyd_rautha}
  - plan: {by: fremen, dial: 1, leader: jamis}
  - ask: {leaders: harkonnen}
  - battle: {aggressor: harkonnen, territory: arrakeen, against: atreides}
  - plan: {by: harkonnen, dial: 1, leader: feyd_rautha}
  - stop: {}
";
    let outcome = play(yaml);
    assert_eq!(refusals(&outcome), ["leader_used_elsewhere"]);
    ends(
        &outcome,
        &[
            ("leaders.feyd_rautha.place", json!("carthag")),
            ("leaders.jamis.place", json!("carthag")),
            ("leaders.jamis.fought_in", json!("carthag")),
        ],
    );
}

#[test]
fn storm_and_worm_strike_forces_and_spare_leaders() {
    let yaml = "
given:
  phases: [storm, spice_blow]
  storm_order: [harkonnen, fremen]
  storm: 17
  bank: 10
  ground_spice: {cielago_north: {s2: 8}, habbanya_erg: {s15: 2}}
  factions:
    harkonnen: {forces: {cielago_north: {s0: 3, s2: 2}, cielago_west: {s17: 1}, polar_sink: 2, habbanya_erg: {s15: 4}}}
    fremen: {forces: {meridian: {s1: 3}, habbanya_erg: {s16: 4}}}
  leaders: {feyd_rautha: {place: cielago_north}, umman_kudu: {place: habbanya_erg}}
when:
  - draw: {storm: 2}
  - draw: {sandworm: habbanya_erg}
";
    let outcome = play(yaml);
    ends(
        &outcome,
        &[
            ("storm", json!(1)),
            ("factions.harkonnen.forces.cielago_north.s0", json!(0)),
            ("factions.harkonnen.forces.cielago_north.s2", json!(2)),
            ("factions.harkonnen.forces.cielago_west.s17", json!(0)),
            ("factions.harkonnen.forces.polar_sink", json!(2)),
            ("factions.harkonnen.forces.habbanya_erg.s15", json!(0)),
            ("factions.fremen.forces.meridian.s1", json!(0)),
            ("factions.fremen.forces.habbanya_erg.s16", json!(4)),
            ("ground_spice.cielago_north.s2", json!(8)),
            ("ground_spice.habbanya_erg.s15", json!(0)),
            ("bank", json!(12)),
            ("leaders.feyd_rautha.place", json!("cielago_north")),
            ("leaders.umman_kudu.place", json!("habbanya_erg")),
        ],
    );
    let outcome = play(&format!("{yaml}without: [storm_spares_leaders]"));
    ends(&outcome, &[("leaders.feyd_rautha.place", json!("tanks_face_up"))]);
}

#[test]
fn a_winner_over_several_sectors_chooses_the_losses() {
    let yaml = "
given:
  unscripted: decline
  storm_order: [harkonnen, atreides]
  factions:
    harkonnen: {forces: {cielago_north: {s0: 3, s1: 3}}}
    atreides: {forces: {cielago_north: {s2: 5}}}
when:
  - battle: {aggressor: harkonnen, territory: cielago_north, against: atreides}
  - plan: {by: harkonnen, dial: 4, leader: feyd_rautha}
  - plan: {by: atreides, dial: 4, leader: dr_yueh}
  - losses: {by: harkonnen, from: {s0: 1, s1: 2}}
  - losses: {by: harkonnen, from: {s0: 4}}
  - losses: {by: harkonnen, from: {s0: 1, s1: 3}}
";
    let outcome = play(yaml);
    assert_eq!(refusals(&outcome), ["losses_do_not_fit", "losses_do_not_fit"]);
    ends(
        &outcome,
        &[
            ("factions.harkonnen.forces.cielago_north.s0", json!(2)),
            ("factions.harkonnen.forces.cielago_north.s1", json!(0)),
            ("factions.harkonnen.forces.tanks", json!(4)),
        ],
    );
}
